import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Site } from '@byre/contract/places/sites'
import type { User } from '@byre/contract/people/users'
import * as z from 'zod/mini'
import {
  newSiteOf,
  NewSiteForm,
  siteChangesOf,
  SiteChangesForm,
  valuesForNewSite,
  valuesOfSite,
  type SiteValues,
} from './site-values.ts'

const plan = '01930000-0000-7000-8000-000000000001'
const billingEntity = '01930000-0000-7000-8000-000000000002'
const cattle = '01930000-0000-7000-8000-000000000003'

const alice: User = {
  id: '01930000-0000-7000-8000-00000000000a',
  email: 'alice@ranch.example',
  pending_email: null,
  first_name: 'Alice',
  last_name: 'Ames',
  city: 'Calgary',
  region: 'AB',
  country: 'Canada',
  phone: '4035550123',
  onboarded: 1,
  time_zone: null,
  theme: null,
  language: null,
  capabilities: { sites: true, clinics: true },
}

function problems(form: typeof NewSiteForm, values: SiteValues): Record<string, string> {
  const judged = z.safeParse(form, values)
  if (judged.success) return {}
  return Object.fromEntries(
    judged.error.issues.map(({ path, message }) => [String(path[0]), message]).reverse() as [
      string,
      string,
    ][],
  )
}

const filledIn = (changes: Partial<SiteValues> = {}): SiteValues => ({
  ...valuesForNewSite(alice, billingEntity),
  name: 'North Ranch',
  subdomain: 'north',
  plan_id: plan,
  ...changes,
})

test('an empty form asks for name, subdomain, plan and payer, and for nothing else', () => {
  assert.deepEqual(problems(NewSiteForm, valuesForNewSite(alice, '')), {
    name: 'Name is required',
    subdomain: 'Subdomain is required and must have atleast 3 characters',
    plan_id: 'You must select a plan to continue.',
    billing_entity_id: 'Please select billing information.',
  })
})

test('someone with nothing to pay with yet is asked for the new payer’s name; address and phone are their own', () => {
  assert.deepEqual(problems(NewSiteForm, filledIn({ billing_entity_id: '-1' })), {
    organization_name: 'Billing Entity Name is a required field',
  })
  const cleared = filledIn({ billing_entity_id: '-1', organization_email: '', organization_phone: '' })
  assert.deepEqual(Object.keys(problems(NewSiteForm, cleared)).toSorted(), [
    'organization_email',
    'organization_name',
    'organization_phone',
  ])
})

test('a payer that is chosen is not judged by what stands in the fields of a new one', () => {
  assert.deepEqual(problems(NewSiteForm, filledIn({ organization_phone: '12' })), {})
})

test('region and postal code are judged by the country they are in', () => {
  const wrong = filledIn({ country: 'USA', region: 'AB', postal_code: 'T2P 1J9' })
  assert.deepEqual(problems(NewSiteForm, wrong), {
    region: 'Please choose a state.',
    postal_code: 'Zip Code should be 5 digits, like 59718.',
  })
})

test('units are kept together with what is raised, as one text, and by themselves', () => {
  const raised = filledIn({ unit: 'imperial', operation_type: cattle })
  assert.deepEqual(problems(NewSiteForm, raised), {})
  assert.deepEqual(JSON.parse(newSiteOf(raised, billingEntity).install_preference), {
    unit: 'imperial',
    operation_type: cattle,
  })
  assert.equal(newSiteOf(filledIn(), billingEntity).install_preference, '{"unit":"metric"}')
})

test('units begin as the country has them', () => {
  assert.equal(valuesForNewSite(alice, '').unit, 'metric')
  assert.equal(valuesForNewSite({ ...alice, country: 'USA' }, '').unit, 'imperial')
})

const north: Site = {
  id: '01930000-0000-7000-8000-00000000000b',
  name: 'North Ranch',
  description: '',
  address: null,
  city: 'Calgary',
  region: 'AB',
  country: 'Canada',
  postal_code: 'T2P 1J9',
  domain: null,
  subdomain: 'north',
  code: 'ABCD2345',
  billing_entity_id: billingEntity,
  plan_id: plan,
  install_preference: JSON.stringify({ unit: 'metric', operation_type: cattle }),
  launch_url: 'http://north.localhost:4000/',
  role: 'Owner',
  billing: null,
  access_state: 'ok',
  created_at: '2026-11-20T12:00:00.000Z',
}

test('what is kept of a site fills its form, and saving it untouched changes nothing', () => {
  const values = valuesOfSite(north, alice)
  assert.deepEqual(problems(SiteChangesForm, values), {})
  assert.deepEqual(siteChangesOf({}, values), {})
})

test('only what was edited is sent, an address with the country it is judged by', () => {
  const values = { ...valuesOfSite(north, alice), city: 'Okotoks', postal_code: 'T1S 1A1' }
  assert.deepEqual(siteChangesOf({ city: 'Okotoks' }, values), { city: 'Okotoks' })
  assert.deepEqual(siteChangesOf({ postal_code: 'T1S 1A1' }, values), {
    country: 'Canada',
    region: 'AB',
    postal_code: 'T1S 1A1',
  })
})

test('another unit is sent with the operation type it belongs to, and no field of a payer goes along', () => {
  const values = { ...valuesOfSite(north, alice), unit: 'imperial' }
  assert.deepEqual(siteChangesOf({ unit: 'imperial', organization_name: 'x' }, values), {
    install_preference: JSON.stringify({ unit: 'imperial', operation_type: cattle }),
  })
})
