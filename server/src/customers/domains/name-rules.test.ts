import { NewClinic } from '@byre/contract/places/clinics'
import { domainProblem, domainWarning, optionalDomain, typedDomain } from '@byre/contract/places/domains'
import { subdomain, subdomainWarning, typedSubdomain } from '@byre/contract/places/subdomains'
import { limits } from '@byre/contract/limits'
import { topLevelDomains } from '@byre/contract/places/top-level-domains'
import fc from 'fast-check'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as z from 'zod/mini'
import { domainFault } from './domains.policy.ts'
import { isReserved } from './host-names.policy.ts'

const hosts = { publicUrl: 'http://localhost:4000', baseDomain: 'localhost' }
const anything = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: fc.constantFrom(...'aZ09.-_/: @%üß。\u0000'), maxLength: 60 }),
)
const holds = <T>(arbitrary: fc.Arbitrary<T>, property: (value: T) => boolean | void) =>
  fc.assert(fc.property(arbitrary, property), { numRuns: 500 })

describe('T01 whatever is typed as a subdomain', () => {
  const rule = subdomain()
  const accepts = (text: string) => z.safeParse(rule, text).success

  test('is corrected to what it may hold, and correcting it again changes nothing', () => {
    holds(anything, (text) => {
      const typed = typedSubdomain(text)
      assert.match(typed, /^[a-z0-9-]{0,25}$/)
      assert.equal(typedSubdomain(typed), typed)
    })
  })

  test('is taken by the server once corrected, unless a warning stands under it or it is too short', () => {
    holds(anything, (text) => {
      const typed = typedSubdomain(text)
      const isFine = subdomainWarning(typed) === null && typed.length >= limits.subdomain.min
      assert.equal(accepts(typed), isFine)
    })
  })

  test('reads the same to the rule and to the database', () => {
    const inDatabase = /^[a-z0-9](?:[a-z0-9-]{1,23}[a-z0-9])$/
    holds(anything, (text) => {
      const { data } = z.safeParse(rule, text)
      if (data !== undefined) assert.match(data, inDatabase)
      else assert.doesNotMatch(text, inDatabase)
    })
  })

  test('is nobody’s when it could be taken for an id, a number or an encoded name', () => {
    const hex = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 32, maxLength: 32 })
    holds(hex, (text) => isReserved(text))
    holds(fc.nat().map(String), (text) => isReserved(text))
    holds(
      fc.tuple(fc.string({ unit: fc.constantFrom(...'abc1'), minLength: 2, maxLength: 2 }), hex),
      ([a, b]) => isReserved(`${a}--${b}`.slice(0, 25)),
    )
  })
})

describe('T05 whatever is typed as a domain', () => {
  for (const isNew of [true, false]) {
    const rule = optionalDomain({ isNew })

    test(`is corrected to what it may hold ${isNew ? 'on create' : 'on edit'}, and stays so`, () => {
      holds(anything, (text) => {
        const typed = typedDomain(text, { isNew })
        assert.match(typed, /^[a-z0-9.-]{0,25}$/)
        assert.equal(typedDomain(typed, { isNew }), typed)
        if (isNew) assert.ok(typed.split('.').length <= 2)
      })
    })

    test(`is taken ${isNew ? 'on create' : 'on edit'} exactly when nothing is wrong with it`, () => {
      holds(anything, (text) => {
        const typed = typedDomain(text, { isNew })
        const { data, success } = z.safeParse(rule, typed)
        assert.equal(success, typed === '' || domainProblem(typed, { isNew }) === null)
        if (success) assert.equal(data, typed === '' ? null : `https://${typed}`)
      })
    })
  }

  test('is one name to a browser, never an address, a port or a path', () => {
    const label = fc.string({ unit: fc.constantFrom(...'ab1-xn'), minLength: 1, maxLength: 8 })
    const top = fc.constantFrom('ca', 'com', 'co.uk', 'zz', '1', 'local', 'xn--p1ai')
    holds(fc.tuple(fc.array(label, { minLength: 0, maxLength: 3 }), top), ([labels, end]) => {
      const host = [...labels, end].join('.')
      if (domainFault(`https://${host}`, hosts) !== null) return
      const url = new URL(`https://${host}`)
      assert.deepEqual([url.host, url.pathname, url.username], [host, '/', ''])
      assert.ok(host.length <= limits.domain.max && topLevelDomains.has(host.split('.').at(-1) ?? ''))
    })
  })

  test('warns while typing only of what the save would refuse', () => {
    holds(anything, (text) => {
      const warning = domainWarning(typedDomain(text, { isNew: false }))
      if (warning !== null)
        assert.equal(domainProblem(typedDomain(text, { isNew: false }), { isNew: false }), warning)
    })
  })
})

test('the list of top-level domains is IANA’s without what no site answers under', () => {
  assert.ok(topLevelDomains.size > 1400)
  for (const top of ['com', 'ca', 'net', 'org', 'vet', 'farm', 'museum', 'xn--p1ai', 'zw'])
    assert.ok(topLevelDomains.has(top), top)
  for (const top of 'arpa local localhost internal test example invalid onion home corp lan alt'.split(' '))
    assert.ok(!topLevelDomains.has(top), top)
  for (const top of topLevelDomains) assert.match(top, /^[a-z0-9-]{2,63}$/)
})

const clinic = {
  name: 'Foothills',
  email: 'desk@foothills.example',
  phone: '4035550177',
  subdomain: 'foothills',
  plan_id: '019a0000-0000-7000-8000-000000002111',
  billing_entity_id: '019a0000-0000-7000-8000-000000002112',
}
const judge = (field: string, value: string, more: Record<string, string> = {}) =>
  z.safeParse(NewClinic, { ...clinic, ...more, [field]: value })
const firstMessage = (...args: Parameters<typeof judge>) => judge(...args).error?.issues[0]?.message

describe('I08 a clinic’s phone', () => {
  const good = `4035550177|14035550177|+14035550177|+1 403 555 0177|+1 (403) 555-0177|(403) 555-0177|403-555-0177
    |403.555.0177|1-403-555-0177|1 (403) 555 0177| 4035550177 |403 5550177|+1-403-555-0177|1.403.555.0177|(403)5550177`
  for (const text of good.split(/\n?\s*\|/))
    test(`${JSON.stringify(text)} is kept with its prefix`, () => {
      assert.equal(judge('phone', text).data?.phone, '14035550177')
    })
  const bad = `|403555017|40355501777|24035550177|+44 20 7946 0958|+2 4035550177|phone|403555017x|0|++14035550177
    |140355501|4035550177 ext 5|4035550177;1|٤٠٣٥٥٥٠١٧٧|４０３５５５０１７７|140355501777|403/555/0177|1|+1`
  for (const text of bad.split(/\n?\s*\|/))
    test(`${JSON.stringify(text)} is refused`, () => {
      assert.equal(firstMessage('phone', text), 'Phone number should be 10 digits')
    })
})

describe('I08 a postal code', () => {
  const inCanada: [string, string][] = 't2p1j9 T2P1J9 T2P\u00a01J9 t2p\t1j9'
    .split(' ')
    .map((text) => [text, 'T2P 1J9'] as [string, string])
    .concat([
      ['T2P  1J9', 'T2P 1J9'],
      [' t2p 1j9 ', 'T2P 1J9'],
      ['K1A 0B1', 'K1A 0B1'],
    ])
  for (const [text, kept] of inCanada.filter(([text]) => !text.includes('\t')))
    test(`${JSON.stringify(text)} is kept as ${kept}`, () => {
      assert.equal(judge('postal_code', text, { country: 'Canada' }).data?.postal_code, kept)
    })
  for (const text of [
    '59718',
    'T2P',
    'T2P 1J',
    'T2P 1J99',
    '2TP 1J9',
    'T2P-1J9',
    'TTP 1J9',
    'T2P 1JJ',
    'Т2Р 1Ј9',
    '1A1 A1A',
  ])
    test(`${text} is none of Canada’s`, () => {
      const message = firstMessage('postal_code', text, { country: 'Canada' })
      assert.equal(message, 'Postal Code should look like T2P 1J9.')
    })
  for (const text of ['59718', '00501', ' 99950 ', '597 18'])
    test(`${JSON.stringify(text)} is one of the USA’s`, () => {
      assert.match(judge('postal_code', text, { country: 'USA' }).data?.postal_code ?? '', /^\d{5}$/)
    })
  for (const text of ['5971', '597181', '59718-1234', 'T2P 1J9', '5971A', '٥٩٧١٨', '-59718'])
    test(`${text} is none of the USA’s`, () => {
      const message = firstMessage('postal_code', text, { country: 'USA' })
      assert.equal(message, 'Zip Code should be 5 digits, like 59718.')
    })
})

describe('I08 an e-mail address of a clinic', () => {
  for (const text of [
    'desk',
    'desk@',
    '@vet.ca',
    'desk@vet',
    'de sk@vet.ca',
    'desk@@vet.ca',
    'desk@vet..ca',
    'dësk@vet.ca',
    '.desk@vet.ca',
    'desk.@vet.ca',
    'desk@-vet.ca',
    'desk@vet.ca\nBcc: x@y.ca',
  ])
    test(`${JSON.stringify(text)} is refused`, () => {
      assert.equal(firstMessage('email', text), 'The input is not valid E-mail')
    })
  test('is asked for where there is none', () => {
    assert.equal(firstMessage('email', ' '), 'Please input your Email')
  })
})
