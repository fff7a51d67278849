import { getMe } from '@byre/contract/herd/settings'
import type { Site } from '@byre/contract/places/sites'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { join, newClinic, newSite } from '../testing/places.ts'
import { TestApp, type Person } from '../testing/test-app.ts'
import { Visitor } from '../testing/visitor.ts'

/* What a site's host answers while the site app is on. Whether that is built or not, its page is the app's by its policy. */

let testApp: TestApp
let alice: Person
let site: Site
let host: string

before(async () => {
  testApp = await TestApp.start()
  alice = await testApp.person('alice')
  site = await newSite(testApp, alice, { name: 'North Ranch' })
  host = `${site.subdomain}.localhost:4000`
})
after(async () => {
  await testApp.close()
  assert.deepEqual(testApp.complaints, [])
})

const sql = (text: string, ...values: unknown[]) => testApp.database.pool.query(text, values)
const policyOf = ({ headers }: { headers: Record<string, unknown> }) =>
  String(headers['content-security-policy'])
const isApp = (answer: { headers: Record<string, unknown> }) => policyOf(answer).includes("script-src 'self'")

/** A whole launch that began at this address; where it led. */
async function launchAt(path: string, person = alice, at = host): Promise<{ visitor: Visitor; led: string }> {
  const visitor = new Visitor(testApp, at)
  const { headers } = await visitor.get(path)
  const state = new URL(String(headers['location'])).searchParams.get('state') ?? ''
  const { headers: arrived } = await visitor.get(await visitor.wayIn(person, state))
  return { visitor, led: String(arrived['location']) }
}

describe('where a launch leads', () => {
  for (const path of ['/', '/settings', '/settings?from=mail&x=%C3%A9'])
    test(`it opens the app on ${path}, which was asked for`, async () => {
      const { visitor, led } = await launchAt(path)
      assert.equal(led, path)
      const page = await visitor.get(led)
      assert.deepEqual([page.status, isApp(page)], [200, true])
      assert.ok(!visitor.cookies.has('byre_path'))
    })

  test('an address that is no screen is not there, and begins no launch', async () => {
    for (const path of ['/nothing', '/settings/x', '/app', '/settingsx']) {
      const { status, headers } = await new Visitor(testApp, host).get(path)
      assert.deepEqual([status, headers['set-cookie']], [404, undefined], path)
    }
  })

  test('whatever somebody plants as the way, it leads to a screen of this host', async () => {
    for (const planted of [
      'https://evil.example/',
      '//evil.example/settings',
      '/\\evil.example/settings',
      'settings',
      '/nothing',
      '/settings/../..//evil.example',
      `/settings?${'x'.repeat(1000)}`,
      '/sign-out',
    ]) {
      const visitor = new Visitor(testApp, host)
      const wayIn = await visitor.wayIn(alice, await visitor.begin())
      visitor.cookies.set('byre_path', encodeURIComponent(planted))
      assert.equal((await visitor.get(wayIn)).headers['location'], '/', planted)
    }
    const twice = new Visitor(testApp, host)
    const wayIn = await twice.wayIn(alice, await twice.begin())
    twice.cookies.set('byre_path', '%2Fsettings; byre_path=%2F')
    assert.equal((await twice.get(wayIn)).headers['location'], '/')
  })
})

describe('the page', () => {
  test('J09 runs the app’s own files alone, calls this host alone, and is framed by nobody', async () => {
    const { visitor } = await launchAt('/')
    const policy = policyOf(await visitor.get('/'))
    for (const part of [
      "default-src 'none'",
      "script-src 'self'",
      "connect-src 'self'",
      "form-action 'self' http://localhost:4000",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types byre-worker',
      'report-to csp',
    ])
      assert.ok(policy.split('; ').includes(part), part)
    assert.doesNotMatch(policy, /unsafe|wasm|\*/)
    assert.equal((await visitor.get('/')).headers['cache-control'], 'no-store')
  })

  test('J09 a report about it is heard on its own host', async () => {
    const report = JSON.stringify({
      'csp-report': { 'effective-directive': 'img-src', 'blocked-uri': 'inline' },
    })
    const headers = { 'content-type': 'application/csp-report' }
    const { status } = await testApp.send('POST', '/csp-reports', { host, body: report, headers })
    assert.equal(status, 204)
    assert.match(JSON.stringify(testApp.complaints.splice(0)), /content security policy report/)
  })

  test('J09 a stranger reads neither the manifest nor what the place is called', async () => {
    const carol = await testApp.person('carol')
    await join(testApp, carol, { kind: 'site', id: site.id }, 'User')
    const { visitor: hers } = await launchAt('/', carol)
    await sql('delete from customers.members where user_id = $1', carol.id)
    for (const visitor of [new Visitor(testApp, host), hers])
      for (const path of ['/manifest.webmanifest', '/', '/settings']) {
        const { status, text } = await visitor.get(path)
        assert.ok(status === 404 || status === 302, `${status} ${path}`)
        assert.ok(!text.includes('North Ranch'))
      }
    const { visitor } = await launchAt('/')
    const manifest = await visitor.get('/manifest.webmanifest')
    assert.match(String(manifest.headers['content-type']), /^application\/manifest\+json/)
    assert.equal((JSON.parse(manifest.text) as { name: string }).name, 'North Ranch')
  })

  test('a stopped site says so with 503 and no script; a read-only one opens', async () => {
    const { visitor } = await launchAt('/')
    await sql(`update customers.sites set standing = 'stopped' where id = $1`, site.id)
    for (const path of ['/', '/settings']) {
      const page = await visitor.get(path)
      assert.deepEqual([page.status, isApp(page)], [503, false])
      assert.ok(page.text.includes('stopped until its payment is settled'))
    }
    await sql(`update customers.sites set standing = 'read_only' where id = $1`, site.id)
    const page = await visitor.get('/')
    assert.deepEqual([page.status, isApp(page)], [200, true])
    await sql(`update customers.sites set standing = 'ok' where id = $1`, site.id)
  })

  test('whoever opened it signs out by what the app knows, and by nothing else', async () => {
    const { visitor } = await launchAt('/')
    const { visitor: other } = await launchAt('/')
    const { sign_out_token: token } = (await visitor.ask(getMe)).reply
    assert.equal((await other.send('POST', '/sign-out', { token })).status, 403)
    assert.equal((await visitor.send('POST', '/sign-out', { token })).status, 303)
    assert.equal((await visitor.ask(getMe)).status, 401)
    assert.equal((await other.ask(getMe)).status, 200)
  })
})

describe('where the app is off, or there is none', () => {
  test('a clinic’s host shows who is signed in, and none of the app’s files', async () => {
    const clinic = await newClinic(testApp, alice, { name: 'Foothills' })
    const { visitor } = await launchAt('/', alice, `${clinic.subdomain}.localhost:4000`)
    const page = await visitor.get('/')
    assert.deepEqual([page.status, isApp(page)], [200, false])
    assert.ok(page.text.includes('Foothills'))
    for (const path of ['/settings', '/icon-192.png', '/manifest.webmanifest', '/assets/index-12345678.js'])
      assert.equal((await visitor.get(path)).status, 404, path)
  })

  test('so does a site’s, by the setting BYRE_APPS', async () => {
    const { app, close } = await testApp.anotherProcess({ apps: ['clinic'] })
    const { visitor } = await launchAt('/')
    const cookie = `byre_session=${visitor.cookies.get('byre_session')}`
    const page = await testApp.send('GET', '/', { host, headers: { cookie }, at: app })
    assert.deepEqual([page.status, isApp(page)], [200, false])
    assert.ok(page.text.includes('North Ranch'))
    assert.equal((await testApp.send('GET', '/settings', { host, headers: { cookie }, at: app })).status, 404)
    await close()
  })
})
