import type { BodyOf } from '@byre/contract/endpoint'
import type { updateUser as updateUserCall, User } from '@byre/contract/people/users'
import type { Config } from '../../config.ts'
import { answered, type Caller } from '../../platform/authentication/authenticate.ts'
import type { Db } from '../../platform/database/db.ts'
import { refuse } from '../../platform/errors.ts'
import { reply, type Reply } from '../../platform/reply.ts'
import { fitAddress, isWholeAddress } from '../addresses.policy.ts'
import { auditJson } from '../audit.queries.ts'
import { changedFields } from '../changes.policy.ts'
import type { AccountCommand, Accounts, Acting } from '../ports.ts'
import { changeUser, findOwnUser, lockUser } from './users.queries.ts'

type UserRow = Omit<User, 'capabilities'> & { version: number }

/** A profile as its owner sees it. Nobody has a session before their address is confirmed. */
function asUser(row: UserRow, { products }: Config): Reply<User> {
  const { id, email, pending_email, first_name, last_name, city, region, country } = row
  const { phone, onboarded, time_zone, theme, language, version } = row
  const capabilities = { sites: products.includes('sites'), clinics: products.includes('clinics') }
  const person = { id, email, pending_email, first_name, last_name, city, region, country, phone }
  return reply({ ...person, onboarded, time_zone, theme, language, capabilities }, { etag: version })
}

export async function getUser(db: Db<'customers'>, caller: Caller, id: string, config: Config) {
  const [row] = answered(await findOwnUser(db, { ...caller, id }))
  if (row.id === null) refuse('not_found')
  return asUser(row as UserRow, config)
}

/** Changes the fields that were sent; one statement unless more must be judged. */
export async function updateUser(
  id: string,
  doing: AccountCommand & Pick<Acting, 'command'> & { body: BodyOf<typeof updateUserCall> },
  { accounts, config }: { accounts: Accounts; config: Config },
) {
  const { command, actor, body, from } = doing
  if (id !== actor.user_id) refuse('not_found')

  const { onboarded, pending_email: kept, ...texts } = body
  const sent = { ...texts, ...(onboarded === undefined ? {} : { onboarded: Number(onboarded) }) }
  const change = {
    id,
    if_match: from.if_match,
    audit: auditJson({ actor_id: id, deed: 'updateUser', kind: 'user', subject_id: id, from }),
  }
  if (isWholeAddress(sent) && kept === undefined) {
    const [changed] = await changeUser(command.db, {
      ...change,
      changes: JSON.stringify(sent),
      is_judged: false,
    })
    if (changed) return asUser(changed, config)
  }

  return command.transaction(async (db) => {
    const [user] = await lockUser(db, { id })
    if (!user) refuse('not_found')

    const { email = user.email, ...others } = sent
    const wanted = email === user.email ? (kept ?? user.pending_email) || null : email
    const requested = { ...others, pending_email: wanted }
    const differs = changedFields(user, requested).length > 0
    if (differs && from.if_match !== null && from.if_match !== user.version) refuse('request.stale')
    const { problems, tidy } = fitAddress(user, requested)
    if (problems.length > 0) refuse('request.invalid', { errors: problems })

    if (email !== user.email) await accounts.changeEmail(db, doing, email)
    else if (wanted !== user.pending_email) await accounts.keepEmail(db, doing)
    if (!differs) return asUser(user, config)
    const [changed] = await changeUser(db, { ...change, changes: JSON.stringify(tidy), is_judged: true })
    return asUser(changed ?? user, config)
  })
}
