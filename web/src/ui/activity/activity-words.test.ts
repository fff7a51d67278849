import assert from 'node:assert/strict'
import { test } from 'node:test'
import { speciesLibrary } from '@byre/contract/species'
import { changeInWords, type Names } from './activity-words.ts'

const [cattle] = speciesLibrary

const names: Names = {
  plans: new Map([['p1', 'Ranch']]),
  billingEntities: new Map([['b1', 'Ardley Cattle']]),
  species: new Map(speciesLibrary.map(({ id, name }) => [id, name])),
}

const said = (field: string, before: string | null, after: string | null) =>
  changeInWords({ field, before, after }, names)

test('a change is told with before and after', () => {
  assert.equal(said('postal_code', 'T4H 1A1', 'T4H 1A2'), 'Postal code: T4H 1A1 → T4H 1A2')
  assert.equal(said('role', 'User', 'Admin'), 'Role: User → Admin')
})

test('what was set, and what was cleared, is told as that', () => {
  assert.equal(said('name', null, 'North Pasture'), 'Name: North Pasture')
  assert.equal(said('domain', 'https://north.farm', null), 'Domain: was https://north.farm')
})

test('a phone and a day are written as everywhere', () => {
  assert.equal(said('phone', '4035550101', '4035550102'), 'Phone: +1 (403) 555-0101 → +1 (403) 555-0102')
  assert.equal(said('resumes_on', null, '2027-03-01'), 'Resumes on: March 1st 2027')
})

test('ids are told by name, and by what they are of when the name is not to be had', () => {
  assert.equal(said('plan_id', 'p1', 'p2'), 'Plan: Ranch → another plan')
  assert.equal(said('billing_entity_id', null, 'b1'), 'Billing information: Ardley Cattle')
  const preference = JSON.stringify({ unit: 'metric', operation_type: cattle!.id })
  assert.equal(said('install_preference', null, '{"unit":"imperial"}'), 'Install preference: imperial')
  assert.equal(said('install_preference', null, preference), `Install preference: metric, ${cattle!.name}`)
})

test('why a card was refused is told in words', () => {
  assert.equal(said('refused', null, 'card.declined'), 'Why: it was declined')
  assert.equal(said('refused', null, 'card.test_only'), 'Why: it cannot be used here')
})

test('what a key may do is told in words', () => {
  assert.equal(
    said('scopes', null, 'places:write people:read'),
    'May: see and change the place, see its people',
  )
})

test('how a place stands is told in words', () => {
  assert.equal(said('standing', 'ok', 'read_only'), 'State: open → read-only')
})
