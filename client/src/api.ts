/* Written by `npm run openapi` from docs/openapi.json; what is changed here is lost. */

export interface Activity {
  id: string
  at: string
  actor_id: string | null
  actor_name: string | null
  key_name: string | null
  deed: string
  what: string
  about_id: string | null
  about_name: string | null
  place_id: string | null
  place_name: string | null
  changes: Change[]
  network: string
}

export interface BillingEntity {
  id: string
  name: string
  email: string | null
  email_state: EmailState | null
  email_asked_at: string | null
  phone: string | null
  address: string | null
  city: string | null
  region: string | null
  country: string | null
  postal_code: string | null
  gst_hst_number: string | null
  qst_number: string | null
  ein: string | null
  currency: ('cad' | 'usd') | null
  brand: string | null
  last_four: string | null
  role: RoleName
  created_at: string
}

export interface BillingEntityChanges {
  name?: string
  email?: string
  phone?: string
  address?: string
  city?: string
  country?: string
  region?: string
  postal_code?: string
  gst_hst_number?: string
  qst_number?: string
  ein?: string
}

export interface BillingEntityInvite {
  id: string
  status: InviteState
  role: InvitedRoleName
  created_at: string
  expired_at: string
  invited_by: string
  inviter_name: string
  email: string
  hand_id: string | null
  mail: InviteMail
  mail_problem: string | null
  link: string
  billing_entity: {
    id: string
    name: string
  }
}

export interface Blocker {
  kind: 'site' | 'clinic' | 'billing_entity'
  id: string
  name: string
  ways: ('hand_over' | 'invite' | 'delete')[]
}

export interface Card {
  id: string
  billing_entity_id: string
  brand: string
  last_four: string
  exp_month: number
  exp_year: number
}

export interface CardChange {
  number?: string
  exp_month: string
  exp_year: string
  cvc?: string
  country?: string
  region?: string
}

export interface CardSetup {
  gateway: 'sandbox' | 'stripe'
  client_secret: string | null
  publishable_key: string | null
}

export interface Change {
  field: string
  before: string | null
  after: string | null
}

export interface ChangePreview {
  plan_id: string
  begins: 'now' | 'with a card' | 'with the next period' | 'after the trial' | 'after the pause'
  begins_at: string | null
  currency: Currency
  lines: MoneyLine[]
  taxes: TaxLine[]
  subtotal: number
  tax: number
  total: number
  each_period: {
    currency: Currency
    lines: MoneyLine[]
    taxes: TaxLine[]
    subtotal: number
    tax: number
    total: number
  }
}

export interface Clinic {
  id: string
  name: string
  address: string | null
  city: string | null
  region: string | null
  country: string | null
  postal_code: string | null
  domain: string | null
  subdomain: string
  code: string
  billing_entity_id: string
  launch_url: string
  role: RoleName
  billing: PlaceBilling | null
  access_state: 'ok' | 'read_only' | 'stopped'
  created_at: string
  description: string | null
  email: string
  phone: string
  plan_id: string | null
  public_url: string
}

export interface ClinicChanges {
  name?: string
  description?: string
  subdomain?: string
  domain?: string
  address?: string
  city?: string
  country?: string
  region?: string
  postal_code?: string
  billing_entity_id?: string
  plan_id?: string
  email?: string
  phone?: string
}

export interface ClinicInvite {
  id: string
  status: InviteState
  role: InvitedRoleName
  created_at: string
  expired_at: string
  invited_by: string
  inviter_name: string
  email: string
  hand_id: string | null
  mail: InviteMail
  mail_problem: string | null
  link: string
  clinic: {
    id: string
    name: string
  }
}

export interface ConfirmEmail {
  code: string
}

export interface ConfirmReset {
  username: string
  password: string
  code: string
}

export interface ConfirmSignUp {
  email: string
  code: string
}

export interface ConfirmTotp {
  code: string
}

export type Currency = 'cad' | 'usd'

export interface DeleteMe {
  email: string
}

export interface DomainClaim {
  domain: string
  state: DomainState
  is_live: boolean
  records: DomainRecord[]
  checked_at: string | null
  next_check_at: string | null
  verified_at: string | null
  reason: string | null
}

export interface DomainRecord {
  type: 'A' | 'TXT' | 'AAAA'
  name: string
  value: string | null
  seen: string[]
  ok: boolean
}

export type DomainState = 'pending' | 'verified' | 'failing' | 'removed'

export type EmailState = 'confirmed' | 'waiting' | 'refused'

export interface GivenCard {
  id: string
  billing_entity_id: string
  brand: string
  last_four: string
  exp_month: number
  exp_year: number
  status: 'kept' | 'requires_action'
  action_url: string | null
}

export interface InviteChanges {
  role: InvitedRoleName
  action?: 'reopen'
}

export type InviteMail = 'queued' | 'sent' | 'failed'

export type InviteState = 'sent' | 'accepted' | 'declined' | 'revoked' | 'expired'

export type InvitedRoleName = 'User' | 'Admin'

export interface Invoice {
  id: string
  number: string
  kind: 'invoice' | 'credit_note'
  corrects_id: string | null
  billing_entity_id: string
  subscription_id: string
  site_id: string | null
  clinic_id: string | null
  place_name: string
  currency: Currency
  subtotal: number
  tax: number
  total: number
  credited: number
  status: 'open' | 'paid' | 'void' | 'uncollectible'
  issued_at: string
  paid_at: string | null
  next_try_at: string | null
  action_url: string | null
  refund: number
  refunded_at: string | null
  payer: {
    name: string
    email: string
    phone: string
    address: string | null
    city: string | null
    region: string | null
    country: string | null
    postal_code: string | null
    tax_numbers?: {
      name: string
      number: string
    }[]
  }
  seller: {
    name: string
    address: string
  }
  lines: MoneyLine[]
  taxes: TaxLine[]
  corrects_number: string | null
  replaced_by_number: string | null
  reason: string | null
  paid_with: {
    brand: string
    last_four: string
  } | null
}

export interface InvoiceCorrection {
  name: string
  address?: string
  city?: string
  country?: string
  region?: string
  postal_code?: string
}

export interface InvoiceRecipient {
  id: string
  billing_entity_id: string
  email: string
  created_at: string
  expires_at: string
  confirmed_at: string | null
}

export interface LaunchLink {
  url: string
}

export interface ListedClinic {
  id: string
  name: string
  address: string | null
  city: string | null
  region: string | null
  country: string | null
  postal_code: string | null
  domain: string | null
  subdomain: string
  code: string
  billing_entity_id: string
  launch_url: string
  role: RoleName
  billing: PlaceBilling | null
  access_state: 'ok' | 'read_only' | 'stopped'
  created_at: string
  description: string | null
  email: string
  phone: string
  plan_id: string | null
  public_url: string
  state?: 'running' | 'trial' | 'past_due' | 'read_only' | 'stopped'
  plan_name?: string | null
  people?: number
  next_charge?: {
    at: string | null
    total: number
    currency: Currency
  } | null
  deleted_at?: string
  restorable_until?: string
}

export interface ListedMember {
  id: string
  first_name: string | null
  last_name: string | null
  email: string | null
  role: RoleName
  created_at: string
  invite?: {
    hand_id: string | null
    expired_at: string
    inviter_name: string
    mail: InviteMail
    mail_problem: string | null
    link: string
  }
}

export interface ListedSite {
  id: string
  name: string
  address: string | null
  city: string | null
  region: string | null
  country: string | null
  postal_code: string | null
  domain: string | null
  subdomain: string
  code: string
  billing_entity_id: string
  launch_url: string
  role: RoleName
  billing: PlaceBilling | null
  access_state: 'ok' | 'read_only' | 'stopped'
  created_at: string
  description: string
  plan_id: string
  install_preference: string | null
  state?: 'running' | 'trial' | 'past_due' | 'read_only' | 'stopped'
  plan_name?: string | null
  people?: number
  next_charge?: {
    at: string | null
    total: number
    currency: Currency
  } | null
  deleted_at?: string
  restorable_until?: string
}

export interface LiveEvent {
  kind: 'site' | 'clinic' | 'billing_entity' | 'invite' | 'account' | 'everything'
  id: string
  at: string
}

export interface LiveEvents {
  events: LiveEvent[]
  cursor: string
}

export interface LogIn {
  username: string
  password: string
}

export interface MailPreferences {
  roles: boolean
  answers: boolean
  domains: boolean
}

export interface Member {
  id: string
  first_name: string | null
  last_name: string | null
  email: string | null
  role: RoleName
  created_at: string
}

export interface MoneyLine {
  kind: 'charge' | 'credit'
  description: string
  plan_id: string
  from: string
  to: string
  days: number
  of_days: number
  amount: number
}

export interface NewApiKey {
  name: string
  scopes: string
  days?: '7' | '30' | '90' | '180' | '365'
  networks?: string
  calls_per_minute?: string
}

export interface NewBillingEntity {
  name: string
  email: string
  phone: string
  address?: string
  city?: string
  country?: string
  region?: string
  postal_code?: string
  gst_hst_number?: string
  qst_number?: string
  ein?: string
}

export interface NewCard {
  billing_entity_id: string
  number: string
  exp_month: string
  exp_year: string
  cvc: string
  country?: string
  region?: string
}

export interface NewClinicAndBillingEntity {
  name: string
  description?: string
  subdomain: string
  domain?: string
  address?: string
  city?: string
  country?: string
  region?: string
  postal_code?: string
  email: string
  phone: string
  plan_id?: string
  billing_entity_id?: string
  organization_name?: string
  organization_email?: string
  organization_phone?: string
  organization_address?: string
  organization_city?: string
  organization_region?: string
  organization_country?: string
  organization_postal_code?: string
}

export interface NewInvite {
  email: string
  role?: InvitedRoleName
  hand_id?: string
}

export interface NewInvoiceRecipient {
  email: string
}

export interface NewPlaceKey {
  name: string
  scopes: string
  days?: '7' | '30' | '90' | '180' | '365'
  networks?: string
  calls_per_minute?: string
  role?: 'Admin' | 'User'
}

export interface NewSiteAndBillingEntity {
  name: string
  description: string
  subdomain: string
  domain?: string
  address?: string
  city?: string
  country?: string
  region?: string
  postal_code?: string
  install_preference?: string
  plan_id: string
  billing_entity_id?: string
  organization_name?: string
  organization_email?: string
  organization_phone?: string
  organization_address?: string
  organization_city?: string
  organization_region?: string
  organization_country?: string
  organization_postal_code?: string
}

export interface NewWebhook {
  id: string
  url: string
  events: string[]
  status: 'on' | 'off'
  off_because: ('asked' | 'failing' | 'gone') | null
  failing_since: string | null
  former_secret_until: string | null
  created_at: string
  secret: string
}

export interface Overview {
  places: number
  running: number
  people: number
  cost_a_month: Sum[]
  next_charge: {
    at: string
    places: number
    sums: Sum[]
  } | null
  unpaid: Unpaid[]
  ending_trials: {
    billing_entity_id: string
    billing_entity_name: string
    ends_at: string
    place_names: string[]
    places: number
  }[]
  failing_domains: {
    kind: 'site' | 'clinic'
    id: string
    name: string
    domain: string
  }[]
  offered_ownerships: {
    kind: 'site' | 'clinic' | 'billing_entity'
    id: string
    name: string
    from_name: string
    expires_at: string
  }[]
  expiring_cards: {
    billing_entity_id: string
    billing_entity_name: string
    last_four: string
    exp_month: number
    exp_year: number
  }[]
  invites: number
  invited_to: string | null
  more: number
}

export interface OwnershipTransfer {
  from_user_id: string
  from_name: string
  to_user_id: string
  to_name: string
  created_at: string
  expires_at: string
}

export interface PaidPlace {
  id: string
  billing_entity_id: string
  site_id: string | null
  clinic_id: string | null
  status: 'trialing' | 'active' | 'past_due' | 'read_only' | 'stopped' | 'canceled'
  trial_ends_at: string | null
  current_period_start: string | null
  current_period_end: string | null
  cancel_at: string | null
  resumes_at: string | null
  plan_id: string
  pending_plan_id: string | null
  pending_billing_entity_id: string | null
  item_id: string
  phase: 'trial' | 'period' | 'waiting' | 'paused'
  place_name: string
  place_role: RoleName | null
  next_charge: {
    at: string | null
    billing_entity_id: string
    plan_id: string
    currency: Currency
    subtotal: number
    tax: number
    total: number
  } | null
}

export interface PasskeyName {
  name: string
}

export interface PlaceBilling {
  name: string
  brand: string | null
  last_four: string | null
}

export interface PlaceKey {
  id: string
  name: string
  scopes: ('places:read' | 'places:write' | 'people:read' | 'people:write' | 'billing:read')[]
  networks: string[]
  calls_per_minute: number
  created_at: string
  expires_at: string
  last_used_at: string | null
  last_network: string | null
  role: 'Admin' | 'User'
  made_by: string | null
}

export interface Plan {
  id: string
  name: string
  product: 'sites' | 'clinics'
  currency: 'cad' | 'usd'
  amount: number
  interval: 'month' | 'year'
  interval_count: number
  description: string
  features: string[]
  trial_days: number
  active: boolean
}

export interface PlanProposal {
  id: string
  kind: 'site' | 'clinic'
  place_id: string
  place_name: string
  plan_id: string
  present_plan_id: string | null
  proposed_by: string
  proposer_name: string
  created_at: string
  expires_at: string
  may_answer: boolean
}

export interface ProfileFields {
  email?: string
  pending_email?: ''
  first_name?: string
  last_name?: string
  city?: string
  region?: string
  country?: string
  phone?: string
  onboarded?: '0' | '1'
  time_zone?: string
  theme?: 'system' | 'light' | 'dark'
  language?: 'en' | 'fr-CA' | 'es'
}

export interface ReceivedBillingEntityInvite {
  id: string
  status: InviteState
  role: InvitedRoleName
  created_at: string
  expired_at: string
  invited_by: string
  inviter_name: string
  billing_entity: {
    id: string
    name: string
  }
}

export interface ReceivedClinicInvite {
  id: string
  status: InviteState
  role: InvitedRoleName
  created_at: string
  expired_at: string
  invited_by: string
  inviter_name: string
  clinic: {
    id: string
    name: string
  }
}

export interface ReceivedSiteInvite {
  id: string
  status: InviteState
  role: InvitedRoleName
  created_at: string
  expired_at: string
  invited_by: string
  inviter_name: string
  site: {
    id: string
    name: string
  }
}

export type RoleName = 'Owner' | 'Admin' | 'User'

export interface SignUp {
  username?: string
  email: string
  password: string
  language?: 'en' | 'fr-CA' | 'es'
}

export interface Site {
  id: string
  name: string
  address: string | null
  city: string | null
  region: string | null
  country: string | null
  postal_code: string | null
  domain: string | null
  subdomain: string
  code: string
  billing_entity_id: string
  launch_url: string
  role: RoleName
  billing: PlaceBilling | null
  access_state: 'ok' | 'read_only' | 'stopped'
  created_at: string
  description: string
  plan_id: string
  install_preference: string | null
}

export interface SiteChanges {
  name?: string
  description?: string
  subdomain?: string
  domain?: string
  address?: string
  city?: string
  country?: string
  region?: string
  postal_code?: string
  billing_entity_id?: string
  plan_id?: string
  install_preference?: string
}

export interface SiteInvite {
  id: string
  status: InviteState
  role: InvitedRoleName
  created_at: string
  expired_at: string
  invited_by: string
  inviter_name: string
  email: string
  hand_id: string | null
  mail: InviteMail
  mail_problem: string | null
  link: string
  site: {
    id: string
    name: string
  }
}

export interface Species {
  id: string
  name: string
}

export interface Spending {
  months: {
    month: string
    currency: Currency
    paid: number
    owed: number
  }[]
  coming: {
    day: string
    currency: Currency
    total: number
    places: number
  }[]
}

export interface Subscription {
  id: string
  billing_entity_id: string
  site_id: string | null
  clinic_id: string | null
  status: 'trialing' | 'active' | 'past_due' | 'read_only' | 'stopped' | 'canceled'
  trial_ends_at: string | null
  current_period_start: string | null
  current_period_end: string | null
  cancel_at: string | null
  resumes_at: string | null
  plan_id: string
  pending_plan_id: string | null
  pending_billing_entity_id: string | null
}

export interface SubscriptionItem {
  id: string
  subscription_id: string
  billing_entity_id: string
  plan_id: string
  pending_plan_id: string | null
  site_id: string | null
  clinic_id: string | null
  status: 'trialing' | 'active' | 'past_due' | 'read_only' | 'stopped' | 'canceled'
}

export interface Sum {
  amount: number
  currency: Currency
}

export interface TaxLine {
  name: string
  rate: number
  number: string
  base: number
  amount: number
}

export interface Unpaid {
  billing_entity_id: string
  billing_entity_name: string
  status: 'active' | 'past_due' | 'read_only' | 'stopped'
  amount: number
  currency: Currency | null
  place_ids: string[]
  place_names: string[]
  remedy: 'confirm' | 'add_card' | 'replace_card' | 'try_again'
  next_try_at: string | null
}

export interface UnregisteredName {
  name: string
}

export interface User {
  id: string
  email: string
  pending_email: string | null
  first_name: string | null
  last_name: string | null
  city: string | null
  region: string | null
  country: string | null
  phone: string | null
  onboarded: number
  time_zone: string | null
  theme: ('system' | 'light' | 'dark') | null
  language: ('en' | 'fr-CA' | 'es') | null
  capabilities: {
    sites: boolean
    clinics: boolean
  }
}

export interface Webhook {
  id: string
  url: string
  events: string[]
  status: 'on' | 'off'
  off_because: ('asked' | 'failing' | 'gone') | null
  failing_since: string | null
  former_secret_until: string | null
  created_at: string
}

export interface Refusal {
  success: false
  message: string
  code: string
  errors?: {
    field: string
    message: string
  }[]
  request_id: string
}

export interface AuthRefusal {
  state: 'error'
  error: string
  code: string
  errors?: {
    field: string
    message: string
  }[]
  request_id: string
}

type OfEveryCall =
  | 'request.malformed'
  | 'request.host_invalid'
  | 'request.cross_site'
  | 'request.address_too_long'
  | 'request.misdirected'
  | 'limit.reached'
  | 'server.damaged'
  | 'server.failed'
  | 'server.unavailable'
  | 'server.busy'

type OfKeys =
  | 'api_key.scope_missing'
  | 'api_key.wrong_network'

type OfSignedIn =
  | 'session.required'
  | 'api_key.not_allowed'

type OfCommands =
  | 'request.too_large'
  | 'request.unsupported_type'

type OfKeyed =
  | 'request.in_progress'
  | 'request.key_reused'

/** Every call by its name: what it takes, what a success carries, and the codes it may be refused with. */
export interface Calls {
  /** The keys of the signed-in account that work, and those that ran out in the last 30 days; newest first. For everyone who is signed in. Not by an API key. `GET /api/v1/api-keys` */
  listApiKeys: {
    input: object
    data: {
      state: 'okay'
      api_keys: {
        id: string
        name: string
        scopes: ('places:read' | 'places:write' | 'people:read' | 'people:write' | 'billing:read')[]
        networks: string[]
        calls_per_minute: number
        created_at: string
        expires_at: string
        last_used_at: string | null
        last_network: string | null
      }[]
    }
    refusals: OfEveryCall | OfSignedIn
  }
  /** Make a key; it is shown this once. For everyone who is signed in. Not by an API key. `POST /api/v1/api-keys` */
  createApiKey: {
    input: {
      body: NewApiKey
    }
    data: {
      state: 'okay'
      api_key: {
        id: string
        name: string
        scopes: ('places:read' | 'places:write' | 'people:read' | 'people:write' | 'billing:read')[]
        networks: string[]
        calls_per_minute: number
        created_at: string
        expires_at: string
        last_used_at: string | null
        last_network: string | null
      }
      key: string
    }
    refusals: OfEveryCall | OfSignedIn | OfCommands | 'request.invalid' | 'session.reauth_required' | 'api_key.too_many'
  }
  /** Revoke a key of the signed-in account, at once and for good. For everyone who is signed in. Not by an API key. `DELETE /api/v1/api-keys/{id}` */
  revokeApiKey: {
    input: {
      path: {
        id: string
      }
    }
    data: {
      state: 'okay'
    }
    refusals: OfEveryCall | OfSignedIn | OfCommands | 'not_found'
  }
  /** How many backup codes the signed-in account has left. For everyone who is signed in. Not by an API key. `GET /api/v1/backup-codes` */
  getBackupCodes: {
    input: object
    data: {
      state: 'okay'
      left: number
    }
    refusals: OfEveryCall | OfSignedIn
  }
  /** Make ten new backup codes; the old ones stop working. For everyone who is signed in. Not by an API key. `POST /api/v1/backup-codes` */
  renewBackupCodes: {
    input: object
    data: {
      state: 'okay'
      backup_codes: string[]
    }
    refusals: OfEveryCall | OfSignedIn | OfCommands | 'session.reauth_required' | 'second_factor.none'
  }
  /** Put the pending address of the signed-in account in force; ends its other sessions. For everyone who is signed in. Not by an API key. `POST /api/v1/confirm-email` */
  confirmEmail: {
    input: {
      body: ConfirmEmail
    }
    data: {
      state: 'okay'
      email: string
    }
    refusals: OfEveryCall | OfSignedIn | OfCommands | OfKeyed | 'request.invalid' | 'code.wrong' | 'account.exists'
  }
  /** Set a new password with a mailed code; ends every session. For anyone. `POST /api/v1/confirm-reset-password` */
  confirmResetPassword: {
    input: {
      body: ConfirmReset
    }
    data: {
      state: 'okay'
    }
    refusals: OfEveryCall | OfCommands | OfKeyed | 'request.invalid' | 'reset.failed'
  }
  /** Confirm an address with the code that was mailed to it. For anyone. `POST /api/v1/confirm-sign-up` */
  confirmSignUp: {
    input: {
      body: ConfirmSignUp
    }
    data: {
      state: 'okay'
    }
    refusals: OfEveryCall | OfCommands | OfKeyed | 'request.invalid' | 'code.wrong'
  }
  /** Whether an address belongs to a confirmed account. For anyone. `POST /api/v1/is-confirmed` */
  isConfirmed: {
    input: {
      body: {
        email: string
      }
    }
    data: {
      state: 'okay'
      confirmed: boolean
    }
    refusals: OfEveryCall | OfCommands | 'request.invalid'
  }
  /** Sign in, or be asked for the second factor. For anyone. `POST /api/v1/login` */
  logIn: {
    input: {
      body: LogIn
    }
    data: {
      state: 'okay'
      id: string
      email: string
      token: string
      refresh: string
      expires_in: number
      user: {
        id: string
        email: string
        groups: string[]
      }
    } | {
      state: 'second_factor'
      ticket: string
      methods: ('totp' | 'passkey' | 'backup_code')[]
    }
    refusals: OfEveryCall | OfCommands | 'request.invalid' | 'account.wrong_credentials' | 'account.disabled' | 'account.unconfirmed'
  }
  /** What to ask the browser, to finish signing in with a passkey. For anyone. `POST /api/v1/login/passkey` */
  askForPasskey: {
    input: {
      body: {
        ticket: string
      }
    }
    data: {
      state: 'okay'
      challenge: string
      timeout: number
      rpId: string
      allowCredentials: {
        id: string
        type: 'public-key'
        transports?: string[]
      }[]
      userVerification: 'preferred' | 'required'
    }
    refusals: OfEveryCall | OfCommands | 'request.invalid' | 'second_factor.ticket_dead'
  }
  /** Finish signing in with a code of the app, a backup code or a passkey. For anyone. `POST /api/v1/login/second-factor` */
  proveSecondFactor: {
    input: {
      body: {
        ticket: string
        code?: string
        passkey?: string
        trust_device?: '0' | '1'
      }
    }
    data: {
      state: 'okay'
      id: string
      email: string
      token: string
      refresh: string
      expires_in: number
      user: {
        id: string
        email: string
        groups: string[]
      }
    }
    refusals: OfEveryCall | OfCommands | 'request.invalid' | 'second_factor.wrong_code' | 'passkey.refused' | 'second_factor.ticket_dead'
  }
  /** End a session, by either of its tokens. For anyone. `POST /api/v1/logout` */
  logOut: {
    input: {
      body?: {
        token?: string
      }
    }
    data: {
      state: 'okay'
    }
    refusals: OfEveryCall | OfCommands | 'request.invalid'
  }
  /** Sign in with a passkey that has verified its owner; it is both factors. For anyone. `POST /api/v1/passkey-login` */
  signInByPasskey: {
    input: {
      body: {
        passkey: string
      }
    }
    data: {
      state: 'okay'
      id: string
      email: string
      token: string
      refresh: string
      expires_in: number
      user: {
        id: string
        email: string
        groups: string[]
      }
    }
    refusals: OfEveryCall | OfCommands | 'request.invalid' | 'passkey.refused' | 'account.disabled' | 'account.unconfirmed'
  }
  /** What to ask the browser, to sign in with a passkey and no password. For anyone. `POST /api/v1/passkey-login/begin` */
  askToSignIn: {
    input: object
    data: {
      state: 'okay'
      challenge: string
      timeout: number
      rpId: string
      allowCredentials: {
        id: string
        type: 'public-key'
        transports?: string[]
      }[]
      userVerification: 'preferred' | 'required'
    }
    refusals: OfEveryCall | OfCommands
  }
  /** The passkeys of the signed-in account, oldest first. For everyone who is signed in. Not by an API key. `GET /api/v1/passkeys` */
  listPasskeys: {
    input: object
    data: {
      state: 'okay'
      passkeys: {
        id: string
        name: string
        created_at: string
        last_used_at: string | null
      }[]
    }
    refusals: OfEveryCall | OfSignedIn
  }
  /** Add a passkey that the browser has made. For everyone who is signed in. Not by an API key. `POST /api/v1/passkeys` */
  addPasskey: {
    input: {
      body: {
        name: string
        passkey: string
      }
    }
    data: {
      state: 'okay'
      passkey: {
        id: string
        name: string
        created_at: string
        last_used_at: string | null
      }
      backup_codes: string[] | null
    }
    refusals: OfEveryCall | OfSignedIn | OfCommands | 'request.invalid' | 'passkey.refused' | 'passkey.exists' | 'passkey.too_many'
  }
  /** Remove a passkey; with the last factor the backup codes go, too. For everyone who is signed in. Not by an API key. `DELETE /api/v1/passkeys/{id}` */
  removePasskey: {
    input: {
      path: {
        id: string
      }
    }
    data: {
      state: 'okay'
    }
    refusals: OfEveryCall | OfSignedIn | OfCommands | 'session.reauth_required' | 'not_found'
  }
  /** Give a passkey another name. For everyone who is signed in. Not by an API key. `PUT /api/v1/passkeys/{id}` */
  renamePasskey: {
    input: {
      path: {
        id: string
      }
      body: PasskeyName
    }
    data: {
      state: 'okay'
      id: string
      name: string
      created_at: string
      last_used_at: string | null
    }
    refusals: OfEveryCall | OfSignedIn | OfCommands | 'request.invalid' | 'not_found'
  }
  /** What to ask the browser, to make a passkey. For everyone who is signed in. Not by an API key. `POST /api/v1/passkeys/begin` */
  beginPasskey: {
    input: object
    data: {
      state: 'okay'
      challenge: string
      timeout: number
      rp: {
        id: string
        name: string
      }
      user: {
        id: string
        name: string
        displayName: string
      }
      pubKeyCredParams: {
        type: 'public-key'
        alg: number
      }[]
      excludeCredentials: {
        id: string
        type: 'public-key'
        transports?: string[]
      }[]
      authenticatorSelection: {
        residentKey: 'preferred'
        requireResidentKey: boolean
        userVerification: 'preferred'
      }
      attestation: 'none'
    }
    refusals: OfEveryCall | OfSignedIn | OfCommands | 'session.reauth_required' | 'passkey.too_many'
  }
  /** Exchange a refresh token for the next pair. For anyone. `POST /api/v1/refresh` */
  refreshSession: {
    input: {
      body?: {
        token?: string
        user?: string
      }
    }
    data: {
      state: 'okay'
      token: string
      refresh: string
      expires_in: number
    }
    refusals: OfEveryCall | OfCommands | 'request.invalid' | 'session.not_refreshed' | 'session.no_token'
  }
  /** Mail another confirmation code; the ones under way stay good. For anyone. `POST /api/v1/resend-confirmation` */
  resendConfirmation: {
    input: {
      body: {
        email: string
      }
    }
    data: {
      state: 'okay'
    }
    refusals: OfEveryCall | OfCommands | 'request.invalid'
  }
  /** Mail a code and a link with which a new password can be set. For anyone. `POST /api/v1/reset-password` */
  resetPassword: {
    input: {
      body: {
        username: string
      }
    }
    data: {
      state: 'okay'
    }
    refusals: OfEveryCall | OfCommands | 'request.invalid'
  }
  /** Sign-ins, password and address changes and lock-outs of the signed-in account, newest first. For everyone who is signed in. Not by an API key. `GET /api/v1/security-events` */
  listSecurityEvents: {
    input: {
      query?: {
        page?: string | number
        per_page?: string | number
      }
    }
    data: {
      state: 'okay'
      security_events: {
        id: string
        at: string
        event: 'signed_up' | 'address_confirmed' | 'signed_in' | 'sign_in_refused' | 'signing_in_paused' | 'signing_in_closed' | 'signed_out' | 'device_signed_out' | 'others_signed_out' | 'copy_signed_out' | 'password_changed' | 'password_reset' | 'address_asked' | 'wrong_code' | 'address_kept' | 'address_changed' | 'address_put_back' | 'totp_added' | 'totp_removed' | 'passkey_added' | 'passkey_removed' | 'backup_codes_made' | 'backup_code_used' | 'second_factor_refused' | 'second_factor_paused' | 'second_factors_removed' | 'api_key_made' | 'api_key_revoked' | 'api_keys_revoked_by_support' | 'device_trusted' | 'device_trust_ended' | 'data_downloaded' | 'visit_asked' | 'visit_allowed' | 'visit_declined' | 'visit_started' | 'visit_looked' | 'visit_ended' | 'signed_out_by_support' | 'closed_by_support' | 'opened_by_support' | 'refused_while_closed'
        device: string | null
        network: string
      }[]
      total: number
      total_capped?: boolean
      page: number
      per_page: number
    }
    refusals: OfEveryCall | OfSignedIn | 'request.invalid'
  }
  /** Sign the signed-in account out everywhere else. For everyone who is signed in. Not by an API key. `DELETE /api/v1/sessions` */
  endOtherSessions: {
    input: object
    data: {
      state: 'okay'
      ended: number
    }
    refusals: OfEveryCall | OfSignedIn | OfCommands
  }
  /** Where the signed-in account is signed in; the session that asks comes first. For everyone who is signed in. Not by an API key. `GET /api/v1/sessions` */
  listSessions: {
    input: object
    data: {
      state: 'okay'
      sessions: {
        id: string
        device: string
        network: string
        created_at: string
        last_seen_at: string
        current: boolean
      }[]
    }
    refusals: OfEveryCall | OfSignedIn
  }
  /** Sign one device of the signed-in account out. For everyone who is signed in. Not by an API key. `DELETE /api/v1/sessions/{id}` */
  endSession: {
    input: {
      path: {
        id: string
      }
    }
    data: {
      state: 'okay'
    }
    refusals: OfEveryCall | OfSignedIn | OfCommands | 'not_found'
  }
  /** Create an account and mail its confirmation code. For anyone. `POST /api/v1/sign-up` */
  signUp: {
    input: {
      body: SignUp
    }
    data: {
      state: 'okay'
      id: string
      email: string
    }
    refusals: OfEveryCall | OfCommands | OfKeyed | 'request.invalid' | 'account.exists'
  }
  /** Show the password again, with the second factor where there is one, or a passkey; the session is fresh for 15 minutes. For everyone who is signed in. Not by an API key. `POST /api/v1/step-up` */
  stepUp: {
    input: {
      body?: {
        password?: string
        code?: string
        passkey?: string
      }
    }
    data: {
      state: 'okay'
    } | {
      state: 'second_factor'
      methods: ('totp' | 'passkey' | 'backup_code')[]
    }
    refusals: OfEveryCall | OfSignedIn | OfCommands | 'request.invalid' | 'account.wrong_password' | 'second_factor.wrong_code' | 'passkey.refused' | 'account.disabled'
  }
  /** What to ask the browser, to step up with a passkey. For everyone who is signed in. Not by an API key. `POST /api/v1/step-up/passkey` */
  askToStepUp: {
    input: {
      body?: {
        with_password?: '0' | '1'
      }
    }
    data: {
      state: 'okay'
      challenge: string
      timeout: number
      rpId: string
      allowCredentials: {
        id: string
        type: 'public-key'
        transports?: string[]
      }[]
      userVerification: 'preferred' | 'required'
    }
    refusals: OfEveryCall | OfSignedIn | OfCommands | 'request.invalid'
  }
  /** Remove the authenticator app; with the last factor its backup codes go, too. For everyone who is signed in. Not by an API key. `DELETE /api/v1/totp` */
  removeTotp: {
    input: object
    data: {
      state: 'okay'
    }
    refusals: OfEveryCall | OfSignedIn | OfCommands | 'session.reauth_required'
  }
  /** Whether the signed-in account has an authenticator app set up. For everyone who is signed in. Not by an API key. `GET /api/v1/totp` */
  getTotp: {
    input: object
    data: {
      state: 'okay'
      is_set_up: boolean
      added_at: string | null
      last_used_at: string | null
    }
    refusals: OfEveryCall | OfSignedIn
  }
  /** Begin to set up an authenticator app; in force once its first code is confirmed. For everyone who is signed in. Not by an API key. `POST /api/v1/totp` */
  beginTotp: {
    input: object
    data: {
      state: 'okay'
      secret: string
      uri: string
    }
    refusals: OfEveryCall | OfSignedIn | OfCommands | 'session.reauth_required' | 'totp.exists'
  }
  /** Put the authenticator app in force with its first code. For everyone who is signed in. Not by an API key. `POST /api/v1/totp/confirm` */
  confirmTotp: {
    input: {
      body: ConfirmTotp
    }
    data: {
      state: 'okay'
      backup_codes: string[] | null
    }
    refusals: OfEveryCall | OfSignedIn | OfCommands | 'request.invalid' | 'second_factor.wrong_code' | 'totp.expired'
  }
  /** Where the signed-in account signs in without its second factor, last used first. For everyone who is signed in. Not by an API key. `GET /api/v1/trusted-devices` */
  listTrustedDevices: {
    input: object
    data: {
      state: 'okay'
      trusted_devices: {
        id: string
        device: string
        network: string
        created_at: string
        last_used_at: string
        expires_at: string
      }[]
    }
    refusals: OfEveryCall | OfSignedIn
  }
  /** Ask one device of the signed-in account for the second factor again. For everyone who is signed in. Not by an API key. `DELETE /api/v1/trusted-devices/{id}` */
  endTrust: {
    input: {
      path: {
        id: string
      }
    }
    data: {
      state: 'okay'
    }
    refusals: OfEveryCall | OfSignedIn | OfCommands | 'not_found'
  }
  /** Put an old address back in force by the link mailed to it; ends every session. For anyone. `POST /api/v1/undo-email` */
  undoEmail: {
    input: {
      body: {
        token: string
      }
    }
    data: {
      state: 'okay'
      email: string
    }
    refusals: OfEveryCall | OfCommands | 'request.invalid' | 'link.dead' | 'account.exists'
  }
  /** Change the password of the signed-in account; ends its other sessions. For everyone who is signed in. Not by an API key. `POST /api/v1/update-password` */
  updatePassword: {
    input: {
      body: {
        password: string
        current_password?: string
      }
    }
    data: {
      state: 'okay'
    }
    refusals: OfEveryCall | OfSignedIn | OfCommands | OfKeyed | 'request.invalid' | 'account.password_not_updated' | 'session.password_reauth_required' | 'account.disabled'
  }
  /** The billing entities the signed-in user belongs to. For everyone who is signed in. By an API key with the scope `billing:read`, too. `GET /api/v1/billing-entities` */
  listBillingEntities: {
    input: {
      query?: {
        page?: string | number
        per_page?: string | number
        sort?: 'created_at' | '-created_at' | 'name' | '-name'
        q?: string
      }
    }
    data: {
      billing_entities: BillingEntity[]
      total: number
      total_capped?: boolean
      page: number
      per_page: number
    }
    refusals: OfEveryCall | OfKeys | OfSignedIn | 'request.invalid'
  }
  /** Add billing information; its creator becomes its Owner. For everyone who is signed in. Not by an API key. `POST /api/v1/billing-entities` */
  createBillingEntity: {
    input: {
      body: NewBillingEntity
    }
    data: BillingEntity
    refusals: OfEveryCall | OfSignedIn | OfCommands | OfKeyed | 'request.invalid'
  }
  /** Remove billing information that pays for nothing. For an Owner. Not by an API key. `DELETE /api/v1/billing-entities/{id}` */
  deleteBillingEntity: {
    input: {
      path: {
        id: string
      }
    }
    data: null
    refusals: OfEveryCall | OfSignedIn | OfCommands | 'role.insufficient' | 'not_found' | 'billing_entity.in_use'
  }
  /** One billing entity. For every member. By an API key with the scope `billing:read`, too. `GET /api/v1/billing-entities/{id}` */
  getBillingEntity: {
    input: {
      path: {
        id: string
      }
    }
    data: BillingEntity
    refusals: OfEveryCall | OfKeys | OfSignedIn | 'not_found'
  }
  /** Change billing information. For an Owner or Admin. Not by an API key. `PUT /api/v1/billing-entities/{id}` */
  updateBillingEntity: {
    input: {
      path: {
        id: string
      }
      body?: BillingEntityChanges
    }
    data: BillingEntity
    refusals: OfEveryCall | OfSignedIn | OfCommands | 'request.invalid' | 'role.insufficient' | 'not_found' | 'request.stale'
  }
  /** Who did what with a billing entity in the last 400 days, newest first. For an Owner or Admin. By an API key with the scope `billing:read`, too. `GET /api/v1/billing-entities/{id}/activity` */
  listBillingEntityActivity: {
    input: {
      path: {
        id: string
      }
      query?: {
        who?: string
        deed?: 'createSite' | 'updateSite' | 'deleteSite' | 'restoreSite' | 'changeSettings' | 'makeViewer' | 'endViewer' | 'setLotTarget' | 'beginImport' | 'addDemo' | 'removeDemo' | 'exportHerd' | 'overrideHold' | 'lockShipList' | 'reopenShipList' | 'departShipList' | 'createHandOff' | 'verifyDomain' | 'warnDomain' | 'removeDomain' | 'createSubscriptionItem' | 'changeSubscriptionItem' | 'endSubscription' | 'keepSubscription' | 'pauseSubscription' | 'resumeSubscription' | 'extendTrial' | 'giveAddress' | 'takeAddress' | 'proposePlan' | 'withdrawPlanProposal' | 'acceptPlanProposal' | 'declinePlanProposal' | 'createPlaceKey' | 'revokePlaceKey' | 'addHand' | 'renameHand' | 'removeHand' | 'inviteToSite' | 'changeSiteInvite' | 'resendSiteInvite' | 'revokeSiteInvite' | 'reopenSiteInvite' | 'voidSiteInvite' | 'acceptSiteInvite' | 'declineSiteInvite' | 'changeRole' | 'removeMember' | 'putBackMember' | 'leave' | 'offerHandOver' | 'withdrawHandOver' | 'acceptHandOver' | 'declineHandOver' | 'addWebhook' | 'changeWebhook' | 'renewWebhookSecret' | 'removeWebhook' | 'sendToWebhook' | 'endWebhook' | 'createClinic' | 'updateClinic' | 'deleteClinic' | 'restoreClinic' | 'inviteToClinic' | 'changeClinicInvite' | 'resendClinicInvite' | 'revokeClinicInvite' | 'reopenClinicInvite' | 'voidClinicInvite' | 'acceptClinicInvite' | 'declineClinicInvite' | 'createBillingEntity' | 'updateBillingEntity' | 'deleteBillingEntity' | 'addMember' | 'addCard' | 'tryCard' | 'replaceCard' | 'changeCardExpiry' | 'updateCard' | 'removeCard' | 'correctInvoice' | 'addInvoiceRecipient' | 'resendInvoiceRecipient' | 'removeInvoiceRecipient' | 'refuseInvoices' | 'confirmInvoiceRecipient' | 'payInvoice' | 'creditInvoice' | 'inviteToBillingEntity' | 'changeBillingEntityInvite' | 'resendBillingEntityInvite' | 'revokeBillingEntityInvite' | 'reopenBillingEntityInvite' | 'voidBillingEntityInvite' | 'acceptBillingEntityInvite' | 'declineBillingEntityInvite'
        from?: string
        to?: string
        per_page?: string | number
        after?: string
      }
    }
    data: {
      activity: Activity[]
      next: string | null
    }
    refusals: OfEveryCall | OfKeys | OfSignedIn | 'request.invalid' | 'role.insufficient' | 'not_found'
  }
  /** The whole filtered activity of a billing entity as a table. For an Owner or Admin. By an API key with the scope `billing:read`, too. `GET /api/v1/billing-entities/{id}/activity.csv` */
  exportBillingEntityActivity: {
    input: {
      path: {
        id: string
      }
      query?: {
        who?: string
        deed?: 'createSite' | 'updateSite' | 'deleteSite' | 'restoreSite' | 'changeSettings' | 'makeViewer' | 'endViewer' | 'setLotTarget' | 'beginImport' | 'addDemo' | 'removeDemo' | 'exportHerd' | 'overrideHold' | 'lockShipList' | 'reopenShipList' | 'departShipList' | 'createHandOff' | 'verifyDomain' | 'warnDomain' | 'removeDomain' | 'createSubscriptionItem' | 'changeSubscriptionItem' | 'endSubscription' | 'keepSubscription' | 'pauseSubscription' | 'resumeSubscription' | 'extendTrial' | 'giveAddress' | 'takeAddress' | 'proposePlan' | 'withdrawPlanProposal' | 'acceptPlanProposal' | 'declinePlanProposal' | 'createPlaceKey' | 'revokePlaceKey' | 'addHand' | 'renameHand' | 'removeHand' | 'inviteToSite' | 'changeSiteInvite' | 'resendSiteInvite' | 'revokeSiteInvite' | 'reopenSiteInvite' | 'voidSiteInvite' | 'acceptSiteInvite' | 'declineSiteInvite' | 'changeRole' | 'removeMember' | 'putBackMember' | 'leave' | 'offerHandOver' | 'withdrawHandOver' | 'acceptHandOver' | 'declineHandOver' | 'addWebhook' | 'changeWebhook' | 'renewWebhookSecret' | 'removeWebhook' | 'sendToWebhook' | 'endWebhook' | 'createClinic' | 'updateClinic' | 'deleteClinic' | 'restoreClinic' | 'inviteToClinic' | 'changeClinicInvite' | 'resendClinicInvite' | 'revokeClinicInvite' | 'reopenClinicInvite' | 'voidClinicInvite' | 'acceptClinicInvite' | 'declineClinicInvite' | 'createBillingEntity' | 'updateBillingEntity' | 'deleteBillingEntity' | 'addMember' | 'addCard' | 'tryCard' | 'replaceCard' | 'changeCardExpiry' | 'updateCard' | 'removeCard' | 'correctInvoice' | 'addInvoiceRecipient' | 'resendInvoiceRecipient' | 'removeInvoiceRecipient' | 'refuseInvoices' | 'confirmInvoiceRecipient' | 'payInvoice' | 'creditInvoice' | 'inviteToBillingEntity' | 'changeBillingEntityInvite' | 'resendBillingEntityInvite' | 'revokeBillingEntityInvite' | 'reopenBillingEntityInvite' | 'voidBillingEntityInvite' | 'acceptBillingEntityInvite' | 'declineBillingEntityInvite'
        from?: string
        to?: string
      }
    }
    data: Blob
    refusals: OfEveryCall | OfKeys | OfSignedIn | 'request.invalid' | 'role.insufficient' | 'not_found'
  }
  /** Take the open offer of a billing entity back. For an Owner. Not by an API key. `DELETE /api/v1/billing-entities/{id}/hand-over` */
  withdrawBillingEntityHandOver: {
    input: {
      path: {
        id: string
      }
    }
    data: null
    refusals: OfEveryCall | OfSignedIn | OfCommands | 'role.insufficient' | 'not_found' | 'hand_over.closed'
  }
  /** The open offer of a billing entity, for its Owners and whoever it is made to; else null. For every member. Not by an API key. `GET /api/v1/billing-entities/{id}/hand-over` */
  getBillingEntityHandOver: {
    input: {
      path: {
        id: string
      }
    }
    data: OwnershipTransfer | null
    refusals: OfEveryCall | OfSignedIn | 'not_found'
  }
  /** Offer a billing entity to another member for seven days, instead of any earlier offer. For an Owner. Not by an API key. `POST /api/v1/billing-entities/{id}/hand-over` */
  offerBillingEntityHandOver: {
    input: {
      path: {
        id: string
      }
      body: {
        user_id: string
      }
    }
    data: OwnershipTransfer
    refusals: OfEveryCall | OfSignedIn | OfCommands | OfKeyed | 'request.invalid' | 'role.insufficient' | 'session.reauth_required' | 'place.read_only' | 'not_found' | 'member.owns_already'
  }
  /** Become the Owner of a billing entity that was offered. For every member. Not by an API key. `POST /api/v1/billing-entities/{id}/hand-over/accept` */
  acceptBillingEntityHandOver: {
    input: {
      path: {
        id: string
      }
    }
    data: Member
    refusals: OfEveryCall | OfSignedIn | OfCommands | OfKeyed | 'session.reauth_required' | 'place.read_only' | 'not_found' | 'hand_over.closed'
  }
  /** Leave a billing entity that was offered with its Owner. For every member. Not by an API key. `POST /api/v1/billing-entities/{id}/hand-over/decline` */
  declineBillingEntityHandOver: {
    input: {
      path: {
        id: string
      }
    }
    data: null
    refusals: OfEveryCall | OfSignedIn | OfCommands | OfKeyed | 'not_found' | 'hand_over.closed'
  }
  /** The invitations to a billing entity. For an Owner or Admin. Not by an API key. `GET /api/v1/billing-entities/{id}/invites` */
  listBillingEntityInvites: {
    input: {
      path: {
        id: string
      }
      query?: {
        page?: string | number
        per_page?: string | number
        sort?: '-created_at' | 'created_at' | 'email' | '-email' | 'expired_at'
        q?: string
        status?: 'sent' | 'accepted' | 'declined' | 'revoked' | 'expired'
      }
    }
    data: {
      invites: BillingEntityInvite[]
      total: number
      total_capped?: boolean
      page: number
      per_page: number
    }
    refusals: OfEveryCall | OfSignedIn | 'request.invalid' | 'role.insufficient' | 'not_found' | 'place.stopped'
  }
  /** Invite someone to a billing entity, or renew their open invitation; mails them. For an Owner or Admin. Not by an API key. `POST /api/v1/billing-entities/{id}/invites` */
  inviteToBillingEntity: {
    input: {
      path: {
        id: string
      }
      body: NewInvite
    }
    data: BillingEntityInvite
    refusals: OfEveryCall | OfSignedIn | OfCommands | OfKeyed | 'request.invalid' | 'role.insufficient' | 'place.read_only' | 'not_found' | 'member.already' | 'invite.too_many' | 'place.stopped'
  }
  /** Take an invitation to a billing entity back. For an Owner or Admin. Not by an API key. `DELETE /api/v1/billing-entities/{id}/invites/{inviteId}` */
  revokeBillingEntityInvite: {
    input: {
      path: {
        id: string
        inviteId: string
      }
    }
    data: null
    refusals: OfEveryCall | OfSignedIn | OfCommands | 'role.insufficient' | 'not_found' | 'invite.closed' | 'place.stopped'
  }
  /** Change the role that an open invitation to a billing entity offers, or leave it as it was after all. For an Owner or Admin. Not by an API key. `PUT /api/v1/billing-entities/{id}/invites/{inviteId}` */
  changeBillingEntityInvite: {
    input: {
      path: {
        id: string
        inviteId: string
      }
      body: InviteChanges
    }
    data: BillingEntityInvite
    refusals: OfEveryCall | OfSignedIn | OfCommands | 'request.invalid' | 'role.insufficient' | 'place.read_only' | 'not_found' | 'invite.closed' | 'request.stale' | 'place.stopped'
  }
  /** Mail an open or expired invitation to a billing entity again, good for seven more days. For an Owner or Admin. Not by an API key. `POST /api/v1/billing-entities/{id}/invites/{inviteId}/resend` */
  resendBillingEntityInvite: {
    input: {
      path: {
        id: string
        inviteId: string
      }
    }
    data: BillingEntityInvite
    refusals: OfEveryCall | OfSignedIn | OfCommands | OfKeyed | 'role.insufficient' | 'place.read_only' | 'not_found' | 'invite.closed' | 'place.stopped'
  }
  /** The plans that are proposed to a payer, the first hundred. For an Owner or Admin. Not by an API key. `GET /api/v1/billing-entities/{id}/plan-proposals` */
  listPlanProposals: {
    input: {
      path: {
        id: string
      }
    }
    data: {
      plan_proposals: PlanProposal[]
    }
    refusals: OfEveryCall | OfSignedIn | 'role.insufficient' | 'not_found'
  }
  /** Who belongs to a billing entity. For an Owner or Admin. Not by an API key. `GET /api/v1/billing-entities/{id}/users` */
  listBillingEntityUsers: {
    input: {
      path: {
        id: string
      }
      query?: {
        page?: string | number
        per_page?: string | number
        sort?: 'name' | '-name' | 'email' | '-email' | 'role' | '-role' | 'created_at' | '-created_at'
        q?: string
        invites?: '0' | '1'
      }
    }
    data: {
      users: ListedMember[]
      total: number
      total_capped?: boolean
      page: number
      per_page: number
    }
    refusals: OfEveryCall | OfSignedIn | 'request.invalid' | 'role.insufficient' | 'not_found'
  }
  /** Remove a member from a billing entity, or leave it oneself. For every member. Not by an API key. `DELETE /api/v1/billing-entities/{id}/users/{userId}` */
  removeBillingEntityUser: {
    input: {
      path: {
        id: string
        userId: string
      }
    }
    data: null
    refusals: OfEveryCall | OfSignedIn | OfCommands | 'role.insufficient' | 'place.read_only' | 'not_found' | 'place.last_owner'
  }
  /** Add someone who already shares a place with the caller; others are invited. For an Owner or Admin. Not by an API key. `POST /api/v1/billing-entities/{id}/users/{userId}` */
  addBillingEntityUser: {
    input: {
      path: {
        id: string
        userId: string
      }
      body?: {
        role?: 'Admin' | 'User'
      }
    }
    data: Member
    refusals: OfEveryCall | OfSignedIn | OfCommands | OfKeyed | 'request.invalid' | 'role.insufficient' | 'not_found' | 'member.already'
  }
  /** Give a member of a billing entity another role, or put one back who was just removed; what concerns an Owner only by an Owner. For an Owner or Admin. Not by an API key. `PUT /api/v1/billing-entities/{id}/users/{userId}` */
  changeBillingEntityUserRole: {
    input: {
      path: {
        id: string
        userId: string
      }
      body: {
        role: 'Owner' | 'Admin' | 'User'
        action?: 'put_back'
      }
    }
    data: Member
    refusals: OfEveryCall | OfSignedIn | OfCommands | 'request.invalid' | 'role.insufficient' | 'session.reauth_required' | 'place.read_only' | 'not_found' | 'place.last_owner' | 'member.gone'
  }
  /** The webhooks of a billing entity, without their secrets. For an Owner or Admin. Not by an API key. `GET /api/v1/billing-entities/{id}/webhooks` */
  listBillingEntityWebhooks: {
    input: {
      path: {
        id: string
      }
    }
    data: {
      webhooks: Webhook[]
    }
    refusals: OfEveryCall | OfSignedIn | 'role.insufficient' | 'not_found'
  }
  /** Have events of a billing entity sent to an https address; its secret is shown once. For an Owner or Admin. Not by an API key. `POST /api/v1/billing-entities/{id}/webhooks` */
  addBillingEntityWebhook: {
    input: {
      path: {
        id: string
      }
      body: {
        url: string
        events: string
      }
    }
    data: NewWebhook
    refusals: OfEveryCall | OfSignedIn | OfCommands | 'request.invalid' | 'webhook.address' | 'role.insufficient' | 'place.read_only' | 'not_found' | 'webhook.exists' | 'webhook.too_many'
  }
  /** Remove a webhook of a billing entity with its log. For an Owner or Admin. Not by an API key. `DELETE /api/v1/billing-entities/{id}/webhooks/{webhookId}` */
  removeBillingEntityWebhook: {
    input: {
      path: {
        id: string
        webhookId: string
      }
    }
    data: null
    refusals: OfEveryCall | OfSignedIn | OfCommands | 'role.insufficient' | 'not_found'
  }
  /** Change the address or events of a webhook of a billing entity, or switch it on or off. For an Owner or Admin. Not by an API key. `PUT /api/v1/billing-entities/{id}/webhooks/{webhookId}` */
  changeBillingEntityWebhook: {
    input: {
      path: {
        id: string
        webhookId: string
      }
      body?: {
        url?: string
        events?: string
        status?: 'on' | 'off'
      }
    }
    data: Webhook
    refusals: OfEveryCall | OfSignedIn | OfCommands | 'request.invalid' | 'webhook.address' | 'role.insufficient' | 'place.read_only' | 'not_found' | 'webhook.exists'
  }
  /** What was sent to a webhook of a billing entity in the last 30 days, newest first, with every try. For an Owner or Admin. Not by an API key. `GET /api/v1/billing-entities/{id}/webhooks/{webhookId}/deliveries` */
  listBillingEntityDeliveries: {
    input: {
      path: {
        id: string
        webhookId: string
      }
      query?: {
        per_page?: string | number
        page?: string | number
      }
    }
    data: {
      deliveries: {
        id: string
        event: string
        at: string
        state: 'waiting' | 'delivered' | 'failed' | 'missed'
        next_try_at: string | null
        body: string
        tries: {
          at: string
          status: number | null
          duration_ms: number
          answer: string
          failure: string | null
        }[]
      }[]
      has_more: boolean
    }
    refusals: OfEveryCall | OfSignedIn | 'request.invalid' | 'role.insufficient' | 'not_found'
  }
  /** Send a webhook of a billing entity one event again, all since a time, or, where neither is given, a test. For an Owner or Admin. Not by an API key. `POST /api/v1/billing-entities/{id}/webhooks/{webhookId}/deliveries` */
  sendToBillingEntityWebhook: {
    input: {
      path: {
        id: string
        webhookId: string
      }
      body?: {
        delivery?: string
        since?: string
      }
    }
    data: {
      sent: number
    }
    refusals: OfEveryCall | OfSignedIn | OfCommands | OfKeyed | 'request.invalid' | 'role.insufficient' | 'place.read_only' | 'not_found' | 'webhook.off'
  }
  /** Give a webhook of a billing entity a new secret, shown once; the present one is good for a day more. For an Owner or Admin. Not by an API key. `POST /api/v1/billing-entities/{id}/webhooks/{webhookId}/secret` */
  renewBillingEntityWebhookSecret: {
    input: {
      path: {
        id: string
        webhookId: string
      }
    }
    data: NewWebhook
    refusals: OfEveryCall | OfSignedIn | OfCommands | 'role.insufficient' | 'place.read_only' | 'not_found'
  }
  /** The invitations to a billing entity that the signed-in user received. For everyone who is signed in. Not by an API key. `GET /api/v1/billing-entity-invites` */
  listReceivedBillingEntityInvites: {
    input: {
      query?: {
        page?: string | number
        per_page?: string | number
        sort?: '-created_at' | 'created_at' | 'expired_at' | '-expired_at'
        q?: string
        status?: 'sent' | 'accepted' | 'declined' | 'revoked' | 'expired' | 'all'
        id?: string
      }
    }
    data: {
      invites: ReceivedBillingEntityInvite[]
      total: number
      total_capped?: boolean
      page: number
      per_page: number
    }
    refusals: OfEveryCall | OfSignedIn | 'request.invalid'
  }
  /** Accept an invitation to a billing entity and become a member of it. For everyone who is signed in. Not by an API key. `PUT /api/v1/billing-entity-invites/{id}/accept` */
  acceptBillingEntityInvite: {
    input: {
      path: {
        id: string
      }
    }
    data: ReceivedBillingEntityInvite
    refusals: OfEveryCall | OfSignedIn | OfCommands | 'place.read_only' | 'not_found' | 'invite.not_accepted' | 'place.stopped'
  }
  /** Decline an invitation to a billing entity. For everyone who is signed in. Not by an API key. `PUT /api/v1/billing-entity-invites/{id}/decline` */
  declineBillingEntityInvite: {
    input: {
      path: {
        id: string
      }
    }
    data: ReceivedBillingEntityInvite
    refusals: OfEveryCall | OfSignedIn | OfCommands | 'not_found' | 'invite.not_declined'
  }
  /** The invitations to a clinic that the signed-in user received; on a tenant’s host: The invitations to a clinic. On the portal: For everyone who is signed in. Not by an API key. On a tenant’s host: For an Owner or Admin. By an API key with the scope `people:read`, too. On a place’s own host. `GET /api/v1/clinic-invites` */
  listReceivedClinicInvites: {
    input: {
      query?: {
        page?: string | number
        per_page?: string | number
        sort?: ('-created_at' | 'created_at' | 'expired_at' | '-expired_at') | ('-created_at' | 'created_at' | 'email' | '-email' | 'expired_at')
        q?: string
        status?: ('sent' | 'accepted' | 'declined' | 'revoked' | 'expired' | 'all') | ('sent' | 'accepted' | 'declined' | 'revoked' | 'expired')
        id?: string
      }
    }
    data: {
      invites: ReceivedClinicInvite[]
      total: number
      total_capped?: boolean
      page: number
      per_page: number
    } | {
      invites: ClinicInvite[]
      total: number
      total_capped?: boolean
      page: number
      per_page: number
    }
    refusals: OfEveryCall | OfSignedIn | 'request.invalid' | 'role.insufficient' | 'not_found' | 'place.stopped'
  }
  /** Invite someone to a clinic, or renew their open invitation; mails them. For an Owner or Admin. By an API key with the scope `people:write`, too. On a place’s own host. `POST /api/v1/clinic-invites` */
  inviteToClinic: {
    input: {
      body: {
        email: string
        role?: InvitedRoleName
        hand_id?: string
        invited_by?: string
      }
    }
    data: ClinicInvite
    refusals: OfEveryCall | OfKeys | OfSignedIn | OfCommands | OfKeyed | 'request.invalid' | 'role.insufficient' | 'place.read_only' | 'not_found' | 'member.already' | 'invite.too_many' | 'place.stopped'
  }
  /** Take an invitation to a clinic back. For an Owner or Admin. By an API key with the scope `people:write`, too. On a place’s own host. `DELETE /api/v1/clinic-invites/{id}` */
  revokeClinicInvite: {
    input: {
      path: {
        id: string
      }
    }
    data: null
    refusals: OfEveryCall | OfKeys | OfSignedIn | OfCommands | 'role.insufficient' | 'not_found' | 'invite.closed' | 'place.stopped'
  }
  /** Change the role that an open invitation to a clinic offers, or leave it as it was after all. For an Owner or Admin. By an API key with the scope `people:write`, too. On a place’s own host. `PUT /api/v1/clinic-invites/{id}` */
  changeClinicInvite: {
    input: {
      path: {
        id: string
      }
      body: InviteChanges
    }
    data: ClinicInvite
    refusals: OfEveryCall | OfKeys | OfSignedIn | OfCommands | 'request.invalid' | 'role.insufficient' | 'place.read_only' | 'not_found' | 'invite.closed' | 'request.stale' | 'place.stopped'
  }
  /** Accept an invitation to a clinic and become a member of it. For everyone who is signed in. Not by an API key. `PUT /api/v1/clinic-invites/{id}/accept` */
  acceptClinicInvite: {
    input: {
      path: {
        id: string
      }
    }
    data: ReceivedClinicInvite
    refusals: OfEveryCall | OfSignedIn | OfCommands | 'place.read_only' | 'not_found' | 'invite.not_accepted' | 'place.stopped'
  }
  /** Decline an invitation to a clinic. For everyone who is signed in. Not by an API key. `PUT /api/v1/clinic-invites/{id}/decline` */
  declineClinicInvite: {
    input: {
      path: {
        id: string
      }
    }
    data: ReceivedClinicInvite
    refusals: OfEveryCall | OfSignedIn | OfCommands | 'not_found' | 'invite.not_declined'
  }
  /** Mail an open or expired invitation to a clinic again, good for seven more days. For an Owner or Admin. By an API key with the scope `people:write`, too. On a place’s own host. `POST /api/v1/clinic-invites/{id}/resend` */
  resendClinicInvite: {
    input: {
      path: {
        id: string
      }
    }
    data: ClinicInvite
    refusals: OfEveryCall | OfKeys | OfSignedIn | OfCommands | OfKeyed | 'role.insufficient' | 'place.read_only' | 'not_found' | 'invite.closed' | 'place.stopped'
  }
  /** The clinics the signed-in user belongs to, or with deleted=1 those they can restore. For everyone who is signed in. By an API key with the scope `places:read`, too. `GET /api/v1/clinics` */
  listClinics: {
    input: {
      query?: {
        page?: string | number
        per_page?: string | number
        sort?: 'created_at' | '-created_at' | 'name' | '-name' | 'state' | '-state' | 'next_charge' | '-next_charge'
        q?: string
        state?: 'running' | 'trial' | 'past_due' | 'read_only' | 'stopped'
        deleted?: '0' | '1'
      }
    }
    data: {
      clinics: ListedClinic[]
      total: number
      total_capped?: boolean
      page: number
      per_page: number
    }
    refusals: OfEveryCall | OfKeys | OfSignedIn | 'request.invalid'
  }
  /** Set up a veterinary clinic with its address and payer. For everyone who is signed in. Not by an API key. `POST /api/v1/clinics` */
  createClinic: {
    input: {
      body: NewClinicAndBillingEntity
    }
    data: Clinic
    refusals: OfEveryCall | OfSignedIn | OfCommands | OfKeyed | 'request.invalid' | 'subdomain.unavailable' | 'domain.invalid' | 'domain.unavailable' | 'plan.required' | 'role.insufficient' | 'product.disabled' | 'billing_entity.unknown'
  }
  /** Delete a clinic; its Owner can restore it for 30 days. For an Owner. Not by an API key. `DELETE /api/v1/clinics/{id}` */
  deleteClinic: {
    input: {
      path: {
        id: string
      }
    }
    data: null
    refusals: OfEveryCall | OfSignedIn | OfCommands | 'role.insufficient' | 'not_found'
  }
  /** One clinic. For every member. By an API key with the scope `places:read`, too. `GET /api/v1/clinics/{id}` */
  getClinic: {
    input: {
      path: {
        id: string
      }
    }
    data: Clinic
    refusals: OfEveryCall | OfKeys | OfSignedIn | 'not_found'
  }
  /** Change a clinic; its addresses, payer and plan only by an Owner. For an Owner or Admin. By an API key with the scope `places:write`, too. `PUT /api/v1/clinics/{id}` */
  updateClinic: {
    input: {
      path: {
        id: string
      }
      body?: ClinicChanges
    }
    data: Clinic
    refusals: OfEveryCall | OfKeys | OfSignedIn | OfCommands | 'request.invalid' | 'subdomain.unavailable' | 'domain.invalid' | 'domain.unavailable' | 'plan.required' | 'role.insufficient' | 'payer.right_missing' | 'place.read_only' | 'not_found' | 'billing_entity.unknown' | 'request.stale'
  }
  /** Who did what with a clinic in the last 400 days, newest first. For an Owner or Admin. By an API key with the scope `places:read`, too. `GET /api/v1/clinics/{id}/activity` */
  listClinicActivity: {
    input: {
      path: {
        id: string
      }
      query?: {
        who?: string
        deed?: 'createSite' | 'updateSite' | 'deleteSite' | 'restoreSite' | 'changeSettings' | 'makeViewer' | 'endViewer' | 'setLotTarget' | 'beginImport' | 'addDemo' | 'removeDemo' | 'exportHerd' | 'overrideHold' | 'lockShipList' | 'reopenShipList' | 'departShipList' | 'createHandOff' | 'verifyDomain' | 'warnDomain' | 'removeDomain' | 'createSubscriptionItem' | 'changeSubscriptionItem' | 'endSubscription' | 'keepSubscription' | 'pauseSubscription' | 'resumeSubscription' | 'extendTrial' | 'giveAddress' | 'takeAddress' | 'proposePlan' | 'withdrawPlanProposal' | 'acceptPlanProposal' | 'declinePlanProposal' | 'createPlaceKey' | 'revokePlaceKey' | 'addHand' | 'renameHand' | 'removeHand' | 'inviteToSite' | 'changeSiteInvite' | 'resendSiteInvite' | 'revokeSiteInvite' | 'reopenSiteInvite' | 'voidSiteInvite' | 'acceptSiteInvite' | 'declineSiteInvite' | 'changeRole' | 'removeMember' | 'putBackMember' | 'leave' | 'offerHandOver' | 'withdrawHandOver' | 'acceptHandOver' | 'declineHandOver' | 'addWebhook' | 'changeWebhook' | 'renewWebhookSecret' | 'removeWebhook' | 'sendToWebhook' | 'endWebhook' | 'createClinic' | 'updateClinic' | 'deleteClinic' | 'restoreClinic' | 'inviteToClinic' | 'changeClinicInvite' | 'resendClinicInvite' | 'revokeClinicInvite' | 'reopenClinicInvite' | 'voidClinicInvite' | 'acceptClinicInvite' | 'declineClinicInvite' | 'createBillingEntity' | 'updateBillingEntity' | 'deleteBillingEntity' | 'addMember' | 'addCard' | 'tryCard' | 'replaceCard' | 'changeCardExpiry' | 'updateCard' | 'removeCard' | 'correctInvoice' | 'addInvoiceRecipient' | 'resendInvoiceRecipient' | 'removeInvoiceRecipient' | 'refuseInvoices' | 'confirmInvoiceRecipient' | 'payInvoice' | 'creditInvoice' | 'inviteToBillingEntity' | 'changeBillingEntityInvite' | 'resendBillingEntityInvite' | 'revokeBillingEntityInvite' | 'reopenBillingEntityInvite' | 'voidBillingEntityInvite' | 'acceptBillingEntityInvite' | 'declineBillingEntityInvite'
        from?: string
        to?: string
        per_page?: string | number
        after?: string
      }
    }
    data: {
      activity: Activity[]
      next: string | null
    }
    refusals: OfEveryCall | OfKeys | OfSignedIn | 'request.invalid' | 'role.insufficient' | 'not_found'
  }
  /** The whole filtered activity of a clinic as a table. For an Owner or Admin. By an API key with the scope `places:read`, too. `GET /api/v1/clinics/{id}/activity.csv` */
  exportClinicActivity: {
    input: {
      path: {
        id: string
      }
      query?: {
        who?: string
        deed?: 'createSite' | 'updateSite' | 'deleteSite' | 'restoreSite' | 'changeSettings' | 'makeViewer' | 'endViewer' | 'setLotTarget' | 'beginImport' | 'addDemo' | 'removeDemo' | 'exportHerd' | 'overrideHold' | 'lockShipList' | 'reopenShipList' | 'departShipList' | 'createHandOff' | 'verifyDomain' | 'warnDomain' | 'removeDomain' | 'createSubscriptionItem' | 'changeSubscriptionItem' | 'endSubscription' | 'keepSubscription' | 'pauseSubscription' | 'resumeSubscription' | 'extendTrial' | 'giveAddress' | 'takeAddress' | 'proposePlan' | 'withdrawPlanProposal' | 'acceptPlanProposal' | 'declinePlanProposal' | 'createPlaceKey' | 'revokePlaceKey' | 'addHand' | 'renameHand' | 'removeHand' | 'inviteToSite' | 'changeSiteInvite' | 'resendSiteInvite' | 'revokeSiteInvite' | 'reopenSiteInvite' | 'voidSiteInvite' | 'acceptSiteInvite' | 'declineSiteInvite' | 'changeRole' | 'removeMember' | 'putBackMember' | 'leave' | 'offerHandOver' | 'withdrawHandOver' | 'acceptHandOver' | 'declineHandOver' | 'addWebhook' | 'changeWebhook' | 'renewWebhookSecret' | 'removeWebhook' | 'sendToWebhook' | 'endWebhook' | 'createClinic' | 'updateClinic' | 'deleteClinic' | 'restoreClinic' | 'inviteToClinic' | 'changeClinicInvite' | 'resendClinicInvite' | 'revokeClinicInvite' | 'reopenClinicInvite' | 'voidClinicInvite' | 'acceptClinicInvite' | 'declineClinicInvite' | 'createBillingEntity' | 'updateBillingEntity' | 'deleteBillingEntity' | 'addMember' | 'addCard' | 'tryCard' | 'replaceCard' | 'changeCardExpiry' | 'updateCard' | 'removeCard' | 'correctInvoice' | 'addInvoiceRecipient' | 'resendInvoiceRecipient' | 'removeInvoiceRecipient' | 'refuseInvoices' | 'confirmInvoiceRecipient' | 'payInvoice' | 'creditInvoice' | 'inviteToBillingEntity' | 'changeBillingEntityInvite' | 'resendBillingEntityInvite' | 'revokeBillingEntityInvite' | 'reopenBillingEntityInvite' | 'voidBillingEntityInvite' | 'acceptBillingEntityInvite' | 'declineBillingEntityInvite'
        from?: string
        to?: string
      }
    }
    data: Blob
    refusals: OfEveryCall | OfKeys | OfSignedIn | 'request.invalid' | 'role.insufficient' | 'not_found'
  }
  /** The keys of a clinic that work, and those that ran out in the last 30 days; newest first. For an Owner or Admin. Not by an API key. `GET /api/v1/clinics/{id}/api-keys` */
  listClinicApiKeys: {
    input: {
      path: {
        id: string
      }
    }
    data: {
      api_keys: PlaceKey[]
    }
    refusals: OfEveryCall | OfSignedIn | 'role.insufficient' | 'not_found'
  }
  /** Make a key of a clinic; it is shown this once. For an Owner or Admin. Not by an API key. `POST /api/v1/clinics/{id}/api-keys` */
  createClinicApiKey: {
    input: {
      path: {
        id: string
      }
      body: NewPlaceKey
    }
    data: {
      api_key: PlaceKey
      key: string
    }
    refusals: OfEveryCall | OfSignedIn | OfCommands | 'request.invalid' | 'role.insufficient' | 'place.read_only' | 'session.reauth_required' | 'not_found' | 'api_key.too_many'
  }
  /** Revoke a key of a clinic, at once and for good. For an Owner or Admin. Not by an API key. `DELETE /api/v1/clinics/{id}/api-keys/{keyId}` */
  revokeClinicApiKey: {
    input: {
      path: {
        id: string
        keyId: string
      }
    }
    data: null
    refusals: OfEveryCall | OfSignedIn | OfCommands | 'role.insufficient' | 'not_found'
  }
  /** A clinic’s custom domain; for those who run it the records it needs and what was seen; null when it has none. For every member. By an API key with the scope `places:read`, too. `GET /api/v1/clinics/{id}/domain` */
  getClinicDomain: {
    input: {
      path: {
        id: string
      }
    }
    data: DomainClaim | null
    refusals: OfEveryCall | OfKeys | OfSignedIn | 'not_found'
  }
  /** Look up a clinic’s custom domain now; a removed one is looked for anew. For an Owner or Admin. By an API key with the scope `places:write`, too. `POST /api/v1/clinics/{id}/domain/check` */
  checkClinicDomain: {
    input: {
      path: {
        id: string
      }
    }
    data: DomainClaim
    refusals: OfEveryCall | OfKeys | OfSignedIn | OfCommands | 'role.insufficient' | 'not_found' | 'domain.taken'
  }
  /** Take the open offer of a clinic back. For an Owner. Not by an API key. `DELETE /api/v1/clinics/{id}/hand-over` */
  withdrawClinicHandOver: {
    input: {
      path: {
        id: string
      }
    }
    data: null
    refusals: OfEveryCall | OfSignedIn | OfCommands | 'role.insufficient' | 'not_found' | 'hand_over.closed'
  }
  /** The open offer of a clinic, for its Owners and whoever it is made to; else null. For every member. Not by an API key. `GET /api/v1/clinics/{id}/hand-over` */
  getClinicHandOver: {
    input: {
      path: {
        id: string
      }
    }
    data: OwnershipTransfer | null
    refusals: OfEveryCall | OfSignedIn | 'not_found'
  }
  /** Offer a clinic to another member for seven days, instead of any earlier offer. For an Owner. Not by an API key. `POST /api/v1/clinics/{id}/hand-over` */
  offerClinicHandOver: {
    input: {
      path: {
        id: string
      }
      body: {
        user_id: string
      }
    }
    data: OwnershipTransfer
    refusals: OfEveryCall | OfSignedIn | OfCommands | OfKeyed | 'request.invalid' | 'role.insufficient' | 'session.reauth_required' | 'place.read_only' | 'not_found' | 'member.owns_already'
  }
  /** Become the Owner of a clinic that was offered. For every member. Not by an API key. `POST /api/v1/clinics/{id}/hand-over/accept` */
  acceptClinicHandOver: {
    input: {
      path: {
        id: string
      }
    }
    data: Member
    refusals: OfEveryCall | OfSignedIn | OfCommands | OfKeyed | 'session.reauth_required' | 'place.read_only' | 'not_found' | 'hand_over.closed'
  }
  /** Leave a clinic that was offered with its Owner. For every member. Not by an API key. `POST /api/v1/clinics/{id}/hand-over/decline` */
  declineClinicHandOver: {
    input: {
      path: {
        id: string
      }
    }
    data: null
    refusals: OfEveryCall | OfSignedIn | OfCommands | OfKeyed | 'not_found' | 'hand_over.closed'
  }
  /** Put someone without an address on a clinic’s list by name. For an Owner or Admin. By an API key with the scope `people:write`, too. `POST /api/v1/clinics/{id}/hands` */
  addClinicHand: {
    input: {
      path: {
        id: string
      }
      body: UnregisteredName
    }
    data: Member
    refusals: OfEveryCall | OfKeys | OfSignedIn | OfCommands | OfKeyed | 'request.invalid' | 'role.insufficient' | 'place.read_only' | 'not_found' | 'place.full'
  }
  /** Take someone without an address off a clinic’s list. For an Owner or Admin. By an API key with the scope `people:write`, too. `DELETE /api/v1/clinics/{id}/hands/{handId}` */
  removeClinicHand: {
    input: {
      path: {
        id: string
        handId: string
      }
    }
    data: null
    refusals: OfEveryCall | OfKeys | OfSignedIn | OfCommands | 'role.insufficient' | 'place.read_only' | 'not_found'
  }
  /** Rename someone without an address on a clinic’s list. For an Owner or Admin. By an API key with the scope `people:write`, too. `PUT /api/v1/clinics/{id}/hands/{handId}` */
  renameClinicHand: {
    input: {
      path: {
        id: string
        handId: string
      }
      body: UnregisteredName
    }
    data: Member
    refusals: OfEveryCall | OfKeys | OfSignedIn | OfCommands | 'request.invalid' | 'role.insufficient' | 'place.read_only' | 'not_found'
  }
  /** Take the plan that is proposed for a clinic back. For an Owner. Not by an API key. `DELETE /api/v1/clinics/{id}/plan-proposal` */
  withdrawClinicPlanProposal: {
    input: {
      path: {
        id: string
      }
    }
    data: null
    refusals: OfEveryCall | OfSignedIn | OfCommands | 'role.insufficient' | 'not_found' | 'proposal.closed'
  }
  /** The plan that is proposed to the payer of a clinic; else null. For an Owner or Admin. Not by an API key. `GET /api/v1/clinics/{id}/plan-proposal` */
  getClinicPlanProposal: {
    input: {
      path: {
        id: string
      }
    }
    data: PlanProposal | null
    refusals: OfEveryCall | OfSignedIn | 'role.insufficient' | 'not_found'
  }
  /** Propose a plan for a clinic to whoever pays for it, instead of any earlier proposal. For an Owner. Not by an API key. `POST /api/v1/clinics/{id}/plan-proposal` */
  proposeClinicPlan: {
    input: {
      path: {
        id: string
      }
      body: {
        plan_id: string
      }
    }
    data: PlanProposal
    refusals: OfEveryCall | OfSignedIn | OfCommands | OfKeyed | 'request.invalid' | 'plan.required' | 'role.insufficient' | 'not_found' | 'billing_entity.unknown' | 'proposal.not_needed'
  }
  /** Bring back a clinic that was deleted at most 30 days ago. For an Owner. Not by an API key. `POST /api/v1/clinics/{id}/restore` */
  restoreClinic: {
    input: {
      path: {
        id: string
      }
      body?: {
        subdomain?: string
      }
    }
    data: Clinic
    refusals: OfEveryCall | OfSignedIn | OfCommands | OfKeyed | 'request.invalid' | 'subdomain.unavailable' | 'role.insufficient' | 'not_found'
  }
  /** Who belongs to a clinic. For every member. By an API key with the scope `people:read`, too. `GET /api/v1/clinics/{id}/users` */
  listClinicUsers: {
    input: {
      path: {
        id: string
      }
      query?: {
        page?: string | number
        per_page?: string | number
        sort?: 'name' | '-name' | 'email' | '-email' | 'role' | '-role' | 'created_at' | '-created_at'
        q?: string
        invites?: '0' | '1'
      }
    }
    data: {
      users: ListedMember[]
      total: number
      total_capped?: boolean
      page: number
      per_page: number
    }
    refusals: OfEveryCall | OfKeys | OfSignedIn | 'request.invalid' | 'role.insufficient' | 'not_found'
  }
  /** Remove a member from a clinic, or leave it oneself. For every member. By an API key with the scope `people:write`, too. `DELETE /api/v1/clinics/{id}/users/{userId}` */
  removeClinicUser: {
    input: {
      path: {
        id: string
        userId: string
      }
    }
    data: null
    refusals: OfEveryCall | OfKeys | OfSignedIn | OfCommands | 'role.insufficient' | 'place.read_only' | 'not_found' | 'place.last_owner'
  }
  /** Give a member of a clinic another role, or put one back who was just removed; what concerns an Owner only by an Owner. For an Owner or Admin. By an API key with the scope `people:write`, too. `PUT /api/v1/clinics/{id}/users/{userId}` */
  changeClinicUserRole: {
    input: {
      path: {
        id: string
        userId: string
      }
      body: {
        role: 'Owner' | 'Admin' | 'User'
        action?: 'put_back'
      }
    }
    data: Member
    refusals: OfEveryCall | OfKeys | OfSignedIn | OfCommands | 'request.invalid' | 'role.insufficient' | 'session.reauth_required' | 'place.read_only' | 'not_found' | 'place.last_owner' | 'member.gone'
  }
  /** The webhooks of a clinic, without their secrets. For an Owner or Admin. Not by an API key. `GET /api/v1/clinics/{id}/webhooks` */
  listClinicWebhooks: {
    input: {
      path: {
        id: string
      }
    }
    data: {
      webhooks: Webhook[]
    }
    refusals: OfEveryCall | OfSignedIn | 'role.insufficient' | 'not_found'
  }
  /** Have events of a clinic sent to an https address; its secret is shown once. For an Owner or Admin. Not by an API key. `POST /api/v1/clinics/{id}/webhooks` */
  addClinicWebhook: {
    input: {
      path: {
        id: string
      }
      body: {
        url: string
        events: string
      }
    }
    data: NewWebhook
    refusals: OfEveryCall | OfSignedIn | OfCommands | 'request.invalid' | 'webhook.address' | 'role.insufficient' | 'place.read_only' | 'not_found' | 'webhook.exists' | 'webhook.too_many'
  }
  /** Remove a webhook of a clinic with its log. For an Owner or Admin. Not by an API key. `DELETE /api/v1/clinics/{id}/webhooks/{webhookId}` */
  removeClinicWebhook: {
    input: {
      path: {
        id: string
        webhookId: string
      }
    }
    data: null
    refusals: OfEveryCall | OfSignedIn | OfCommands | 'role.insufficient' | 'not_found'
  }
  /** Change the address or events of a webhook of a clinic, or switch it on or off. For an Owner or Admin. Not by an API key. `PUT /api/v1/clinics/{id}/webhooks/{webhookId}` */
  changeClinicWebhook: {
    input: {
      path: {
        id: string
        webhookId: string
      }
      body?: {
        url?: string
        events?: string
        status?: 'on' | 'off'
      }
    }
    data: Webhook
    refusals: OfEveryCall | OfSignedIn | OfCommands | 'request.invalid' | 'webhook.address' | 'role.insufficient' | 'place.read_only' | 'not_found' | 'webhook.exists'
  }
  /** What was sent to a webhook of a clinic in the last 30 days, newest first, with every try. For an Owner or Admin. Not by an API key. `GET /api/v1/clinics/{id}/webhooks/{webhookId}/deliveries` */
  listClinicDeliveries: {
    input: {
      path: {
        id: string
        webhookId: string
      }
      query?: {
        per_page?: string | number
        page?: string | number
      }
    }
    data: {
      deliveries: {
        id: string
        event: string
        at: string
        state: 'waiting' | 'delivered' | 'failed' | 'missed'
        next_try_at: string | null
        body: string
        tries: {
          at: string
          status: number | null
          duration_ms: number
          answer: string
          failure: string | null
        }[]
      }[]
      has_more: boolean
    }
    refusals: OfEveryCall | OfSignedIn | 'request.invalid' | 'role.insufficient' | 'not_found'
  }
  /** Send a webhook of a clinic one event again, all since a time, or, where neither is given, a test. For an Owner or Admin. Not by an API key. `POST /api/v1/clinics/{id}/webhooks/{webhookId}/deliveries` */
  sendToClinicWebhook: {
    input: {
      path: {
        id: string
        webhookId: string
      }
      body?: {
        delivery?: string
        since?: string
      }
    }
    data: {
      sent: number
    }
    refusals: OfEveryCall | OfSignedIn | OfCommands | OfKeyed | 'request.invalid' | 'role.insufficient' | 'place.read_only' | 'not_found' | 'webhook.off'
  }
  /** Give a webhook of a clinic a new secret, shown once; the present one is good for a day more. For an Owner or Admin. Not by an API key. `POST /api/v1/clinics/{id}/webhooks/{webhookId}/secret` */
  renewClinicWebhookSecret: {
    input: {
      path: {
        id: string
        webhookId: string
      }
    }
    data: NewWebhook
    refusals: OfEveryCall | OfSignedIn | OfCommands | 'role.insufficient' | 'place.read_only' | 'not_found'
  }
  /** Whether a subdomain and a domain can be used. For everyone who is signed in. By an API key with the scope `places:read`, too. `POST /api/v1/clinics/validate-domain` */
  validateDomain: {
    input: {
      body?: {
        id?: string
        clinic_id?: string
        domain?: string
        subdomain?: string
      }
    }
    data: {
      a_record: string
      subdomain: {
        available: boolean
        reason: string | null
        launch_url: string | null
      } | null
      domain: {
        valid: boolean
        available: boolean
        status: DomainState | null
        records: {
          type: 'A' | 'TXT'
          name: string
          value: string | null
        }[]
      } | null
    }
    refusals: OfEveryCall | OfKeys | OfSignedIn | OfCommands | 'request.invalid' | 'subdomain.unavailable' | 'domain.invalid' | 'domain.unavailable'
  }
  /** People by a part of their name or address, at the places whose people the signed-in user may see. For everyone who is signed in. Not by an API key. `GET /api/v1/colleagues` */
  findColleagues: {
    input: {
      query: {
        q: string
        per_page?: string | number
      }
    }
    data: {
      colleagues: {
        id: string
        first_name: string | null
        last_name: string | null
        email: string | null
        place: {
          kind: 'site' | 'clinic' | 'billing_entity'
          id: string
          name: string
        }
        places: number
      }[]
      more: boolean
    }
    refusals: OfEveryCall | OfSignedIn | 'request.invalid'
  }
  /** What changes for the caller: as a stream of server-sent events, or once with `since`. For everyone who is signed in. By an API key with the scope `places:read`, too. `GET /api/v1/events` */
  followEvents: {
    input: {
      query?: {
        since?: string
        after?: string
      }
    }
    data: LiveEvents
    refusals: OfEveryCall | OfKeys | OfSignedIn | 'request.invalid'
  }
  /** A single-use code with which a tenant’s host signs this user in. For every member. Not by an API key. `POST /api/v1/hand-offs` */
  createHandOff: {
    input: {
      body: {
        host: string
        state: string
      }
    }
    data: LaunchLink
    refusals: OfEveryCall | OfSignedIn | OfCommands | 'request.invalid' | 'not_found'
  }
  /** Delete the signed-in user’s account for good; while something needs them, `blockers` names it. For everyone who is signed in. Not by an API key. `DELETE /api/v1/me` */
  deleteMe: {
    input: {
      body: DeleteMe
    }
    data: null
    refusals: OfEveryCall | OfSignedIn | OfCommands | 'request.invalid' | 'account.wrong_email' | 'session.reauth_required' | 'account.needed'
  }
  /** What keeps the signed-in user from deleting their account. For everyone who is signed in. Not by an API key. `GET /api/v1/me/blockers` */
  listBlockers: {
    input: object
    data: {
      blockers: Blocker[]
    }
    refusals: OfEveryCall | OfSignedIn
  }
  /** Everything about the signed-in user: one archive with data.json and a table (CSV) for each part. For everyone who is signed in. Not by an API key. `GET /api/v1/me/export` */
  exportMyData: {
    input: object
    data: Blob
    refusals: OfEveryCall | OfSignedIn
  }
  /** Choose the plan that is proposed; the payer is charged as for any change of plan. For an Owner or Admin. Not by an API key. `POST /api/v1/plan-proposals/{id}/accept` */
  acceptPlanProposal: {
    input: {
      path: {
        id: string
      }
    }
    data: null
    refusals: OfEveryCall | OfSignedIn | OfCommands | OfKeyed | 'plan.required' | 'role.insufficient' | 'not_found' | 'proposal.closed'
  }
  /** Leave the plan as it is. For an Owner or Admin. Not by an API key. `POST /api/v1/plan-proposals/{id}/decline` */
  declinePlanProposal: {
    input: {
      path: {
        id: string
      }
    }
    data: null
    refusals: OfEveryCall | OfSignedIn | OfCommands | OfKeyed | 'role.insufficient' | 'not_found' | 'proposal.closed'
  }
  /** The invitations to a site that the signed-in user received; on a tenant’s host: The invitations to a site. On the portal: For everyone who is signed in. Not by an API key. On a tenant’s host: For an Owner or Admin. By an API key with the scope `people:read`, too. On a place’s own host. `GET /api/v1/site-invites` */
  listReceivedSiteInvites: {
    input: {
      query?: {
        page?: string | number
        per_page?: string | number
        sort?: ('-created_at' | 'created_at' | 'expired_at' | '-expired_at') | ('-created_at' | 'created_at' | 'email' | '-email' | 'expired_at')
        q?: string
        status?: ('sent' | 'accepted' | 'declined' | 'revoked' | 'expired' | 'all') | ('sent' | 'accepted' | 'declined' | 'revoked' | 'expired')
        id?: string
      }
    }
    data: {
      invites: ReceivedSiteInvite[]
      total: number
      total_capped?: boolean
      page: number
      per_page: number
    } | {
      invites: SiteInvite[]
      total: number
      total_capped?: boolean
      page: number
      per_page: number
    }
    refusals: OfEveryCall | OfSignedIn | 'request.invalid' | 'role.insufficient' | 'not_found' | 'place.stopped'
  }
  /** Invite someone to a site, or renew their open invitation; mails them. For an Owner or Admin. By an API key with the scope `people:write`, too. On a place’s own host. `POST /api/v1/site-invites` */
  inviteToSite: {
    input: {
      body: NewInvite
    }
    data: SiteInvite
    refusals: OfEveryCall | OfKeys | OfSignedIn | OfCommands | OfKeyed | 'request.invalid' | 'role.insufficient' | 'place.read_only' | 'not_found' | 'member.already' | 'invite.too_many' | 'place.stopped'
  }
  /** Take an invitation to a site back. For an Owner or Admin. By an API key with the scope `people:write`, too. On a place’s own host. `DELETE /api/v1/site-invites/{id}` */
  revokeSiteInvite: {
    input: {
      path: {
        id: string
      }
    }
    data: null
    refusals: OfEveryCall | OfKeys | OfSignedIn | OfCommands | 'role.insufficient' | 'not_found' | 'invite.closed' | 'place.stopped'
  }
  /** Change the role that an open invitation to a site offers, or leave it as it was after all. For an Owner or Admin. By an API key with the scope `people:write`, too. On a place’s own host. `PUT /api/v1/site-invites/{id}` */
  changeSiteInvite: {
    input: {
      path: {
        id: string
      }
      body: InviteChanges
    }
    data: SiteInvite
    refusals: OfEveryCall | OfKeys | OfSignedIn | OfCommands | 'request.invalid' | 'role.insufficient' | 'place.read_only' | 'not_found' | 'invite.closed' | 'request.stale' | 'place.stopped'
  }
  /** Accept an invitation to a site and become a member of it. For everyone who is signed in. Not by an API key. `PUT /api/v1/site-invites/{id}/accept` */
  acceptSiteInvite: {
    input: {
      path: {
        id: string
      }
    }
    data: ReceivedSiteInvite
    refusals: OfEveryCall | OfSignedIn | OfCommands | 'place.read_only' | 'not_found' | 'invite.not_accepted' | 'place.stopped'
  }
  /** Decline an invitation to a site. For everyone who is signed in. Not by an API key. `PUT /api/v1/site-invites/{id}/decline` */
  declineSiteInvite: {
    input: {
      path: {
        id: string
      }
    }
    data: ReceivedSiteInvite
    refusals: OfEveryCall | OfSignedIn | OfCommands | 'not_found' | 'invite.not_declined'
  }
  /** Mail an open or expired invitation to a site again, good for seven more days. For an Owner or Admin. By an API key with the scope `people:write`, too. On a place’s own host. `POST /api/v1/site-invites/{id}/resend` */
  resendSiteInvite: {
    input: {
      path: {
        id: string
      }
    }
    data: SiteInvite
    refusals: OfEveryCall | OfKeys | OfSignedIn | OfCommands | OfKeyed | 'role.insufficient' | 'place.read_only' | 'not_found' | 'invite.closed' | 'place.stopped'
  }
  /** The sites the signed-in user belongs to, or with deleted=1 those they can restore. For everyone who is signed in. By an API key with the scope `places:read`, too. `GET /api/v1/sites` */
  listSites: {
    input: {
      query?: {
        page?: string | number
        per_page?: string | number
        sort?: 'created_at' | '-created_at' | 'name' | '-name' | 'state' | '-state' | 'next_charge' | '-next_charge'
        q?: string
        state?: 'running' | 'trial' | 'past_due' | 'read_only' | 'stopped'
        deleted?: '0' | '1'
      }
    }
    data: {
      sites: ListedSite[]
      total: number
      total_capped?: boolean
      page: number
      per_page: number
    }
    refusals: OfEveryCall | OfKeys | OfSignedIn | 'request.invalid'
  }
  /** Set up an operation site with its address, payer and plan. For everyone who is signed in. Not by an API key. `POST /api/v1/sites` */
  createSite: {
    input: {
      body: NewSiteAndBillingEntity
    }
    data: Site
    refusals: OfEveryCall | OfSignedIn | OfCommands | OfKeyed | 'request.invalid' | 'subdomain.unavailable' | 'domain.invalid' | 'domain.unavailable' | 'plan.required' | 'species.unknown' | 'role.insufficient' | 'product.disabled' | 'billing_entity.unknown'
  }
  /** Delete a site; its Owner can restore it for 30 days. For an Owner. Not by an API key. `DELETE /api/v1/sites/{id}` */
  deleteSite: {
    input: {
      path: {
        id: string
      }
    }
    data: null
    refusals: OfEveryCall | OfSignedIn | OfCommands | 'role.insufficient' | 'not_found'
  }
  /** One site. For every member. By an API key with the scope `places:read`, too. `GET /api/v1/sites/{id}` */
  getSite: {
    input: {
      path: {
        id: string
      }
    }
    data: Site
    refusals: OfEveryCall | OfKeys | OfSignedIn | 'not_found'
  }
  /** Change a site; its address, payer and plan only by an Owner. For an Owner or Admin. By an API key with the scope `places:write`, too. `PUT /api/v1/sites/{id}` */
  updateSite: {
    input: {
      path: {
        id: string
      }
      body?: SiteChanges
    }
    data: Site
    refusals: OfEveryCall | OfKeys | OfSignedIn | OfCommands | 'request.invalid' | 'subdomain.unavailable' | 'domain.invalid' | 'domain.unavailable' | 'plan.required' | 'species.unknown' | 'role.insufficient' | 'payer.right_missing' | 'place.read_only' | 'not_found' | 'billing_entity.unknown' | 'request.stale'
  }
  /** Who did what with a site in the last 400 days, newest first. For an Owner or Admin. By an API key with the scope `places:read`, too. `GET /api/v1/sites/{id}/activity` */
  listSiteActivity: {
    input: {
      path: {
        id: string
      }
      query?: {
        who?: string
        deed?: 'createSite' | 'updateSite' | 'deleteSite' | 'restoreSite' | 'changeSettings' | 'makeViewer' | 'endViewer' | 'setLotTarget' | 'beginImport' | 'addDemo' | 'removeDemo' | 'exportHerd' | 'overrideHold' | 'lockShipList' | 'reopenShipList' | 'departShipList' | 'createHandOff' | 'verifyDomain' | 'warnDomain' | 'removeDomain' | 'createSubscriptionItem' | 'changeSubscriptionItem' | 'endSubscription' | 'keepSubscription' | 'pauseSubscription' | 'resumeSubscription' | 'extendTrial' | 'giveAddress' | 'takeAddress' | 'proposePlan' | 'withdrawPlanProposal' | 'acceptPlanProposal' | 'declinePlanProposal' | 'createPlaceKey' | 'revokePlaceKey' | 'addHand' | 'renameHand' | 'removeHand' | 'inviteToSite' | 'changeSiteInvite' | 'resendSiteInvite' | 'revokeSiteInvite' | 'reopenSiteInvite' | 'voidSiteInvite' | 'acceptSiteInvite' | 'declineSiteInvite' | 'changeRole' | 'removeMember' | 'putBackMember' | 'leave' | 'offerHandOver' | 'withdrawHandOver' | 'acceptHandOver' | 'declineHandOver' | 'addWebhook' | 'changeWebhook' | 'renewWebhookSecret' | 'removeWebhook' | 'sendToWebhook' | 'endWebhook' | 'createClinic' | 'updateClinic' | 'deleteClinic' | 'restoreClinic' | 'inviteToClinic' | 'changeClinicInvite' | 'resendClinicInvite' | 'revokeClinicInvite' | 'reopenClinicInvite' | 'voidClinicInvite' | 'acceptClinicInvite' | 'declineClinicInvite' | 'createBillingEntity' | 'updateBillingEntity' | 'deleteBillingEntity' | 'addMember' | 'addCard' | 'tryCard' | 'replaceCard' | 'changeCardExpiry' | 'updateCard' | 'removeCard' | 'correctInvoice' | 'addInvoiceRecipient' | 'resendInvoiceRecipient' | 'removeInvoiceRecipient' | 'refuseInvoices' | 'confirmInvoiceRecipient' | 'payInvoice' | 'creditInvoice' | 'inviteToBillingEntity' | 'changeBillingEntityInvite' | 'resendBillingEntityInvite' | 'revokeBillingEntityInvite' | 'reopenBillingEntityInvite' | 'voidBillingEntityInvite' | 'acceptBillingEntityInvite' | 'declineBillingEntityInvite'
        from?: string
        to?: string
        per_page?: string | number
        after?: string
      }
    }
    data: {
      activity: Activity[]
      next: string | null
    }
    refusals: OfEveryCall | OfKeys | OfSignedIn | 'request.invalid' | 'role.insufficient' | 'not_found'
  }
  /** The whole filtered activity of a site as a table. For an Owner or Admin. By an API key with the scope `places:read`, too. `GET /api/v1/sites/{id}/activity.csv` */
  exportSiteActivity: {
    input: {
      path: {
        id: string
      }
      query?: {
        who?: string
        deed?: 'createSite' | 'updateSite' | 'deleteSite' | 'restoreSite' | 'changeSettings' | 'makeViewer' | 'endViewer' | 'setLotTarget' | 'beginImport' | 'addDemo' | 'removeDemo' | 'exportHerd' | 'overrideHold' | 'lockShipList' | 'reopenShipList' | 'departShipList' | 'createHandOff' | 'verifyDomain' | 'warnDomain' | 'removeDomain' | 'createSubscriptionItem' | 'changeSubscriptionItem' | 'endSubscription' | 'keepSubscription' | 'pauseSubscription' | 'resumeSubscription' | 'extendTrial' | 'giveAddress' | 'takeAddress' | 'proposePlan' | 'withdrawPlanProposal' | 'acceptPlanProposal' | 'declinePlanProposal' | 'createPlaceKey' | 'revokePlaceKey' | 'addHand' | 'renameHand' | 'removeHand' | 'inviteToSite' | 'changeSiteInvite' | 'resendSiteInvite' | 'revokeSiteInvite' | 'reopenSiteInvite' | 'voidSiteInvite' | 'acceptSiteInvite' | 'declineSiteInvite' | 'changeRole' | 'removeMember' | 'putBackMember' | 'leave' | 'offerHandOver' | 'withdrawHandOver' | 'acceptHandOver' | 'declineHandOver' | 'addWebhook' | 'changeWebhook' | 'renewWebhookSecret' | 'removeWebhook' | 'sendToWebhook' | 'endWebhook' | 'createClinic' | 'updateClinic' | 'deleteClinic' | 'restoreClinic' | 'inviteToClinic' | 'changeClinicInvite' | 'resendClinicInvite' | 'revokeClinicInvite' | 'reopenClinicInvite' | 'voidClinicInvite' | 'acceptClinicInvite' | 'declineClinicInvite' | 'createBillingEntity' | 'updateBillingEntity' | 'deleteBillingEntity' | 'addMember' | 'addCard' | 'tryCard' | 'replaceCard' | 'changeCardExpiry' | 'updateCard' | 'removeCard' | 'correctInvoice' | 'addInvoiceRecipient' | 'resendInvoiceRecipient' | 'removeInvoiceRecipient' | 'refuseInvoices' | 'confirmInvoiceRecipient' | 'payInvoice' | 'creditInvoice' | 'inviteToBillingEntity' | 'changeBillingEntityInvite' | 'resendBillingEntityInvite' | 'revokeBillingEntityInvite' | 'reopenBillingEntityInvite' | 'voidBillingEntityInvite' | 'acceptBillingEntityInvite' | 'declineBillingEntityInvite'
        from?: string
        to?: string
      }
    }
    data: Blob
    refusals: OfEveryCall | OfKeys | OfSignedIn | 'request.invalid' | 'role.insufficient' | 'not_found'
  }
  /** The keys of a site that work, and those that ran out in the last 30 days; newest first. For an Owner or Admin. Not by an API key. `GET /api/v1/sites/{id}/api-keys` */
  listSiteApiKeys: {
    input: {
      path: {
        id: string
      }
    }
    data: {
      api_keys: PlaceKey[]
    }
    refusals: OfEveryCall | OfSignedIn | 'role.insufficient' | 'not_found'
  }
  /** Make a key of a site; it is shown this once. For an Owner or Admin. Not by an API key. `POST /api/v1/sites/{id}/api-keys` */
  createSiteApiKey: {
    input: {
      path: {
        id: string
      }
      body: NewPlaceKey
    }
    data: {
      api_key: PlaceKey
      key: string
    }
    refusals: OfEveryCall | OfSignedIn | OfCommands | 'request.invalid' | 'role.insufficient' | 'place.read_only' | 'session.reauth_required' | 'not_found' | 'api_key.too_many'
  }
  /** Revoke a key of a site, at once and for good. For an Owner or Admin. Not by an API key. `DELETE /api/v1/sites/{id}/api-keys/{keyId}` */
  revokeSiteApiKey: {
    input: {
      path: {
        id: string
        keyId: string
      }
    }
    data: null
    refusals: OfEveryCall | OfSignedIn | OfCommands | 'role.insufficient' | 'not_found'
  }
  /** A site’s custom domain; for those who run it the records it needs and what was seen; null when it has none. For every member. By an API key with the scope `places:read`, too. `GET /api/v1/sites/{id}/domain` */
  getSiteDomain: {
    input: {
      path: {
        id: string
      }
    }
    data: DomainClaim | null
    refusals: OfEveryCall | OfKeys | OfSignedIn | 'not_found'
  }
  /** Look up a site’s custom domain now; a removed one is looked for anew. For an Owner or Admin. By an API key with the scope `places:write`, too. `POST /api/v1/sites/{id}/domain/check` */
  checkSiteDomain: {
    input: {
      path: {
        id: string
      }
    }
    data: DomainClaim
    refusals: OfEveryCall | OfKeys | OfSignedIn | OfCommands | 'role.insufficient' | 'not_found' | 'domain.taken'
  }
  /** Take the open offer of a site back. For an Owner. Not by an API key. `DELETE /api/v1/sites/{id}/hand-over` */
  withdrawSiteHandOver: {
    input: {
      path: {
        id: string
      }
    }
    data: null
    refusals: OfEveryCall | OfSignedIn | OfCommands | 'role.insufficient' | 'not_found' | 'hand_over.closed'
  }
  /** The open offer of a site, for its Owners and whoever it is made to; else null. For every member. Not by an API key. `GET /api/v1/sites/{id}/hand-over` */
  getSiteHandOver: {
    input: {
      path: {
        id: string
      }
    }
    data: OwnershipTransfer | null
    refusals: OfEveryCall | OfSignedIn | 'not_found'
  }
  /** Offer a site to another member for seven days, instead of any earlier offer. For an Owner. Not by an API key. `POST /api/v1/sites/{id}/hand-over` */
  offerSiteHandOver: {
    input: {
      path: {
        id: string
      }
      body: {
        user_id: string
      }
    }
    data: OwnershipTransfer
    refusals: OfEveryCall | OfSignedIn | OfCommands | OfKeyed | 'request.invalid' | 'role.insufficient' | 'session.reauth_required' | 'place.read_only' | 'not_found' | 'member.owns_already'
  }
  /** Become the Owner of a site that was offered. For every member. Not by an API key. `POST /api/v1/sites/{id}/hand-over/accept` */
  acceptSiteHandOver: {
    input: {
      path: {
        id: string
      }
    }
    data: Member
    refusals: OfEveryCall | OfSignedIn | OfCommands | OfKeyed | 'session.reauth_required' | 'place.read_only' | 'not_found' | 'hand_over.closed'
  }
  /** Leave a site that was offered with its Owner. For every member. Not by an API key. `POST /api/v1/sites/{id}/hand-over/decline` */
  declineSiteHandOver: {
    input: {
      path: {
        id: string
      }
    }
    data: null
    refusals: OfEveryCall | OfSignedIn | OfCommands | OfKeyed | 'not_found' | 'hand_over.closed'
  }
  /** Put someone without an address on a site’s list by name. For an Owner or Admin. By an API key with the scope `people:write`, too. `POST /api/v1/sites/{id}/hands` */
  addSiteHand: {
    input: {
      path: {
        id: string
      }
      body: UnregisteredName
    }
    data: Member
    refusals: OfEveryCall | OfKeys | OfSignedIn | OfCommands | OfKeyed | 'request.invalid' | 'role.insufficient' | 'place.read_only' | 'not_found' | 'place.full'
  }
  /** Take someone without an address off a site’s list. For an Owner or Admin. By an API key with the scope `people:write`, too. `DELETE /api/v1/sites/{id}/hands/{handId}` */
  removeSiteHand: {
    input: {
      path: {
        id: string
        handId: string
      }
    }
    data: null
    refusals: OfEveryCall | OfKeys | OfSignedIn | OfCommands | 'role.insufficient' | 'place.read_only' | 'not_found'
  }
  /** Rename someone without an address on a site’s list. For an Owner or Admin. By an API key with the scope `people:write`, too. `PUT /api/v1/sites/{id}/hands/{handId}` */
  renameSiteHand: {
    input: {
      path: {
        id: string
        handId: string
      }
      body: UnregisteredName
    }
    data: Member
    refusals: OfEveryCall | OfKeys | OfSignedIn | OfCommands | 'request.invalid' | 'role.insufficient' | 'place.read_only' | 'not_found'
  }
  /** Take the plan that is proposed for a site back. For an Owner. Not by an API key. `DELETE /api/v1/sites/{id}/plan-proposal` */
  withdrawSitePlanProposal: {
    input: {
      path: {
        id: string
      }
    }
    data: null
    refusals: OfEveryCall | OfSignedIn | OfCommands | 'role.insufficient' | 'not_found' | 'proposal.closed'
  }
  /** The plan that is proposed to the payer of a site; else null. For an Owner or Admin. Not by an API key. `GET /api/v1/sites/{id}/plan-proposal` */
  getSitePlanProposal: {
    input: {
      path: {
        id: string
      }
    }
    data: PlanProposal | null
    refusals: OfEveryCall | OfSignedIn | 'role.insufficient' | 'not_found'
  }
  /** Propose a plan for a site to whoever pays for it, instead of any earlier proposal. For an Owner. Not by an API key. `POST /api/v1/sites/{id}/plan-proposal` */
  proposeSitePlan: {
    input: {
      path: {
        id: string
      }
      body: {
        plan_id: string
      }
    }
    data: PlanProposal
    refusals: OfEveryCall | OfSignedIn | OfCommands | OfKeyed | 'request.invalid' | 'plan.required' | 'role.insufficient' | 'not_found' | 'billing_entity.unknown' | 'proposal.not_needed'
  }
  /** Bring back a site that was deleted at most 30 days ago. For an Owner. Not by an API key. `POST /api/v1/sites/{id}/restore` */
  restoreSite: {
    input: {
      path: {
        id: string
      }
      body?: {
        subdomain?: string
      }
    }
    data: Site
    refusals: OfEveryCall | OfSignedIn | OfCommands | OfKeyed | 'request.invalid' | 'subdomain.unavailable' | 'role.insufficient' | 'not_found'
  }
  /** Who belongs to a site. For every member. By an API key with the scope `people:read`, too. `GET /api/v1/sites/{id}/users` */
  listSiteUsers: {
    input: {
      path: {
        id: string
      }
      query?: {
        page?: string | number
        per_page?: string | number
        sort?: 'name' | '-name' | 'email' | '-email' | 'role' | '-role' | 'created_at' | '-created_at'
        q?: string
        invites?: '0' | '1'
      }
    }
    data: {
      users: ListedMember[]
      total: number
      total_capped?: boolean
      page: number
      per_page: number
    }
    refusals: OfEveryCall | OfKeys | OfSignedIn | 'request.invalid' | 'role.insufficient' | 'not_found'
  }
  /** Remove a member from a site, or leave it oneself. For every member. By an API key with the scope `people:write`, too. `DELETE /api/v1/sites/{id}/users/{userId}` */
  removeSiteUser: {
    input: {
      path: {
        id: string
        userId: string
      }
    }
    data: null
    refusals: OfEveryCall | OfKeys | OfSignedIn | OfCommands | 'role.insufficient' | 'place.read_only' | 'not_found' | 'place.last_owner'
  }
  /** Give a member of a site another role, or put one back who was just removed; what concerns an Owner only by an Owner. For an Owner or Admin. By an API key with the scope `people:write`, too. `PUT /api/v1/sites/{id}/users/{userId}` */
  changeSiteUserRole: {
    input: {
      path: {
        id: string
        userId: string
      }
      body: {
        role: 'Owner' | 'Admin' | 'User'
        action?: 'put_back'
      }
    }
    data: Member
    refusals: OfEveryCall | OfKeys | OfSignedIn | OfCommands | 'request.invalid' | 'role.insufficient' | 'session.reauth_required' | 'place.read_only' | 'not_found' | 'place.last_owner' | 'member.gone'
  }
  /** The webhooks of a site, without their secrets. For an Owner or Admin. Not by an API key. `GET /api/v1/sites/{id}/webhooks` */
  listSiteWebhooks: {
    input: {
      path: {
        id: string
      }
    }
    data: {
      webhooks: Webhook[]
    }
    refusals: OfEveryCall | OfSignedIn | 'role.insufficient' | 'not_found'
  }
  /** Have events of a site sent to an https address; its secret is shown once. For an Owner or Admin. Not by an API key. `POST /api/v1/sites/{id}/webhooks` */
  addSiteWebhook: {
    input: {
      path: {
        id: string
      }
      body: {
        url: string
        events: string
      }
    }
    data: NewWebhook
    refusals: OfEveryCall | OfSignedIn | OfCommands | 'request.invalid' | 'webhook.address' | 'role.insufficient' | 'place.read_only' | 'not_found' | 'webhook.exists' | 'webhook.too_many'
  }
  /** Remove a webhook of a site with its log. For an Owner or Admin. Not by an API key. `DELETE /api/v1/sites/{id}/webhooks/{webhookId}` */
  removeSiteWebhook: {
    input: {
      path: {
        id: string
        webhookId: string
      }
    }
    data: null
    refusals: OfEveryCall | OfSignedIn | OfCommands | 'role.insufficient' | 'not_found'
  }
  /** Change the address or events of a webhook of a site, or switch it on or off. For an Owner or Admin. Not by an API key. `PUT /api/v1/sites/{id}/webhooks/{webhookId}` */
  changeSiteWebhook: {
    input: {
      path: {
        id: string
        webhookId: string
      }
      body?: {
        url?: string
        events?: string
        status?: 'on' | 'off'
      }
    }
    data: Webhook
    refusals: OfEveryCall | OfSignedIn | OfCommands | 'request.invalid' | 'webhook.address' | 'role.insufficient' | 'place.read_only' | 'not_found' | 'webhook.exists'
  }
  /** What was sent to a webhook of a site in the last 30 days, newest first, with every try. For an Owner or Admin. Not by an API key. `GET /api/v1/sites/{id}/webhooks/{webhookId}/deliveries` */
  listSiteDeliveries: {
    input: {
      path: {
        id: string
        webhookId: string
      }
      query?: {
        per_page?: string | number
        page?: string | number
      }
    }
    data: {
      deliveries: {
        id: string
        event: string
        at: string
        state: 'waiting' | 'delivered' | 'failed' | 'missed'
        next_try_at: string | null
        body: string
        tries: {
          at: string
          status: number | null
          duration_ms: number
          answer: string
          failure: string | null
        }[]
      }[]
      has_more: boolean
    }
    refusals: OfEveryCall | OfSignedIn | 'request.invalid' | 'role.insufficient' | 'not_found'
  }
  /** Send a webhook of a site one event again, all since a time, or, where neither is given, a test. For an Owner or Admin. Not by an API key. `POST /api/v1/sites/{id}/webhooks/{webhookId}/deliveries` */
  sendToSiteWebhook: {
    input: {
      path: {
        id: string
        webhookId: string
      }
      body?: {
        delivery?: string
        since?: string
      }
    }
    data: {
      sent: number
    }
    refusals: OfEveryCall | OfSignedIn | OfCommands | OfKeyed | 'request.invalid' | 'role.insufficient' | 'place.read_only' | 'not_found' | 'webhook.off'
  }
  /** Give a webhook of a site a new secret, shown once; the present one is good for a day more. For an Owner or Admin. Not by an API key. `POST /api/v1/sites/{id}/webhooks/{webhookId}/secret` */
  renewSiteWebhookSecret: {
    input: {
      path: {
        id: string
        webhookId: string
      }
    }
    data: NewWebhook
    refusals: OfEveryCall | OfSignedIn | OfCommands | 'role.insufficient' | 'place.read_only' | 'not_found'
  }
  /** The signed-in user’s own profile. For everyone who is signed in. By an API key with the scope `people:read`, too. `GET /api/v1/users/{id}` */
  getUser: {
    input: {
      path: {
        id: string
      }
    }
    data: User
    refusals: OfEveryCall | OfKeys | OfSignedIn | 'not_found'
  }
  /** Change the signed-in user’s own profile. For everyone who is signed in. Not by an API key. `PUT /api/v1/users/{id}` */
  updateUser: {
    input: {
      path: {
        id: string
      }
      body?: ProfileFields
    }
    data: User
    refusals: OfEveryCall | OfSignedIn | OfCommands | 'request.invalid' | 'session.reauth_required' | 'not_found' | 'request.stale'
  }
  /** Which news the signed-in user has mailed. For everyone who is signed in. Not by an API key. `GET /api/v1/users/{id}/mail-preferences` */
  getMailPreferences: {
    input: {
      path: {
        id: string
      }
    }
    data: MailPreferences
    refusals: OfEveryCall | OfSignedIn | 'not_found'
  }
  /** Choose which news the signed-in user has mailed. For everyone who is signed in. Not by an API key. `PUT /api/v1/users/{id}/mail-preferences` */
  updateMailPreferences: {
    input: {
      path: {
        id: string
      }
      body?: {
        roles?: '0' | '1'
        answers?: '0' | '1'
        domains?: '0' | '1'
      }
    }
    data: MailPreferences
    refusals: OfEveryCall | OfSignedIn | OfCommands | 'request.invalid' | 'not_found' | 'request.stale'
  }
  /** Ask the payer’s own address again whether it wants the payer’s mails. For an Owner or Admin. Not by an API key. `POST /api/v1/billing-entities/{id}/email/resend` */
  resendBillingEmail: {
    input: {
      path: {
        id: string
      }
    }
    data: {
      email: string
      email_state: EmailState
      email_asked_at: string | null
    }
    refusals: OfEveryCall | OfSignedIn | OfCommands | OfKeyed | 'role.insufficient' | 'not_found' | 'recipient.confirmed' | 'recipient.refused'
  }
  /** The days on which invoices were issued to a payer, with what they come to: all of them, or those of a place, state, day or month. For an Owner or Admin. By an API key with the scope `billing:read`, too. `GET /api/v1/billing-entities/{id}/invoice-days` */
  listInvoiceDays: {
    input: {
      path: {
        id: string
      }
      query?: {
        page?: string | number
        per_page?: string | number
        sort?: '-day'
        site_id?: string
        clinic_id?: string
        status?: 'open' | 'paid' | 'void' | 'uncollectible'
        issued?: string
      }
    }
    data: {
      invoice_days: {
        day: string
        count: number
        open: number
        amount: number
        currency: Currency
      }[]
      total: number
      total_capped?: boolean
      page: number
      per_page: number
    }
    refusals: OfEveryCall | OfKeys | OfSignedIn | 'request.invalid' | 'not_found'
  }
  /** Who gets the invoices of a payer beside its own address; ten at most. For an Owner or Admin. Not by an API key. `GET /api/v1/billing-entities/{id}/invoice-recipients` */
  listInvoiceRecipients: {
    input: {
      path: {
        id: string
      }
    }
    data: {
      invoice_recipients: InvoiceRecipient[]
    }
    refusals: OfEveryCall | OfSignedIn | 'not_found'
  }
  /** Have invoices sent to another address, once it is confirmed there by a mailed link. For an Owner or Admin. Not by an API key. `POST /api/v1/billing-entities/{id}/invoice-recipients` */
  addInvoiceRecipient: {
    input: {
      path: {
        id: string
      }
      body: NewInvoiceRecipient
    }
    data: InvoiceRecipient
    refusals: OfEveryCall | OfSignedIn | OfCommands | OfKeyed | 'request.invalid' | 'role.insufficient' | 'not_found' | 'recipient.exists' | 'recipient.refused' | 'recipient.too_many'
  }
  /** Send invoices to an address no longer. For an Owner or Admin. Not by an API key. `DELETE /api/v1/billing-entities/{id}/invoice-recipients/{recipientId}` */
  removeInvoiceRecipient: {
    input: {
      path: {
        id: string
        recipientId: string
      }
    }
    data: null
    refusals: OfEveryCall | OfSignedIn | OfCommands | 'role.insufficient' | 'not_found'
  }
  /** Mail the link again, good for seven more days. For an Owner or Admin. Not by an API key. `POST /api/v1/billing-entities/{id}/invoice-recipients/{recipientId}/resend` */
  resendInvoiceRecipient: {
    input: {
      path: {
        id: string
        recipientId: string
      }
    }
    data: InvoiceRecipient
    refusals: OfEveryCall | OfSignedIn | OfCommands | OfKeyed | 'role.insufficient' | 'not_found' | 'recipient.confirmed'
  }
  /** The invoices and credit notes of a payer, or of one day or month, as a table: one row a line, one a tax. For an Owner or Admin. By an API key with the scope `billing:read`, too. `GET /api/v1/billing-entities/{id}/invoices.csv` */
  exportInvoices: {
    input: {
      path: {
        id: string
      }
      query?: {
        issued?: string
      }
    }
    data: Blob
    refusals: OfEveryCall | OfKeys | OfSignedIn | 'request.invalid' | 'not_found'
  }
  /** Keep a card that its holder was asked to confirm, once they have. For an Owner or Admin. Not by an API key. `POST /api/v1/card-confirmations/{id}` */
  confirmCard: {
    input: {
      path: {
        id: string
      }
    }
    data: Card
    refusals: OfEveryCall | OfSignedIn | OfCommands | OfKeyed | 'request.invalid' | 'card.declined' | 'card.expired' | 'card.insufficient_funds' | 'card.test_only' | 'role.insufficient' | 'not_found' | 'card.exists' | 'card.unconfirmed' | 'card.gateway_down'
  }
  /** The cards of the signed-in user’s billing entities. For everyone who is signed in. Not by an API key. `GET /api/v1/cards` */
  listCards: {
    input: {
      query?: {
        page?: string | number
        per_page?: string | number
        sort?: 'created_at' | '-created_at'
        q?: string
        billing_entity_id?: string
      }
    }
    data: {
      cards: Card[]
      total: number
      total_capped?: boolean
      page: number
      per_page: number
    }
    refusals: OfEveryCall | OfSignedIn | 'request.invalid'
  }
  /** Keep a card for a billing entity that has none. For an Owner or Admin. Not by an API key. `POST /api/v1/cards` */
  addCard: {
    input: {
      body: NewCard
    }
    data: GivenCard
    refusals: OfEveryCall | OfSignedIn | OfCommands | OfKeyed | 'request.invalid' | 'card.declined' | 'card.expired' | 'card.insufficient_funds' | 'card.test_only' | 'card.numbers_refused' | 'role.insufficient' | 'not_found' | 'card.exists' | 'card.gateway_down'
  }
  /** Remove a card that pays for nothing. For an Owner or Admin. Not by an API key. `DELETE /api/v1/cards/{id}` */
  removeCard: {
    input: {
      path: {
        id: string
      }
    }
    data: null
    refusals: OfEveryCall | OfSignedIn | OfCommands | 'role.insufficient' | 'session.reauth_required' | 'not_found' | 'card.in_use'
  }
  /** One card: brand, last four and expiry. For an Owner or Admin. Not by an API key. `GET /api/v1/cards/{id}` */
  getCard: {
    input: {
      path: {
        id: string
      }
    }
    data: Card
    refusals: OfEveryCall | OfSignedIn | 'not_found'
  }
  /** Put another card in its place, or change its expiry. For an Owner or Admin. Not by an API key. `PUT /api/v1/cards/{id}` */
  updateCard: {
    input: {
      path: {
        id: string
      }
      body: CardChange
    }
    data: GivenCard
    refusals: OfEveryCall | OfSignedIn | OfCommands | 'request.invalid' | 'card.declined' | 'card.expired' | 'card.insufficient_funds' | 'card.test_only' | 'card.numbers_refused' | 'role.insufficient' | 'session.reauth_required' | 'not_found' | 'request.stale' | 'card.gateway_down'
  }
  /** Begin to enter a card: how it is entered, and a secret for the gateway’s own frame. For an Owner or Admin. Not by an API key. `POST /api/v1/cards/setup` */
  setUpCard: {
    input: {
      body: {
        billing_entity_id: string
      }
    }
    data: CardSetup
    refusals: OfEveryCall | OfSignedIn | OfCommands | 'request.invalid' | 'role.insufficient' | 'not_found' | 'card.gateway_down'
  }
  /** Say yes with the mailed link: an address is to get a payer’s mails. For anyone. `POST /api/v1/invoice-recipients/{id}/confirm` */
  confirmInvoiceRecipient: {
    input: {
      path: {
        id: string
      }
      body: {
        token: string
      }
    }
    data: {
      email: string
      payer_name: string
    }
    refusals: OfEveryCall | OfCommands | OfKeyed | 'request.invalid' | 'link.dead' | 'not_found'
  }
  /** Say no for good with the link of any mail: an address gets nothing of a payer’s any more. For anyone. `POST /api/v1/invoice-recipients/{id}/leave` */
  leaveInvoices: {
    input: {
      path: {
        id: string
      }
      body: {
        token: string
      }
    }
    data: {
      email: string
      payer_name: string
    }
    refusals: OfEveryCall | OfCommands | OfKeyed | 'request.invalid' | 'link.dead' | 'not_found'
  }
  /** Whose mails a mailed link is about, and to which address; changes nothing. For anyone. `POST /api/v1/invoice-recipients/{id}/link` */
  lookUpInvoiceLink: {
    input: {
      path: {
        id: string
      }
      body: {
        token: string
      }
    }
    data: {
      email: string
      payer_name: string
    }
    refusals: OfEveryCall | OfCommands | 'request.invalid' | 'link.dead' | 'not_found'
  }
  /** The invoices of the billing entities that the signed-in user runs. For everyone who is signed in. By an API key with the scope `billing:read`, too. `GET /api/v1/invoices` */
  listInvoices: {
    input: {
      query?: {
        page?: string | number
        per_page?: string | number
        sort?: '-issued_at' | 'issued_at'
        q?: string
        billing_entity_id?: string
        site_id?: string
        clinic_id?: string
        status?: 'open' | 'paid' | 'void' | 'uncollectible'
        issued?: string
      }
    }
    data: {
      invoices: {
        id: string
        number: string
        kind: 'invoice' | 'credit_note'
        corrects_id: string | null
        billing_entity_id: string
        subscription_id: string
        site_id: string | null
        clinic_id: string | null
        place_name: string
        currency: Currency
        subtotal: number
        tax: number
        total: number
        credited: number
        status: 'open' | 'paid' | 'void' | 'uncollectible'
        issued_at: string
        paid_at: string | null
        next_try_at: string | null
        action_url: string | null
        refund: number
        refunded_at: string | null
      }[]
      total: number
      total_capped?: boolean
      page: number
      per_page: number
    }
    refusals: OfEveryCall | OfKeys | OfSignedIn | 'request.invalid'
  }
  /** One invoice, as it was issued. For an Owner or Admin. By an API key with the scope `billing:read`, too. `GET /api/v1/invoices/{id}` */
  getInvoice: {
    input: {
      path: {
        id: string
      }
    }
    data: Invoice
    refusals: OfEveryCall | OfKeys | OfSignedIn | 'not_found'
  }
  /** Issue an invoice again with another name or address: credits it and gives the new one. For an Owner or Admin. Not by an API key. `POST /api/v1/invoices/{id}/corrections` */
  correctInvoice: {
    input: {
      path: {
        id: string
      }
      body: InvoiceCorrection
    }
    data: Invoice
    refusals: OfEveryCall | OfSignedIn | OfCommands | OfKeyed | 'request.invalid' | 'role.insufficient' | 'not_found' | 'invoice.not_correctable' | 'invoice.being_paid' | 'invoice.other_taxes'
  }
  /** Try the card again now for an open invoice, without waiting for the next day it is tried. For an Owner or Admin. Not by an API key. `POST /api/v1/invoices/{id}/pay` */
  payInvoice: {
    input: {
      path: {
        id: string
      }
      body?: {
        all?: '1'
      }
    }
    data: {
      id: string
      status: 'open'
      next_try_at: string
    }
    refusals: OfEveryCall | OfSignedIn | OfCommands | OfKeyed | 'request.invalid' | 'role.insufficient' | 'not_found' | 'invoice.closed' | 'card.missing'
  }
  /** An invoice or credit note as a document. For an Owner or Admin. By an API key with the scope `billing:read`, too. `GET /api/v1/invoices/{id}/pdf` */
  getInvoicePdf: {
    input: {
      path: {
        id: string
      }
    }
    data: Blob
    refusals: OfEveryCall | OfKeys | OfSignedIn | 'not_found'
  }
  /** The receipt of a paid invoice, as a document. For an Owner or Admin. By an API key with the scope `billing:read`, too. `GET /api/v1/invoices/{id}/receipt` */
  getReceipt: {
    input: {
      path: {
        id: string
      }
    }
    data: Blob
    refusals: OfEveryCall | OfKeys | OfSignedIn | 'not_found'
  }
  /** What needs the signed-in user, and how all that they have stands; money of payers they run alone. For everyone who is signed in. Not by an API key. `GET /api/v1/overview` */
  getOverview: {
    input: object
    data: Overview
    refusals: OfEveryCall | OfSignedIn
  }
  /** Live subscriptions with the names of their places and what is charged next. For everyone who is signed in. By an API key with the scope `billing:read`, too. `GET /api/v1/paid-places` */
  listPaidPlaces: {
    input: {
      query?: {
        page?: string | number
        per_page?: string | number
        sort?: 'created_at' | '-created_at'
        q?: string
        site_id?: string
        clinic_id?: string
        billing_entity_id?: string
      }
    }
    data: {
      paid_places: PaidPlace[]
      total: number
      total_capped?: boolean
      page: number
      per_page: number
    }
    refusals: OfEveryCall | OfKeys | OfSignedIn | 'request.invalid'
  }
  /** The plans on offer. For everyone who is signed in. By an API key with the scope `billing:read`, too. `GET /api/v1/plans` */
  listPlans: {
    input: {
      query?: {
        page?: string | number
        per_page?: string | number
        sort?: 'amount' | '-amount' | 'name' | '-name'
        q?: string
        product?: 'sites' | 'clinics'
        currency?: 'cad' | 'usd'
        interval?: 'month' | 'year'
      }
    }
    data: {
      plans: Plan[]
      total: number
      total_capped?: boolean
      page: number
      per_page: number
    }
    refusals: OfEveryCall | OfKeys | OfSignedIn | 'request.invalid'
  }
  /** One plan, also one no longer on offer. For everyone who is signed in. By an API key with the scope `billing:read`, too. `GET /api/v1/plans/{id}` */
  getPlan: {
    input: {
      path: {
        id: string
      }
    }
    data: Plan
    refusals: OfEveryCall | OfKeys | OfSignedIn | 'not_found'
  }
  /** What a plan costs with the taxes of a country and region today, and when a new place is charged first. For everyone who is signed in. Not by an API key. `GET /api/v1/plans/{id}/price` */
  getPlanPrice: {
    input: {
      path: {
        id: string
      }
      query?: {
        country?: 'Canada' | 'USA'
        region?: string
      }
    }
    data: {
      plan_id: string
      currency: Currency
      taxes: TaxLine[]
      subtotal: number
      tax: number
      total: number
      first_charge_at: string
    }
    refusals: OfEveryCall | OfSignedIn | 'request.invalid' | 'not_found'
  }
  /** Twelve months of what the payers that the signed-in user runs were invoiced, and the next 30 days. For everyone who is signed in. By an API key with the scope `billing:read`, too. `GET /api/v1/spending` */
  getSpending: {
    input: {
      query?: {
        billing_entity_id?: string
      }
    }
    data: Spending
    refusals: OfEveryCall | OfKeys | OfSignedIn | 'request.invalid'
  }
  /** The live subscription items of places and payers that the signed-in user runs. For everyone who is signed in. By an API key with the scope `billing:read`, too. `GET /api/v1/subscription-items` */
  listSubscriptionItems: {
    input: {
      query?: {
        page?: string | number
        per_page?: string | number
        sort?: 'created_at' | '-created_at'
        q?: string
        site_id?: string
        clinic_id?: string
        billing_entity_id?: string
      }
    }
    data: {
      subscription_items: SubscriptionItem[]
      total: number
      total_capped?: boolean
      page: number
      per_page: number
    }
    refusals: OfEveryCall | OfKeys | OfSignedIn | 'request.invalid'
  }
  /** Choose a plan for a site or clinic that has none. For an Owner. Not by an API key. `POST /api/v1/subscription-items` */
  createSubscriptionItem: {
    input: {
      body: {
        billing_entity_id: string
        plan_id: string
        site_id?: string
        clinic_id?: string
      }
    }
    data: SubscriptionItem
    refusals: OfEveryCall | OfSignedIn | OfCommands | OfKeyed | 'request.invalid' | 'plan.required' | 'role.insufficient' | 'payer.right_missing' | 'not_found' | 'billing_entity.unknown' | 'subscription.exists'
  }
  /** One of: another plan; `remove` (ends with the trial or period, else at once); `pause` until `resumes_on`; `keep` (takes either back, for a day also what ended at once); `resume`. For an Owner or Admin. Not by an API key. `POST /api/v1/subscription-items/{id}` */
  changeSubscriptionItem: {
    input: {
      path: {
        id: string
      }
      body?: {
        plan_id?: string
        action?: 'remove' | 'keep' | 'pause' | 'resume'
        resumes_on?: string
      }
    }
    data: SubscriptionItem
    refusals: OfEveryCall | OfSignedIn | OfCommands | OfKeyed | 'request.invalid' | 'plan.required' | 'role.insufficient' | 'payer.right_missing' | 'not_found' | 'subscription.not_possible'
  }
  /** What a change to a plan would cost, and when it would begin. For an Owner or Admin. Not by an API key. `GET /api/v1/subscription-items/{id}/preview` */
  previewSubscriptionItem: {
    input: {
      path: {
        id: string
      }
      query: {
        plan_id: string
        billing_entity_id?: string
      }
    }
    data: ChangePreview
    refusals: OfEveryCall | OfSignedIn | 'request.invalid' | 'plan.required' | 'role.insufficient' | 'not_found' | 'billing_entity.unknown'
  }
  /** What choosing a plan for a place that has none would cost, and when it would begin. For an Owner. Not by an API key. `GET /api/v1/subscription-previews` */
  previewNewItem: {
    input: {
      query: {
        billing_entity_id: string
        plan_id: string
        site_id?: string
        clinic_id?: string
      }
    }
    data: ChangePreview
    refusals: OfEveryCall | OfSignedIn | 'request.invalid' | 'plan.required' | 'role.insufficient' | 'payer.right_missing' | 'not_found' | 'billing_entity.unknown' | 'subscription.exists'
  }
  /** The live subscriptions of places and payers that the signed-in user runs. For everyone who is signed in. By an API key with the scope `billing:read`, too. `GET /api/v1/subscriptions` */
  listSubscriptions: {
    input: {
      query?: {
        page?: string | number
        per_page?: string | number
        sort?: 'created_at' | '-created_at'
        q?: string
        site_id?: string
        clinic_id?: string
        billing_entity_id?: string
      }
    }
    data: {
      subscriptions: Subscription[]
      total: number
      total_capped?: boolean
      page: number
      per_page: number
    }
    refusals: OfEveryCall | OfKeys | OfSignedIn | 'request.invalid'
  }
  /** One subscription. For an Owner or Admin. By an API key with the scope `billing:read`, too. `GET /api/v1/subscriptions/{id}` */
  getSubscription: {
    input: {
      path: {
        id: string
      }
    }
    data: Subscription
    refusals: OfEveryCall | OfKeys | OfSignedIn | 'not_found'
  }
  /** What is unpaid by the payers that the signed-in user runs, the worst first. For everyone who is signed in. By an API key with the scope `billing:read`, too. `GET /api/v1/unpaid` */
  listUnpaid: {
    input: object
    data: {
      unpaid: Unpaid[]
    }
    refusals: OfEveryCall | OfKeys | OfSignedIn
  }
  /** Take an event from the card processor, signed by it. For anyone. `POST /api/v1/webhooks/stripe` */
  receiveStripeEvent: {
    input: object
    data: null
    refusals: OfEveryCall | OfCommands | 'webhook.forged'
  }
  /** What can be raised at a site. For everyone who is signed in. By an API key with the scope `places:read`, too. `GET /api/v1/species` */
  listSpecies: {
    input: {
      query?: {
        page?: string | number
        per_page?: string | number
        sort?: 'name' | '-name'
        q?: string
      }
    }
    data: {
      species: Species[]
      total: number
      total_capped?: boolean
      page: number
      per_page: number
    }
    refusals: OfEveryCall | OfKeys | OfSignedIn | 'request.invalid'
  }
}
