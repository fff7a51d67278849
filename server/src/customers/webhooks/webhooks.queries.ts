import type { Role } from '@byre/contract/rights'
import { sql } from 'kysely'
import { callersList } from '../../platform/authentication/proven-lists.ts'
import { prepared } from '../../platform/database/db.ts'
import type { Access, ByProduct } from '../access.policy.ts'
import { withCallerAt } from '../caller-at.queries.ts'
import type { SubjectKind } from '../tables.ts'

const webhookColumns = [
  'id',
  'url',
  'events',
  'off_because',
  'failing_since',
  'former_until',
  'created_at',
] as const
const columnsOfW = webhookColumns.map((column) => `w.${column}` as const)

export interface Listing {
  token_hash: Buffer
  place_id: string
  kind: SubjectKind
  /** The roles that may keep webhooks. */
  keepers: readonly Role[]
}

/** The webhooks of a place, oldest first. `own_role` is the caller's; one that is not among the keepers gets no rows. */
export const listWebhooks = callersList<'customers'>()((db, p: Listing) =>
  withCallerAt(db, p)
    .leftJoin('customers.webhooks as w', (join) =>
      join
        .on('w.place_id', '=', p.place_id)
        .on('w.kind', '=', p.kind)
        .on(sql<boolean>`m.role = any(${p.keepers}::text[])`),
    )
    .select(['caller.user_id as caller_id', 'm.role as own_role', ...columnsOfW])
    .orderBy('w.created_at')
    .orderBy('w.id'),
)

type Keeping = Access<'connect'>
type One = Keeping & { id: string }

/** The addresses of a place's webhooks, held until the transaction ends. */
export const lockWebhooks = prepared<'customers'>()((db, p: Keeping) =>
  db
    .selectFrom('customers.webhooks as w')
    .select([...columnsOfW, 'w.secret'])
    .where('w.place_id', '=', p.place_id)
    .where('w.kind', '=', p.kind)
    .orderBy('w.id')
    .forUpdate(),
)

export const insertWebhook = prepared<'customers'>()(
  (db, p: One & { url: string; events: string[]; secret: Buffer }) =>
    db
      .insertInto('customers.webhooks')
      .values({
        id: p.id,
        kind: p.kind,
        place_id: p.place_id,
        url: p.url,
        events: sql<string[]>`${p.events}::text[]`,
        secret: p.secret,
        former_secret: null,
        former_until: null,
        added_by: p.user_id,
        off_because: null,
        failing_since: null,
      })
      .returning(webhookColumns),
)

/** Another address is another program: nothing is known of it yet. What waits for one that is off is sent once somebody asks. */
export const setWebhook = prepared<'customers'>()(
  (db, p: One & { url: string; events: string[]; is_on: boolean; begins_anew: boolean }) =>
    db
      .with('missed', (q) =>
        q
          .updateTable('customers.webhook_deliveries as d')
          .from('customers.webhooks as w')
          .set({ state: 'missed', next_try_at: null })
          .whereRef('d.webhook_id', '=', 'w.id')
          .where('w.id', '=', p.id)
          .where('w.place_id', '=', p.place_id)
          .where('w.kind', '=', p.kind)
          .where('d.state', '=', 'waiting')
          .where(sql<boolean>`not ${p.is_on}::boolean`),
      )
      .updateTable('customers.webhooks as w')
      .set((e) => ({
        url: p.url,
        events: sql<string[]>`${p.events}::text[]`,
        off_because: sql<
          'asked' | 'failing' | 'gone' | null
        >`case when ${p.is_on}::boolean then null else coalesce(w.off_because, 'asked') end`,
        failing_since: sql<
          string | null
        >`case when ${p.begins_anew}::boolean then null else w.failing_since end`,
        version: e('version', '+', 1),
      }))
      .where('w.id', '=', p.id)
      .where('w.place_id', '=', p.place_id)
      .where('w.kind', '=', p.kind)
      .returning(columnsOfW),
)

export const setSecret = prepared<'customers'>()((db, p: One & { secret: Buffer; hours: number }) =>
  db
    .updateTable('customers.webhooks as w')
    .set((e) => ({
      former_secret: e.ref('w.secret'),
      former_until: sql<string>`now() + make_interval(hours => ${p.hours}::int)`,
      secret: p.secret,
      version: e('version', '+', 1),
    }))
    .where('w.id', '=', p.id)
    .where('w.place_id', '=', p.place_id)
    .where('w.kind', '=', p.kind)
    .returning(columnsOfW),
)

export const removeWebhook = prepared<'customers'>()((db, p: One) =>
  db
    .deleteFrom('customers.webhooks')
    .where('id', '=', p.id)
    .where('place_id', '=', p.place_id)
    .where('kind', '=', p.kind)
    .returning('url'),
)

/** What has waited for a webhook that was switched off. */
export const missWaiting = prepared<'customers'>()((db, p: { webhook_id: ByProduct }) =>
  db
    .updateTable('customers.webhook_deliveries')
    .set({ state: 'missed', next_try_at: null })
    .where('webhook_id', '=', p.webhook_id)
    .where('state', '=', 'waiting'),
)

/** Webhooks with their sealed secrets, from one id on, for an exchange of secrets. */
export const listSealed = prepared<'customers'>()((db, p: { after: string; at_most: number }) =>
  db
    .selectFrom('customers.webhooks')
    .select(['id', 'secret', 'former_secret'])
    .where('id', '>', p.after)
    .orderBy('id')
    .limit(p.at_most),
)

export const setSealed = prepared<'customers'>()(
  (db, p: { id: ByProduct; was: Buffer; secret: Buffer; former_secret: Buffer | null }) =>
    db
      .updateTable('customers.webhooks')
      .set({ secret: p.secret, former_secret: p.former_secret })
      .where('id', '=', p.id)
      .where('secret', '=', p.was)
      .returning('id'),
)

/** What is past its time: the log, secrets that were replaced, and webhooks of places that cannot come back. */
export const sweepWebhooks = prepared<'customers'>()((db, p: { days: number }) =>
  db
    .with('logged', (q) =>
      q
        .deleteFrom('customers.webhook_deliveries')
        .where('created_at', '<', sql<string>`now() - make_interval(days => ${p.days}::int)`),
    )
    .with('lapsed', (q) =>
      q
        .updateTable('customers.webhooks')
        .set({ former_secret: null, former_until: null })
        .where('former_until', '<', sql<string>`now()`),
    )
    .deleteFrom('customers.webhooks as w')
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('customers.places as p')
            .select('p.id')
            .whereRef('p.id', '=', 'w.place_id')
            .whereRef('p.kind', '=', 'w.kind')
            .where(sql<boolean>`coalesce(p.deleted_at > now() - interval '30 days', true)`),
        ),
      ),
    ),
)
