import type { AuditName } from '@byre/contract/audit-names'
import type { PlatformDb } from '../database/db.ts'
import { newId } from '../ids.ts'
import { keyUnderWay } from '../request-trace.ts'

export interface AuditLine {
  /** Who did it; null for the system and for people without a session. */
  actor_id: string | null
  deed: AuditName
  kind?: string
  subject_id?: string
  /** What changed, as flat facts without secrets. */
  before?: Record<string, unknown>
  after?: Record<string, unknown>
  from: RequestFacts
}

/** Where a command came from; part of its audit line. */
export interface RequestFacts {
  request_id: string
  /** The caller's address, IPv6 as its /64. */
  network: string
}

/** Names the lines of what was refused to people: nothing was done, and nobody's activity shows them. */
export const refusedAccess = 'refuseAccess' satisfies AuditName

/** An audit line as a row, for statements that write it together with the command. */
export function auditRow(line: AuditLine) {
  return {
    id: newId(),
    actor_id: line.actor_id,
    deed: line.deed,
    kind: line.kind ?? null,
    subject_id: line.subject_id ?? null,
    before: line.before ? JSON.stringify(line.before) : null,
    after: line.after ? JSON.stringify(line.after) : null,
    network: line.from.network,
    request_id: line.from.request_id,
    key_id: line.actor_id === null ? null : keyUnderWay(line.actor_id),
  }
}

/** Writes an audit line in the command's own transaction. */
export async function writeAudit(db: PlatformDb, line: AuditLine): Promise<void> {
  await db.insertInto('platform.audit').values(auditRow(line)).execute()
}
