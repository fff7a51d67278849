import { sql, type Selectable } from 'kysely'
import { auditRow, type AuditLine } from '../platform/audit/audit.ts'
import type { PlatformTables } from '../platform/tables.ts'

/*
 * Audit lines that are written by the command's own statement: `insertInto('platform.audit')`, the columns
 * `auditColumns`, and as its expression a select of `auditValues` from the command's CTE and `auditLine`.
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
  'key_id',
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

/** An audit line as the values of a statement, by the names of `auditTypes`. */
export function auditValuesOf(line: AuditLine) {
  const { id, actor_id, deed, kind, subject_id, before, after, network, request_id, key_id } = auditRow(line)
  return {
    audit_id: id,
    audit_actor: actor_id,
    audit_deed: deed,
    audit_kind: kind,
    audit_subject: subject_id,
    audit_before: before,
    audit_after: after,
    audit_network: network,
    audit_request: request_id,
    audit_key: key_id,
  }
}

/** The types of `auditValuesOf` in PostgreSQL, for a write that callers share. */
export const auditTypes = {
  audit_id: 'uuid',
  audit_actor: 'uuid',
  audit_deed: 'text',
  audit_kind: 'text',
  audit_subject: 'uuid',
  audit_before: 'jsonb',
  audit_after: 'jsonb',
  audit_network: 'text',
  audit_request: 'text',
  audit_key: 'uuid',
} as const satisfies Record<keyof ReturnType<typeof auditValuesOf>, string>

/** The columns of `callers` that `auditColumns` are filled with, in their order. */
export const auditLineColumns = Object.keys(auditTypes) as (keyof typeof auditTypes)[]
