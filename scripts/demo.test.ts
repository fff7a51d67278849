import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { getOverview } from '@byre/contract/billing/overview'
import { logIn } from '@byre/contract/accounts/sign-ins'
import { inviteStatuses } from '@byre/contract/people/invites'
import type { SiteId } from '@byre/contract/subject-kinds'
import { verifyHerd } from '@byre/server/herd/index'
import { createTestDatabase, cursorOfRun } from '@byre/server/testing/database'
import { openDatabase, within, type Database } from '@byre/server/platform/database/db'
import { TestApp } from '@byre/server/testing/test-app'
import { TestClock } from '@byre/server/testing/test-clock'
import { readConfig } from '@byre/server/config'

let own: Awaited<ReturnType<typeof createTestDatabase>>
let database: Database
let dataDir: string
before(async () => {
  own = await createTestDatabase()
  database = openDatabase(own.options, { max: 4 })
  dataDir = await mkdtemp(join(tmpdir(), 'byre-demo-'))
})
after(async () => {
  await database.close()
  await own.drop()
  await rm(dataDir, { recursive: true, force: true })
})

/** The command as a process of its own. */
async function demo(args: readonly string[], env: Record<string, string> = {}) {
  const { host, user, database } = own.options
  const child = spawn(process.execPath, [join(import.meta.dirname, 'demo.ts'), ...args], {
    env: {
      PATH: process.env['PATH'],
      ...cursorOfRun(),
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(tmpdir(), 'byre-compiled'),
      DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(String(host))}`,
      DATA_DIR: dataDir,
      ...env,
    },
  })
  let [out, said] = ['', '']
  child.stdout.on('data', (chunk) => (out += chunk))
  child.stderr.on('data', (chunk) => (said += chunk))
  const [code] = (await once(child, 'close')) as [number]
  return { code, out, said }
}

test('the demo fills an empty portal once: whoever it names signs in and finds their places as they are said to be', async () => {
  const { code, out, said } = await demo(['--head', '20', '--people', '6'], { PORT: '4123' })
  assert.deepEqual([code, said], [0, ''])

  const config = { ...readConfig({ NODE_ENV: 'test', LIMIT_FACTOR: '1000' }), dataDir }
  const testApp = await TestApp.over({ config, database, clock: new TestClock() })
  try {
    const password = /Each has the password (\S+)/.exec(out)?.[1] ?? ''
    const states: Record<string, unknown> = {}
    for (const [, email = '', about = ''] of out.matchAll(/^ {4}(\S+@\S+) +(.+)$/gm)) {
      const { reply } = await testApp.call(logIn, { body: { username: email, password } })
      const overview = (await testApp.call(getOverview, { as: reply.token })).reply
      states[about] = [overview.running, overview.places, overview.unpaid.map(({ status }) => status)]
    }
    assert.deepEqual(states, {
      'owns the feedlot: 14 sites, 6 people, one payer': [14, 14, []],
      'runs its yards': [14, 14, []],
      'runs one yard and works at another': [1, 1, []],
      'works at every yard': [14, 14, []],
      'owns a cow-calf ranch': [2, 2, []],
      'owns a clinic that pays': [1, 1, []],
      'owns a clinic whose card fails': [0, 1, ['read_only']],
      'owns a site that was stopped for want of payment': [0, 1, ['stopped']],
    })
    const { rows: invites } = await database.pool.query<{ state: string }>(
      `select distinct case when status = 'sent' and expired_at < now() then 'expired' else status end as state
       from customers.invites order by state`,
    )
    assert.deepEqual(
      invites.map(({ state }) => state),
      inviteStatuses.toSorted(),
    )
    const { rows } = await database.pool.query<{ name: string; id: SiteId; here: number; months: number }>(
      `select s.name, s.id,
         (select count(*)::int from herd.animals a where a.site_id = s.id and a.status = 'here') as here,
         (select count(*)::int from payments.invoices i where i.site_id = s.id) as months
       from customers.sites s where s.id in (select site_id from herd.ledgers) order by s.name`,
    )
    assert.deepEqual(
      rows.map(({ name }) => name),
      ['Alder Creek', 'Whitford Home Yard'],
    )
    assert.ok(rows.every(({ here, months }) => here >= 15 && months >= 11))
    for (const { id } of rows) assert.equal((await verifyHerd(within<'herd'>(database.db), id)).fault, null)
  } finally {
    await testApp.close()
  }

  const again = await demo([])
  assert.equal(again.code, 3)
  assert.match(again.said, /has accounts already/)
})

test('the demo fills nothing in production, and refuses figures out of range', async () => {
  const inProduction = await demo([], { NODE_ENV: 'production' })
  assert.equal(inProduction.code, 2)
  assert.match(inProduction.said, /for development/)
  const few = await demo(['--head', '3'])
  assert.deepEqual([few.code, few.said], [2, '--head is a whole number from 20 to 20000.\n'])
})
