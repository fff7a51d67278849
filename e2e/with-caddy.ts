import { confirmSignUp, signUp } from '@byre/contract/accounts/auth'
import { logIn } from '@byre/contract/accounts/sign-ins'
import { createBillingEntity } from '@byre/contract/billing/billing-entities'
import { checkSiteDomain } from '@byre/contract/places/domain-claims'
import type { Endpoint, ReplyOf } from '@byre/contract/endpoint'
import { listPlans } from '@byre/contract/billing/plans'
import { createSite } from '@byre/contract/places/sites'
import assert from 'node:assert/strict'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { Caddy } from '../server/src/testing/proxies/caddy.ts'
import { freePort, startProduct, type Product } from './product.ts'

/* The real Caddy before the real product: `npm run test:caddy`. */

const portalHost = 'portal.byre.example'
const baseDomain = 'ranches.example'
const domain = 'north-ranch.farm'
const email = 'alice@ranch.example'
const password = 'Corral-9-gate!'

let product: Product
let caddy: Caddy
let token: string
let siteId: string

before(async () => {
  const httpsPort = await freePort()
  product = await startProduct({
    PUBLIC_URL: `https://${portalHost}:${httpsPort}`,
    BASE_DOMAIN: baseDomain,
    TRUSTED_PROXIES: '127.0.0.1',
  })
  const { port, opsPort } = product
  caddy = await Caddy.start({ portalHost, baseDomain, hosts: ['127.0.0.1'], port, opsPort, httpsPort })

  await call(signUp, { username: email, email, password })
  await call(confirmSignUp, { email, code: await mailedCode() })
  token = (await call(logIn, { username: email, password })).token
  const billingEntity = await call(createBillingEntity, { name: 'Ardley Cattle', email, phone: '4035550101' })
  const { plans } = await call(listPlans)
  const plan = plans.find((one) => one.product === 'sites' && one.currency === 'cad')
  const fields = { name: 'North Ranch', description: '', subdomain: 'north', domain: `https://${domain}` }
  siteId = (await call(createSite, { ...fields, billing_entity_id: billingEntity.id, plan_id: plan!.id })).id
})
after(async () => {
  await caddy?.stop()
  await product?.stop()
})

/** Calls the portal as a client does, through Caddy. */
async function call<E extends Endpoint>(
  endpoint: E,
  body?: Record<string, string>,
  params: Record<string, string> = {},
): Promise<ReplyOf<E>> {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')
  const { status, text } = await caddy.ask(portalHost, path, {
    method: endpoint.method,
    headers: {
      ...(body && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: body && new URLSearchParams(body).toString(),
  })
  assert.equal(status, endpoint.status, text)
  const envelope = JSON.parse(text) as { data: unknown }
  return (endpoint.service === 'auth' ? envelope : envelope.data) as ReplyOf<E>
}

/** The six digits of the one mail, from the folder where mails are kept. */
async function mailedCode(): Promise<string> {
  const folder = join(product.dataDir, 'mail')
  for (const deadline = Date.now() + 10_000; Date.now() < deadline;) {
    const name = (await readdir(folder).catch(() => [])).find((file) => file.endsWith('.json'))
    if (name !== undefined) {
      const mail = JSON.parse(await readFile(join(folder, name), 'utf8')) as { text: string }
      const code = /^\s*(\d{6})\s*$/m.exec(mail.text)?.[1]
      if (code !== undefined) return code
    }
    await new Promise((done) => setTimeout(done, 50))
  }
  throw new Error('no code was mailed')
}

const refused = { code: /^(?:EPROTO|ECONNRESET|ERR_SSL_\w+)$/ }

test('H02 the portal answers over https, and says so for all names below it', async () => {
  const { status, headers } = await caddy.ask(portalHost, '/login', { headers: { accept: 'text/html' } })
  assert.equal(status, 200)
  assert.equal(headers['strict-transport-security'], 'max-age=63072000; includeSubDomains')
  assert.equal(headers['server'], undefined)
})

test('T07 a place’s own name has https, and begins a launch', async () => {
  for (const label of ['north', siteId]) {
    const { status, headers } = await caddy.ask(`${label}.${baseDomain}`, '/')
    assert.equal(status, 302)
    assert.match(
      String(headers['location']),
      new RegExp(`^https://${portalHost}:\\d+/launch\\?host=${label}`),
    )
    assert.match(String(headers['set-cookie']), /^__Host-byre_state=.*; Secure/)
  }
  assert.equal((await caddy.ask(`nobody.${baseDomain}`, '/')).status, 421)
})

test('T07 a domain gets a certificate when it is proven, and not before', async () => {
  await assert.rejects(caddy.ask(domain, '/'), refused)

  const claim = await call(checkSiteDomain, {}, { id: siteId })
  const [a, txt] = claim.records
  assert.equal(claim.state, 'pending')
  const zone = { [a!.name]: { A: [a!.value] }, [txt!.name]: { TXT: [txt!.value] } }
  await writeFile(join(product.dataDir, 'dns.json'), JSON.stringify(zone))
  assert.equal((await call(checkSiteDomain, {}, { id: siteId })).state, 'verified')

  const { status, headers } = await caddy.ask(domain, '/')
  assert.equal(status, 302)
  assert.match(String(headers['location']), new RegExp(`/launch\\?host=${domain}%3A`))
  assert.equal(headers['strict-transport-security'], 'max-age=63072000')
})

test('T07 strangers’ names get no certificate', async () => {
  for (const name of ['evil.example', `www.${domain}`, `a.b.${baseDomain}`])
    await assert.rejects(caddy.ask(name, '/'), refused, name)
})
