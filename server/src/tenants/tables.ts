import type { Generated } from 'kysely'

/** The rows of tenants' hosts; what a column means stands in its migration. */
export interface TenantsTables {
  'tenants.hand_offs': {
    code_hash: Buffer
    state_hash: Buffer
    host: string
    place_kind: 'site' | 'clinic'
    place_id: string
    user_id: string
    portal_session_id: string
    expires_at: string
    used_at: string | null
  }
  'tenants.sessions': {
    id: string
    token_hash: Buffer
    place_id: string
    user_id: string
    portal_session_id: string
    created_at: Generated<string>
    last_used_at: Generated<string>
  }
  'tenants.certificate_names': {
    name: string
    place_id: string
    allowed_at: Generated<string>
  }
}

declare module '../platform/database/db.ts' {
  interface DB extends TenantsTables {}
}
