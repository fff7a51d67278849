import type { BodyOf } from '@byre/contract/endpoint'
import type { updateUser as updateUserCall, User } from '@byre/contract/users'
import type { Config } from '../config.ts'
import { answered, type Actor, type Asker } from '../platform/actor.ts'
import type { Db } from '../platform/db.ts'
import type { Deed } from '../platform/deed.ts'
import { refuse } from '../platform/errors.ts'
import type { Facts } from '../platform/route.ts'
import { fitAddress, isWholeAddress } from './addresses.policy.ts'
import { auditJson } from './audit.queries.ts'
import { changedFields } from './changes.policy.ts'
import { changeUser, findOwnUser, lockUser } from './users.queries.ts'

type UserRow = Omit<User, 'capabilities'> & { version: number }

/** A profile as its owner sees it. Nobody has a session before their address is confirmed. */
function asUser(row: UserRow, { products }: Config): User & { version: number } {
  const { id, email, first_name, last_name, city, region, country, phone, onboarded, version } = row
  const capabilities = { sites: products.includes('sites'), clinics: products.includes('clinics') }
  return { id, email, first_name, last_name, city, region, country, phone, onboarded, capabilities, version }
}

export async function getUser(db: Db<'customers'>, asker: Asker, id: string, config: Config) {
  const [row] = answered(await findOwnUser(db, { ...asker, id }))
  if (row.id === null) refuse('not_found')
  return asUser(row as UserRow, config)
}

/** Changes the fields that were sent; one statement unless more must be judged. */
export async function updateUser(
  deed: Deed<'customers'>,
  actor: Actor,
  id: string,
  body: BodyOf<typeof updateUserCall>,
  from: Facts,
  config: Config,
) {
  if (id !== actor.user_id) refuse('not_found')

  const { onboarded, ...texts } = body
  const sent = { ...texts, ...(onboarded === undefined ? {} : { onboarded: Number(onboarded) }) }
  const change = {
    id,
    if_match: from.if_match,
    audit: auditJson({ actor_id: id, deed: 'updateUser', kind: 'user', subject_id: id, from }),
  }
  if (isWholeAddress(sent)) {
    const [changed] = await changeUser(deed.db, {
      ...change,
      changes: JSON.stringify(sent),
      is_judged: false,
    })
    if (changed) return asUser(changed, config)
  }

  return deed.transaction(async (db) => {
    const [user] = await lockUser(db, { id })
    if (!user) refuse('not_found')

    const fields = changedFields(user, sent)
    if (fields.length === 0) return asUser(user, config)
    if (fields.includes('email')) refuse('account.email_fixed', { field: 'email' })
    if (from.if_match !== null && from.if_match !== user.version) refuse('request.stale')
    const { problems, tidy } = fitAddress(user, sent)
    if (problems.length > 0) refuse('request.invalid', { errors: problems })

    const [changed] = await changeUser(db, { ...change, changes: JSON.stringify(tidy), is_judged: true })
    return asUser(changed ?? user, config)
  })
}
