import type { Generated } from 'kysely'

export type CodePurpose = 'confirm' | 'reset' | 'email'
/** What a passkey's answer is asked for, and good for alone. */
export type PasskeyPurpose = 'enrol' | 'sign-in' | 'step-up' | 'sign-in-alone'

declare module '../platform/database/db.ts' {
  interface DB {
    'auth.accounts': {
      id: string
      password_hash: string
      groups: Generated<string[]>
      user_state: Generated<'active' | 'disabled'>
      confirmed_at: string | null
      created_at: Generated<string>
      terms_url: string | null
      privacy_url: string | null
    }
    'auth.emails': { email: string; user_id: string }
    'auth.codes': {
      id: string
      user_id: string
      purpose: CodePurpose
      digits_hash: Buffer | null
      link_hash: Buffer | null
      made_at: Generated<string>
      expires_at: string
      closed_at: string | null
    }
    'auth.email_changes': {
      id: string
      user_id: string
      email: string
      previous_email: string
      asked_at: Generated<string>
      since: Generated<string>
      confirmed_at: string | null
      ended_at: string | null
      undone_at: string | null
    }
    'auth.known_devices': { user_id: string; device_hash: Buffer; last_at: Generated<string> }
    'auth.code_tries': { user_id: string; tries: Generated<number>; tried_at: Generated<string[]> }
    'auth.askings': { address_hash: Buffer; purpose: string; asked_at: string[]; last_at: string }
    'auth.totps': {
      user_id: string
      secret: Buffer
      begun_at: Generated<string>
      confirmed_at: string | null
      last_step: number | null
      last_used_at: string | null
    }
    'auth.backup_codes': { user_id: string; code_hash: Buffer; made_at: Generated<string | null> }
    'auth.passkeys': {
      id: string
      user_id: string
      credential_id: string
      public_key: Buffer
      counter: number
      transports: string[]
      name: string
      created_at: Generated<string>
      last_used_at: string | null
    }
    'auth.passkey_challenges': {
      challenge_hash: Buffer
      /** Null where only the answer says whose passkey it is. */
      user_id: string | null
      purpose: PasskeyPurpose
      expires_at: string
    }
    'auth.sign_in_tickets': { ticket_hash: Buffer; user_id: string; expires_at: string }
    'auth.trusted_devices': {
      id: string
      user_id: string
      token_hash: Buffer
      session_id: string
      user_agent: string
      network: string
      created_at: Generated<string>
      last_used_at: Generated<string>
      expires_at: string
    }
    'auth.sign_in_failures': {
      address_hash: Buffer
      failures: number
      locked_until: string | null
      last_at: Generated<string>
    }
  }
}
