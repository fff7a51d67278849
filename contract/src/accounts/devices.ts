import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { idParams, time } from '../fields.ts'
import { listQuery, listReply } from '../lists.ts'

/** Where an account is signed in, and what happened to it; calls of the auth service. */

export const Session = z.object({
  id: z.string(),
  /** In plain words: 'Firefox on Windows'. */
  device: z.string(),
  /** The address it was last used from, IPv6 as its /64. */
  network: z.string(),
  created_at: time,
  /** To within a quarter of an hour. */
  last_seen_at: time,
  /** The one that asks. */
  current: z.boolean(),
})
export type Session = z.infer<typeof Session>

export const listSessions = endpoint({
  name: 'listSessions',
  service: 'auth',
  method: 'GET',
  path: '/api/v1/sessions',
  summary: 'Where the signed-in account is signed in; the session that asks comes first',
  who: 'signed in',
  reply: z.object({ sessions: z.array(Session) }),
})

export const endSession = endpoint({
  name: 'endSession',
  service: 'auth',
  method: 'DELETE',
  path: '/api/v1/sessions/:id',
  summary: 'Sign one device of the signed-in account out',
  who: 'signed in',
  params: idParams,
  reply: z.object({}),
  refusals: ['not_found'],
})

export const endOtherSessions = endpoint({
  name: 'endOtherSessions',
  service: 'auth',
  method: 'DELETE',
  path: '/api/v1/sessions',
  summary: 'Sign the signed-in account out everywhere else',
  who: 'signed in',
  reply: z.object({ ended: z.number() }),
})

export const SecurityEvent = z.object({
  id: z.string(),
  at: time,
  event: z.enum([
    'signed_up',
    'address_confirmed',
    'signed_in',
    'sign_in_refused',
    'signing_in_paused',
    'signing_in_closed',
    'signed_out',
    'device_signed_out',
    'others_signed_out',
    'copy_signed_out',
    'password_changed',
    'password_reset',
    'address_asked',
    'wrong_code',
    'address_kept',
    'address_changed',
    'address_put_back',
    'totp_added',
    'totp_removed',
    'passkey_added',
    'passkey_removed',
    'backup_codes_made',
    'backup_code_used',
    'second_factor_refused',
    'second_factor_paused',
    'second_factors_removed',
    'api_key_made',
    'api_key_revoked',
    'api_keys_revoked_by_support',
    'device_trusted',
    'device_trust_ended',
    'data_downloaded',
    'visit_asked',
    'visit_allowed',
    'visit_declined',
    'visit_started',
    'visit_looked',
    'visit_ended',
    'signed_out_by_support',
    'closed_by_support',
    'opened_by_support',
    'refused_while_closed',
  ]),
  /** In plain words, where it is known. */
  device: z.nullable(z.string()),
  network: z.string(),
})
export type SecurityEvent = z.infer<typeof SecurityEvent>

export const listSecurityEvents = endpoint({
  name: 'listSecurityEvents',
  service: 'auth',
  method: 'GET',
  path: '/api/v1/security-events',
  summary: 'Sign-ins, password and address changes and lock-outs of the signed-in account, newest first',
  who: 'signed in',
  query: z.pick(listQuery(['-at']), { page: true, per_page: true }),
  reply: listReply('security_events', SecurityEvent),
})

export const TrustedDevice = z.object({
  id: z.string(),
  /** In plain words: 'Firefox on Windows'. */
  device: z.string(),
  /** The address it last signed in from, IPv6 as its /64. */
  network: z.string(),
  created_at: time,
  last_used_at: time,
  expires_at: time,
})
export type TrustedDevice = z.infer<typeof TrustedDevice>

export const listTrustedDevices = endpoint({
  name: 'listTrustedDevices',
  service: 'auth',
  method: 'GET',
  path: '/api/v1/trusted-devices',
  summary: 'Where the signed-in account signs in without its second factor, last used first',
  who: 'signed in',
  reply: z.object({ trusted_devices: z.array(TrustedDevice) }),
})

export const endTrust = endpoint({
  name: 'endTrust',
  service: 'auth',
  method: 'DELETE',
  path: '/api/v1/trusted-devices/:id',
  summary: 'Ask one device of the signed-in account for the second factor again',
  who: 'signed in',
  params: idParams,
  reply: z.object({}),
  refusals: ['not_found'],
})
