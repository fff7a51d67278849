import type { DomainState } from '@byre/contract/places/domain-claims'
import type { InvitedRole, InviteStatus } from '@byre/contract/people/invites'
import type { Role } from '@byre/contract/rights'
import type { BillingEntityId, SubjectKind } from '@byre/contract/subject-kinds'
import type { MailPreferences } from '@byre/contract/people/mail-preferences'
import type { Language } from '@byre/contract/languages'
import type { Theme } from '@byre/contract/people/users'
import type { Delivery, Webhook } from '@byre/contract/webhooks'
import type { ColumnType, Generated } from 'kysely'

/** What stands of an address in several tables. */
interface AddressColumns {
  address: string | null
  city: string | null
  region: string | null
  country: string | null
  postal_code: string | null
}

/** What a payer's address has said to its mails. */
export type EmailState = 'confirmed' | 'waiting' | 'refused'
export type AccessState = 'ok' | 'read_only' | 'stopped'
export type { SubjectKind } from '@byre/contract/subject-kinds'

/** The rows of the customer-data service; what a column means stands in its migration. */
export interface CustomersTables {
  'customers.users': {
    id: string
    email: string
    pending_email: string | null
    first_name: string | null
    last_name: string | null
    city: string | null
    region: string | null
    country: string | null
    phone: string | null
    onboarded: Generated<0 | 1>
    time_zone: string | null
    theme: Theme | null
    language: Language | null
    left_at: string | null
    version: Generated<number>
    created_at: Generated<string>
  }
  'customers.mail_preferences': MailPreferences & { user_id: string; version: Generated<number> }
  'customers.billing_entities': AddressColumns & {
    gst_hst_number: string | null
    qst_number: string | null
    ein: string | null
    id: BillingEntityId
    name: string
    email: string
    email_state: Generated<EmailState>
    email_asked_at: string | null
    phone: string
    currency: 'cad' | 'usd' | null
    brand: string | null
    last_four: string | null
    version: Generated<number>
    created_at: Generated<string>
    deleted_at: string | null
  }
  'customers.sites': AddressColumns & {
    id: string
    name: string
    description: string
    domain: string | null
    subdomain: string
    code: string
    billing_entity_id: BillingEntityId
    plan_id: string
    install_preference: string | null
    standing: Generated<AccessState>
    version: Generated<number>
    created_at: Generated<string>
    deleted_at: string | null
  }
  'customers.clinics': AddressColumns & {
    id: string
    name: string
    description: string | null
    email: string
    phone: string
    domain: string | null
    subdomain: string
    code: string
    billing_entity_id: BillingEntityId
    plan_id: string | null
    standing: Generated<AccessState>
    version: Generated<number>
    created_at: Generated<string>
    deleted_at: string | null
  }
  /** A view: what every kind of place has in common. */
  'customers.places': {
    id: string
    kind: SubjectKind
    name: string
    standing: AccessState
    deleted_at: string | null
  }
  /** A view: what a tenant's own host must know. */
  'customers.tenants': {
    id: string
    kind: 'site' | 'clinic'
    name: string
    subdomain: string
    standing: AccessState
    install_preference: string | null
    email: string | null
    phone: string | null
    deleted_at: string | null
  }
  'customers.members': {
    place_id: string
    user_id: string
    kind: SubjectKind
    role: Role
    created_at: Generated<string>
    place_deleted_at: string | null
  }
  /** A view: members, and keys that belong to a place, each by its own id. What somebody may is looked up here. */
  'customers.role_holders': {
    place_id: string
    user_id: string
    kind: SubjectKind
    role: Role
    place_deleted_at: string | null
  }
  'customers.hands': {
    id: string
    place_id: string
    kind: 'site' | 'clinic'
    name: string
    user_id: string | null
    created_at: Generated<string>
  }
  'customers.hand_overs': {
    place_id: string
    id: string
    kind: SubjectKind
    from_user_id: string
    to_user_id: string
    created_at: Generated<string>
    expires_at: string
  }
  'customers.plan_proposals': {
    id: string
    place_id: string
    kind: 'site' | 'clinic'
    billing_entity_id: BillingEntityId
    plan_id: string
    present_plan_id: string | null
    proposed_by: string
    status: Generated<'open' | 'accepted' | 'declined' | 'withdrawn' | 'overtaken'>
    created_at: Generated<string>
    expires_at: string
    answered_by: string | null
    answered_at: string | null
  }
  'customers.invites': {
    id: string
    place_id: string
    kind: SubjectKind
    email: string
    role: InvitedRole
    hand_id: string | null
    status: Generated<Exclude<InviteStatus, 'expired'>>
    invited_by: string
    created_at: Generated<string>
    expired_at: string
    answered_by: string | null
    answered_at: string | null
    mailing: Generated<number>
    mail: Generated<'queued' | 'sent' | 'failed'>
    mail_problem: string | null
    reminders: Generated<number>
    version: Generated<number>
  }
  'customers.host_names': {
    name: string
    kind: 'site' | 'clinic'
    place_id: string
    state: 'live' | 'former' | 'held'
    until: string | null
  }
  'customers.domain_claims': {
    id: string
    place_id: string
    kind: 'site' | 'clinic'
    domain: string
    token: string
    state: Generated<DomainState>
    begun_at: Generated<string>
    verified_at: string | null
    failing_since: string | null
    is_off: Generated<boolean>
    checked_at: string | null
    next_check_at: Generated<string | null>
    seen_a: Generated<string[]>
    seen_aaaa: Generated<string[]>
    seen_txt: Generated<string[]>
    reason: string | null
  }
  'customers.webhooks': {
    id: string
    kind: SubjectKind
    place_id: string
    url: string
    events: string[]
    secret: Buffer
    former_secret: Buffer | null
    former_until: string | null
    added_by: string
    off_because: NonNullable<Webhook['off_because']> | null
    failing_since: string | null
    created_at: Generated<string>
    version: Generated<number>
  }
  'customers.webhook_deliveries': {
    webhook_id: string
    event_id: string
    event: string
    /** Written as a text. */
    about: ColumnType<Record<string, string>, string, never>
    at: string
    state: Delivery['state']
    tries: Generated<number>
    round_from: Generated<number>
    round_at: Generated<string>
    next_try_at: string | null
    created_at: Generated<string>
  }
  'customers.webhook_tries': {
    webhook_id: string
    event_id: string
    n: number
    at: string
    status: number | null
    duration_ms: number
    answer: string
    failure: string | null
  }
}

declare module '../platform/database/db.ts' {
  interface DB extends CustomersTables {}
}
