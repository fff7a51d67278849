import { logIn } from '@byre/contract/accounts/sign-ins'
import { liveLimits } from '@byre/contract/events'
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, mock, test } from 'node:test'
import { Listener, portOf } from '../../testing/live.ts'
import { password, TestApp, type Person } from '../../testing/test-app.ts'

/* How many streams are open at a time, and when the place of one is free again. */

let testApp: TestApp

before(async () => {
  testApp = await TestApp.start()
})
after(async () => {
  await testApp.close()
  assert.deepEqual(testApp.complaints, [])
})

let people = 0
const someone = () => testApp.person(`person-${(people += 1)}`)

const listen = (as: Person, { after }: { after?: string } = {}) =>
  Listener.open(testApp, testApp.app, as, after)

const inAnotherSession = async (of: Person) => {
  const { reply } = await testApp.call(logIn, { body: { username: of.email, password } })
  return { ...of, token: reply.token }
}

/** A stream of theirs as soon as one is to be had. */
async function nextOf(person: Person): Promise<Listener> {
  for (let tries = 0; tries < 50; tries++) {
    const next = await listen(person)
    if (next.status === 200) return next
  }
  return assert.fail('no stream was given back')
}

test('R02 a session has a few streams at a time and its person a few more; they get them back', async () => {
  const bob = await someone()
  const { streamsPerSession, streamsPerUser } = liveLimits
  const first = await Promise.all(Array.from({ length: streamsPerSession }, () => listen(bob)))
  const refused = await listen(bob)
  assert.equal(refused.status, 429)
  assert.ok(Number(refused.headers['retry-after']) > 0)

  const there = await inAnotherSession(bob)
  const left = streamsPerUser - streamsPerSession
  const others = await Promise.all(Array.from({ length: left }, () => listen(there)))
  assert.deepEqual(new Set([...first, ...others].map(({ status }) => status)), new Set([200]))
  assert.equal((await listen(await inAnotherSession(bob))).status, 429)

  first[0]!.leave()
  await nextOf(bob)
})

test('R02 HEAD of the stream takes no place among the open ones', async () => {
  const bob = await someone()
  for (let n = 0; n <= liveLimits.streamsPerUser; n++) {
    const { status, headers, text } = await testApp.send('HEAD', '/api/v1/events', { as: bob })
    assert.deepEqual([status, text], [200, ''])
    assert.match(String(headers['content-type']), /^text\/event-stream/)
  }
  assert.equal((await testApp.send('HEAD', '/api/v1/events', { at: testApp.app })).status, 401)
  assert.equal((await listen(bob)).status, 200)
})

test('R02 who leaves before a stream has begun, or is cut off, leaves no place taken', async () => {
  const bob = await someone()
  const port = await portOf(testApp.app)
  const { host } = new URL(testApp.config.publicUrl)
  const ask = `GET /api/v1/events HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${bob.token}\r\n\r\n`
  for (let n = 0; n < 3 * liveLimits.streamsPerUser; n++) {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    socket.write(ask)
    if (n % 3 === 0) socket.destroySoon()
    else if (n % 3 === 1) socket.resetAndDestroy()
    else {
      await once(socket, 'data')
      socket.resetAndDestroy()
    }
    await once(socket, 'close')
  }
  await nextOf(bob)
})

test('R02 a stream ends after some minutes, for a reader may be gone untold; the next goes on from it', async () => {
  const bob = await someone()
  const begun = Date.now()
  const bobs = await listen(bob)
  mock.timers.enable({ apis: ['Date'], now: begun + liveLimits.livesMs + 60_000 })
  try {
    await bobs.ended()
  } finally {
    mock.timers.reset()
  }
  assert.notEqual(bobs.cursor, '')
  assert.equal((await listen(bob, { after: bobs.cursor })).status, 200)
})
