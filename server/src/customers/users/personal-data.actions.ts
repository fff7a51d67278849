import { commandWords } from '@byre/contract/activity'
import { mailTopicNames } from '@byre/contract/people/mail-preferences'
import type { Readable } from 'node:stream'
import { answered, type Caller } from '../../platform/authentication/authenticate.ts'
import { archiveOf, onePage, pagesBy, type Table } from '../../platform/documents/archive.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/database/db.ts'
import { transaction } from '../../platform/database/transactions.ts'
import type { IdempotentCommand } from '../../platform/idempotency/idempotency.ts'
import { spend } from '../../platform/limits/limits.ts'
import type { Facts } from '../../platform/http/request-facts.ts'
import { listPreferences } from './mail-preferences.queries.ts'
import {
  findCallerProfile,
  listCommands,
  listUnregisteredMembers,
  listInvites,
  listMemberships,
  listOffers,
  listOwnedBillingEntities,
} from './personal-data.queries.ts'
import type { Accounts, Billing } from '../ports.ts'

const anHour = 3600

interface Asking {
  command: IdempotentCommand<'customers'>
  caller: Caller
  from: Facts
}

/** Everything about whoever asks, read page by page as it leaves. */
export async function exportMyData(
  { db, config }: Pick<Context<'customers'>, 'db' | 'config'>,
  { command, caller, from }: Asking,
  { accounts, billing }: { accounts: Accounts; billing: Billing },
): Promise<Readable> {
  const [{ caller_id: user_id, ...profile }] = answered(await findCallerProfile(db, caller))
  const limit = {
    name: 'export',
    max: Math.max(1, Math.floor(5 * config.limitFactor)),
    windowSeconds: anHour,
  }
  await transaction(db, (db) => spend(db, limit, user_id))

  const line = { actor_id: user_id, kind: 'account', subject_id: user_id }
  await command.transaction((db) => writeAudit(db, { ...line, deed: 'exportMyData', from }))
  const billingEntities = await listOwnedBillingEntities(db, { user_id })

  return archiveOf([
    { name: 'profile', columns: Object.keys(profile), pages: onePage(async () => [profile]) },
    ...ownTables(db, user_id),
    ...accounts.accountTables(db, user_id),
    billing.invoicesOf(
      db,
      billingEntities.map((billingEntity) => billingEntity.place_id),
    ),
  ])
}

const invited = ['id', 'kind', 'place_id', 'place', 'email', 'role', 'status']
const invitedWhen = ['invited_by', 'created_at', 'expired_at', 'answered_at']

function ownTables(db: Db<'customers'>, user_id: string): Table[] {
  return [
    {
      name: 'mail_preferences',
      columns: [...mailTopicNames],
      pages: onePage(() => listPreferences(db, { id: user_id })),
    },
    {
      name: 'memberships',
      columns: ['id', 'kind', 'name', 'role', 'since', 'deleted_at'],
      pages: pagesBy((after, limit) => listMemberships(db, { user_id, after, limit })),
    },
    {
      name: 'invitations_sent',
      columns: [...invited, ...invitedWhen],
      pages: pagesBy((after, limit) => listInvites.sent(db, { user_id, after, limit })),
    },
    {
      name: 'invitations_received',
      columns: [...invited, ...invitedWhen],
      pages: pagesBy((after, limit) => listInvites.received(db, { user_id, after, limit })),
    },
    {
      name: 'hand_overs',
      columns: ['id', 'kind', 'place_id', 'place', 'from', 'to', 'created_at', 'expires_at'],
      pages: pagesBy((after, limit) => listOffers(db, { user_id, after, limit })),
    },
    {
      name: 'lists',
      columns: ['id', 'kind', 'place_id', 'place', 'name', 'created_at'],
      pages: pagesBy((after, limit) => listUnregisteredMembers(db, { user_id, after, limit })),
    },
    {
      name: 'activity',
      columns: ['id', 'at', 'deed', 'what', 'kind', 'subject_id', 'place', 'network'],
      pages: pagesBy(async (after, limit) =>
        (await listCommands(db, { user_id, after, limit })).map((deed) => ({
          ...deed,
          what: commandWords[deed.deed] ?? deed.deed,
        })),
      ),
    },
  ]
}
