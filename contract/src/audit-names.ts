import type { ActionName } from './activity.ts'

/** What is done to accounts and their sessions. */
const ofAccounts = [
  'signUp',
  'confirmSignUp',
  'logIn',
  'endSession',
  'endOtherSessions',
  'stepUp',
  'updatePassword',
  'confirmResetPassword',
  'changeEmail',
  'confirmEmail',
  'keepEmail',
  'undoEmail',
  'confirmTotp',
  'removeTotp',
  'addPasskey',
  'removePasskey',
  'renewBackupCodes',
  'createApiKey',
  'revokeApiKey',
  'useBackupCode',
  'proveSecondFactor',
  'trustDevice',
  'endTrust',
  'updateUser',
  'updateMailPreferences',
  'leaveMails',
  'exportMyData',
  'allowVisit',
  'declineVisit',
  'deleteMe',
] as const

/** What the platform's own staff do; a line of theirs is about an account, or about nobody's. */
const ofOperators = [
  'findRecords',
  'showTimeline',
  'showRecord',
  'askVisit',
  'startVisit',
  'lookInVisit',
  'endVisit',
  'listAccounts',
  'showAccount',
  'listSessions',
  'endSessions',
  'listApiKeys',
  'revokeApiKeys',
  'disableAccount',
  'enableAccount',
  'addStaff',
  'removeStaff',
  'removeSecondFactors',
  'listRefusals',
  'runBilling',
  'listTroubles',
  'settleTrouble',
  'creditInvoice',
  'restorePlace',
  'extendTrial',
  'moveDomain',
  'freeDomain',
  'listSecrets',
  'rewriteSecrets',
  'forgetSecret',
  'backUp',
  'resume',
  'listJobs',
  'retryJob',
  'dropJob',
  'listMails',
  'resendMail',
  'testMail',
  'loadHerd',
] as const

/** What the product notes by itself, and no activity shows. */
const ofSystem = [
  'followBilling',
  'issueInvoice',
  'collectInvoice',
  'missPayment',
  'mailInvite',
  'refuseAccess',
] as const

export type AccountAuditName = (typeof ofAccounts)[number] | (typeof ofOperators)[number]

/** Every name that a line of the audit trail may have. */
export type AuditName = ActionName | AccountAuditName | (typeof ofSystem)[number]
