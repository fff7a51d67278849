import { endpoint } from '@byre/contract/endpoint'
import Fastify from 'fastify'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod/mini'
import { contractNouns } from '../api-docs/openapi-nouns.ts'
import { reply } from '../reply.ts'
import { sender } from './sender.ts'

const getGate = endpoint({
  name: 'getGate',
  service: 'customers',
  method: 'GET',
  path: '/gate',
  summary: 'A gate',
  who: 'anyone',
  reply: z.object({ version: z.string(), set_cookie: z.string() }),
})
const gate = { version: 'left hinge', set_cookie: 'none' }

/** What leaves for a handler's result, written as in production or checked as elsewhere. */
async function sent(result: unknown, checksReplies: boolean) {
  const fastify = Fastify()
  const send = sender(getGate, checksReplies)
  fastify.get('/gate', (_, answer) => send(answer, result))
  const { headers, body } = await fastify.inject('/gate')
  return { etag: headers.etag, cookie: headers['set-cookie'], data: JSON.parse(body).data }
}

test('every field of a reply leaves, whatever its name', async () => {
  for (const checks of [true, false])
    assert.deepEqual(await sent(gate, checks), { etag: undefined, cookie: undefined, data: gate })
})

test('an ETag and a cookie leave beside the body when they are said to', async () => {
  for (const checks of [true, false])
    assert.deepEqual(await sent(reply(gate, { etag: 7, cookie: 'a=b; Path=/' }), checks), {
      etag: '"7"',
      cookie: 'a=b; Path=/',
      data: gate,
    })
})

test('no reply that is kept under a key has a field of the name that its ETag is kept by', async () => {
  const { endpoints } = await contractNouns()
  const keyed = endpoints.filter(({ method, idempotency }) => method === 'POST' && idempotency !== 'ignored')
  assert.ok(keyed.length > 20)
  for (const { name, reply } of keyed)
    assert.ok(!(reply instanceof z.ZodMiniObject && 'version' in reply.shape), name)
})
