import { listRead, quickRead, type Module } from '../database/db.ts'
import { positionColumns } from '../database/log-position.ts'

/*
 * Lists of whoever calls, which a standby may answer. That they are somebody is known by the database itself, with this very
 * call; what they may, by the list's own statement, where all that was committed when it was asked for is known.
 */

interface Shown {
  token_hash: Buffer
}

const findReader = quickRead<'platform'>()(
  (db, p: Shown) =>
    db.selectFrom('platform.readers').select(positionColumns).where('token_hash', '=', p.token_hash),
  { token_hash: 'bytea' },
)

/** A list that begins with `withCaller`. */
export const callersList = <M extends Module>() => listRead<M, Shown>(findReader)

/** The same for one that finds a few rows by index (`quickRead`). */
export const quickCallersList = <M extends Module>() => listRead<M, Shown>(findReader, { isQuick: true })

const findVisitorsPosition = quickRead<'platform'>()(
  (db, p: Shown & { host_name: string }) =>
    db
      .selectFrom('platform.visitors')
      .select(positionColumns)
      .where('token_hash', '=', p.token_hash)
      .where('host_name', '=', p.host_name),
  { token_hash: 'bytea', host_name: 'text' },
)

/** A list that begins with `withVisitor`. */
export const visitorsList = <M extends Module>() =>
  listRead<M, Shown & { host_name: string }>(findVisitorsPosition)
