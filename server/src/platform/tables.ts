import type { KeyScope } from '@byre/contract/accounts/api-keys'
import type { placeKeyRoles } from '@byre/contract/places/place-keys'
import type { Role } from '@byre/contract/rights'
import type { VisitorRole } from '@byre/contract/site-rights'
import type { Generated } from 'kysely'

type PlaceKeyRole = (typeof placeKeyRoles)[number]

/** The platform's rows. Times are ISO texts, hashes are bytes. */
export interface PlatformTables {
  'platform.sessions': {
    id: string
    user_id: string
    user_state: Generated<'active' | 'disabled'>
    access_hash: Buffer
    access_expires_at: string
    refresh_hash: Buffer
    previous_refresh_hash: Buffer | null
    rotated_at: Generated<string>
    idle_expires_at: string
    absolute_expires_at: string
    fresh_at: Generated<string>
    user_agent: Generated<string>
    network: Generated<string>
    last_seen_at: Generated<string>
    created_at: Generated<string>
  }
  'platform.api_keys': {
    id: string
    /** Null: a place's own, and whatever of the place follows is set. */
    user_id: string | null
    name: string
    key_hash: Buffer
    scopes: KeyScope[]
    networks: string[]
    calls_per_minute: number
    created_at: Generated<string>
    expires_at: string
    last_used_at: string | null
    last_network: string | null
    revoked_at: string | null
    place_kind: 'site' | 'clinic' | null
    place_id: string | null
    role: PlaceKeyRole | null
    place_deleted_at: string | null
    made_by: string | null
  }
  /** A view: whoever a bearer's token belongs to now, by a live session or a key that works. */
  'platform.callers': {
    token_hash: Buffer
    /** Of a place's own key the key's id: it is nobody. */
    user_id: string
    /** The key's own id where it is one. */
    session_id: string
    key_id: string | null
    /** Null: a key, which never is fresh. */
    fresh_at: string | null
  }
  /** A view: the same, and visits of staff; what each read joins. Whether a visit may go on is asked before (`visits.ts`). */
  'platform.readers': { token_hash: Buffer; user_id: string; session_id: string }
  /** A view: callers, and the visits of staff that may go on by everything that ends one. */
  'platform.reading_callers': {
    token_hash: Buffer
    user_id: string
    /** Of a visit its own id. */
    session_id: string
    visit_id: string | null
  }
  'platform.staff_visits': {
    id: string
    staff_id: string
    staff_name: string
    user_id: string
    reason: string
    minutes: number
    state: Generated<'asked' | 'allowed' | 'running' | 'declined' | 'revoked' | 'ended'>
    asked_at: Generated<string>
    until: string
    started_at: string | null
    session_id: string | null
    token_hash: Buffer | null
    looked_at: Generated<string[]>
  }
  /** A view: whoever has a live session on a tenant's host, one row a name of that host. */
  'platform.visitors': {
    token_hash: Buffer
    session_id: string
    /** Set where the session's last use is to be written down. */
    due_session_id: string | null
    user_id: string
    place_id: string
    place_kind: 'site' | 'clinic'
    /** Null: no member any more. */
    role: VisitorRole | null
    standing: 'ok' | 'read_only' | 'stopped'
    host_name: string
    is_former: boolean
    person_name: string
    place_name: string
    country: string | null
    region: string | null
    /** A site's: a JSON text of `{unit, operation_type}`. */
    install_preference: string | null
  }
  /** A view: the plan of a site, where it is sized for a number of animals. */
  'platform.plan_sizes': { place_id: string; plan_name: string; plan_head: number }
  /** A view: who belongs to a site. */
  'platform.site_people': { site_id: string; person_id: string; role: Role; name: string }
  'platform.idempotency_keys': {
    scope: string
    route: string
    key: string
    body_hash: Buffer
    state: 'running' | 'done'
    lease_until: string | null
    status: number | null
    reply: string | null
    created_at: Generated<string>
  }
  'platform.audit': {
    id: string
    at: Generated<string>
    actor_id: string | null
    deed: string
    kind: string | null
    subject_id: string | null
    before: string | null
    after: string | null
    network: Generated<string>
    request_id: Generated<string>
    /** The API key by which it was done. */
    key_id: Generated<string | null>
    /** The transaction that wrote it, as text. */
    written_in: Generated<string | null>
  }
  'platform.secrets': {
    fingerprint: string
    began_at: Generated<string>
    retired_at: string | null
  }
  'platform.client_files': {
    name: string
    content: Buffer
    is_packed: boolean
    served_at: Generated<string>
  }
  'platform.backups': {
    taken_at: string
    took_ms: number
    bytes: number
    is_encrypted: boolean
  }
  'platform.quiet_spells': {
    began_at: Generated<string>
    cause: string
    ended_at: string | null
  }
  'platform.rate_counters': {
    bucket: string
    window_start: string
    spent: number
  }
}
