import type { Site } from '@byre/contract/places/sites'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { join, newSite } from '../testing/places.ts'
import { Visitor } from '../testing/visitor.ts'
import { TestApp, type Person } from '../testing/test-app.ts'

let testApp: TestApp
let alice: Person
let site: Site
let host: string

before(async () => {
  // With the app off a site's host says who is signed in, as a clinic's does.
  testApp = await TestApp.start({ BYRE_APPS: 'clinic' })
  alice = await testApp.person('alice')
  site = await newSite(testApp, alice, { name: 'North Ranch' })
  host = `${site.subdomain}.localhost:4000`
})
after(async () => {
  await testApp.close()
  assert.deepEqual(testApp.complaints, [])
})

const sql = (text: string, values: unknown[] = []) => testApp.database.pool.query(text, values)

test('T11 a tenant’s host serves neither the portal’s screens nor its calls, and runs no script', async () => {
  const browser = new Visitor(testApp, host)
  const page = await browser.launch(alice)
  assert.match(String(page.headers['content-security-policy']), /^default-src 'none'; style-src 'self'/)
  assert.doesNotMatch(String(page.headers['content-security-policy']), /script/)
  assert.ok(!page.text.includes('<script'))
  for (const url of [
    '/login',
    '/sites',
    '/api/docs',
    '/api/openapi.json',
    '/dev/mail',
    '/assets/x.js',
    '/api/v1/sites',
  ]) {
    const { status, text } = await browser.get(url)
    assert.equal(status, 404, url)
    assert.ok(text.includes('That page cannot be found'))
  }
  assert.equal((await testApp.send('GET', '/hand-off')).text.includes('North Ranch'), false)
})

test('T09 the way to the portal is the portal’s own address, whatever the host', async () => {
  const page = await new Visitor(testApp, host).launch(alice)
  const links = [...page.text.matchAll(/(?:href|action|src)="([^"]*)"/g)].map(([, link = '']) => link)
  for (const link of links)
    assert.match(link, /^(?:http:\/\/localhost:4000|\/[a-z.-]*|data:image\/svg.*|mailto:alice@.*)$/)
  assert.equal(page.headers['referrer-policy'], 'no-referrer')
})

test('the page says who works there and how to reach them, each to whom it may, and leads to the portal quietly', async () => {
  const [bob, carol] = [await testApp.person('bob'), await testApp.person('carol')]
  const place = await newSite(testApp, alice, { name: 'East Ranch' })
  await join(testApp, bob, { kind: 'site', id: place.id }, 'User')
  const at = `${place.subdomain}.localhost:4000`
  const page = await new Visitor(testApp, at).launch(bob)
  assert.equal(page.status, 200)
  const text = page.text.replaceAll(/\s+/g, ' ')
  assert.match(text, /<svg class="drawing".*<h1>East Ranch<\/h1>.*<h2>Who works here<\/h2>/)
  const [, list = ''] = /<ul class="people">(.*?)<\/ul>/.exec(text) ?? []
  assert.deepEqual(
    [...list.matchAll(/<small>(\w+)<\/small><\/span><a href="mailto:([^"]*)">/g)].map(([, role, to]) => [
      role,
      to,
    ]),
    [
      ['Owner', alice.email],
      ['User', bob.email],
    ],
  )
  assert.match(text, /<a class="quiet" href="http:\/\/localhost:4000">Back to the portal<\/a>/)
  assert.equal(text.match(/<a (?!class="quiet")[^>]*href="http/), null, 'no button leads away')

  const stranger = await testApp.send('GET', '/', { host: at })
  assert.ok(!stranger.text.includes(bob.email))
  assert.ok(
    !(await new Visitor(testApp, at).launch(carol).catch(() => ({ text: '' }))).text.includes(bob.email),
  )

  await sql(
    `with crowd as (
       insert into customers.users (id, email, first_name)
       select gen_random_uuid(), 'hand' || n || '@ranch.example', 'Hand ' || n
       from generate_series(1, 60) n returning id)
     insert into customers.members (place_id, user_id, kind, role) select $1, id, 'site', 'User' from crowd`,
    [place.id],
  )
  const crowded = await new Visitor(testApp, at).launch(bob)
  assert.equal(crowded.text.match(/<li>/g)?.length, 50)
  assert.ok(crowded.text.includes('And 12 more, in the portal.'))

  await sql(`update customers.sites set standing = 'stopped' where id = $1`, [place.id])
  const stopped = await new Visitor(testApp, at).launch(bob)
  assert.equal(stopped.status, 503)
  assert.ok(!stopped.text.includes('Who works here'))
})

test('signing out ends the session on this host alone', async () => {
  const browser = new Visitor(testApp, host)
  const elsewhere = new Visitor(testApp, `${site.id}.localhost:4000`)
  const page = await browser.launch(alice)
  await elsewhere.launch(alice)
  const token = /name="token" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
  const kept = browser.cookies.get('byre_session') ?? ''

  const out = await browser.send('POST', '/sign-out', { token })
  assert.equal(out.status, 303)
  assert.ok((await browser.get(String(out.headers.location))).text.includes('You are signed out here'))
  browser.cookies.set('byre_session', kept)
  assert.equal((await browser.get('/')).status, 302)
  assert.equal((await elsewhere.get('/')).status, 200)
  assert.equal((await testApp.send('GET', '/api/v1/sites', { as: alice })).status, 200)
})

test('H05 another page’s form cannot sign anybody out', async () => {
  const browser = new Visitor(testApp, host)
  await browser.launch(alice)
  const other = new Visitor(testApp, host)
  const token = /name="token" value="([^"]+)"/.exec((await other.launch(alice)).text)?.[1] ?? ''
  for (const body of [{}, { token: '' }, { token: 'x' }, { token }]) {
    assert.equal((await browser.send('POST', '/sign-out', body as Record<string, string>)).status, 403)
    assert.equal((await browser.get('/')).status, 200)
  }
  // Without the cookie, as from another site: nothing is set in the browser.
  const { status, headers } = await testApp.send('POST', '/sign-out', { host, body: { token } })
  assert.equal(status, 303)
  assert.equal(headers['set-cookie'], undefined)
})

test('a cookie that was planted beside the real one opens nothing', async () => {
  const browser = new Visitor(testApp, host)
  await browser.launch(alice)
  const cookie = `byre_session=${'x'.repeat(43)}; byre_session=${browser.cookies.get('byre_session')}`
  assert.equal((await testApp.send('GET', '/', { host, headers: { cookie } })).status, 302)
})

test('a stopped site says so with 503, to its members alone', async () => {
  const stopped = await newSite(testApp, alice, { name: 'Stopped Ranch' })
  await sql(`update customers.sites set standing = 'stopped' where id = $1`, [stopped.id])
  const browser = new Visitor(testApp, `${stopped.subdomain}.localhost:4000`)
  const page = await browser.launch(alice)
  assert.equal(page.status, 503)
  assert.ok(Number(page.headers['retry-after']) > 0)
  assert.ok(page.text.includes('stopped until its payment is settled'))
  assert.ok(page.text.includes('Back to the portal'))
  assert.equal((await testApp.send('GET', '/', { host: browser.host })).status, 302)
})

test('HEAD answers as GET does, without a body', async () => {
  const browser = new Visitor(testApp, host)
  await browser.launch(alice)
  for (const url of ['/', '/page.css', '/signed-out']) {
    const [get, head] = [await browser.get(url), await browser.send('HEAD', url)]
    assert.equal(head.status, get.status, url)
    assert.equal(head.headers['content-type'], get.headers['content-type'])
    assert.equal(head.text, '')
  }
})

test('H06 a method that a page does not have is 405 with those it has', async () => {
  for (const [method, url, allow] of [
    ['PUT', '/', 'GET, HEAD'],
    ['DELETE', '/hand-off', 'GET, HEAD'],
    ['GET', '/sign-out', 'POST'],
    ['PROPFIND', '/', 'GET, HEAD'],
  ] as const) {
    const { status, headers } = await testApp.send(method, url, { host })
    assert.equal(status, 405, `${method} ${url}`)
    assert.deepEqual(String(headers.allow).split(', ').toSorted(), allow.split(', ').toSorted())
  }
})
