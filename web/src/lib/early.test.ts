import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, beforeEach, describe, test } from 'node:test'
import { runInNewContext } from 'node:vm'
import { listSites } from '@byre/contract/sites'
import { getUser } from '@byre/contract/users'
import { fakeServer, MemoryStorage, type Answer } from '../testing/fake-server.ts'
import { clock } from './clock.ts'

const server = await fakeServer()
after(() => server.close())

Object.assign(globalThis, {
  __BYRE_URLS__: { auth: server.url, customers: server.url, payments: server.url, species: server.url },
})
Object.defineProperty(globalThis, 'localStorage', { value: new MemoryStorage(), configurable: true })

const { call } = await import('./api.ts')
const { takeEarly } = await import('./early.ts')
const { Unreachable } = await import('./refusal.ts')
const { signIn } = await import('./session.ts')

const profile = '/api/v1/users/u1'
const list = '/api/v1/sites?page=1'
const done = (name: string): Answer => [200, { success: true, data: { id: 'u1', name } }]
const over: Answer = [401, { success: false, code: 'session.required', message: 'Please sign in.' }]
const source = readFileSync(new URL('../first.js', import.meta.url), 'utf8')

clock.wait = () => Promise.resolve()

/** What the page does before its other files are there, with the questions the build writes into it. */
function first(pathname = '/') {
  const window: { byreEarly?: { token: string; askedAt: number } } = {}
  const dataset = { questions: `${server.url}/api/v1/users/~ ${server.url}${list}` }
  const document = { currentScript: { dataset }, documentElement: { dataset: {} } }
  runInNewContext(source, {
    window,
    document,
    location: { pathname },
    localStorage,
    performance,
    AbortController,
    fetch,
  })
  Object.assign(globalThis, { byreEarly: window.byreEarly })
  return window.byreEarly
}

const profileOf = (signal?: AbortSignal) => call(getUser, { id: 'u1' }, { signal, early: takeEarly })
const asks = (path: string) => server.asked.filter((one) => one.path === path).map(({ token }) => token)

/** Until the server has been asked so often. */
async function heard(path: string, times: number) {
  while (server.count(path) < times) await new Promise((resolve) => setImmediate(resolve))
}

const enter = (token: string) =>
  signIn({
    id: 'u1',
    email: 'alice@ranch.example',
    token,
    refresh: `r-${token}`,
    expires_in: 900,
    user: { id: 'u1', email: 'alice@ranch.example', groups: ['User'] },
  })

beforeEach(() => {
  server.asked.length = 0
  server.state.answer = ({ path }) => done(path)
  enter('t1')
})

describe('what is asked before the page is there', () => {
  test('is asked once: the page takes the answer under way, then asks for itself', async () => {
    first()
    assert.deepEqual(await profileOf(), { id: 'u1', name: profile })
    await call(listSites, { page: 1 }, { early: takeEarly })
    assert.deepEqual([asks(profile), asks(list)], [['t1'], ['t1']])
    await profileOf()
    assert.equal(asks(profile).length, 2)
  })

  test('is asked on the dashboard’s own address alone, and for nobody when nobody is signed in', () => {
    assert.equal(first('/site/new'), undefined)
    localStorage.clear()
    assert.equal(first(), undefined)
    localStorage.setItem('byre.auth', 'torn')
    assert.equal(first(), undefined)
    assert.deepEqual(server.asked, [])
  })

  test('is not shown to whoever signed in meanwhile', async () => {
    first()
    await heard(profile, 1)
    enter('t2')
    await profileOf()
    assert.deepEqual(asks(profile), ['t1', 't2'])
  })

  test('is asked again when the page took long to come', async () => {
    const early = first()
    if (early) early.askedAt -= 11_000
    await heard(profile, 1)
    await profileOf()
    assert.equal(asks(profile).length, 2)
  })

  test('exchanges a token that has run out, once, and goes on', async () => {
    server.state.answer = ({ path, token }) => {
      if (path.endsWith('/refresh')) return [200, { state: 'okay', token: 't2', refresh: 'r2', user: 'u1' }]
      return token === 't1' ? over : done('again')
    }
    first()
    assert.deepEqual(await profileOf(), { id: 'u1', name: 'again' })
    assert.deepEqual(asks(profile), ['t1', 't2'])
  })

  test('counts as a first try: a server that fails is asked again', async () => {
    const answers: Answer[] = ['hang up', done('late')]
    server.state.answer = ({ path }) => (path === profile ? (answers.shift() ?? done('more')) : done(path))
    first()
    assert.deepEqual(await profileOf(), { id: 'u1', name: 'late' })
    assert.equal(asks(profile).length, 2)
    server.state.answer = () => 'hang up'
    first()
    await assert.rejects(profileOf(), Unreachable)
  })

  test('is broken off with the question', async () => {
    server.state.answer = () => done('never read')
    first()
    await assert.rejects(profileOf(AbortSignal.abort()), { name: 'AbortError' })
    assert.ok(asks(profile).length <= 1)
  })
})
