import { fieldsOfMoney, placeKeyScopeOf } from '@byre/contract/calls/key-calls'
import { placeKeyRoles, placeKeyScopes } from '@byre/contract/places/place-keys'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newPlaceKey } from '../../testing/api-keys.ts'
import { commandOf, endpointOf, PeopleInRoles, type Place } from '../../testing/people-in-roles.ts'
import { actors, cellsOf, type Cells } from '../../testing/rights.ts'
import { TestApp } from '../../testing/test-app.ts'

/*
 * The table of `testing/rights.ts` once more, made by keys of a place: where a key may make a call at all, it is answered as a
 * person in its role is; at every other place, its maker's own too, nothing is there.
 */

let inRoles: PeopleInRoles
let elsewhere: Record<'site' | 'clinic', Place>
before(async () => {
  inRoles = await PeopleInRoles.arrive(await TestApp.start())
  elsewhere = { site: await inRoles.newPlace('site'), clinic: await inRoles.newPlace('clinic') }
})
after(() => inRoles.testApp.close())

const sendsMoney = (right: Cells, place: Place) =>
  Object.keys(commandOf(right).body?.({ ...place, me: place.owner }, {}) ?? {}).some((field) =>
    (fieldsOfMoney as readonly string[]).includes(field),
  )

/** Whether a key with every scope may make the call, whatever it is answered. */
const mayPass = (right: Cells, place: Place) =>
  (placeKeyScopes as readonly unknown[]).includes(placeKeyScopeOf(right.call)) && !sendsMoney(right, place)

function expected(right: Cells, role: 'Admin' | 'User', place: Place): string {
  if (!mayPass(right, place)) return '403'
  // A person leaves; a key is no member: for it that is removing somebody.
  if (right.what === 'leave' && role === 'User') return '403'
  return right.answers[actors.indexOf(role)]!
}

for (const kind of ['site', 'clinic'] as const)
  for (const role of placeKeyRoles)
    test(`K12 a key of a ${kind} as ${role} does what the table gives that role there, and nothing anywhere else`, async () => {
      const scopes = placeKeyScopes.join(' ')
      const keyOf = async (place: Place) =>
        (await newPlaceKey(inRoles.testApp, place.owner, { kind, id: place.id }, { role, scopes })).key
      const shared = await inRoles.newPlace(kind)
      const sharedKey = await keyOf(shared)
      const before = await inRoles.everythingOf(elsewhere[kind])

      for (const right of cellsOf[kind]) {
        const words = `${right.what} by a key as ${role}`
        const answer = expected(right, role, shared)
        const needsOwn = answer.startsWith('2') && endpointOf(right).method !== 'GET'
        const place = needsOwn ? await inRoles.newPlace(kind) : shared
        const key = needsOwn ? await keyOf(place) : sharedKey
        if (needsOwn || !commandOf(right).arrange)
          assert.equal(await inRoles.answerTo(role, right, place, { key }), answer, words)
        if (commandOf(right).arrange) continue
        const other = await inRoles.answerTo(role, right, elsewhere[kind], { key: sharedKey })
        assert.equal(other, mayPass(right, shared) ? '404' : '403', `${words}, elsewhere`)
      }
      assert.deepEqual(await inRoles.everythingOf(elsewhere[kind]), before)
    })
