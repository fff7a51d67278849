import type { CallName } from '@byre/contract/calls/names'
import type { mailsADay } from '@byre/contract/limits'
import { subjectKinds, type SubjectKind } from '@byre/contract/subject-kinds'
import { callsOf, type CallOf } from './calls-of-kinds.ts'

/*
 * Every queue of mails, whom it mails and what keeps that person from being flooded. `mail-limits.test.ts` compares
 * it with the sources: a queue, a kind of mail or a command that is not here fails.
 */

type Daily = keyof typeof mailsADay

/** Keeps mails of one kind from an address or from one source of them. */
interface Bounds {
  /** What one payer or place sends. */
  source: Daily | string
  /** What one address gets, whoever sends it. */
  recipient: Daily | string
  /** Beyond: the command is refused with 429, or done with its mail dropped. */
  beyond: 'refused' | 'dropped'
}

/** Calls of a site's app after which a ship list may be broken, or late. */
const recordings = [
  'recordEvents',
  'importRows',
  'addDemo',
  'removeDemo',
  'departShipList',
  'changeSettings',
] as const

interface MailRow {
  /** Why nobody can flood its reader with it; or what its kinds are bounded by. */
  kinds: Record<string, Bounds | 'its reader’s own doing' | 'time'>
  endpoints: (CallName | (typeof recordings)[number])[]
}

const ofKinds = (call: CallOf<SubjectKind>) => subjectKinds.map((kind) => callsOf[kind][call])
const changes = (['create', 'update', 'delete', 'restore'] as const).flatMap((verb) => [
  callsOf.site[verb],
  callsOf.clinic[verb],
])
const bounds = (source: Bounds['source'], recipient: Bounds['recipient'], beyond: Bounds['beyond']) => ({
  source,
  recipient,
  beyond,
})
/** Named in one breath with what removes somebody's second factors, which the command line alone does. */
const ofStaff = [
  'staffEndSessions',
  'staffRevokeApiKeys',
  'staffCloseAccount',
  'staffOpenAccount',
  'endVisit',
  'allowVisit',
  'declineVisit',
] as const
const own = { it: 'its reader’s own doing' } as const
const invoices = bounds('invoicesOfPlace', 'invoicesOfPlace', 'dropped')
const paced = bounds('network limits of sign-in', 'once a minute, five an hour', 'dropped')
const questions = bounds('questionsOfPayer', 'questions', 'refused')
const answers = bounds('as many as invitations were sent', 'inviteAnswers', 'dropped')
const shipLists = bounds('shipListsOfPlace', 'shipLists', 'dropped')
const domains = bounds('domains', 'domains', 'dropped')

export const mailTable: Record<string, MailRow> = {
  'payments.mail': {
    kinds: {
      'confirm recipient': questions,
      'invoice corrected': bounds('corrections', 'corrections', 'dropped'),
      'invoice issued': invoices,
      'invoice paid': invoices,
      'payment failed': invoices,
      'confirm payment': invoices,
      'invoice credited': 'time',
      'trial ends': 'time',
      'trial ended': 'time',
      'place closed': 'time',
      'card expires': 'time',
    },
    endpoints: [
      'createBillingEntity',
      'updateBillingEntity',
      'resendBillingEmail',
      'addInvoiceRecipient',
      'resendInvoiceRecipient',
      'correctInvoice',
      'payInvoice',
      'addCard',
      'updateCard',
      'confirmCard',
      'removeCard',
      'createSubscriptionItem',
      'changeSubscriptionItem',
      'acceptPlanProposal',
      ...changes,
    ],
  },
  'customers.mailInvite': {
    kinds: {
      invitation: bounds('200 an hour a place, 30 a newcomer', 'invitations', 'refused'),
      reminder: bounds('two an invitation', 'invitations', 'dropped'),
      answer: answers,
    },
    endpoints: [
      ...ofKinds('invite'),
      ...ofKinds('resendInvite'),
      ...ofKinds('acceptInvite'),
      ...ofKinds('declineInvite'),
    ],
  },
  'customers.mailMember': {
    kinds: { it: bounds('membershipsOfPlace', 'memberships', 'dropped') },
    endpoints: [...ofKinds('changeUserRole'), ...ofKinds('removeUser'), 'addBillingEntityUser'],
  },
  'customers.mailWebhook': {
    kinds: { it: bounds('webhooksOfPlace', 'webhooks', 'dropped') },
    endpoints: [...ofKinds('sendToWebhook')],
  },
  'customers.mailPlaceKey': {
    kinds: { it: bounds('keysOfPlace', 'keys', 'dropped') },
    endpoints: ['createSiteApiKey', 'createClinicApiKey'],
  },
  'customers.mailHandOver': {
    kinds: {
      'offered receiver': bounds('handOversOfPlace', 'handOvers', 'refused'),
      'offered giver': 'its reader’s own doing',
      'accepted giver': bounds('as many as offers were made', 'toOneAddress', 'dropped'),
      'accepted receiver': 'its reader’s own doing',
      'declined giver': bounds('as many as offers were made', 'toOneAddress', 'dropped'),
      'declined receiver': 'its reader’s own doing',
    },
    endpoints: [...ofKinds('offerHandOver'), ...ofKinds('acceptHandOver'), ...ofKinds('declineHandOver')],
  },
  'customers.mailProposal': {
    kinds: {
      proposed: bounds('proposalsOfPlace', 'proposals', 'dropped'),
      accepted: bounds('as many as plans were proposed', 'proposals', 'dropped'),
      declined: bounds('as many as plans were proposed', 'proposals', 'dropped'),
    },
    endpoints: ['proposeSitePlan', 'proposeClinicPlan', 'acceptPlanProposal', 'declinePlanProposal'],
  },
  'customers.domain-mail': {
    kinds: { verified: domains, removed: domains, failing: 'time' },
    endpoints: ['checkSiteDomain', 'checkClinicDomain', ...changes],
  },
  'customers.mail': { kinds: own, endpoints: ['createSite', 'createClinic'] },
  'customers.mailStaff': { kinds: own, endpoints: [] },
  'staff.mailVisit': {
    kinds: own,
    endpoints: ['askVisit', 'startVisit', 'endVisit', 'allowVisit', 'declineVisit'],
  },
  'herd.mailShipList': {
    kinds: { broken: shipLists, late: shipLists },
    endpoints: [...recordings],
  },
  'auth.mailConfirmation': {
    kinds: { it: paced },
    endpoints: [
      'signUp',
      'resendConfirmation',
      'resetPassword',
      'undoEmail',
      'logIn',
      'signInByPasskey',
      'proveSecondFactor',
    ],
  },
  'auth.mailReset': {
    kinds: { it: paced },
    endpoints: [
      'signUp',
      'resendConfirmation',
      'resetPassword',
      'undoEmail',
      'logIn',
      'signInByPasskey',
      'proveSecondFactor',
    ],
  },
  'auth.mailAddressKnown': {
    kinds: { it: bounds('ten sign-ups an hour', 'once a day', 'dropped') },
    endpoints: ['signUp'],
  },
  'auth.mailNewAddress': {
    kinds: { it: bounds('ten changes an hour', 'newAddresses', 'dropped') },
    endpoints: ['updateUser'],
  },
  'auth.mailEmailAsked': { kinds: own, endpoints: ['updateUser'] },
  'auth.mailEmailChanged': { kinds: own, endpoints: ['confirmEmail'] },
  'auth.mailFarewell': { kinds: own, endpoints: ['deleteMe'] },
  'auth.mailNewDevice': { kinds: own, endpoints: ['logIn', 'signInByPasskey', 'proveSecondFactor'] },
  'auth.mailNotice': {
    kinds: own,
    endpoints: [
      'logIn',
      'signInByPasskey',
      'proveSecondFactor',
      'refreshSession',
      'stepUp',
      'undoEmail',
      'updatePassword',
      'confirmResetPassword',
      'confirmTotp',
      'removeTotp',
      'renewBackupCodes',
      'addPasskey',
      'removePasskey',
      'createApiKey',
      ...ofStaff,
    ],
  },
}
