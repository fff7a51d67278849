import assert from 'node:assert/strict'
import { after, beforeEach, describe, test } from 'node:test'
import { logIn } from '@byre/contract/accounts/sign-ins'
import { addCard, listCards } from '@byre/contract/billing/cards'
import { createSite, deleteSite, listSites, updateSite } from '@byre/contract/places/sites'
import { fakeServer, MemoryStorage, type Answer } from '../testing/fake-server.ts'
import { clock } from './clock.ts'

const server = await fakeServer()
after(() => server.close())

Object.assign(globalThis, {
  __BYRE_URLS__: { auth: server.url, customers: server.url, payments: server.url, species: server.url },
})
for (const kept of ['localStorage', 'sessionStorage'])
  Object.defineProperty(globalThis, kept, { value: new MemoryStorage(), configurable: true })

const { call } = await import('./api.ts')
const { attempt } = await import('./wire.ts')
const { Refusal, Unreachable } = await import('./refusal.ts')
const { onProofNeeded } = await import('./step-up.ts')

const site = {
  name: 'North & South',
  description: '',
  subdomain: 'north',
  billing_entity_id: 'b',
  plan_id: 'p',
  city: '',
}
const done: Answer = [200, { success: true, data: { id: 's1' } }]
const busy: Answer = [503, { success: false, code: 'server.busy', message: 'We are busy.', request_id: 'r1' }]

let waited: number[] = []
clock.wait = (ms) => {
  waited.push(ms)
  return Promise.resolve()
}

/** Answers in turn; the last one stays. */
function answers(...list: Answer[]) {
  server.state.answer = () => (list.length > 1 ? list.shift() : list[0]) ?? done
}

beforeEach(() => {
  server.requests.length = 0
  waited = []
})

describe('a call', () => {
  test('sends its fields as a form, what is empty too, and never what is null', async () => {
    answers(done)
    await call(updateSite, { id: 'a/b', ...site, region: null })
    assert.deepEqual(server.requests[0], {
      method: 'PUT',
      path: '/api/v1/sites/a%2Fb',
      token: undefined,
      key: undefined,
      body: site,
    })
  })

  test('asks a list with its query', async () => {
    answers([200, { success: true, data: { sites: [], total: 0, page: 1, per_page: 50 } }])
    await call(listSites, { per_page: 50, sort: 'name', q: null })
    assert.equal(server.requests[0]?.path, '/api/v1/sites?per_page=50&sort=name')
  })

  test('takes what the page asked for before, once, and never what was asked for another', async () => {
    answers([200, { success: true, data: { sites: [], total: 0, page: 1, per_page: 50 } }])
    const url = `${server.url}/api/v1/sites?per_page=50&sort=name`
    const reply = { sites: [], total: 7, page: 1, per_page: 50 }
    const before = () => new Map([[url, Promise.resolve(Response.json({ success: true, data: reply }))]])
    const ask = async (token: string) =>
      (await attempt(listSites, { per_page: 50, sort: 'name' }, { token })).total
    Object.assign(globalThis, { asked: { token: 'of Alice', answers: before() } })
    assert.deepEqual([await ask('of Bob'), await ask('of Alice'), await ask('of Alice')], [0, 7, 0])
    assert.equal(server.requests.length, 2)
    Object.assign(globalThis, { asked: undefined })
  })

  test('gives what both envelopes carry', async () => {
    answers(done)
    assert.deepEqual(await call(createSite, site), { id: 's1' })
    answers([200, { state: 'okay', token: 't' }])
    assert.deepEqual(await call(logIn, { username: 'a@b.co', password: 'x' }), { state: 'okay', token: 't' })
  })
})

describe('a call that fails in passing', () => {
  const tries: [string, () => Promise<unknown>, number][] = [
    ['GET', () => call(listSites, {}), 6],
    ['POST', () => call(createSite, site), 2],
    ['PUT', () => call(updateSite, { id: 's1', name: 'North' }), 3],
    ['DELETE', () => call(deleteSite, { id: 's1' }), 2],
  ]
  for (const [method, ask, times] of tries) {
    test(`is tried ${times} times when it is a ${method}, a second apart`, async () => {
      answers(busy)
      await assert.rejects(ask, Refusal)
      assert.equal(server.requests.length, times)
      assert.deepEqual(
        waited,
        Array.from({ length: times - 1 }, () => 1000),
      )
    })
  }

  test('is tried again after no answer, and says at last that nobody was reached', async () => {
    answers('hang up')
    await assert.rejects(() => call(updateSite, { id: 's1', name: 'North' }), Unreachable)
    assert.equal(server.requests.length, 3)
  })

  test('goes on with what came at last, under one key', async () => {
    answers('hang up', done)
    await call(createSite, site)
    assert.equal(server.requests.length, 2)
    assert.ok(server.requests[0]?.key)
    assert.equal(server.requests[0]?.key, server.requests[1]?.key)
  })

  test('waits for its duplicate request as long as that is asked for', async () => {
    const inProgress: Answer = [
      409,
      { success: false, code: 'request.in_progress', message: '' },
      { 'retry-after': '2' },
    ]
    answers(inProgress, inProgress, inProgress, done)
    await call(createSite, site)
    assert.deepEqual(waited, [2000, 2000, 2000])
  })

  test('does not keep anyone waiting for a long Retry-After', async () => {
    answers([429, { success: false, code: 'limit.reached', message: 'Too many' }, { 'retry-after': '900' }])
    await assert.rejects(() => call(listSites, {}), Refusal)
    assert.equal(server.requests.length, 1)
  })
})

describe('a command that needs a fresh sign-in', () => {
  const refused: Answer = [
    403,
    { success: false, code: 'session.reauth_required', message: 'Please sign in again to continue.' },
  ]

  test('asks once who this is, and goes on with the same command under the same key', async () => {
    const reasons: string[] = []
    const off = onProofNeeded(async (why) => reasons.push(why) > 0)
    answers(refused, done)
    assert.deepEqual(await call(createSite, site), { id: 's1' })
    off()
    assert.deepEqual(reasons, ['Please sign in again to continue.'])
    assert.equal(server.requests.length, 2)
    assert.equal(server.requests[0]?.key, server.requests[1]?.key)
  })

  test('asks one question for several commands at once', async () => {
    let questions = 0
    const off = onProofNeeded(async () => {
      questions += 1
      await new Promise((resolve) => setTimeout(resolve, 50))
      return true
    })
    answers(refused, refused, done)
    await Promise.all([call(updateSite, { id: 's1' }), call(updateSite, { id: 's2' })])
    off()
    assert.equal(questions, 1)
    assert.equal(server.requests.length, 4)
  })

  test('stays refused when nobody proves anything, or the proof does not help', async () => {
    answers(refused)
    await assert.rejects(() => call(createSite, site), { code: 'session.reauth_required' })
    for (const proven of [false, true]) {
      server.requests.length = 0
      const off = onProofNeeded(async () => proven)
      await assert.rejects(() => call(createSite, site), { message: 'Please sign in again to continue.' })
      off()
      assert.equal(server.requests.length, proven ? 2 : 1)
    }
  })
})

describe('a refusal', () => {
  test('is not asked again, and says where and why', async () => {
    const errors = [{ field: 'subdomain', message: 'This subdomain is not available.' }]
    answers([
      400,
      { success: false, code: 'subdomain.unavailable', message: 'Not available.', errors, request_id: 'r9' },
    ])
    await assert.rejects(
      () => call(createSite, site),
      (error) => {
        assert.ok(error instanceof Refusal)
        assert.equal(error.code, 'subdomain.unavailable')
        assert.equal(error.requestId, 'r9')
        assert.deepEqual(error.fieldErrors, errors)
        assert.equal(error.onFields({ subdomain: 'address' }).fieldErrors[0]?.field, 'address')
        return true
      },
    )
    assert.equal(server.requests.length, 1)
  })

  test('of the auth service reads the same', async () => {
    answers([401, { state: 'error', error: 'Wrong email or password', code: 'account.wrong_credentials' }])
    await assert.rejects(() => call(logIn, { username: 'a@b.co', password: 'x' }), {
      message: 'Wrong email or password',
    })
    assert.equal(server.requests.length, 1)
  })

  test('that is no envelope at all is a calm sentence', async () => {
    server.state.answer = () => [404, '<html>']
    await assert.rejects(() => call(listSites, {}), /Something went wrong on our side/)
  })
})

test('what may ask a card processor is tried again after two seconds, everything else after one', async () => {
  const card = {
    billing_entity_id: 'b',
    number: '4242424242424242',
    exp_month: '1',
    exp_year: '2040',
    cvc: '1',
  }
  answers(busy, done)
  await call(addCard, card)
  assert.deepEqual(waited, [2000])
  waited = []
  answers(busy, done)
  await call(listCards, {})
  assert.deepEqual(waited, [1000])
})
