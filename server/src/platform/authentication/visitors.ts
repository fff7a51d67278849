import type { VisitorRole } from '@byre/contract/site-rights'
import type { QueryCreator } from 'kysely'
import { platformOf, quickRead, type Db, type Module, type Of } from '../database/db.ts'
import { noteVisit } from '../request-trace.ts'
import type { PlatformTables } from '../tables.ts'

/*
 * Who calls on a tenant's host: whoever its cookie belongs to there. Person, role and access state are found with this very
 * call, by the view `platform.visitors`, so that whoever is removed is out at the next one.
 */

/** Whoever asks, not yet looked up: a read joins the look-up into its own statement (`withVisitor`). */
export interface VisitorKey {
  token_hash: Buffer
  /** The name the host goes by: a label, or a whole domain. */
  host_name: string
  place_kind: 'site' | 'clinic'
  /** Those that may. */
  roles: readonly VisitorRole[]
}

export type Visitor = PlatformTables['platform.visitors']

/** What every read that begins with `withVisitor` has among its columns. */
export const visitorColumns = [
  'visitor.user_id as visitor_id',
  'visitor.place_id as visited_id',
  'visitor.place_kind as visited_kind',
  'visitor.due_session_id',
] as const

interface VisitedRow {
  visitor_id: string
  visited_id: string
  visited_kind: 'site' | 'clinic'
  due_session_id: string | null
}

/** Nobody who may: why, is asked by itself. */
export class NoVisitor extends Error {
  override name = 'NoVisitor'
}

/**
 * Begins a read with the CTE `visitor`: one row for somebody whose cookie is good on this host and whose role may, else
 * none. Select from `visitor` and left-join the rest, with `visitorColumns` among the columns.
 */
export function withVisitor<M extends Module>(db: Db<M>, key: VisitorKey) {
  const visitorQuery = platformOf(db).with('visitor', (inner) =>
    inner
      .selectFrom('platform.visitors')
      .selectAll()
      .where('token_hash', '=', key.token_hash)
      .where('host_name', '=', key.host_name)
      .where('place_kind', '=', key.place_kind)
      .where('is_former', '=', false)
      .where('standing', '!=', 'stopped')
      .where((e) => e('role', '=', e.fn.any(e.val(key.roles as VisitorRole[])))),
  )
  // Kysely cannot follow a handle whose module is a type parameter; the tables are M's and the CTE.
  return visitorQuery as unknown as QueryCreator<Of<M> & PlatformTables & { visitor: Visitor }>
}

/** The rows of a read that began with `withVisitor`; throws where there is none, for the route to say why. */
export function visited<Row extends VisitedRow>(rows: Row[]): [Row, ...Row[]] {
  const [row] = rows
  if (!row) throw new NoVisitor()
  noteVisit(row)
  return rows as [Row, ...Row[]]
}

/** Whoever a cookie belongs to on this host, whatever they may. No row: to nobody, or the host is not its place's. */
export const findVisitor = quickRead<'platform'>()(
  (db, p: { token_hash: Buffer; host_name: string }) =>
    db
      .selectFrom('platform.visitors')
      .selectAll()
      .where('token_hash', '=', p.token_hash)
      .where('host_name', '=', p.host_name),
  { token_hash: 'bytea', host_name: 'text' },
)
