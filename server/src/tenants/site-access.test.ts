import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Visitor } from '../platform/authentication/visitors.ts'
import { Refusal } from '../platform/errors.ts'
import { siteAccess, type SiteAccess } from './site-access.policy.ts'

/** As a query of the herd asks for its proof. */
const lockIt = (access: SiteAccess<'lockShipLists'>) => access.site_id
const readIt = (access: SiteAccess) => access.site_id

const visitor = { place_kind: 'site', place_id: 'north', user_id: 'bob', role: 'User' } as unknown as Visitor

test('a query that asks for one right compiles with no other, and with no bare id', () => {
  const access = siteAccess('record', visitor)
  assert.equal(readIt(access), 'north')
  // @ts-expect-error -- another right was proven
  assert.equal(lockIt(access), 'north')
  // @ts-expect-error -- nothing was proven
  assert.equal(readIt({ site_id: 'north', user_id: 'bob', role: 'owner' }), 'north')
})

test('a proof is made of nobody without the right, of no stranger, and of no clinic', () => {
  const refusedAs = (code: string) => (error: unknown) => error instanceof Refusal && error.code === code
  assert.throws(() => siteAccess('lockShipLists', visitor), refusedAs('role.insufficient'))
  assert.throws(() => siteAccess('see', { ...visitor, role: null }), refusedAs('not_found'))
  assert.throws(() => siteAccess('see', { ...visitor, place_kind: 'clinic' }), refusedAs('not_found'))
})
