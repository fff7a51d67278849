import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigError, readConfig } from '../../config.ts'
import { TestApp } from '../../testing/test-app.ts'

const path = '/.well-known/security.txt'

test('whoever finds a weakness reads where to write, for half a year from now', async () => {
  const testApp = await TestApp.start({
    SECURITY_CONTACT: 'security@byre.example, https://byre.example/report',
  })
  const { status, headers, text } = await testApp.send('GET', path)
  const elsewhere = await testApp.send('GET', path, { host: 'north.localhost:4000' })
  await testApp.close()

  assert.equal(status, 200)
  assert.equal(headers['content-type'], 'text/plain; charset=utf-8')
  const [first, second, expires = '', ...rest] = text.split('\n')
  assert.deepEqual(
    [first, second],
    ['Contact: mailto:security@byre.example', 'Contact: https://byre.example/report'],
  )
  const [, until = ''] = /^Expires: (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)$/.exec(expires) ?? []
  const days = (Date.parse(until) - Date.now()) / 86_400_000
  assert.ok(days > 90 && days < 365, until)
  assert.deepEqual(rest, [`Canonical: http://localhost:4000${path}`, 'Preferred-Languages: en', ''])
  assert.notEqual(elsewhere.status, 200, 'a tenant’s host says nothing for the portal')
})

test('where no contact is set there is none', async () => {
  const testApp = await TestApp.start()
  const { status } = await testApp.send('GET', path)
  await testApp.close()
  assert.equal(status, 404)
})

test('O04 a contact that is no address is refused', () => {
  for (const SECURITY_CONTACT of ['somebody', 'http://byre.example', 'mailto:nobody', 'a@b\r\nContact: c@d'])
    assert.throws(() => readConfig({ SECURITY_CONTACT }), ConfigError, SECURITY_CONTACT)
})
