import { siteScreens as siteAddresses } from '@byre/contract/herd/screens'
import { screens as portalAddresses } from '@byre/contract/screens'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { portalScreens } from './portal-screens.ts'
import type { Screen, Subject } from './screen.ts'
import { siteScreens } from './site-screens.ts'
import type { YardSubject } from './site-subjects.ts'

/* `npm run screens` leaves no screen out. */

/** From these one is sent on at once; a picture is taken of those others once something was pressed. */
const passing = ['/launch', '/logout', '/billing-entities/:billingEntityId/card/return']
const pressedFor = ['/reset/confirm']

const id = '01935b6e-7a10-7c3f-8d52-6b1f0e9a4c21'
/** Every id is the same one. */
const anyone = new Proxy({}, { get: (_, name) => (name === 'lists' ? anyone : id) })

function missing<S>(addresses: readonly string[], screens: readonly Screen<S & { record: string }>[]) {
  const shown = screens.map(({ path }) => path(anyone as never).replace(/[?#].*$/, ''))
  return addresses.filter((address) => {
    const pattern = new RegExp(`^${address.replace(/:\w+/g, '[^/]+')}$`)
    return !shown.some((path) => pattern.test(path))
  })
}

test('every screen of the portal is among the pictures', () => {
  const left = missing<Subject>(portalAddresses, portalScreens)
  assert.deepEqual(left.toSorted(), [...passing, ...pressedFor].toSorted())
})

test('every screen of the site app is among the pictures, and each picture has a name of its own', () => {
  assert.deepEqual(missing<YardSubject>(siteAddresses, siteScreens), [])
  const names = [...portalScreens, ...siteScreens].map(({ name }) => name)
  assert.deepEqual(names, [...new Set(names)])
})
