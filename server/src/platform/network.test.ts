import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkOf } from './network.ts'

test('A02 an IPv4 address stands for itself, however it is written', () => {
  assert.equal(networkOf('203.0.113.9'), '203.0.113.9')
  assert.equal(networkOf('::ffff:203.0.113.9'), '203.0.113.9')
  assert.equal(networkOf('::FFFF:203.0.113.9'), '203.0.113.9')
  assert.equal(networkOf('::ffff:cb00:7109'), '203.0.113.9')
})

test('A02 a caller who has gone, and with them their address, is no mistake', () => {
  const gone = undefined as unknown as string
  assert.equal(networkOf(gone), undefined)
})

test('A02 all IPv6 addresses of a /64 are one network', () => {
  for (const address of [
    '2001:db8:1:2::',
    '2001:db8:1:2::1',
    '2001:db8:1:2:ffff:ffff:ffff:ffff',
    '2001:0DB8:0001:0002:0000:0000:0000:0001',
    '2001:db8:1:2::192.0.2.1',
    '2001:db8:1:2::1%eth0',
  ])
    assert.equal(networkOf(address), '2001:db8:1:2::/64', address)
  assert.notEqual(networkOf('2001:db8:1:3::1'), networkOf('2001:db8:1:2::1'))
})

test('shortened addresses are read as what they stand for', () => {
  assert.equal(networkOf('::1'), '0:0:0:0::/64')
  assert.equal(networkOf('::'), '0:0:0:0::/64')
  assert.equal(networkOf('fe80::1'), 'fe80:0:0:0::/64')
  assert.equal(networkOf('2001:db8::5:6:7:8'), '2001:db8:0:0::/64')
  assert.equal(networkOf('1::2:3:4:5:6:7'), '1:0:2:3::/64')
})

test('what is no address is left as it is', () => {
  for (const text of ['', 'unix:', 'localhost', 'x'.repeat(100)]) assert.equal(networkOf(text), text)
})
