import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDatabase } from '../../platform/database/db.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { auditBooks } from '../../testing/ledger.ts'
import { liveAYear } from '../../testing/year.ts'

/** `npm run simulate -- --seed N` lives other years. */
const seed = 1

test('after a year of changes, declines and missed days the books add up, recomputed from what was written', async () => {
  const own = await createTestDatabase()
  const database = openDatabase(own.options, { max: 6 })
  try {
    await liveAYear(database, { billingEntities: 16, days: 366, seed })
    const { rows } = await database.pool.query(
      `select from payments.subscription_events where not before ? 'payer' or event ? 'to' and not event -> 'to' ? 'payer'`,
    )
    assert.equal(rows.length, 0, 'what is stored keeps its names')
    const { complaints, figures } = await auditBooks(database)
    assert.deepEqual(complaints, [], `seed ${seed}`)
    // Few of them live long in some years; what adds up must have something in it, paid and unpaid.
    assert.ok(
      figures.invoices > 10 && figures.paid > 0 && figures.paid < figures.invoices && figures.extensions > 0,
      `seed ${seed}: ${JSON.stringify(figures)}`,
    )
  } finally {
    await database.close()
    await own.drop()
  }
})

/** What was billed and paid by payer, place and tax, in the order of what it comes to: ids differ, and so does theirs. */
async function sumsOf(year: Parameters<typeof liveAYear>[1]) {
  const own = await createTestDatabase()
  const database = openDatabase(own.options, { max: 6 })
  try {
    await liveAYear(database, year)
    const { complaints } = await auditBooks(database)
    assert.deepEqual(complaints, [])
    const { rows: bySite } = await database.pool.query<{ payer: string; sums: string }>(
      `select payer, string_agg(sums, '; ' order by sums) as sums from (
         select v.billing_entity_id as payer, v.site_id,
           concat_ws(' ', v.status, tax.value ->> 'name', count(*), sum(v.subtotal), sum((tax.value ->> 'amount')::int8)) as sums
         from payments.invoices v left join lateral jsonb_array_elements(v.taxes) as tax (value) on true
         group by v.billing_entity_id, v.site_id, v.status, tax.value ->> 'name') as by_tax
       group by payer, site_id`,
    )
    const byBillingEntity = Map.groupBy(bySite, ({ payer }) => payer)
    const sums = [...byBillingEntity.values()]
      .map((sites) => sites.map((site) => site.sums).toSorted())
      .toSorted((one, other) => (one.join() < other.join() ? -1 : 1))
    const { rows } = await database.pool.query<{ charges: number; shares: number }>(
      `select (select count(*)::int from payments.charges) as charges,
         (select count(*)::int from payments.charge_attempts) as shares`,
    )
    return { sums, ...rows[0]! }
  } finally {
    await database.close()
    await own.drop()
  }
}

test('charged together or one by one, a year comes to the same sums by payer, place and tax', async () => {
  const year = { billingEntities: 14, days: 200, seed: 3 }
  const [together, oneByOne] = [await sumsOf(year), await sumsOf({ ...year, oneByOne: true })]
  assert.equal(oneByOne.charges, oneByOne.shares)
  assert.ok(together.charges < together.shares, `${together.charges} of ${together.shares}`)
  assert.ok(together.sums.length > 3 && together.sums.flat().length > 10)
  assert.deepEqual(together.sums, oneByOne.sums)
})
