import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MemoryStorage } from '../testing/fake-server.ts'
import { oneAtATime } from './one-at-a-time.ts'

const moment = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Two commands begun together: how many were ever under way at once, and in which order they ended. */
async function twoAtOnce() {
  let underWay = 0
  let most = 0
  const ended: string[] = []
  const command = (name: string) => async () => {
    most = Math.max(most, ++underWay)
    await moment()
    underWay--
    ended.push(name)
    return name
  }
  const given = await Promise.all([
    oneAtATime('lock', command('first')),
    oneAtATime('lock', command('second')),
  ])
  return { most, given, ended: ended.length }
}

test('two tabs never refresh at once', async () => {
  assert.deepEqual(await twoAtOnce(), { most: 1, given: ['first', 'second'], ended: 2 })
})

test('nor do they where the page has no secure context, and no Web Locks', async () => {
  const storage = new MemoryStorage()
  Object.defineProperty(globalThis, 'localStorage', { value: storage, configurable: true })
  Object.defineProperty(globalThis, 'navigator', { value: {}, configurable: true })
  assert.deepEqual(await twoAtOnce(), { most: 1, given: ['first', 'second'], ended: 2 })
  assert.equal(storage.getItem('lock'), null, 'the lease is given back')

  storage.setItem('lock', `a-tab-that-died ${Date.now() - 1}`)
  assert.equal(await oneAtATime('lock', () => Promise.resolve('mine')), 'mine')
})
