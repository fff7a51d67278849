import type { Clinic } from '@byre/contract/places/clinics'
import type { User } from '@byre/contract/people/users'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod/mini'
import { fetchTopLevelDomains } from '../places/top-level-domains.ts'
import {
  clinicChangesOf,
  ClinicChangesForm,
  newClinicOf,
  NewClinicForm,
  valuesForNewClinic,
  valuesOfClinic,
  type ClinicValues,
} from './clinic-values.ts'

const plan = '01930000-0000-7000-8000-000000000001'
const billingEntity = '01930000-0000-7000-8000-000000000002'

const alice: User = {
  id: '01930000-0000-7000-8000-00000000000a',
  email: 'alice@ranch.example',
  pending_email: null,
  first_name: 'Alice',
  last_name: 'Ames',
  city: 'Calgary',
  region: 'AB',
  country: 'Canada',
  phone: null,
  onboarded: 1,
  time_zone: null,
  theme: null,
  language: null,
  capabilities: { sites: true, clinics: true },
}

const creek: Clinic = {
  id: '01930000-0000-7000-8000-00000000000b',
  name: 'Creek Clinic',
  description: null,
  email: 'desk@creek.example',
  phone: '14035550177',
  address: null,
  city: 'Calgary',
  region: 'AB',
  country: 'Canada',
  postal_code: 'T2P 1J9',
  domain: 'https://creekvets.ca',
  subdomain: 'creek',
  code: 'ABCD2345',
  billing_entity_id: billingEntity,
  plan_id: null,
  launch_url: 'http://creek.localhost:4000/',
  public_url: 'https://creekvets.ca/',
  role: 'Owner',
  billing: null,
  access_state: 'ok',
  created_at: '2026-11-20T12:00:00.000Z',
}

function problems(form: typeof NewClinicForm, values: ClinicValues): Record<string, string> {
  const judged = z.safeParse(form, values)
  const issues = judged.success ? [] : judged.error.issues
  return Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]).reverse())
}

const filledIn = (changes: Partial<ClinicValues> = {}): ClinicValues => ({
  ...valuesForNewClinic(alice, billingEntity),
  name: 'Creek Clinic',
  subdomain: 'creek',
  phone: '4035550177',
  plan_id: plan,
  ...changes,
})

test('an empty form asks for what a clinic needs, each in its own words', () => {
  assert.deepEqual(problems(NewClinicForm, { ...valuesForNewClinic(alice, ''), email: '' }), {
    name: 'Please input your clinic name!',
    subdomain: 'Subdomain is required and must have atleast 3 characters',
    email: 'Please input your Email',
    phone: 'Phone number should be 10 digits',
    plan_id: 'You must select a plan to continue.',
    billing_entity_id: 'Please select billing information.',
  })
  assert.deepEqual(problems(NewClinicForm, filledIn()), {})
})

test('e-mail, phone and domain that are none are refused', () => {
  const wrong = filledIn({ email: 'desk', phone: '40355501', domain: '-creek.ca' })
  assert.deepEqual(problems(NewClinicForm, wrong), {
    email: 'The input is not valid E-mail',
    phone: 'Phone number should be 10 digits',
    domain: 'Domains may not start with a dash',
  })
})

test('a domain’s end is judged as soon as the list of ends is there', async () => {
  const unheardOf = filledIn({ domain: 'creek.clinicexample' })
  assert.deepEqual(problems(NewClinicForm, unheardOf), {})
  await fetchTopLevelDomains()
  assert.deepEqual(problems(NewClinicForm, unheardOf), {
    domain: 'Domain does not contain a valid top level domain (e.g .com, .ca, .net, .org)',
  })
  assert.deepEqual(problems(NewClinicForm, filledIn({ domain: 'creek.ca' })), {})
})

test('what is kept of a clinic fills its form, and saving it untouched changes nothing', () => {
  const values = valuesOfClinic(creek, alice)
  assert.deepEqual([values.phone, values.domain], ['4035550177', 'creekvets.ca'])
  assert.deepEqual(problems(ClinicChangesForm, values), {}, 'also while no plan is chosen')
  assert.deepEqual(clinicChangesOf({}, values), {})
})

test('a changed clinic may not lose its name or subdomain', () => {
  const emptied = { ...valuesOfClinic(creek, alice), name: '', subdomain: '' }
  assert.deepEqual(problems(ClinicChangesForm, emptied), {
    name: 'Name is required',
    subdomain: 'Subdomain is required',
  })
})

test('the payer that was made goes along with a new clinic, and no field of it', () => {
  const sent = newClinicOf(filledIn({ billing_entity_id: '-1', organization_name: 'x' }), billingEntity)
  assert.equal(sent.billing_entity_id, billingEntity)
  assert.deepEqual(
    Object.keys(sent).filter((name) => name.startsWith('organization_')),
    [],
  )
  assert.deepEqual(clinicChangesOf({ email: 'new@creek.example', organization_name: 'x' }, filledIn()), {
    email: 'new@creek.example',
  })
})
