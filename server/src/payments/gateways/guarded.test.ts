import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GatewayDown, type Gateway } from './gateway.ts'
import { guarded } from './guarded.ts'

/** An outside party that does what a story needs, and counts how often it was asked. */
function outsider(answer: () => Promise<void>) {
  let asked = 0
  const gateway: Gateway = {
    name: 'sandbox',
    keepCard: async () => ({ refused: 'card.declined' }),
    findCards: async () => new Set(),
    removeCard: async () => {
      asked += 1
      await answer()
    },
  }
  return { gateway, asked: () => asked }
}

const patience = { totalMs: 20, failures: 5, restMs: 30_000 }
const broken = () => Promise.reject(new Error('reset by peer'))
const silent = () => new Promise<void>(() => undefined)

test('P09 a gateway that never answers is given up after the time it has', async () => {
  const gateway = guarded(outsider(silent).gateway, patience)
  await assert.rejects(gateway.removeCard('x'), GatewayDown)
})

test('P09 after five failures it is left alone for 30 seconds, then asked again', async () => {
  let now = 0
  let isBroken = true
  const { gateway, asked } = outsider(() => (isBroken ? broken() : Promise.resolve()))
  const patient = guarded(gateway, patience, () => now)
  for (let failure = 1; failure <= 5; failure++) await assert.rejects(patient.removeCard('x'), GatewayDown)
  isBroken = false

  now = 29_999
  await assert.rejects(patient.removeCard('x'), GatewayDown)
  assert.equal(asked(), 5)
  now = 30_000
  await patient.removeCard('x')
  assert.equal(asked(), 6)
})

test('P09 failures with successes between them do not add up, and a refusal is no failure', async () => {
  let calls = 0
  const { gateway } = outsider(() => (++calls % 5 === 0 ? Promise.resolve() : broken()))
  const patient = guarded(gateway, patience)
  for (let call = 1; call <= 20; call++) await patient.removeCard('x').catch(() => undefined)
  assert.equal(calls, 20)

  for (let call = 1; call <= 10; call++) {
    const details = { number: '4000000000000002', exp_month: 12, exp_year: 2040, cvc: '123' }
    assert.deepEqual(await patient.keepCard('x', details), { refused: 'card.declined' })
  }
})

test('the cause of a failure stays with it for the log', async () => {
  const gateway = guarded(outsider(broken).gateway, patience)
  await assert.rejects(gateway.removeCard('x'), (error: Error) => {
    assert.match(String(error.cause), /reset by peer/)
    return true
  })
})
