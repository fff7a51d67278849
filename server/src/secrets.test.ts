import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { App } from './app.ts'
import { keyPurposes } from './platform/secrets.ts'
import { putInCharge } from './testing/secrets/secret-kind.ts'
import { kinds } from './testing/secrets/secret-kinds.ts'
import { TestApp } from './testing/test-app.ts'

const oldSecret = 'the old secret of stories about exchanges'
const newSecret = 'the new secret of stories about exchanges'
const lists = {
  old: [oldSecret],
  'old and new': [oldSecret, newSecret],
  'new and old': [newSecret, oldSecret],
  new: [newSecret],
} as const
type List = keyof typeof lists

let testApp: TestApp
const processes = new Map<List, App>()
before(async () => {
  testApp = await TestApp.start({ APP_SECRET: oldSecret })
  for (const list of Object.keys(lists) as List[]) {
    const { app } = await testApp.anotherProcess({ appSecrets: lists[list] })
    processes.set(list, app)
  }
})
after(async () => {
  for (const app of processes.values()) await app.close()
  await testApp.close()
})

/** Runs at the process with these secrets. */
async function at<T>(list: List, work: () => Promise<T>): Promise<T> {
  putInCharge(testApp, processes.get(list)!, lists[list])
  return work()
}

for (const [what, { make, works, alone, isRenewed }] of Object.entries(kinds))
  describe(`S10 while the secret is exchanged, ${what}`, () => {
    test('made under the old one is good where that is still given', async () => {
      const use = await at('old', () => make(testApp))
      assert.equal(await at('new and old', use), works)
    })

    test('made under the new one is good at a process that still writes under the old one', async () => {
      const use = await at('new and old', () => make(testApp))
      assert.equal(await at('old and new', use), works)
    })

    test('made meanwhile is good under the new one alone', async () => {
      const use = await at('new and old', () => make(testApp))
      assert.equal(await at('new', use), works)
    })

    test('made under the old one is calmly refused where only the new one is given', async () => {
      const use = await at('old', () => make(testApp))
      assert.equal(await at('new', use), alone)
    })

    if (isRenewed)
      test('is good under the new one alone once it was used', async () => {
        const use = await at('old', () => make(testApp))
        assert.equal(await at('new and old', use), works)
        assert.equal(await at('new', use), works)
      })
  })

test('S10 no key is for anything that is not tried here', () => {
  // What names a secret, and what is checked with the command that makes it (scripts/secrets.test.ts).
  const elsewhere = ['fingerprint', 'kept-mac']
  const tried = new Set(Object.values(kinds).flatMap(({ keys }) => keys))
  assert.deepEqual([...tried, ...elsewhere].toSorted(), [...keyPurposes()].toSorted())
})

test('S10 nothing of all this was a fault', () => {
  assert.deepEqual(testApp.complaints, [])
})
