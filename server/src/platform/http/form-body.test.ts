import { signUp } from '@byre/contract/accounts/auth'
import { logIn } from '@byre/contract/accounts/sign-ins'
import { createBillingEntity, listBillingEntities } from '@byre/contract/billing/billing-entities'
import { createSite } from '@byre/contract/places/sites'
import { requestLimits } from '@byre/contract/limits'
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { billingEntityFields, siteFields } from '../../testing/places.ts'
import { TestApp, type Person } from '../../testing/test-app.ts'
import { readForm, readJson, readQuery } from './form-body.ts'

const message = (read: () => unknown) => {
  try {
    read()
    return null
  } catch (error) {
    return (error as Error).message
  }
}

describe('a form', () => {
  test('is read into text by name, with plus as a space and UTF-8', () => {
    assert.deepEqual(
      { ...readForm('name=North+Ranch&city=Montr%C3%A9al&empty=&bare&a=1=2&&') },
      { name: 'North Ranch', city: 'Montréal', empty: '', bare: '', a: '1=2' },
    )
    assert.deepEqual({ ...readForm('') }, {})
    assert.deepEqual({ ...readQuery('/sites?q=what?&page=2') }, { q: 'what?', page: '2' })
    assert.deepEqual({ ...readQuery('/sites') }, {})
  })

  test('I03 with a key twice, in brackets or forbidden is refused', () => {
    for (const form of ['a=1&a=2', 'a=1&%61=2', 'a[]=1', 'a[b]=1', 'a%5Bb%5D=1', 'a=1&b=2&a='])
      assert.notEqual(
        message(() => readForm(form)),
        null,
        form,
      )
  })

  test('I04 cannot reach a prototype', () => {
    for (const key of ['__proto__', 'constructor', 'prototype', '%5F_proto__'])
      assert.equal(
        message(() => readForm(`${key}=x`)),
        'A field’s name is not allowed.',
      )
    const fields = readForm('toString=1&hasOwnProperty=2&valueOf=3')
    assert.equal(fields['toString'], '1')
    assert.equal(Object.getPrototypeOf(fields), null)
    assert.equal(({} as Record<string, unknown>)['polluted'], undefined)
  })

  test('I01 of too many or too long names is refused quickly', () => {
    const many = Array.from({ length: requestLimits.body.keys + 1 }, (_, at) => `k${at}=`).join('&')
    assert.equal(
      message(() => readForm(many)),
      'Too many fields were sent.',
    )
    assert.equal(
      message(() => readForm(many.slice(0, many.lastIndexOf('&')))),
      null,
    )
    assert.equal(
      message(() => readForm(`${'k'.repeat(requestLimits.body.keyLength + 1)}=`)),
      'A field’s name is too long.',
    )
    const { user: before } = process.threadCpuUsage()
    assert.notEqual(
      message(() => readForm('a&'.repeat(30_000))),
      null,
    )
    assert.ok(process.threadCpuUsage().user - before < 100_000, 'in microseconds of work')
  })

  test('I05 that is not text is refused', () => {
    for (const form of ['a=%', 'a=%zz', 'a=%C3', 'a=%ED%A0%80', 'a=%00', '%00=a', 'a=%FF%FE'])
      assert.notEqual(
        message(() => readForm(form)),
        null,
        form,
      )
  })
})

describe('a JSON body', () => {
  test('gives the same text as a form would', () => {
    assert.deepEqual(
      { ...readJson('{"a":"12","b":12,"c":true,"d":null,"e":"x\\"y:","f":1.5}') },
      { a: '12', b: '12', c: 'true', e: 'x"y:', f: '1.5' },
    )
  })

  test('I03 with a key twice, or anything but single values, is refused', () => {
    for (const json of [
      '{"a":1,"a":1}',
      '{"a":1,"\\u0061":2}',
      '{"a":{"b":1}}',
      '{"a":[1]}',
      '[]',
      '"a"',
      '12',
      'null',
      '{"a":1',
      '',
      '{"a[b]":1}',
    ])
      assert.notEqual(
        message(() => readJson(json)),
        null,
        json,
      )
  })

  test('I04 cannot reach a prototype', () => {
    for (const key of ['__proto__', 'constructor', 'prototype', '\\u005f_proto__'])
      assert.equal(
        message(() => readJson(`{"${key}":"x"}`)),
        'A field’s name is not allowed.',
      )
    assert.equal(Object.getPrototypeOf(readJson('{"toString":1}')), null)
  })

  test('I05 that a database cannot hold is refused', () => {
    for (const json of ['{"a":"\\u0000"}', '{"\\u0000":1}', '{"a":"\\ud800"}', '{"\\udc00":1}'])
      assert.notEqual(
        message(() => readJson(json)),
        null,
        json,
      )
  })

  test('with a number that would change on the way is refused instead', () => {
    assert.equal(readJson('{"number":4242424242424242}')['number'], '4242424242424242')
    for (const json of ['{"number":99999999999999999}', '{"a":1e400}', '{"a":-1e300}'])
      assert.match(message(() => readJson(json)) ?? '', /too large/)
  })
})

describe('over HTTP', () => {
  let testApp: TestApp
  let alice: Person
  before(async () => {
    testApp = await TestApp.start()
    alice = await testApp.person('alice')
  })
  after(async () => {
    await testApp.close()
    assert.deepEqual(testApp.complaints, [])
  })
  const post = (body: string, type: string | undefined, path: string = createBillingEntity.path) =>
    testApp.send('POST', path, {
      as: alice,
      body,
      headers: type === undefined ? {} : { 'content-type': type },
    })
  const form = 'application/x-www-form-urlencoded'

  test('a form and JSON do the same', async () => {
    const answers = await Promise.all(
      [false, true].map((json) =>
        testApp.call(createBillingEntity, { as: alice, body: billingEntityFields, json }),
      ),
    )
    for (const { status, reply } of answers) {
      assert.equal(status, 201)
      assert.equal(reply.phone, billingEntityFields.phone)
    }
    const numbers = { ...billingEntityFields, phone: Number(billingEntityFields.phone) }
    const { reply } = await testApp.call(createBillingEntity, { as: alice, body: numbers, json: true })
    assert.equal(reply.phone, billingEntityFields.phone)
  })

  test('I02 another type of body is 415, and so is a body of no type or another encoding', async () => {
    for (const type of [
      'text/plain',
      'multipart/form-data; boundary=x',
      'application/xml',
      'text/json',
      'application/jsonp',
      'nonsense',
      `${form}; charset=utf-16`,
      'application/json; charset="latin1"',
      undefined,
    ]) {
      const { status, body } = await post('{"name":"x"}', type)
      assert.equal(status, 415, type)
      assert.equal(body['code'], 'request.unsupported_type')
    }
    for (const type of [`${form}; charset=UTF-8`, `${form};charset="utf-8"`, form.toUpperCase()])
      assert.equal((await post(new URLSearchParams(billingEntityFields).toString(), type)).status, 201, type)
  })

  test('I01 what is larger than a form may be is 413, whoever sends it', async () => {
    const large = `name=${'x'.repeat(requestLimits.body.bytes)}`
    for (const path of [createBillingEntity.path, logIn.path, createSite.path]) {
      const { status, body } = await post(large, form, path)
      assert.equal(status, 413)
      assert.equal(body['code'], 'request.too_large')
    }
    const stranger = await testApp.send('POST', signUp.path, {
      body: large,
      headers: { 'content-type': form },
    })
    assert.equal(stranger.status, 413)
  })

  test('I03 a field that was sent twice is 400, in a body and in a query', async () => {
    const fields = new URLSearchParams(billingEntityFields).toString()
    assert.equal((await post(`${fields}&name=Other`, form)).status, 400)
    for (const query of ['page=1&page=2', 'page[]=1', 'sort[x]=1', '__proto__=1', 'q=%00', 'q=%']) {
      const { status, body } = await testApp.send('GET', `${listBillingEntities.path}?${query}`, {
        as: alice,
      })
      assert.equal(status, 400, query)
      assert.equal(body['code'], 'request.malformed')
    }
  })

  test('nobody learns what is wrong with a query before saying who asks', async () => {
    for (const query of ['page=0', 'page=1&page=2', 'q=%'])
      assert.equal((await testApp.send('GET', `${listBillingEntities.path}?${query}`)).status, 401)
  })

  test('every field that is wrong is named, and the first of them is the message', async () => {
    const { status, body } = await testApp.call(createBillingEntity, {
      as: alice,
      body: { name: ' ', phone: '1' },
    })
    assert.equal(status, 400)
    const fields = (body['errors'] as { field: string; message: string }[]).map(({ field }) => field)
    assert.deepEqual(fields.toSorted(), ['email', 'name', 'phone'])
    assert.equal(body['message'], (body['errors'] as { message: string }[])[0]?.message)
  })

  test('I05 I09 no text in any field of a site or payer makes the server fail', async () => {
    const billingEntity = await testApp.call(createBillingEntity, { as: alice, body: billingEntityFields })
    const nasty = [
      '\u0000',
      'a\u0000b',
      '\u0007',
      '\u202egnp.exe',
      '\ud800',
      "'; drop table customers.sites; --",
      '$1',
      '\\',
      '%',
      '{"a":1}',
      '\u{1f404}'.repeat(300),
      'x'.repeat(5000),
      '\u00a0',
      'İ',
      '../../etc/passwd',
      '=1+1',
      '-1',
      '0',
      'null',
      'NaN',
    ]
    const bodies = [
      [createBillingEntity, billingEntityFields],
      [createSite, siteFields(billingEntity.reply.id)],
    ] as const
    for (const [endpoint, fields] of bodies) {
      for (const name of Object.keys(fields)) {
        for (const text of nasty) {
          const body = { ...fields, subdomain: `n-${randomUUID().slice(0, 8)}`, [name]: text }
          const { status } = await testApp.call(endpoint, { as: alice, body, json: text.includes('\ud800') })
          assert.ok([201, 400, 404].includes(status), `${status} for ${JSON.stringify(text)} as ${name}`)
        }
      }
    }
  })
})
