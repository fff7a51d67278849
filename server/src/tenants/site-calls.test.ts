import { changeSettings, getMe } from '@byre/contract/herd/settings'
import { listSites, updateSite, type Site } from '@byre/contract/places/sites'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { join, newClinic, newSite } from '../testing/places.ts'
import { TestApp, type Person } from '../testing/test-app.ts'
import { Visitor } from '../testing/visitor.ts'

/* The door of the site app: what opens `/app/v1` on a site's host, and what never does. */

let testApp: TestApp
let alice: Person
let site: Site
let host: string
let browser: Visitor

before(async () => {
  testApp = await TestApp.start()
  alice = await testApp.person('alice')
  site = await newSite(testApp, alice, { name: 'North Ranch' })
  host = `${site.subdomain}.localhost:4000`
  browser = await launched(alice)
})
after(async () => {
  await testApp.close()
  assert.deepEqual(testApp.complaints, [])
})

const sql = (text: string, ...values: unknown[]) => testApp.database.pool.query(text, values)
const settings = { kind: 'feedlot', zone: 'America/Edmonton', markets: ['CA'] }

async function launched(person: Person, at = host): Promise<Visitor> {
  const visitor = new Visitor(testApp, at)
  await visitor.launch(person)
  return visitor
}

const standing = (to: string, id = site.id) =>
  sql('update customers.sites set standing = $2 where id = $1', id, to)

describe('whose page calls', () => {
  const own = () => `http://${host}`

  test('J01 no page but the host’s own can call the app, be it of a sister site', async () => {
    for (const [headers, expected] of [
      [{ 'sec-fetch-site': 'same-origin' }, 200],
      [{ 'sec-fetch-site': 'same-site' }, 403],
      [{ 'sec-fetch-site': 'cross-site' }, 403],
      [{ 'sec-fetch-site': 'none' }, 403],
      [{ 'sec-fetch-site': 'same-site', origin: own() }, 403],
      [{}, 200],
      [{ origin: own() }, 200],
      [{ origin: 'http://sister.localhost:4000' }, 403],
      [{ origin: 'http://localhost:4000' }, 403],
      [{ origin: 'null' }, 403],
    ] as const) {
      const { status } = await browser.send('GET', '/app/v1/me', undefined, { headers })
      assert.equal(status, expected, JSON.stringify(headers))
    }
  })

  test('J01 what changes something says where it comes from, or is refused', async () => {
    const post = (headers: Record<string, string>) =>
      browser.send('POST', '/app/v1/settings', settings, { headers, json: true })
    for (const headers of [
      {},
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
      { origin: 'http://sister.localhost:4000' },
      { origin: `https://${host}` },
      { origin: 'null' },
    ] as Record<string, string>[]) {
      const { status, body } = await post(headers)
      assert.deepEqual([status, body['code']], [403, 'request.cross_site'], JSON.stringify(headers))
    }
    assert.equal((await sql('select from herd.settings')).rowCount, 0)
    const good: Record<string, string>[] = [{ origin: own() }, { 'sec-fetch-site': 'same-origin' }]
    for (const headers of good) assert.equal((await post(headers)).status, 200)
  })

  test('J01 a form is no body, from whichever page', async () => {
    const headers = { 'sec-fetch-site': 'same-origin' }
    for (const type of [
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/plain',
    ]) {
      const answer = await browser.send('POST', '/app/v1/settings', JSON.stringify(settings), {
        headers: { ...headers, 'content-type': type },
      })
      assert.equal(answer.status, 415, type)
    }
  })

  test('J01 no answer lets another origin read it, a preflight least of all', async () => {
    const origin = 'http://localhost:4000'
    for (const [method, headers] of [
      ['OPTIONS', { origin, 'access-control-request-method': 'POST' }],
      ['GET', { origin }],
      ['GET', { 'sec-fetch-site': 'same-origin' }],
    ] as const) {
      const answer = await browser.send(method, '/app/v1/me', undefined, { headers })
      for (const name of Object.keys(answer.headers)) assert.doesNotMatch(name, /^access-control/)
      assert.equal(answer.headers['cross-origin-resource-policy'], 'same-origin')
    }
  })
})

describe('what opens it', () => {
  test('J02 the cookie opens no call of the API, and no token of the portal opens the app', async () => {
    const cookie = `byre_session=${browser.cookies.get('byre_session')}`
    const sameOrigin = { 'sec-fetch-site': 'same-origin' }
    assert.equal((await testApp.call(listSites, { headers: { cookie } })).status, 401)
    for (const headers of [{}, { cookie: `byre_session=${alice.token}` }]) {
      const { status } = await testApp.send('GET', '/app/v1/me', {
        host,
        as: alice,
        headers: { ...sameOrigin, ...(headers as Record<string, string>) },
      })
      assert.equal(status, 401)
    }
    for (const headers of [{ cookie }, { cookie, ...sameOrigin }])
      assert.equal((await testApp.send('GET', '/app/v1/me', { headers, as: alice })).status, 404)
  })

  test('J02 a site’s cookie opens no other site of the same owner, and no clinic', async () => {
    const [sister, clinic] = [await newSite(testApp, alice), await newClinic(testApp, alice)]
    const there = new Visitor(testApp, `${sister.subdomain}.localhost:4000`)
    there.cookies.set('byre_session', browser.cookies.get('byre_session') ?? '')
    assert.equal((await there.ask(getMe)).status, 401)
    const atClinic = await launched(alice, `${clinic.subdomain}.localhost:4000`)
    assert.equal((await atClinic.ask(getMe)).status, 404)
  })

  test('each name of a site opens it with the cookie of that host; a name given up, and nobody’s, say so', async () => {
    const moved = await newSite(testApp, alice)
    const before = `${moved.subdomain}.localhost:4000`
    const visitor = await launched(alice, before)
    const byId = await launched(alice, `${moved.id}.localhost:4000`)
    for (const each of [visitor, byId]) assert.equal((await each.ask(getMe)).reply.place.id, moved.id)
    const body = { subdomain: `${moved.subdomain}x` }
    assert.equal((await testApp.call(updateSite, { as: alice, params: { id: moved.id }, body })).status, 200)
    assert.equal((await visitor.ask(getMe)).status, 421)
    assert.equal((await byId.ask(getMe)).status, 200)
    for (const other of ['nobody.localhost:4000', 'nobody.example:4000', 'localhost:4001'])
      assert.equal((await new Visitor(testApp, other).ask(getMe)).status, 421, other)
  })

  test('J04 a removed member is out at the next call, and whoever signed out of the portal', async () => {
    const bob = await testApp.person('bob')
    await join(testApp, bob, { kind: 'site', id: site.id }, 'Admin')
    const his = await launched(bob)
    assert.equal((await his.ask(changeSettings, { body: settings })).status, 200)
    await sql('delete from customers.members where user_id = $1', bob.id)
    for (const answer of [await his.ask(getMe), await his.ask(changeSettings, { body: settings })]) {
      assert.equal(answer.status, 404)
      assert.ok(!answer.text.includes('North Ranch'))
    }
    await sql('delete from platform.sessions where user_id = $1', bob.id)
    assert.equal((await his.ask(getMe)).status, 401)
  })

  test('a cookie that was planted beside the real one opens nothing', async () => {
    const cookie = `byre_session=${'x'.repeat(43)}; byre_session=${browser.cookies.get('byre_session')}`
    const headers = { cookie, 'sec-fetch-site': 'same-origin' }
    assert.equal((await testApp.send('GET', '/app/v1/me', { host, headers })).status, 401)
  })

  test('what a call cannot be is told, and what is not there', async () => {
    const { status, headers } = await browser.send('POST', '/app/v1/me')
    assert.deepEqual([status, headers['allow']], [405, 'GET, HEAD'])
    assert.equal((await browser.get('/app/v1/nothing')).status, 404)
  })
})

describe('while payment is wanting', () => {
  test('a read-only site is read, and changed only by what may always be done', async () => {
    await standing('read_only')
    const me = await browser.ask(getMe)
    assert.deepEqual([me.status, me.reply.place.access_state], [200, 'read_only'])
    const refused = await browser.ask(changeSettings, { body: settings })
    assert.deepEqual([refused.status, refused.body['code']], [403, 'place.read_only'])
    await standing('ok')
  })

  test('a stopped site answers 503 to its members, and 404 to whoever is none any more', async () => {
    const bob = await testApp.person('ben')
    await join(testApp, bob, { kind: 'site', id: site.id }, 'User')
    const his = await launched(bob)
    await standing('stopped')
    const answer = await browser.ask(getMe)
    assert.deepEqual([answer.status, answer.body['code']], [503, 'place.stopped'])
    assert.ok(Number(answer.headers['retry-after']) > 0)
    await sql('delete from customers.members where user_id = $1', bob.id)
    assert.equal((await his.ask(getMe)).status, 404)
    await standing('ok')
  })
})

describe('J06 what is sent', () => {
  const headers = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }
  const post = (text: string, also: Record<string, string> = {}) =>
    browser.send('POST', '/app/v1/settings', text, { headers: { ...headers, ...also } })
  const deep = (levels: number): string => (levels === 0 ? '1' : `{"a":${deep(levels - 1)}}`)
  const whole = JSON.stringify(settings).slice(0, -1)

  test('J06 is 256 KiB at most', async () => {
    const fill = (bytes: number) => `${whole},"x":"${'a'.repeat(bytes - whole.length - 8)}"}`
    assert.equal((await post(fill(256 * 1024))).status, 200)
    const { status, body } = await post(fill(256 * 1024 + 1))
    assert.deepEqual([status, body['code']], [413, 'request.too_large'])
  })

  for (const [what, text] of [
    ['seven levels', `${whole},"x":${deep(6)}}`],
    ['seven levels of lists', `${whole},"x":[[[[[[1]]]]]]}`],
    ['thousands of levels', `${whole},"x":${'['.repeat(9000)}${']'.repeat(9000)}}`],
    ['__proto__', `${whole},"x":{"__proto__":{"kind":"dairy"}}}`],
    ['an escaped __proto__', `${whole},"x":{"\\u005f_proto__":1}}`],
    ['constructor', `${whole},"x":[{"constructor":1}]}`],
    ['a field twice', `${whole},"kind":"dairy"}`],
    ['a field twice, spelt otherwise', `${whole},"\\u006bind":"dairy"}`],
    ['a fraction', `${whole},"x":1.5}`],
    ['a fraction that is none', `${whole},"x":1.0}`],
    ['an exponent', `${whole},"x":1e3}`],
    ['minus nothing', `${whole},"x":-0}`],
    ['too large a number', `${whole},"x":9007199254740993}`],
    ['true', `${whole},"x":true}`],
    ['null', `${whole},"x":null}`],
    ['a NUL', `${whole},"x":"\\u0000"}`],
    ['half a character', `${whole},"x":"\\ud800"}`],
    ['a list', `[${JSON.stringify(settings)}]`],
    ['a text', '"x"'],
    ['no JSON', '{'],
  ] as const)
    test(`J06 ${what} is refused`, async () => {
      const { status, body } = await post(text)
      assert.deepEqual([status, body['code']], [400, 'request.malformed'])
    })

  test('J06 six levels are read, and what is not declared is ignored', async () => {
    assert.equal((await post(`${whole},"x":${deep(5)},"y":"a.b\\"c: 1.5"}`)).status, 200)
  })

  test('J06 nobody is told what is wrong with a body before it is known who sends it', async () => {
    const stranger = new Visitor(testApp, host)
    stranger.cookies.set('byre_session', 'x'.repeat(43))
    for (const visitor of [stranger, new Visitor(testApp, host)]) {
      const { status } = await visitor.send('POST', '/app/v1/settings', '{', { headers })
      assert.equal(status, 401)
    }
  })
})
