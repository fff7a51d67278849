import { createBillingEntity, listBillingEntities } from '@byre/contract/billing/billing-entities'
import { isConfirmed } from '@byre/contract/accounts/auth'
import { logIn, refreshSession } from '@byre/contract/accounts/sign-ins'
import { exportInvoices } from '@byre/contract/billing/invoices'
import { meters } from '@byre/contract/limits'
import assert from 'node:assert/strict'
import { after, before, mock, test } from 'node:test'
import pino from 'pino'
import { buildApp, type App } from '../../app.ts'
import { billingEntityFields } from '../../testing/places.ts'
import { password, TestApp, type Person } from '../../testing/test-app.ts'
import { withinDay, withinMinute } from '../../testing/windows.ts'
import { Refusal } from '../errors.ts'
import { newId } from '../ids.ts'
import { contractNouns } from '../api-docs/openapi-nouns.ts'
import { GeneralLimits, spend, spendQuietly } from './limits.ts'

let testApp: TestApp
let alice: Person

before(async () => {
  testApp = await TestApp.start()
  alice = await testApp.person('alice')
})
after(() => testApp.close())

/** Seconds after which a refused try may come again; null when it was not refused. */
async function wait(command: () => unknown): Promise<number | null> {
  try {
    await command()
    return null
  } catch (error) {
    assert.ok(error instanceof Refusal)
    assert.equal(error.code, 'limit.reached')
    return error.retryAfter ?? 0
  }
}

/** A process whose general limits are few, so that a test need not make hundreds of calls. */
async function strictProcess(limitFactor: number): Promise<App> {
  const config = { ...testApp.config, limitFactor }
  return buildApp({ config, database: testApp.database, works: false, log: pino({ level: 'silent' }) })
}

test('an exact limit holds for all who count in it, whatever process they ask', () =>
  withinDay(async () => {
    const limit = { name: 'test', max: 5, windowSeconds: 86_400 }
    const who = newId()
    const tries = Array.from({ length: 40 }, () => spendQuietly(testApp.database.db, limit, who))
    assert.equal((await Promise.all(tries)).filter(Boolean).length, 5)
    assert.equal(await spendQuietly(testApp.database.db, limit, newId()), true)
    const seconds = await wait(() => spend(testApp.database.db, limit, who))
    assert.ok(seconds !== null && seconds > 0 && seconds <= 86_400)
  }))

test('an exact limit begins anew with its window', () =>
  withinDay(async () => {
    const limit = { name: 'window', max: 1, windowSeconds: 86_400 }
    const who = newId()
    await spend(testApp.database.db, limit, who)
    assert.notEqual(await wait(() => spend(testApp.database.db, limit, who)), null)
    await testApp.database.pool.query(
      `update platform.rate_counters set window_start = window_start - interval '1 day' where bucket = $1`,
      [`window:${who}`],
    )
    assert.equal(await wait(() => spend(testApp.database.db, limit, who)), null)
  }))

test('R02 a general limit counts what all processes saw, and begins anew with the minute', async () => {
  mock.timers.enable({ apis: ['Date'], now: Date.UTC(2026, 10, 21, 12, 0, 1) })
  try {
    const [here, there] = [
      new GeneralLimits(testApp.database.db, 1),
      new GeneralLimits(testApp.database.db, 1),
    ]
    for (let call = 0; call < 6; call++) here.count('user:x', 10)
    for (let call = 0; call < 4; call++) there.count('user:x', 10)
    await here.settle()
    await there.settle()
    assert.equal(await wait(() => there.count('user:x', 10)), 59)
    assert.equal(await wait(() => there.count('user:y', 10)), null)
    here.add('user:x', 10)
    await here.settle()
    assert.equal(await wait(() => here.check('user:x', 10)), 59)

    mock.timers.setTime(Date.UTC(2026, 10, 21, 12, 1, 0))
    assert.equal(await wait(() => there.count('user:x', 10)), null)
    assert.equal(await wait(() => here.count('user:x', 10)), null)
  } finally {
    mock.timers.reset()
  }
})

test('a few calls are not worth a row, as long as they are few beside what is allowed', async () => {
  mock.timers.enable({ apis: ['Date'], now: Date.UTC(2026, 10, 21, 14, 0, 1) })
  try {
    const [here, there] = [
      new GeneralLimits(testApp.database.db, 1),
      new GeneralLimits(testApp.database.db, 1),
    ]
    const settledOf = async (who: string) => {
      await here.settle()
      const { rows } = await testApp.database.pool.query<{ spent: number }>(
        `select coalesce(sum(spent), 0)::int as spent from platform.rate_counters where bucket = $1`,
        [`general:${who}`],
      )
      return rows[0]!.spent
    }
    for (let call = 0; call < 9; call++) here.count('user:few', 300)
    here.count('user:fast', 10)
    assert.deepEqual([await settledOf('user:few'), await settledOf('user:fast')], [0, 1])
    here.count('user:few', 300)
    assert.equal(await settledOf('user:few'), 10)
    for (let call = 0; call < 9; call++) here.count('user:few', 300)
    assert.equal(await settledOf('user:few'), 10)

    for (let call = 0; call < 2; call++) there.count('user:few', 12)
    await there.settle()
    assert.equal(await wait(() => there.count('user:few', 12)), 59)
  } finally {
    mock.timers.reset()
  }
})

test('a general count that could not be shared is shared later', async () => {
  mock.timers.enable({ apis: ['Date'], now: Date.UTC(2026, 10, 21, 13, 0, 1) })
  try {
    const [here, there] = [
      new GeneralLimits(testApp.database.db, 1),
      new GeneralLimits(testApp.database.db, 1),
    ]
    for (let call = 0; call < 3; call++) here.count('user:late', 10)
    await testApp.database.pool.query('alter table platform.rate_counters rename to away')
    await assert.rejects(here.settle())
    await testApp.database.pool.query('alter table platform.away rename to rate_counters')
    await here.settle()
    there.add('user:late', 10)
    await there.settle()
    assert.equal(await wait(() => there.check('user:late', 4)), 59)
  } finally {
    mock.timers.reset()
  }
})

test('R02 a user who asks too often in a minute is 429 with Retry-After; others are not', async () => {
  const bob = await testApp.person('bob')
  const app = await strictProcess(0.02)
  try {
    // Two minutes' worth, since the minute may turn while they are sent.
    const answers = []
    for (let call = 0; call < 13; call++)
      answers.push(await testApp.call(listBillingEntities, { as: alice, at: app }))
    const refused = answers.filter(({ status }) => status === 429)
    assert.ok(refused.length >= 1)
    for (const { headers, body } of refused) {
      assert.ok(Number(headers['retry-after']) > 0 && Number(headers['retry-after']) <= 60)
      assert.equal(body['message'], 'Too many attempts. Please try again later.')
    }
    assert.equal((await testApp.call(listBillingEntities, { as: bob, at: app })).status, 200)
  } finally {
    await app.close()
  }
})

/** How many of these reads are answered, until the limit refuses the rest. */
async function answeredOf(reads: (() => Promise<{ status: number }>)[]): Promise<number> {
  const statuses = []
  for (const read of reads) statuses.push((await read()).status)
  assert.deepEqual(new Set(statuses), new Set([200, 429]), statuses.join(' '))
  return statuses.filter((status) => status === 200).length
}

test('R02 a refresh or another sign-in buys no reads: they count for the person', async () => {
  const app = await strictProcess(0.02)
  try {
    const dora = await testApp.person('dora')
    const { reply: elsewhere } = await testApp.call(logIn, { body: { username: dora.email, password } })
    const read = (as: string) => () => testApp.call(listBillingEntities, { as, at: app })
    const eightOf = (token: string) => answeredOf(Array.from({ length: 8 }, () => read(token)))
    let answered = (await eightOf(dora.token)) + (await eightOf(elsewhere.token))
    let { refresh } = dora
    for (let n = 0; n < 3; n++) {
      const { reply } = await testApp.call(refreshSession, { body: { token: refresh, user: dora.id } })
      refresh = reply.refresh
      answered += await eightOf(reply.token)
    }
    // Six a minute, which may turn once; a token's first call is answered before it is known whose it is.
    assert.ok(answered <= 6 + 6 + 4, String(answered))
  } finally {
    await app.close()
  }
})

test('R02 documents have a limit of their own, by what they cost', async () => {
  const erin = await testApp.person('erin')
  const app = await strictProcess(0.05)
  try {
    const { reply: billingEntity } = await testApp.call(createBillingEntity, {
      as: erin,
      body: billingEntityFields,
    })
    const table = () => testApp.call(exportInvoices, { as: erin, params: { id: billingEntity.id }, at: app })
    // Three documents a minute, of which a table is five: one, and one more should the minute turn.
    assert.ok((await answeredOf(Array.from({ length: 6 }, () => table))) <= 2)
    assert.equal((await testApp.call(listBillingEntities, { as: erin, at: app })).status, 200)
  } finally {
    await app.close()
  }
})

test('R02 each read of the contract counts for whoever asks, with a token nobody has seen too', async () => {
  const fay = await testApp.person('fay')
  const { endpoints } = await contractNouns()
  const reads = endpoints.filter(
    ({ method, who, host }) => method === 'GET' && who !== 'anyone' && host === 'portal',
  )
  assert.ok(reads.length > 25)
  // As many a minute as there are reads.
  const app = await strictProcess(reads.length / meters.callsPerMinute)
  const ask = async (path: string) => {
    const url = path.replaceAll(/:\w+/g, newId())
    const { status } = await testApp.send('GET', `${url}?since=none&plan_id=${newId()}`, { as: fay, at: app })
    assert.ok(status < 500 && status !== 401, `${path} ${status}`)
    return status
  }
  try {
    await withinMinute(async () => {
      for (const { path } of reads) {
        const renewed = await testApp.call(refreshSession, { body: { token: fay.refresh, user: fay.id } })
        assert.equal(renewed.status, 200)
        Object.assign(fay, renewed.reply)
        await ask(path)
      }
      assert.equal(await ask(reads[0]!.path), 429)
    })
  } finally {
    await app.close()
  }
})

test('invented tokens are counted by where they come from and close nobody else’s minute', async () => {
  const app = await strictProcess(0.02)
  try {
    const statuses = []
    for (let call = 0; call < 30; call++) {
      const { status } = await testApp.call(listBillingEntities, { as: `${call}`.padStart(43, 'x'), at: app })
      statuses.push(status)
    }
    assert.deepEqual(new Set(statuses), new Set([401, 429]))
    const { status } = await testApp.call(isConfirmed, { body: { email: alice.email }, at: app })
    assert.equal(status, 200)
  } finally {
    await app.close()
  }
})

test('what the general limits counted is swept after minutes, exact limits after a day', async () => {
  await testApp.database.pool.query(
    `insert into platform.rate_counters (bucket, window_start, spent) values
     ('general:user:old', now() - interval '11 minutes', 1), ('login:old', now() - interval '11 minutes', 1),
     ('login:older', now() - interval '27 hours', 1)`,
  )
  const options = { retryLimit: 0, retryDelaySeconds: 1, retryDelayMaxSeconds: 1 }
  await testApp.app.outbox.send(testApp.database.db, { name: 'platform.sweep', options }, {})
  await testApp.settle()
  const { rows } = await testApp.database.pool.query(
    `select bucket from platform.rate_counters where bucket like '%old%' order by bucket`,
  )
  assert.deepEqual(rows, [{ bucket: 'login:old' }])
})
