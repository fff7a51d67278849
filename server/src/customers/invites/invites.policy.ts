import { t } from '@byre/contract/words'
import type { inviteActionsOf } from '@byre/contract/activity'
import type { RightOf } from '@byre/contract/endpoint'
import type { inviteToSite } from '@byre/contract/people/invites'
import type { Role } from '@byre/contract/rights'
import { refuse } from '../../platform/errors.ts'
import type { Limit } from '../../platform/limits/limits.ts'
import { accessTo, type Access, type Wanting } from '../access.policy.ts'
import type { SubjectKind, AccessState } from '../tables.ts'

/** What the trail calls what is done about the invitations to each kind of place. */
export const inviteCommands = {
  site: {
    invite: 'inviteToSite',
    change: 'changeSiteInvite',
    resend: 'resendSiteInvite',
    revoke: 'revokeSiteInvite',
    reopen: 'reopenSiteInvite',
    void: 'voidSiteInvite',
    accepted: 'acceptSiteInvite',
    declined: 'declineSiteInvite',
  },
  clinic: {
    invite: 'inviteToClinic',
    change: 'changeClinicInvite',
    resend: 'resendClinicInvite',
    revoke: 'revokeClinicInvite',
    reopen: 'reopenClinicInvite',
    void: 'voidClinicInvite',
    accepted: 'acceptClinicInvite',
    declined: 'declineClinicInvite',
  },
  billing_entity: {
    invite: 'inviteToBillingEntity',
    change: 'changeBillingEntityInvite',
    resend: 'resendBillingEntityInvite',
    revoke: 'revokeBillingEntityInvite',
    reopen: 'reopenBillingEntityInvite',
    void: 'voidBillingEntityInvite',
    accepted: 'acceptBillingEntityInvite',
    declined: 'declineBillingEntityInvite',
  },
} as const satisfies { [K in SubjectKind]: Record<string, keyof (typeof inviteActionsOf)[K]> }

/** How long after its end an invitation is kept for those who sent it. */
export const inviteKeptDays = 90
/** Accounts younger than this send fewer invitations (docs/security.md, M03). */
export const newcomerDays = 7

export function inviteLimits(limitFactor: number) {
  const limit = (name: string, max: number, hours: number): Limit => ({
    name,
    max: max * limitFactor,
    windowSeconds: hours * 3600,
  })
  return {
    place: limit('invites', 200, 1),
    newcomer: limit('invites-newcomer', 30, 1),
  }
}

export const tooManyMails = t`This address already got five invitation mails today. Copy the link, or send it again tomorrow.`

export interface MailProblem {
  /** For whoever invited. */
  words: string
  /** Whether trying again is pointless. */
  isFinal: boolean
}

const away: MailProblem = {
  words: t`Our mail server cannot be reached right now. We keep trying.`,
  isFinal: false,
}

/**
 * Why a mail was not taken, by what the mail server said: never its own words, which may tell too much. Only of a refused
 * recipient or message can the address be the cause; a refused sign-in or sender is for us to mend.
 */
export function mailProblemOf(error: unknown): MailProblem {
  const { code, command, responseCode } = error as Record<'code' | 'command' | 'responseCode', unknown>
  const isAboutThem = command === 'RCPT TO' || code === 'EMESSAGE'
  if (typeof responseCode !== 'number' || !isAboutThem) return away
  return responseCode >= 500
    ? { words: t`The address does not take our mail (${responseCode}). Please check it.`, isFinal: true }
    : {
        words: t`The address does not take mail right now (${responseCode}). We keep trying.`,
        isFinal: false,
      }
}

/** When asking a stopped place again may make sense: it is waiting for a person. */
export const stoppedRetrySeconds = 3600

export type InvitingAccess<K extends SubjectKind = SubjectKind> = Access<RightOf<typeof inviteToSite>, K>

/** To members a stopped place says that it is, whatever their role. */
export function invitingAccess<K extends SubjectKind>(
  actor: Wanting<K>,
  own: { role: Role; standing: AccessState } | undefined,
): InvitingAccess<K> {
  if (own?.standing === 'stopped') refuse('place.stopped', { retryAfter: stoppedRetrySeconds })
  return accessTo('invite', actor, own)
}
