import type { Blocker } from '@byre/contract/people/leaving'
import type { BillingEntityId } from '@byre/contract/subject-kinds'
import { answered, requireFresh, type Caller } from '../../platform/authentication/authenticate.ts'
import { auditRow, writeAudit } from '../../platform/audit/audit.ts'
import type { Db } from '../../platform/database/db.ts'
import type { IdempotentCommand } from '../../platform/idempotency/idempotency.ts'
import { refuse } from '../../platform/errors.ts'
import { voidInvites } from '../invites/invite-voids.actions.ts'
import {
  emptyProfile,
  forgetInTrail,
  forgetInvites,
  forgetReplies,
  holdLeaving,
  holdOwners,
  leaveAll,
  listAnsweredFrom,
  listNeeding,
  listNeedingCaller,
} from './leaving.queries.ts'
import { billingEntitiesCharged } from '../billing-entity-uses.actions.ts'
import { removePreferences } from '../users/mail-preferences.queries.ts'
import type { AccountCommand, Accounts, Billing } from '../ports.ts'

type Uses = Pick<Billing, 'billingEntityUses'>

/** What keeps the caller from deleting their account. */
export async function listBlockers(
  db: Db<'customers'>,
  caller: Caller,
  billing: Uses,
): Promise<{ blockers: Blocker[] }> {
  const rows = answered(await listNeedingCaller(db, caller))
  const needing = rows.flatMap(({ kind, id, name, has_others, is_in_use }) =>
    kind && id && name !== null ? [{ kind, id, name, has_others, is_in_use }] : [],
  )
  return { blockers: await asBlockers(db, needing, billing) }
}

/** Ends an account, takes its person out of everything, and leaves nothing of them but their id. */
export async function deleteMe(
  doing: AccountCommand & { command: IdempotentCommand<'customers'> },
  { accounts, billing }: { accounts: Accounts; billing: Uses },
  { email }: { email: string },
): Promise<null> {
  const { command, actor, from } = doing
  const { user_id } = actor
  requireFresh(actor)

  return command.transaction(async (db) => {
    const [person] = await holdLeaving(db, { id: user_id })
    if (!person) refuse('session.required')
    if (person.email !== email) refuse('account.wrong_email', { field: 'email' })
    await holdOwners(db, { user_id })
    const needing = await listNeeding(db, { user_id })
    if (needing.length > 0)
      refuse('account.needed', { facts: { blockers: await asBlockers(db, needing, billing) } })

    const left = await leaveAll(db, { user_id })
    await voidInvites(db, { user_id, place_id: null }, { actor_id: user_id, from })
    const had = await accounts.closeAccount(db, doing)
    const answeredFrom = await listAnsweredFrom(db, { user_id })
    const emails = [...new Set([...had, ...answeredFrom.map((invite) => invite.email)])]
    await forgetInvites(db, { user_id, emails })
    await forgetInTrail(db, { user_id, emails })
    await emptyProfile(db, { id: user_id })
    await removePreferences(db, { user_id })
    await forgetReplies(db, { user_id })
    await writeLeaving(db, doing, left)
    const line = { actor_id: user_id, kind: 'account', subject_id: user_id }
    await writeAudit(db, { ...line, deed: 'deleteMe', after: { left: left.length }, from })
    return null
  })
}

type Left = Awaited<ReturnType<typeof leaveAll>>

async function writeLeaving(db: Db<'customers'>, { actor, from }: AccountCommand, left: Left): Promise<void> {
  const { user_id } = actor
  const lines = left.map(({ place_id, kind, role }) =>
    auditRow({
      actor_id: user_id,
      deed: 'leave',
      kind,
      subject_id: place_id,
      before: { user_id, role },
      from,
    }),
  )
  // A statement takes only so many values.
  while (lines.length > 0) await db.insertInto('platform.audit').values(lines.splice(0, 500)).execute()
}

interface Needing extends Omit<Blocker, 'ways'> {
  has_others: boolean | null
  is_in_use: boolean | null
}

/** A payer may be deleted only once it is charged for nothing, too. */
async function asBlockers(db: Db<'customers'>, needing: Needing[], billing: Uses): Promise<Blocker[]> {
  const idle = needing.filter(({ kind, is_in_use }) => kind === 'billing_entity' && !is_in_use)
  const charged = await billingEntitiesCharged(
    db,
    idle.map(({ id }) => id as BillingEntityId),
    billing,
  )
  return needing.map(({ kind, id, name, has_others, is_in_use }) => ({
    kind,
    id,
    name,
    ways: [has_others ? 'hand_over' : 'invite', ...(is_in_use || charged.has(id) ? [] : ['delete' as const])],
  }))
}
