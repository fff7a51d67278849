import assert from 'node:assert/strict'
import { after, beforeEach, describe, test } from 'node:test'
import { getUser } from '@byre/contract/people/users'
import { limits } from '@byre/contract/limits'
import { fakeServer, MemoryStorage, type Answer, type RecordedRequest } from '../testing/fake-server.ts'
import { clock } from './clock.ts'

const server = await fakeServer()
after(() => server.close())

// What a browser has and Node has not; set before the modules look for it.
const page = new EventTarget()
const local = new MemoryStorage()
Object.assign(globalThis, {
  __BYRE_URLS__: { auth: server.url, customers: server.url, payments: server.url, species: server.url },
  addEventListener: page.addEventListener.bind(page),
})
Object.defineProperty(globalThis, 'localStorage', { value: local, configurable: true })
Object.defineProperty(globalThis, 'sessionStorage', { value: new MemoryStorage(), configurable: true })

const { call } = await import('./api.ts')
const { currentSession, onSession, signIn, signOut, watchSession } = await import('./session.ts')
const { Refusal } = await import('./refusal.ts')
const { markRecent, recentPlaces } = await import('./recent.ts')
watchSession()

const refresh = '/api/v1/refresh'
const alice = { id: 'alice', email: 'alice@example.com', groups: ['User'] }
const tokens = (n: number) => ({ token: `token-${n}`, refresh: `refresh-${n}`, expires_in: 900 })
const profile: Answer = [200, { success: true, data: { first_name: 'Alice' } }]
const unauthorized: Answer = [401, { success: false, code: 'session.required', message: 'Please sign in.' }]

let waited: number[] = []

/** The profile is shown to whoever has the newest token; `renewal` answers refreshes. */
function answerWith(renewal: (request: RecordedRequest) => Answer, newest = 'token-2') {
  server.state.answer = (request) => {
    if (request.path === refresh) return renewal(request)
    return request.token === newest ? profile : unauthorized
  }
}

const readProfile = () => call(getUser, { id: 'alice' })

let now = Date.now()
clock.now = () => now
clock.wait = (ms) => {
  waited.push(ms)
  now += ms
  return Promise.resolve()
}

beforeEach(() => {
  local.clear()
  server.requests.length = 0
  now += limits.refresh.throttleMs
  signIn({ id: 'alice', email: alice.email, user: alice, ...tokens(1) })
  waited = []
})

describe('S05 a token that has run out', () => {
  test('is exchanged once, and the call goes on with the new one', async () => {
    answerWith(() => [200, { state: 'okay', ...tokens(2) }])
    assert.equal((await readProfile()).first_name, 'Alice')
    assert.equal(server.count(refresh), 1)
    assert.deepEqual(server.requests[1]?.body, { token: 'refresh-1', user: 'alice' })
    assert.equal(currentSession()?.refresh, 'refresh-2')
  })

  test('is exchanged once for twenty calls at a time', async () => {
    answerWith(() => [200, { state: 'okay', ...tokens(2) }])
    await Promise.all(Array.from({ length: 20 }, readProfile))
    assert.equal(server.count(refresh), 1)
  })

  test('is not exchanged when another tab has already done so', async () => {
    answerWith(() => [500, null])
    server.state.answer = (request) => {
      if (request.token === 'token-1')
        local.setItem('byre.auth', JSON.stringify({ ...currentSession(), ...tokens(2) }))
      return request.token === 'token-2' ? profile : unauthorized
    }
    assert.equal((await readProfile()).first_name, 'Alice')
    assert.equal(server.count(refresh), 0)
  })
})

describe('S05 a refresh', () => {
  test('that the server refuses ends the session at once and is not asked again', async () => {
    answerWith(() => [
      401,
      { state: 'error', error: 'Could not authenticate with the server.', code: 'session.not_refreshed' },
    ])
    await assert.rejects(readProfile, (error) => error instanceof Refusal && error.status === 401)
    assert.equal(server.count(refresh), 1)
    assert.equal(local.getItem('byre.auth'), null)
    assert.deepEqual(waited, [])
  })

  test('is never asked again after any 4xx', async () => {
    for (const status of [400, 403, 404, 409, 422]) {
      signIn({ id: 'alice', email: alice.email, user: alice, ...tokens(1) })
      now += limits.refresh.throttleMs
      server.requests.length = 0
      answerWith(() => [status, { state: 'error', error: 'No token currently set.' }])
      await assert.rejects(readProfile)
      assert.equal(server.count(refresh), 1, String(status))
      assert.equal(currentSession(), null)
    }
  })

  test('that finds the server too busy waits for the next call, and keeps the session', async () => {
    answerWith(() => [429, { state: 'error', error: 'Too many attempts.' }, { 'retry-after': '60' }])
    await assert.rejects(readProfile)
    assert.equal(server.count(refresh), 1)
    assert.equal(currentSession()?.token, 'token-1')
  })

  test('is asked ten times, two seconds apart, while the server fails; then the session is over', async () => {
    answerWith(() => [503, { state: 'error', error: 'We are busy right now.' }])
    await assert.rejects(readProfile)
    assert.equal(server.count(refresh), 10)
    assert.deepEqual(
      waited,
      Array.from({ length: 9 }, () => 2000),
    )
    assert.equal(currentSession(), null)
  })

  test('is asked again when no answer came, and goes on when one does', async () => {
    let tries = 0
    answerWith(() => (++tries < 4 ? 'hang up' : [200, { state: 'okay', ...tokens(2) }]))
    assert.equal((await readProfile()).first_name, 'Alice')
    assert.equal(tries, 4)
    assert.deepEqual(waited, [2000, 2000, 2000])
  })

  test('begins at most every five seconds', async () => {
    answerWith(() => [200, { state: 'okay', ...tokens(2) }], 'none')
    await assert.rejects(readProfile)
    answerWith(() => [200, { state: 'okay', ...tokens(3) }], 'token-3')
    await readProfile()
    assert.equal(server.count(refresh), 2)
    assert.deepEqual(waited, [5000])
  })
})

describe('signing out', () => {
  test('S06 clears this browser at once and tells the server, even one that does not answer', async () => {
    const sentTokens: (string | undefined)[] = []
    const hungUp = new Promise<void>((resolve) => {
      server.state.answer = (request) => {
        sentTokens.push(request.body['token'])
        resolve()
        return 'hang up'
      }
    })
    signOut()
    assert.equal(local.getItem('byre.auth'), null)
    await hungUp
    assert.deepEqual(sentTokens, ['token-1'])
  })

  test('S06 forgets which places were opened, in each tab', () => {
    const open = () => markRecent('sites', 'alice', { id: 'north', name: 'North Ranch' }, 5)
    sessionStorage.setItem('byre.next', '/sites')
    open()
    signOut()
    assert.deepEqual(recentPlaces('sites', 'alice'), [])

    open()
    sessionStorage.clear()
    assert.deepEqual(
      recentPlaces('sites', 'alice'),
      [{ id: 'north', name: 'North Ranch' }],
      'it outlives the tab',
    )
    sessionStorage.setItem('byre.next', '/sites')
    page.dispatchEvent(Object.assign(new Event('storage'), { key: 'byre.auth' }))
    assert.deepEqual(recentPlaces('sites', 'alice'), [])
    assert.equal(sessionStorage.getItem('byre.next'), '/sites')
  })

  test('in one tab signs out all', () => {
    let noticed = 0
    const stop = onSession(() => noticed++)
    local.removeItem('byre.auth')
    page.dispatchEvent(Object.assign(new Event('storage'), { key: 'byre.auth' }))
    stop()
    assert.equal(noticed, 1)
    assert.equal(currentSession(), null)
  })

  test('during a refresh is not undone by its answer', async () => {
    answerWith((request) => {
      if (request.path === refresh) local.removeItem('byre.auth')
      return [200, { state: 'okay', ...tokens(2) }]
    })
    await assert.rejects(readProfile)
    assert.equal(currentSession(), null)
  })
})

test('a record of another shape counts as signed out', () => {
  for (const stored of [
    '',
    'null',
    '{',
    '{"token":"x"}',
    '[]',
    '{"id":1,"uuid":1,"token":"t","refresh":"r","user":{}}',
  ]) {
    local.setItem('byre.auth', stored)
    assert.equal(currentSession(), null, stored)
  }
})
