import { sql } from 'kysely'
import { prepared, type Db } from '../../platform/database/db.ts'
import '../tables.ts'

/** `user:…` and `network:…`, and how many declines each may have. */
interface Tester {
  user: string
  network: string
  most_of_user: number
  most_of_network: number
}

/** Counts a try as if it were declined, for each who has declines left; gives those. */
export const reserveDecline = prepared<'payments'>()((db, p: Tester) =>
  db
    .insertInto('payments.card_declines')
    .columns(['who', 'counted', 'until'])
    .expression((e) =>
      e
        // In one order, so that two tries never wait for each other.
        .selectFrom(
          sql<{ who: string }>`(values (${p.network}::text), (${p.user}::text))`.as<'t'>(sql`t(who)`),
        )
        .select(['t.who', sql<number>`1`.as('counted'), sql<string>`now() + interval '24 hours'`.as('until')])
        .orderBy('t.who'),
    )
    .onConflict((conflict) =>
      conflict
        .column('who')
        .doUpdateSet({
          counted: sql<number>`case when card_declines.until < now() then 1 else card_declines.counted + 1 end`,
          until: sql<string>`case when card_declines.until < now() then excluded.until else card_declines.until end`,
        })
        .where(
          sql<boolean>`(card_declines.until < now() or card_declines.counted <
            case card_declines.who when ${p.user} then ${p.most_of_user}::int else ${p.most_of_network}::int end)`,
        ),
    )
    .returning('who'),
)

/** Begins with the rows locked in one order, as `held`, whoever else changes some of them at once. */
const withHeld = (db: Db<'payments'>, whos: string[]) =>
  db.with('held', (q) =>
    q
      .selectFrom('payments.card_declines')
      .select('who')
      .where('who', '=', sql<string>`any(${whos}::text[])`)
      .orderBy('who')
      .forUpdate(),
  )

/** Takes back what a try that was not declined had reserved. */
export const giveBackDecline = prepared<'payments'>()((db, p: { whos: string[] }) =>
  withHeld(db, p.whos)
    .updateTable('payments.card_declines as c')
    .from('held')
    .set({ counted: sql<number>`greatest(c.counted - 1, 0)` })
    .whereRef('c.who', '=', 'held.who'),
)

/** From a decline on it counts for 24 hours. */
export const keepDecline = prepared<'payments'>()((db, p: { whos: string[] }) =>
  withHeld(db, p.whos)
    .updateTable('payments.card_declines as c')
    .from('held')
    .set({ until: sql<string>`now() + interval '24 hours'` })
    .whereRef('c.who', '=', 'held.who'),
)

/** How long until all of these may try again. */
export const secondsUntilFree = prepared<'payments'>()((db, p: { whos: string[] }) =>
  db
    .selectFrom('payments.card_declines')
    .select(sql<number>`greatest(ceil(extract(epoch from max(until) - now())), 1)::int`.as('seconds'))
    .where('who', '=', sql<string>`any(${p.whos}::text[])`),
)

export const removeForgottenDeclines = prepared<'payments'>()((db, _: object) =>
  db.deleteFrom('payments.card_declines').where('until', '<', sql<string>`now()`),
)
