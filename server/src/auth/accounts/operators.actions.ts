import type { AccountAuditName } from '@byre/contract/audit-names'
import { voidInvitesOf } from '../../customers/index.ts'
import { writeAudit, type RequestFacts } from '../../platform/audit/audit.ts'
import { within, type Db, type PlatformDb } from '../../platform/database/db.ts'
import { transaction } from '../../platform/database/transactions.ts'
import { newId } from '../../platform/ids.ts'
import type { Outbox } from '../../platform/jobs/outbox.ts'
import { deviceName } from '../devices.policy.ts'
import { listOwnKeys, revokeKeysSince } from '../api-keys.queries.ts'
import { listOwnSessions } from './exports.queries.ts'
import { mailNotice } from '../mails.actions.ts'
import { findAccountByEmail, listAccounts, setGroups, setUserState } from './operators.queries.ts'
import { removeSecondFactors } from '../second-factors/second-factor-changes.actions.ts'
import { lockAccount } from '../second-factors/second-factors.queries.ts'
import { deleteSessionsOf } from '../sessions/sessions.queries.ts'

/** Who of the staff does it and why; both stand in the trail. */
export interface Operator {
  name: string
  reason: string
  /** Of whoever is signed in to the back office; without it they are at a console. */
  signedIn?: { staff_id: string; from: RequestFacts }
}

/** Where an operator's command comes from. */
const fromOf = ({ signedIn }: Pick<Operator, 'signedIn'>): RequestFacts =>
  signedIn?.from ?? { request_id: newId(), network: 'console' }

/** Writes down what an operator did or looked at; `subject` is the account it is about. */
export async function noteOperator(
  db: PlatformDb,
  operator: Operator,
  deed: AccountAuditName,
  { subject_id, after }: { subject_id?: string; after?: Record<string, unknown> } = {},
): Promise<void> {
  const from = fromOf(operator)
  const auditDetails = {
    ...after,
    operator: operator.name,
    operator_reason: operator.reason,
    ...(operator.signedIn ? { staff_id: operator.signedIn.staff_id } : {}),
  }
  await writeAudit(db, { actor_id: null, deed, kind: 'account', subject_id, after: auditDetails, from })
}

type Account = Awaited<ReturnType<typeof findAccountByEmail>>[number]
const mostListed = 500

/** What the platform's own staff may do to accounts; every function leaves its line in the trail. */
export function accountOperations(handle: PlatformDb, outbox: Pick<Outbox, 'send'>, operator: Operator) {
  const db = within<'auth'>(handle)

  /** One command to one account, held so that no sign-in runs beside it. Null: there is no such account. */
  async function withAccount<T>(
    email: string,
    deed: AccountAuditName,
    work: (db: Db<'auth'>, account: Account) => Promise<{ done: T; after?: Record<string, unknown> }>,
  ): Promise<T | null> {
    return transaction(db, async (db) => {
      const [account] = await findAccountByEmail(db, { email })
      if (!account) return null
      await lockAccount(db, { id: account.id })
      const { done, after } = await work(db, account)
      await noteOperator(db, operator, deed, { subject_id: account.id, after })
      return done
    })
  }

  const setState = (email: string, user_state: 'active' | 'disabled') =>
    withAccount(email, user_state === 'active' ? 'enableAccount' : 'disableAccount', async (db, { id }) => {
      const [changed] = await setUserState(db, { id, user_state })
      const ended = user_state === 'disabled' ? await deleteSessionsOf(db, { user_id: id, kept: null }) : []
      if (user_state === 'disabled') await voidInvitesOf(db, id, fromOf(operator))
      const done = { email, state: user_state, changed: Boolean(changed), sessions_ended: ended.length }
      return { done, after: { changed: done.changed, sessions_ended: ended.length } }
    })

  const setStaff = (email: string, isStaff: boolean) =>
    withAccount(email, isStaff ? 'addStaff' : 'removeStaff', async (db, { id }) => {
      const groups = isStaff ? ['Admin', 'User'] : ['User']
      const [changed] = await setGroups(db, { id, groups })
      const done = { email, groups: groups.join(' '), changed: Boolean(changed) }
      return { done, after: { changed: done.changed } }
    })

  return {
    list: (q: string) =>
      transaction(db, async (db) => {
        const accounts = await listAccounts(db, { q, limit: mostListed })
        await noteOperator(db, operator, 'listAccounts', { after: { found: accounts.length } })
        return accounts
      }),

    show: (email: string) => withAccount(email, 'showAccount', async (_, account) => ({ done: account })),

    disable: (email: string) => setState(email, 'disabled'),
    enable: (email: string) => setState(email, 'active'),
    addStaff: (email: string) => setStaff(email, true),
    removeStaff: (email: string) => setStaff(email, false),

    listSessions: (email: string) =>
      withAccount(email, 'listSessions', async (db, { id }) => {
        const sessions = await listOwnSessions(db, { user_id: id })
        const done = sessions.map(({ id, user_agent, network, created_at, last_seen_at }) => ({
          id,
          device: deviceName(user_agent),
          network,
          created_at,
          last_seen_at,
        }))
        return { done }
      }),

    endSessions: (email: string) =>
      withAccount(email, 'endSessions', async (db, { id }) => {
        const ended = await deleteSessionsOf(db, { user_id: id, kept: null })
        return { done: { email, ended: ended.length }, after: { sessions_ended: ended.length } }
      }),

    listApiKeys: (email: string) =>
      withAccount(email, 'listApiKeys', async (db, { id }) => {
        const keys = await listOwnKeys(db, { user_id: id })
        const done = keys.map(({ scopes, networks, ...key }) => ({
          ...key,
          scopes: scopes.join(' '),
          networks: networks.join(' '),
        }))
        return { done }
      }),

    revokeApiKeys: (email: string) =>
      withAccount(email, 'revokeApiKeys', async (db, { id }) => {
        const revoked = await revokeKeysSince(db, { user_id: id, since: '-infinity' })
        return { done: { email, revoked: revoked.length }, after: { api_keys_revoked: revoked.length } }
      }),

    /** For someone who has lost every factor; their address is told. */
    removeSecondFactors: (email: string) =>
      withAccount(email, 'removeSecondFactors', async (db, { id }) => {
        const removed = await removeSecondFactors(db, id)
        if (removed) await outbox.send(db, mailNotice, { user_id: id, notice: 'secondFactorsRemoved' })
        return { done: { email, removed }, after: { removed } }
      }),
  }
}

export type AccountOperations = ReturnType<typeof accountOperations>
