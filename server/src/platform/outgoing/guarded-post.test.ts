import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Names } from '../../testing/dns.ts'
import { Receiver } from '../../testing/receivers/receiver.ts'
import { dnsResolver } from '../dns/resolver.ts'
import { guardedPost, mayPostTo, type Guard } from './guarded-post.ts'
import { isPublicAddress } from './public-addresses.ts'

const host = 'hooks.ranch.farm'
const inside = 'Its address is not open to the internet.'

let receiver: Receiver
let names: Names
let strict: Guard
let onTrial: Guard
before(async () => {
  receiver = await Receiver.start([host])
  names = await Names.start()
  const resolver = dnsResolver(names.address, () => undefined)
  strict = { resolver, trialCertificate: undefined }
  onTrial = { resolver, trialCertificate: receiver.certificate, withinMs: 1000 }
})
after(async () => {
  await receiver.close()
  await names.close()
})

const post = (guard: Guard, url: string) =>
  guardedPost(guard, { url, headers: { 'content-type': 'application/json' }, body: '{}' })

for (const [what, addresses, isSo] of [
  ['the internet’s are', ['1.1.1.1', '8.8.8.8', '172.32.0.1', '2606:4700::1111', '2a00:1450::1'], true],
  ['no machine’s own is', ['127.0.0.1', '127.8.8.8', '0.0.0.0', '::1', '::', '::ffff:127.0.0.1'], false],
  [
    'no local network’s is',
    ['10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.169.254', 'fe80::1', 'fd00::1'],
    false,
  ],
  [
    'no shared or reserved one is',
    ['100.64.0.1', '198.18.0.1', '192.0.2.1', '203.0.113.9', '240.0.0.1', '255.255.255.255', '224.0.0.1'],
    false,
  ],
  [
    'none that hides another is',
    ['::ffff:10.0.0.1', '64:ff9b::7f00:1', '2002:7f00:1::', '2001:0:1::1', '::7f00:1'],
    false,
  ],
  [
    'no other of IPv6 is',
    ['fec0::1', '2001:db8::1', '3fff::1', '4000::1', 'ff02::1', 'localhost', ''],
    false,
  ],
] as const)
  test(`T06 which addresses are public: ${what}`, () => {
    assert.deepEqual(
      addresses.filter((address) => isPublicAddress(address) !== isSo),
      [],
    )
  })

test('T06 an address that leads inside is never connected to, in whatever way it is written', async () => {
  const before = receiver.connections
  const port = receiver.port
  for (const written of ['127.0.0.1', '2130706433', '0x7f.1', '0177.0.0.1', '[::1]', '[::ffff:127.0.0.1]']) {
    const url = `https://${written}:${port}/`
    assert.equal(mayPostTo(url, strict), false, written)
    assert.equal((await post(strict, url)).failure, inside, written)
  }
  assert.equal(receiver.connections, before)
})

test('T06 a name is judged when connecting: one that leads inside, now or in part, is not connected to', async () => {
  const before = receiver.connections
  const url = receiver.url('/', host)
  for (const records of [
    { A: ['127.0.0.1'] },
    { A: ['169.254.169.254'] },
    { A: ['1.1.1.1', '127.0.0.1'] },
    { A: ['1.1.1.1'], AAAA: ['::1'] },
  ]) {
    names.set(host, records)
    assert.equal(mayPostTo(url, strict), true)
    assert.equal((await post(strict, url)).failure, inside)
  }
  names.set(host, null)
  assert.equal((await post(strict, url)).failure, 'Its name leads nowhere.')
  assert.equal(receiver.connections, before)
})

test('a trial certificate opens this machine alone, and only whoever holds it is believed', async () => {
  names.set(host, { A: ['127.0.0.1'] })
  assert.equal((await post(onTrial, receiver.url('/', host))).status, 200)
  names.set(host, { A: ['10.0.0.1'] })
  assert.equal((await post(onTrial, receiver.url('/', host))).failure, inside)

  const other = await Receiver.start()
  assert.equal((await post(onTrial, other.url())).failure, 'Its certificate is not trusted.')
  assert.equal(other.received.length, 0)
  await other.close()
})

test('a redirect is not followed, and of an answer only its beginning is read', async () => {
  receiver.answer = (response, { path }) => {
    if (path === '/moved')
      return response.writeHead(302, { location: receiver.url('/elsewhere') }).end('gone there')
    response.write(`first\nsecond \u202e${'x'.repeat(2000)}`)
  }
  const moved = await post(onTrial, receiver.url('/moved'))
  assert.deepEqual([moved.status, moved.answer], [302, 'gone there'])
  assert.equal(receiver.to('/elsewhere').length, 0)

  const endless = await post(onTrial, receiver.url('/endless'))
  assert.equal(endless.status, 200)
  assert.match(endless.answer, /^first second +x/)
  assert.ok(endless.answer.length <= 300)
})

test('whoever does not answer in time, or answers with too much, has not answered', async () => {
  receiver.answer = () => undefined
  const slow = await post(onTrial, receiver.url('/slow'))
  assert.deepEqual([slow.status, slow.failure], [null, 'It took too long.'])
  assert.ok(slow.durationMs >= 900 && slow.durationMs < 5000, String(slow.durationMs))

  receiver.answer = (response) => response.writeHead(200, { 'x-long': 'x'.repeat(12_000) }).end()
  assert.equal((await post(onTrial, receiver.url('/long'))).failure, 'The answer’s headers are too long.')

  receiver.answer = (response) => response.destroy()
  assert.equal((await post(onTrial, receiver.url('/broken'))).failure, 'The connection broke.')
})
