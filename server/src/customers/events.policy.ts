import { inviteActionsOf, type ActionName } from '@byre/contract/activity'
import type { AuditName } from '@byre/contract/audit-names'
import { subjectKinds } from '@byre/contract/subject-kinds'
import { refusedAccess } from '../platform/audit/audit.ts'

/* Which lines of the audit trail are news, and for whom. */

/** They name the address that is invited. */
export const invitingCommands: readonly ActionName[] = subjectKinds.flatMap(
  (kind) => Object.keys(inviteActionsOf[kind]) as ActionName[],
)

/** They may end the invitations of a place, or change what these say of it. */
export const commandsOnInviting = [
  'updateSite',
  'deleteSite',
  'updateClinic',
  'deleteClinic',
  'updateBillingEntity',
  'deleteBillingEntity',
] as const satisfies readonly ActionName[]

/** They change nothing that is shown. */
export const silentCommands = ['createHandOff', refusedAccess] as const satisfies readonly AuditName[]

/** Lines of what the product did by itself; their subject is the place. No activity shows them. */
export const systemEvents = { billing: 'billing', mail: 'mail' } as const

/** More lines than this since a cursor, and everything is asked for again. */
export const linesAtMost = 1000

/** What a stream without a cursor begins with: what may have happened while its page was loading. */
export const beginningSeconds = 10
