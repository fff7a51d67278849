import { sql } from 'kysely'
import { callersList } from '../../platform/authentication/proven-lists.ts'
import { prepared } from '../../platform/database/db.ts'
import type { Access, ByProduct } from '../access.policy.ts'
import { withCallerAt } from '../caller-at.queries.ts'
import type { Listing } from './webhooks.queries.ts'

interface Try {
  at: string
  status: number | null
  duration_ms: number
  answer: string
  failure: string | null
}

/** What a webhook was sent, newest first, each with its last tries; `webhook_id` is null where there is none of this id here. */
export const listDeliveries = callersList<'customers'>()(
  (db, p: Listing & { webhook_id: string; limit: number; offset: number }) =>
    withCallerAt(db, p)
      .leftJoin('customers.webhooks as w', (join) =>
        join
          .on('w.id', '=', p.webhook_id)
          .on('w.place_id', '=', p.place_id)
          .on('w.kind', '=', p.kind)
          .on(sql<boolean>`m.role = any(${p.keepers}::text[])`),
      )
      .leftJoinLateral(
        (e) =>
          e
            .selectFrom('customers.webhook_deliveries as d')
            .select(['d.event_id', 'd.event', 'd.about', 'd.at', 'd.state', 'd.next_try_at'])
            .whereRef('d.webhook_id', '=', 'w.id')
            .orderBy('d.at', 'desc')
            .orderBy('d.event_id', 'desc')
            .limit(p.limit)
            .offset(p.offset)
            .as('d'),
        (join) => join.onTrue(),
      )
      .select([
        'caller.user_id as caller_id',
        'm.role as own_role',
        'w.id as webhook_id',
        'd.event_id',
        'd.event',
        'd.about',
        'd.at',
        'd.state',
        'd.next_try_at',
        sql<Try[] | null>`(
          select jsonb_agg(jsonb_build_object('at', to_char(t.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
            'status', t.status, 'duration_ms', t.duration_ms, 'answer', t.answer, 'failure', t.failure) order by t.n desc)
          from (select * from customers.webhook_tries as t
            where t.webhook_id = w.id and t.event_id = d.event_id order by t.n desc limit 30) as t)`.as(
          'tries',
        ),
      ])
      .orderBy('d.at', 'desc')
      .orderBy('d.event_id', 'desc'),
)

type Keeping = Access<'connect'> & { webhook_id: string }

export const insertTest = prepared<'customers'>()(
  (db, p: Keeping & { event_id: string; event: string; about: string }) =>
    db
      .insertInto('customers.webhook_deliveries')
      .columns(['webhook_id', 'event_id', 'event', 'about', 'at', 'state', 'next_try_at'])
      .expression((e) =>
        e
          .selectFrom('customers.webhooks as w')
          .select([
            'w.id',
            sql<string>`${p.event_id}::uuid`.as('event_id'),
            sql<string>`${p.event}::text`.as('event'),
            sql<Record<string, string>>`${p.about}::jsonb`.as('about'),
            sql<string>`now()`.as('at'),
            sql<'waiting'>`'waiting'`.as('state'),
            sql<string>`now()`.as('next_try_at'),
          ])
          .where('w.id', '=', p.webhook_id)
          .where('w.place_id', '=', p.place_id)
          .where('w.kind', '=', p.kind),
      )
      .returning(['event_id', 'tries']),
)

/** Events are to be sent anew: one, or those since a time that do not wait, oldest first. Gives which, and how often each was tried. */
export const sendAnew = prepared<'customers'>()(
  (db, p: Keeping & { event_id: string | null; since: string | null; test: string; limit: number }) =>
    db
      .with('wanted', (q) =>
        q
          .selectFrom('customers.webhook_deliveries as d')
          .innerJoin('customers.webhooks as w', 'w.id', 'd.webhook_id')
          .select(['d.webhook_id', 'd.event_id'])
          .where('w.id', '=', p.webhook_id)
          .where('w.place_id', '=', p.place_id)
          .where('w.kind', '=', p.kind)
          .where(sql<boolean>`(${p.event_id}::uuid is null or d.event_id = ${p.event_id}::uuid)`)
          .where(
            sql<boolean>`(${p.since}::timestamptz is null
            or d.at >= ${p.since}::timestamptz and d.state <> 'waiting' and d.event <> ${p.test}::text)`,
          )
          .orderBy('d.at')
          .orderBy('d.event_id')
          .limit(p.limit),
      )
      .updateTable('customers.webhook_deliveries as d')
      .from('wanted')
      .set((e) => ({
        state: 'waiting',
        round_from: e.ref('d.tries'),
        round_at: sql<string>`now()`,
        next_try_at: sql<string>`now()`,
      }))
      .whereRef('d.webhook_id', '=', 'wanted.webhook_id')
      .whereRef('d.event_id', '=', 'wanted.event_id')
      .returning(['d.event_id', 'd.tries']),
)

/** What the try of this number is to send, unless it was made, or the webhook is off; a test is sent then, too. */
export const findDue = prepared<'customers'>()(
  (db, p: { webhook_id: string; event_id: string; tries: number; test: string }) =>
    db
      .selectFrom('customers.webhook_deliveries as d')
      .innerJoin('customers.webhooks as w', 'w.id', 'd.webhook_id')
      .select([
        'w.id',
        'w.url',
        'w.secret',
        sql<Buffer | null>`case when w.former_until > now() then w.former_secret end`.as('former_secret'),
        'd.event',
        'd.about',
        'd.at',
      ])
      .where('d.webhook_id', '=', p.webhook_id)
      .where('d.event_id', '=', p.event_id)
      .where('d.tries', '=', p.tries)
      .where('d.state', '=', 'waiting')
      .where((e) => e.or([e('w.off_because', 'is', null), e('d.event', '=', p.test)])),
)

/** Holds the webhook until the transaction ends. */
export const lockWebhook = prepared<'customers'>()((db, p: { id: string }) =>
  db
    .selectFrom('customers.webhooks')
    .select(['id', 'kind', 'place_id', 'url', 'added_by', 'failing_since', 'off_because'])
    .where('id', '=', p.id)
    .forUpdate(),
)

interface Made {
  webhook_id: ByProduct
  event_id: string
  /** How often it was tried before. */
  tries: number
  at: string
  status: number | null
  duration_ms: number
  answer: string
  failure: string | null
}

/** Writes a try down, unless one of this number was; gives where its round stands. */
export const insertTry = prepared<'customers'>()((db, p: Made) =>
  db
    .with('tried', (q) =>
      q
        .updateTable('customers.webhook_deliveries')
        .set((e) => ({ tries: e('tries', '+', 1) }))
        .where('webhook_id', '=', p.webhook_id)
        .where('event_id', '=', p.event_id)
        .where('tries', '=', p.tries)
        .returning(['webhook_id', 'event_id', 'tries', 'round_from', 'round_at', 'state']),
    )
    .with('logged', (q) =>
      q
        .insertInto('customers.webhook_tries')
        .columns(['webhook_id', 'event_id', 'n', 'at', 'status', 'duration_ms', 'answer', 'failure'])
        .expression((e) =>
          e
            .selectFrom('tried')
            .select([
              'webhook_id',
              'event_id',
              'tries as n',
              sql<string>`${p.at}::timestamptz`.as('at'),
              sql<number | null>`${p.status}::int`.as('status'),
              sql<number>`${p.duration_ms}::int`.as('duration_ms'),
              sql<string>`${p.answer}::text`.as('answer'),
              sql<string | null>`${p.failure}::text`.as('failure'),
            ]),
        ),
    )
    .selectFrom('tried')
    .select(['tries', 'round_from', 'round_at', 'state']),
)

/** Null seconds: it is not tried again. */
export const setDelivery = prepared<'customers'>()(
  (
    db,
    p: {
      webhook_id: ByProduct
      event_id: string
      state: 'waiting' | 'delivered' | 'failed'
      seconds: number | null
    },
  ) =>
    db
      .updateTable('customers.webhook_deliveries')
      .set({
        state: p.state,
        next_try_at: sql<string | null>`now() + make_interval(secs => ${p.seconds}::int)`,
      })
      .where('webhook_id', '=', p.webhook_id)
      .where('event_id', '=', p.event_id),
)

export const setHealth = prepared<'customers'>()(
  (db, p: { id: ByProduct; failing_since: string | null; off_because: 'failing' | 'gone' | null }) =>
    db
      .updateTable('customers.webhooks')
      .set((e) => ({
        failing_since: p.failing_since,
        off_because: sql<'asked' | 'failing' | 'gone' | null>`coalesce(${p.off_because}::text, off_because)`,
        version: e('version', '+', 1),
      }))
      .where('id', '=', p.id),
)
