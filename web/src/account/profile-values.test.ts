import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { User } from '@byre/contract/people/users'
import { changesOf, profileOf } from './profile-values.ts'

const alice: User = {
  id: 'a',
  email: 'alice@ranch.example',
  pending_email: null,
  first_name: 'Alice',
  last_name: null,
  city: 'Olds',
  region: 'AB',
  country: 'Canada',
  phone: '4035550100',
  onboarded: 1,
  time_zone: null,
  theme: null,
  language: null,
  capabilities: { sites: true, clinics: true },
}

test('only what was edited is sent, so that another tab’s edit of something else stays', () => {
  const began = profileOf(alice)
  assert.deepEqual(changesOf(alice, began), {})
  assert.deepEqual(changesOf(alice, { ...began, last_name: 'Ardley' }), { last_name: 'Ardley' })
  assert.deepEqual(changesOf(alice, { ...began, phone: '' }), { phone: '' }, 'an emptied field is cleared')
})

test('a region is sent with its country, and a country with its region', () => {
  const began = profileOf(alice)
  assert.deepEqual(changesOf(alice, { ...began, region: 'BC' }), { country: 'Canada', region: 'BC' })
  assert.deepEqual(changesOf(alice, { ...began, country: 'USA', region: '' }), { country: 'USA', region: '' })
})
