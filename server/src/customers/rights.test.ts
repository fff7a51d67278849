import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BillingEntityId } from '@byre/contract/subject-kinds'
import type { Db } from '../platform/database/db.ts'
import { Refusal } from '../platform/errors.ts'
import { accessTo } from './access.policy.ts'
import { markBillingEntityDeleted } from './billing-entities/billing-entity-changes.queries.ts'
import { billingEntityAccess } from './billing-entities/billing-entities.policy.ts'
import { setCard, setRegion } from './billing-entities/billing-entities.queries.ts'
import { setDomain } from './domains/domain-claims.actions.ts'
import { dropClaim, reviveClaim, takeCheck } from './domains/domain-claims.queries.ts'
import { markRevoked } from './invites/invites.queries.ts'
import { insertUnregisteredMember } from './members/unregistered-members.queries.ts'
import { setRole } from './members/member-changes.queries.ts'
import { changePlace } from './places/place-changes.queries.ts'
import { markPlaceDeleted } from './places/deletions.queries.ts'
import { dropOffersOf } from './members/ownership-transfers.queries.ts'
import { setChosenPlan } from './places/paid-places.queries.ts'
import { answerProposal, insertProposal, takeProposalBack } from './places/plan-proposals.queries.ts'

/* What is refused here is refused by the compiler: none of these functions is ever called. */

const here = { kind: 'site', place_id: 'a site', user_id: 'alice' } as const
const card = { brand: 'visa', last_four: '4242' }
const never = () => Promise.reject(new Error('never called'))
const proposed = { id: 'it', plan_id: 'a plan', billing_entity_id: 'a payer' as BillingEntityId }
const wall = (db: Db<'customers'>, billingEntity: BillingEntityId) => [
  // @ts-expect-error -- a bare id of a place proves no right to invite there
  () => markRevoked(db, { ...here, id: 'an invitation' }),
  // @ts-expect-error -- nor to keep its list
  () => insertUnregisteredMember(db, { ...here, id: 'somebody', name: 'Dan' }),
  // @ts-expect-error -- nor to give a role
  () => setRole(db, { ...here, member_id: 'bob', role: 'Owner' }),
  // @ts-expect-error -- nor to delete it
  () => markPlaceDeleted.site(db, { ...here, audit: '' }),
  // @ts-expect-error -- the id of billing information proves no right to delete it
  () => markBillingEntityDeleted(db, { id: billingEntity, audit: '' }),
  // @ts-expect-error -- who may invite may not delete for that
  () => markPlaceDeleted.site(db, { ...accessTo('invite', here, { role: 'Owner' }), audit: '' }),
  () => {
    const access = accessTo('keepUnregisteredMembers', here, { role: 'Owner' })
    // @ts-expect-error -- who has a right here has none at another place
    return insertUnregisteredMember(db, { ...access, place_id: 'another', id: '', name: '' })
  },
  // @ts-expect-error -- a bare id proves no right to propose a plan there
  () => insertProposal(db, { ...here, ...proposed, present_plan_id: null, days: 7 }),
  // @ts-expect-error -- nor to take a proposal back
  () => takeProposalBack(db, { ...here, id: 'it', status: 'withdrawn', answered_by: 'alice' }),
  // @ts-expect-error -- nor does the payer's to answer one
  () => answerProposal(db, { ...proposed, status: 'accepted', answered_by: 'alice' }),
  // @ts-expect-error -- nor a place's to give it a domain
  () => setDomain(db, here, 'a.example', { enqueue: never }),
  // @ts-expect-error -- nor to end its claim
  () => dropClaim(db, here),
  // @ts-expect-error -- nor to have it looked up anew
  () => reviveClaim(db, { ...here, id: 'a claim' }),
  // @ts-expect-error -- what the product notes by itself says that it does
  () => takeCheck(db, { id: 'a claim', now: true }),
  // @ts-expect-error -- so does the copy of what payments keeps
  () => setChosenPlan.site(db, { id: 'a site', plan_id: 'a plan', billing_entity_id: billingEntity }),
  // @ts-expect-error -- and no person's proof stands in for that
  () => setCard(db, { ...billingEntityAccess('keepCard', { id: billingEntity, role: 'Owner' }), ...card }),
  // @ts-expect-error -- who may not keep its card may not say where a payer is
  () => setRegion(db, { id: billingEntity, country: 'Canada', region: 'AB', postal_code: null }),
  // @ts-expect-error -- offers end with what a proof has taken away
  () => dropOffersOf(db, { ...here, member_id: 'bob' }),
  // @ts-expect-error -- an edit without its proof
  () => changePlace.site(db, { id: 'a site' }),
]

test('a bare id, another right or another place does not compile where a query changes something', () => {
  assert.equal(typeof wall, 'function')
})

const refusedWith = (code: string) => (error: unknown) => error instanceof Refusal && error.code === code

test('only a role that has the right proves it; to a stranger nothing is there', () => {
  assert.equal(accessTo('delete', here, { role: 'Owner' }).place_id, 'a site')
  assert.throws(() => accessTo('delete', here, { role: 'Admin' }), refusedWith('role.insufficient'))
  assert.throws(() => accessTo('delete', here, undefined), refusedWith('not_found'))

  const billingEntity = { id: 'a payer' as BillingEntityId }
  assert.equal(billingEntityAccess('keepCard', { ...billingEntity, role: 'Admin' }).id, 'a payer')
  assert.throws(
    () => billingEntityAccess('keepCard', { ...billingEntity, role: 'User' }),
    refusedWith('role.insufficient'),
  )
  assert.throws(() => billingEntityAccess('keepCard', undefined), refusedWith('not_found'))
})
