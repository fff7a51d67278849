import { changeSiteUserRole, removeSiteUser } from '@byre/contract/people/members'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { tellOf } from '../../testing/people.ts'
import { join, newSite } from '../../testing/places.ts'
import type { Person } from '../../testing/test-app.ts'

/* Two Owners give it up at the same moment, each at a process of its own with connections of its own. */

const rounds = 50

const { testApp, alice, bob } = await tellOf('alice', 'bob')

const leave = (who: Person, id: string) =>
  testApp.call(removeSiteUser, { as: who, params: { id, userId: who.id } })
const stepDown = (who: Person, id: string) =>
  testApp.call(changeSiteUserRole, { as: who, params: { id, userId: who.id }, body: { role: 'User' } })
const unmake = (who: Person, whom: Person, id: string) =>
  testApp.call(changeSiteUserRole, { as: who, params: { id, userId: whom.id }, body: { role: 'User' } })

describe('C06 a site keeps an Owner', () => {
  const ways: [string, (id: string) => Promise<{ status: number }[]>][] = [
    ['both leave', (id) => Promise.all([leave(alice, id), leave(bob, id)])],
    ['both step down', (id) => Promise.all([stepDown(alice, id), stepDown(bob, id)])],
    ['one leaves as the other steps down', (id) => Promise.all([leave(alice, id), stepDown(bob, id)])],
    ['each demotes the other', (id) => Promise.all([unmake(alice, bob, id), unmake(bob, alice, id)])],
  ]
  for (const [what, race] of ways)
    test(`when ${what} at once, ${rounds} times`, async () => {
      const { id } = await newSite(testApp, alice)
      for (let round = 0; round < rounds; round++) {
        await join(testApp, alice, { kind: 'site', id }, 'Owner')
        await join(testApp, bob, { kind: 'site', id }, 'Owner')

        const statuses = (await race(id)).map(({ status }) => status).toSorted()

        assert.equal(statuses[0], 200)
        assert.ok(statuses[1] === 409 || statuses[1] === 403, `round ${round}: ${statuses.join(', ')}`)
        const { rows } = await testApp.database.pool.query(
          `select count(*)::int as owners from customers.members where place_id = $1 and role = 'Owner'`,
          [id],
        )
        assert.equal(rows[0].owners, 1)
      }
    })
})
