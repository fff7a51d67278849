import type { AuditName } from '@byre/contract/audit-names'
import type { WebhookEvent } from '@byre/contract/webhook-events'
import { testEvent } from '@byre/contract/webhook-events'
import type { Limit } from '../../platform/limits/limits.ts'

/* What webhooks are told, how often it is tried, and when that ends. */

const changes = [
  'updateSite',
  'updateClinic',
  'verifyDomain',
  'removeDomain',
  'giveAddress',
  'takeAddress',
  'createSubscriptionItem',
  'changeSubscriptionItem',
  'endSubscription',
  'keepSubscription',
  'pauseSubscription',
  'resumeSubscription',
  'acceptPlanProposal',
] as const satisfies readonly AuditName[]

/** The lines of the audit trail that are events of webhooks; `followBilling` only where it names a change of state. */
const eventsByCommand: Partial<Record<AuditName, WebhookEvent>> = {
  createSite: 'place.created',
  createClinic: 'place.created',
  ...(Object.fromEntries(changes.map((name) => [name, 'place.changed'])) as Record<
    (typeof changes)[number],
    'place.changed'
  >),
  deleteSite: 'place.deleted',
  deleteClinic: 'place.deleted',
  restoreSite: 'place.restored',
  restoreClinic: 'place.restored',
  followBilling: 'place.state_changed',
  extendTrial: 'place.state_changed',

  acceptSiteInvite: 'member.joined',
  acceptClinicInvite: 'member.joined',
  acceptBillingEntityInvite: 'member.joined',
  addMember: 'member.joined',
  leave: 'member.left',
  removeMember: 'member.left',
  changeRole: 'member.role_changed',
  acceptHandOver: 'member.role_changed',

  issueInvoice: 'invoice.issued',
  collectInvoice: 'invoice.paid',
  missPayment: 'invoice.failed',
}

export const tellingCommands = Object.keys(eventsByCommand)
export const eventsTold = Object.values(eventsByCommand)

/** After each failed try, in seconds: ten tries within 72 hours. */
const waits = [5, 300, 1800, 2 * 3600, 5 * 3600, 10 * 3600, 12 * 3600, 18 * 3600, 24 * 3600]

/** When what has failed so often is tried again, in seconds; null: not any more. */
export function nextTrySeconds(event: string, tries: number): number | null {
  return event === testEvent ? null : (waits[tries - 1] ?? null)
}

/** Every 2xx says that it arrived; a redirect does not. */
export const hasArrived = (status: number | null) => status !== null && status >= 200 && status < 300

const gone = 410

interface Failed {
  event: string
  status: number | null
  /** Whether this was the last try. */
  isLast: boolean
  /** When this delivery was first tried in its round, and since when nothing has arrived. */
  roundAt: Date
  failingSince: Date
}

/** Why a webhook is switched off after a failed try; null: it stays on. Once anything arrived, three days begin anew. */
export function endAfter({
  event,
  status,
  isLast,
  roundAt,
  failingSince,
}: Failed): 'gone' | 'failing' | null {
  if (event === testEvent) return null
  if (status === gone) return 'gone'
  return isLast && failingSince <= new Date(roundAt.getTime() + slackMs) ? 'failing' : null
}

/** The first try of a round comes a little after the round begins. */
const slackMs = 3600_000

/** How long a secret that was replaced still signs. */
export const formerSecretHours = 24

export const sendsAtOnce = 1000

/** What is sent to one webhook in a minute; more waits for the next. */
export const sends = (limitFactor: number): Limit => ({
  name: 'webhook sends',
  max: 300 * limitFactor,
  windowSeconds: 60,
})

/** Tests, and sending again, of one webhook. */
export const resends = (limitFactor: number): Limit => ({
  name: 'webhook resends',
  max: 20 * limitFactor,
  windowSeconds: 3600,
})

/** Webhooks that one person adds, changes or gives a secret. */
export const webhookChanges = (limitFactor: number): Limit => ({
  name: 'webhook changes',
  max: 60 * limitFactor,
  windowSeconds: 3600,
})

/** What a message says; the same in every try. */
export const messageBody = ({ event, at, about }: { event: string; at: string; about: object }) =>
  JSON.stringify({ type: event, timestamp: at, data: about })

/** An event's id as messages carry it, and back. */
export const messageId = (eventId: string) => `msg_${eventId}`
export const eventIdOf = (message: string) => message.slice('msg_'.length)
