import { sql, type Selectable } from 'kysely'
import { auditRow, type AuditLine } from '../platform/audit.ts'
import type { PlatformTables } from '../platform/tables.ts'

/*
 * Audit lines that are written by the deed's own statement: `insertInto('platform.audit')`, the columns
 * `auditColumns`, and as its expression a select of `auditValues` from the deed's CTE and `auditLine`.
 */

export const auditColumns = [
  'id',
  'actor_id',
  'deed',
  'kind',
  'subject_id',
  'before',
  'after',
  'network',
  'request_id',
] as const

export const auditValues = auditColumns.map((column) => `audit_line.${column}` as const)

/** The same for a change, whose `d` says what differs (`difference`). */
export const changeValues = auditColumns.map((column) =>
  column === 'before' || column === 'after' ? (`d.${column}` as const) : (`audit_line.${column}` as const),
)

/** The row of `auditJson` as a table to select from. */
export const auditLine = (json: string) =>
  sql<Selectable<PlatformTables['platform.audit']>>`
    jsonb_populate_record(null::platform.audit, ${json}::jsonb)`.as('audit_line')

/** An audit line as the one value that a statement takes. */
export function auditJson(line: AuditLine): string {
  return JSON.stringify({ ...auditRow(line), before: line.before, after: line.after })
}
