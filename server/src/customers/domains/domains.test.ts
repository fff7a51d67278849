import { createClinic, getClinic, updateClinic } from '@byre/contract/places/clinics'
import { getClinicDomain, getSiteDomain } from '@byre/contract/places/domain-claims'
import { validateDomain } from '@byre/contract/places/host-names'
import { createSite, updateSite } from '@byre/contract/places/sites'
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import {
  clinicFields,
  newClinic,
  newName,
  newBillingEntity,
  newSite,
  siteFields,
} from '../../testing/places.ts'
import { TestApp, type Person } from '../../testing/test-app.ts'
import { domainFault } from './domains.policy.ts'

let testApp: TestApp
let alice: Person
let bob: Person
let billingEntityId: string
before(async () => {
  testApp = await TestApp.start({ BASE_DOMAIN: 'byre.app', PUBLIC_URL: 'http://portal.byre.dev:4000' })
  alice = await testApp.person('alice')
  bob = await testApp.person('bob')
  billingEntityId = (await newBillingEntity(testApp, alice)).id
})
after(() => testApp.close())
afterEach(() => assert.deepEqual(testApp.complaints, []))

const ask = (body: Record<string, string>, as = alice) => testApp.call(validateDomain, { as, body })

const sentence = {
  start: 'Domains may not start with a dash',
  end: 'Domains may not end with a dash.',
  long: 'Domains must be 25 characters or less.',
  dots: 'Domains may contain one dot only.',
  valid: 'Domain must be valid to continue',
  top: 'Domain does not contain a valid top level domain (e.g .com, .ca, .net, .org)',
  taken: 'This domain is not available.',
}
type Why = keyof typeof sentence

describe('T05 a domain that nobody can have is refused with its warning', () => {
  const bad: Record<Why, string> = {
    start: '-ranch.ca -.ca https://-ranch.ca --ranch.ca -ranch-.ca',
    end: 'ranch.ca- ranch- ranch.ca-- http://ranch.c-',
    long: 'abcdefghijklmnopqrstuvw.ca a.very.long.name.ranches.ca xn--nxasmq6b9c4b8b1a1x.com 2001:0db8:85a3:0000:0000:8a2e',
    dots: '',
    valid: `ranch.ca. .ranch.ca ranch..ca .. . ranch.ca:443 ranch.ca/ ranch.ca/app ranch.ca?x=1 ranch.ca#top
      user@ranch.ca user:word@ranch.ca https://https://ranch.ca http://https://r.ca ftp://ranch.ca //ranch.ca
      ra_nch.ca ranch-.ca ra.-nch.ca ranch,ca *.ranch.ca ran%63h.ca ränch.ca ran\u200bch.ca räñch.ça пример.рф ｒａｎｃｈ.ca
      ranch。ca [::1] [2001:db8::1] co.uk github.io kawasaki.jp bc.ca xn--a.ca a.xn--9.ca xn--.ca xn--zzz--.com
      <b>.ca "ranch".ca ranch.ca;x ran\\ch.ca`,
    top: `ranch com ca localhost ranch.localhost ranch.local ranch.internal ranch.test ranch.example ranch.onion ranch.arpa
      1.in-addr.arpa ranch.invalid ranch.home ranch.corp ranch.lan 127.0.0.1 10.0.0.1 169.254.169.254 192.168.0.1 0.0.0.0
      2130706433 0x7f000001 127.1 017700000001 ranch.c ranch.123 ranch.comm ranch.xn--zzzz ranch.alt`,
    taken: 'byre.app north.byre.app a.b.byre.app portal.byre.dev x.portal.byre.dev BYRE.APP https://byre.app',
  }
  for (const [why, texts] of Object.entries(bad) as [Why, string][])
    for (const domain of texts.split(/\s+/).filter(Boolean))
      test(JSON.stringify(domain), async () => {
        const message = sentence[why]
        const answer = await ask({ domain, id: '019a0000-0000-7000-8000-000000000001' })
        assert.equal(answer.status, 400)
        assert.deepEqual(answer.body['errors'], [{ field: 'domain', message }])
        assert.deepEqual(answer.body['data'], {
          a_record: '127.0.0.1',
          subdomain: null,
          domain: { valid: false, available: false, status: null, records: [] },
        })
      })

  test('a space within is part of no name', async () => {
    for (const domain of ['ran ch.ca', 'ranch .ca', 'ranch.ca ranch.com', 'ranch\t.ca'])
      assert.equal((await ask({ domain })).body['message'], sentence.valid, domain)
  })

  test('and by every call that would keep it, with nothing written', async () => {
    const clinic = await newClinic(testApp, alice)
    const site = await newSite(testApp, alice)
    for (const [domain, why] of [
      ['-ranch.ca', 'start'],
      ['ranch.example', 'top'],
      ['co.uk', 'valid'],
      ['north.byre.app', 'taken'],
      ['192.168.0.1', 'top'],
    ] as const) {
      const answers = [
        await testApp.call(updateClinic, { as: alice, params: { id: clinic.id }, body: { domain } }),
        await testApp.call(updateSite, { as: alice, params: { id: site.id }, body: { domain } }),
      ]
      for (const { status, body } of answers)
        assert.deepEqual(
          [status, body['errors']],
          [400, [{ field: 'domain', message: sentence[why] }]],
          domain,
        )
    }
    const { rows } = await testApp.database.pool.query('select 1 from customers.domain_claims')
    assert.deepEqual(rows, [])
  })
})

test('on create a second dot is refused, afterwards it is not', async () => {
  for (const [call, body] of [
    [createClinic, clinicFields(billingEntityId, { domain: 'www.ranch.ca' })],
    [createSite, siteFields(billingEntityId, { domain: 'www.ranch.ca' })],
  ] as const) {
    const refused = await testApp.call(call, { as: alice, body })
    assert.deepEqual(refused.body['errors'], [{ field: 'domain', message: sentence.dots }])
  }
  assert.equal((await ask({ domain: 'www.ranch.ca' })).body['message'], sentence.dots)
  const { id } = await newClinic(testApp, alice)
  assert.equal((await ask({ domain: 'www.ranch.ca', id })).status, 200)
})

describe('a domain that can be had', () => {
  const good = `ranch.ca RANCH.CA https://ranch.ca http://ranch.ca HTTPS://Ranch.Ca r.co 1.ca 4h.org a-b.net
    ranch--west.ca xn--rnch-loa.ca ranch.xn--p1ai xn--e1afmkfd.xn--p1ai ranch.vet ranch.farm ranch.museum ranch.zw
    abcdefghijklmnopqrstuv.ca ranch.photography example.com`
  for (const domain of good.split(/\s+/))
    test(domain, async () => {
      const host = domain.toLowerCase().replace(/^https?:\/\//, '')
      const answer = await ask({ domain })
      assert.equal(answer.status, 200)
      assert.deepEqual(answer.reply.domain, {
        valid: true,
        available: true,
        status: null,
        records: [
          { type: 'A', name: host, value: '127.0.0.1' },
          { type: 'TXT', name: `_byre-verify.${host}`, value: null },
        ],
      })
    })

  test('may lie below a public suffix of several parts, or below somebody’s own', () => {
    for (const host of [
      'ranch.co.uk',
      'my.ranch.co.uk',
      'ranch.gov.bc.ca',
      'ranch.github.io',
      'a.b.c.ranch.ca',
    ])
      assert.equal(domainFault(`https://${host}`, testApp.config), null, host)
  })
})

describe('a place’s own domain', () => {
  for (const [kind, make, update, see] of [
    ['clinic', newClinic, updateClinic, getClinicDomain],
    ['site', newSite, updateSite, getSiteDomain],
  ] as const)
    test(`of a ${kind} is kept with https, claimed, and dropped with its proof`, async () => {
      const domain = `${newName('own')}.ca`
      const place = await make(testApp, alice, { domain: ` HTTP://${domain.toUpperCase()} ` })
      assert.equal(place.domain, `https://${domain}`)
      const claimed = async () =>
        (await testApp.call(see, { as: alice, params: { id: place.id } })).reply?.domain ?? null
      const change = (body: Record<string, string>) =>
        testApp.call(update, { as: alice, params: { id: place.id }, body })

      assert.equal(await claimed(), domain)
      assert.equal((await change({ domain: `www.${domain}` })).reply.domain, `https://www.${domain}`)
      assert.equal(await claimed(), `www.${domain}`)
      assert.equal((await change({ domain: `https://www.${domain}`, name: 'Kept' })).headers['etag'], '"3"')
      assert.equal((await change({ domain: '' })).reply.domain, null)
      assert.equal(await claimed(), null)
    })

  test('is the clinic’s public address once it is proven; its launch address stays', async () => {
    const domain = `${newName('public')}.ca`
    const clinic = await newClinic(testApp, alice, { domain })
    const launchUrl = `http://${clinic.subdomain}.byre.app:4000/`
    assert.deepEqual([clinic.public_url, clinic.launch_url], [launchUrl, launchUrl])
    const addresses = async () => {
      const { reply } = await testApp.call(getClinic, { as: alice, params: { id: clinic.id } })
      return [reply.public_url, reply.launch_url]
    }
    assert.deepEqual(await addresses(), [launchUrl, launchUrl])
    const claim = (set: string) =>
      testApp.database.pool.query(`update customers.domain_claims set ${set} where place_id = $1`, [
        clinic.id,
      ])
    await claim(`state = 'verified', verified_at = now()`)
    assert.deepEqual(await addresses(), [`https://${domain}/`, launchUrl])
    await claim(`state = 'failing', is_off = true`)
    assert.deepEqual(await addresses(), [launchUrl, launchUrl])
  })

  test('T03 can be entered by anyone; the check while typing says when another has proven it', async () => {
    const domain = `${newName('contested')}.ca`
    const first = await newClinic(testApp, alice, { domain })
    const second = await newSite(testApp, bob, { domain })
    assert.equal(second.domain, first.domain)
    const token = (await ask({ domain, id: first.id })).reply.domain?.records[1]?.value
    assert.match(token ?? '', /^[a-z0-9]{32}$/)
    // Naming somebody else's place shows nothing of its token.
    assert.equal((await ask({ domain, id: first.id }, bob)).reply.domain?.records[1]?.value, null)

    await testApp.database.pool.query(
      `update customers.domain_claims set state = 'verified', verified_at = now() where place_id = $1`,
      [first.id],
    )

    assert.equal((await ask({ domain, id: first.id })).reply.domain?.status, 'verified')
    const own: Record<string, string>[] = [{ id: second.id }, {}]
    for (const more of own) {
      const refused = await ask({ domain, ...more }, bob)
      assert.deepEqual([refused.status, refused.body['code']], [400, 'domain.unavailable'])
    }
  })
})

test('both names are judged at once, each in its own words', async () => {
  const answer = await ask({ subdomain: 'www', domain: '-ranch.ca' })
  assert.deepEqual(answer.body['errors'], [
    { field: 'subdomain', message: 'This subdomain is not available.' },
    { field: 'domain', message: sentence.start },
  ])
  assert.equal((await ask({ subdomain: newName('free'), domain: 'ranch.ca' })).status, 200)
  assert.deepEqual((await ask({ domain: '' })).reply.domain, null)
})
