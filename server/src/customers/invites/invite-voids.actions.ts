import { inviteCommands } from './invites.policy.ts'
import { auditRow, type RequestFacts } from '../../platform/audit/audit.ts'
import type { Db } from '../../platform/database/db.ts'
import { revokeInvitesBy } from './invites.queries.ts'

interface Sender {
  user_id: string
  /** Null: of all places. */
  place_id: string | null
}

interface Doer {
  /** Null: an operator. */
  actor_id: string | null
  from: RequestFacts
}

/**
 * Ends for good what someone sent and is still open, in the transaction that takes their right to invite:
 * of an answer at the same moment and this one happens. Whoever was invited hears of it by its line.
 */
export async function voidInvites(db: Db<'customers'>, sender: Sender, doer: Doer): Promise<void> {
  const ended = await revokeInvitesBy(db, sender)
  const lines = ended.map(({ place_id, kind, email, role }) =>
    auditRow({
      ...doer,
      deed: inviteCommands[kind].void,
      kind,
      subject_id: place_id,
      before: { email, role, user_id: sender.user_id },
    }),
  )
  // A statement takes only so many values.
  while (lines.length > 0) await db.insertInto('platform.audit').values(lines.splice(0, 500)).execute()
}
