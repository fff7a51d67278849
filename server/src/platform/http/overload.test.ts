import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { addOverload } from './overload.ts'
import { addRefusals, KnownPaths } from './refusals.ts'

const quarterMs = 250

/** Keeps the event loop from everything else, for one turn. */
function keepBusy(): void {
  const until = performance.now() + quarterMs
  while (performance.now() < until);
}

test('R02 while every turn takes long, calls are 503 with Retry-After at once; afterwards they are answered', async () => {
  const app = Fastify() as unknown as FastifyInstance
  addOverload(app, quarterMs / 5)
  addRefusals(app, new KnownPaths(app))
  app.get('/api/v1/quick', async () => 'done')
  app.get('/login', async () => 'the page')
  app.post('/api/v1/webhooks/stripe', async () => 'heard')
  await app.ready()
  assert.equal((await app.inject('/api/v1/quick')).statusCode, 200)

  let answer = await app.inject('/api/v1/quick')
  for (let turns = 0; answer.statusCode === 200 && turns < 40; turns++) {
    keepBusy()
    await nextTurn()
    answer = await app.inject('/api/v1/quick')
  }
  assert.equal(answer.statusCode, 503)
  assert.ok(Number(answer.headers['retry-after']) >= 2)
  assert.equal(answer.json<{ code: string }>().code, 'server.busy')
  const heard = await app.inject({ method: 'POST', url: '/api/v1/webhooks/stripe' })
  assert.equal(heard.statusCode, 200, 'the card processor is always heard')
  assert.equal((await app.inject('/login')).statusCode, 200, 'a browser gets the page that says to wait')

  for (let turns = 0; answer.statusCode === 503 && turns < 1e6; turns++) {
    await nextTurn()
    answer = await app.inject('/api/v1/quick')
  }
  assert.equal(answer.statusCode, 200)
  await app.close()
})
