import type { AccountAuditName } from '@byre/contract/audit-names'
import { anyBrowser, unknownDevice } from '@byre/contract/accounts/device-names'
import { ladder } from './limits.policy.ts'
import type { SecurityEvent } from '@byre/contract/accounts/devices'

const browsers: readonly [RegExp, string][] = [
  [/\b(?:Edg|EdgA|EdgiOS)\//, 'Edge'],
  [/\b(?:OPR|OPiOS)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/\S+ (?:Mobile\/\S+ )?Safari\//, 'Safari'],
  [/^curl\//, 'curl'],
]
const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

const named = (list: readonly [RegExp, string][], text: string) =>
  list.find(([shape]) => shape.test(text))?.[1]

/** A device as people call it: 'Firefox on Windows'. What it says of itself is never shown as it is. */
export function deviceName(userAgent: string): string {
  const browser = named(browsers, userAgent)
  const system = named(systems, userAgent)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? (system ? `${anyBrowser} on ${system}` : unknownDevice)
}

/**
 * The wider network of an address, IPv4 to 16 bits and IPv6 to 48: a provider that hands out another
 * address each night makes no new device.
 */
export function widerNetwork(network: string): string {
  if (network.includes(':')) return network.split('::', 1)[0]!.split(':').slice(0, 3).join(':')
  return network.split('.').slice(0, 2).join('.')
}

interface Line {
  deed: EventCommand
  result: string | null
  reason: string | null
  failures: number | null
}

type EventName = SecurityEvent['event']

const plainEvents = {
  signUp: 'signed_up',
  confirmSignUp: 'address_confirmed',
  updatePassword: 'password_changed',
  confirmResetPassword: 'password_reset',
  changeEmail: 'address_asked',
  keepEmail: 'address_kept',
  undoEmail: 'address_put_back',
  endOtherSessions: 'others_signed_out',
  confirmTotp: 'totp_added',
  removeTotp: 'totp_removed',
  addPasskey: 'passkey_added',
  removePasskey: 'passkey_removed',
  renewBackupCodes: 'backup_codes_made',
  useBackupCode: 'backup_code_used',
  removeSecondFactors: 'second_factors_removed',
  createApiKey: 'api_key_made',
  revokeApiKey: 'api_key_revoked',
  revokeApiKeys: 'api_keys_revoked_by_support',
  trustDevice: 'device_trusted',
  endTrust: 'device_trust_ended',
  exportMyData: 'data_downloaded',
  askVisit: 'visit_asked',
  allowVisit: 'visit_allowed',
  declineVisit: 'visit_declined',
  startVisit: 'visit_started',
  lookInVisit: 'visit_looked',
  endVisit: 'visit_ended',
  endSessions: 'signed_out_by_support',
  disableAccount: 'closed_by_support',
  enableAccount: 'opened_by_support',
} as const satisfies Partial<Record<AccountAuditName, EventName>>

const toldByOutcome = [
  'logIn',
  'proveSecondFactor',
  'confirmEmail',
  'endSession',
] as const satisfies readonly AccountAuditName[]

/** A command of the audit trail that is an event of an account. */
export type EventCommand = keyof typeof plainEvents | (typeof toldByOutcome)[number]
export const eventCommands: readonly EventCommand[] = [
  ...(Object.keys(plainEvents) as (keyof typeof plainEvents)[]),
  ...toldByOutcome,
]

/** What a line of the audit trail is to whose account it is about. */
export function eventOf({ deed, result, reason, failures }: Line): EventName {
  if (deed === 'confirmEmail') return result === null ? 'address_changed' : 'wrong_code'
  if (deed === 'endSession') {
    if (reason === 'used refresh token') return 'copy_signed_out'
    return reason === 'logged out' ? 'signed_out' : 'device_signed_out'
  }
  if (deed === 'proveSecondFactor')
    return (failures ?? 0) >= ladder.free ? 'second_factor_paused' : 'second_factor_refused'
  if (deed !== 'logIn') return plainEvents[deed]
  if (result === null) return 'signed_in'
  if (result === 'disabled') return 'refused_while_closed'
  if ((failures ?? 0) >= ladder.closedAt) return 'signing_in_closed'
  return (failures ?? 0) >= ladder.free ? 'signing_in_paused' : 'sign_in_refused'
}
