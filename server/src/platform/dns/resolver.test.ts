import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { test } from 'node:test'
import { dnsResolver } from './resolver.ts'

test('T04 a name server that cannot be reached is told of once, however many names are looked up', async () => {
  const silent = createSocket('udp4').bind(0, '127.0.0.1')
  await once(silent, 'listening')
  const codes: string[] = []
  const resolver = dnsResolver(`127.0.0.1:${silent.address().port}`, (code) => codes.push(code))

  const looked = await Promise.all([resolver.addresses('north.farm'), resolver.texts('south.farm')])
  silent.close()
  assert.deepEqual(
    looked.map(({ isKnown }) => isKnown),
    [false, false],
  )
  assert.equal(codes.length, 1)
  assert.match(codes[0]!, /^E(?:TIMEOUT|CANCELLED)$/)
})
