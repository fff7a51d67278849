import { parseArgs } from 'node:util'
import { openDatabase } from '@byre/server/platform/database/db'
import { createTestDatabase } from '@byre/server/testing/database'
import { auditBooks } from '@byre/server/testing/ledger'
import { liveAYear } from '@byre/server/testing/year'

/* `npm run simulate -- --payers 1000`: a year of billing in a database of its own, and its books recomputed. */

const { values } = parseArgs({
  options: {
    payers: { type: 'string', default: '1000' },
    days: { type: 'string', default: '366' },
    seed: { type: 'string', default: '1' },
  },
})
const year = {
  billingEntities: Number(values.payers),
  days: Number(values.days),
  seed: Number(values.seed),
}
const own = await createTestDatabase()
const database = openDatabase(own.options, { max: 10, statementTimeoutMs: 60_000 })
try {
  const begun = Date.now()
  const did = await liveAYear(database, year)
  const seconds = Math.round((Date.now() - begun) / 1000)
  const { complaints, figures } = await auditBooks(database)
  console.log(JSON.stringify({ ...year, ...did, seconds, ...figures }, null, 2))
  for (const complaint of complaints) console.error(complaint)
  console.log(complaints.length === 0 ? 'The books add up.' : `${complaints.length} complaints.`)
  process.exitCode = complaints.length === 0 ? 0 : 1
} finally {
  await database.close()
  await own.drop()
}
