import { sql } from 'kysely'
import { prepared } from '../../platform/database/db.ts'
import { eventCommands, type EventCommand } from '../devices.policy.ts'
import '../tables.ts'

/* What the owner of an account may take along of it: no hash, no secret. */

interface Own {
  user_id: string
}

export const listOwnAccount = prepared<'auth'>()((db, p: Own) =>
  db
    .selectFrom('auth.accounts as a')
    .innerJoin('auth.emails as e', 'e.user_id', 'a.id')
    .select([
      'a.id',
      'e.email',
      sql<string>`array_to_string(a.groups, ' ')`.as('groups'),
      'a.created_at',
      'a.confirmed_at',
      'a.terms_url',
      'a.privacy_url',
    ])
    .where('a.id', '=', p.user_id),
)

export const listOwnSessions = prepared<'auth'>()((db, p: Own) =>
  db
    .selectFrom('platform.sessions')
    .select(['id', 'user_agent', 'network', 'created_at', 'last_seen_at', 'absolute_expires_at as ends_at'])
    .where('user_id', '=', p.user_id)
    .orderBy('id'),
)

export const listOwnTrust = prepared<'auth'>()((db, p: Own) =>
  db
    .selectFrom('auth.trusted_devices')
    .select(['id', 'user_agent', 'network', 'created_at', 'last_used_at', 'expires_at'])
    .where('user_id', '=', p.user_id)
    .orderBy('id'),
)

export const listOwnFactors = prepared<'auth'>()((db, p: Own) =>
  db
    .selectFrom('auth.totps')
    .select([
      sql<string>`'Authenticator app'`.as('kind'),
      sql<string>`''`.as('name'),
      'begun_at as created_at',
      'last_used_at',
    ])
    .where('user_id', '=', p.user_id)
    .where('confirmed_at', 'is not', null)
    .unionAll((q) =>
      q
        .selectFrom('auth.passkeys')
        .select([sql<string>`'Passkey'`.as('kind'), 'name', 'created_at', 'last_used_at'])
        .where('user_id', '=', p.user_id),
    ),
)

export const listOwnEmailChanges = prepared<'auth'>()((db, p: Own) =>
  db
    .selectFrom('auth.email_changes')
    .select(['id', 'previous_email', 'email', 'asked_at', 'confirmed_at', 'ended_at', 'undone_at'])
    .where('user_id', '=', p.user_id)
    .orderBy('id'),
)

const commands = sql`array[${sql.join(eventCommands.map((deed) => sql.lit(deed)))}]::text[]`

/** What the trail says of an account, oldest first, from after a line on. */
export const listOwnEventLines = prepared<'auth'>()((db, p: Own & { after: string | null; limit: number }) =>
  db
    .selectFrom('platform.audit')
    .select([
      'id',
      'at',
      sql<EventCommand>`deed`.as('deed'),
      'network',
      sql<string | null>`after->>'result'`.as('result'),
      sql<string | null>`after->>'reason'`.as('reason'),
      sql<number | null>`(after->>'failures')::int`.as('failures'),
      sql<string | null>`after->>'device'`.as('device'),
    ])
    .where((e) => e.or([e('actor_id', '=', p.user_id), e('subject_id', '=', p.user_id)]))
    .where(sql<boolean>`deed = any(${commands})`)
    .where(sql<boolean>`(${p.after}::uuid is null or id > ${p.after}::uuid)`)
    .orderBy('id')
    .limit(p.limit),
)
