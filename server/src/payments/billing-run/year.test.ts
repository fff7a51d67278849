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
      figures.invoices > 10 && figures.paid > 0 && figures.paid < figures.invoices,
      `seed ${seed}: ${JSON.stringify(figures)}`,
    )
  } finally {
    await database.close()
    await own.drop()
  }
})
