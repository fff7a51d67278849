import { Validator } from '@seriousme/openapi-schema-validator'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { openApi } from '@byre/server/platform/api-docs/openapi'
import { contractNouns } from '@byre/server/platform/api-docs/openapi-nouns'

/*
 * `npm run openapi` writes docs/openapi.json from the endpoints of the contract; `--check` says whether
 * the kept one is what it would write, and valid OpenAPI.
 */

const root = resolve(import.meta.dirname, '..')
const target = join(root, 'docs/openapi.json')

/** What fields look like in the examples: one ranch, its owner, and a published test card. */
const examples = {
  id: '0193a2c4-5e6f-7a8b-9c0d-1e2f3a4b5c6d',
  uuid: '0193a2c4-5e6f-7a8b-9c0d-1e2f3a4b5c6d',
  billing_entity_id: '0193a2c4-6f70-7b8c-8d0e-2f3a4b5c6d7e',
  site_id: '0193a2c4-5e6f-7a8b-9c0d-1e2f3a4b5c6d',
  user_id: '0193a2c4-4d5e-7f60-8a7b-0d1e2f3a4b5c',
  subscription_id: '0193a2c4-7081-7c9d-9e1f-3a4b5c6d7e8f',
  plan_id: '0193a2c4-8192-7dae-af20-4b5c6d7e8f90',
  username: 'alice@ranch.example',
  email: 'alice@ranch.example',
  password: 'Corral-9-gate!',
  code: '428117',
  user: 'alice@ranch.example',
  first_name: 'Alice',
  last_name: 'Marsh',
  name: 'North Ranch',
  description: 'Spring pasture and the home corrals',
  subdomain: 'north-ranch',
  url: 'https://hooks.north-ranch.example/byre',
  events: 'member.left',
  phone: '4035550142',
  address: '12 Range Road',
  city: 'Pincher Creek',
  region: 'AB',
  country: 'Canada',
  postal_code: 'T0K 1W0',
  gst_hst_number: '123456782 RT0001',
  qst_number: '',
  ein: '',
  onboarded: '1',
  install_preference: '{"unit":"metric","operation_type":"019a0000-0000-7000-a000-000000000001"}',
  number: '4242424242424242',
  exp_month: '9',
  exp_year: '2031',
  cvc: '123',
  host: 'north-ranch.localhost:4000',
  state: 'mK3vX9qL2wZ8bN5cR7tY1uP6sD4fG0hJaQeWiOlXzVB',
  launch_url: 'http://north-ranch.localhost:4000',
  a_record: '203.0.113.7',
  token: 'bS4gK8mQ2vX6zC0nR5tW9yF3hJ7lP1dA8eG4iM6oU2s',
  refresh: 'rF7wN3kT9qV5xB1cM8pL4sD6hG2jY0aE5iO9uZ3tR6v',
  expires_in: '900',
  ticket: 'tK2pV8wL4nX6bQ1zS7rY3cG9mH5jD0fA',
  challenge: 'cH6tM1vR9kW3xP7bN5zQ8sL2gY4jD0fE',
  device: 'Chrome on Linux',
  network: '198.51.100.7',
  at: '2026-11-20T16:04:12.482Z',
  last_seen_at: '2026-11-20T16:04:12.482Z',
  brand: 'visa',
  last_four: '4242',
  amount: '2900',
  interval_count: '1',
  trial_days: '14',
  total: '1',
  page: '1',
  per_page: '25',
  created_at: '2026-11-20T16:04:12.482Z',
  expired_at: '2026-11-27T16:04:12.482Z',
  invited_by: '0193a2c4-4d5e-7f60-8a7b-0d1e2f3a4b5c',
  inviter_name: 'Alice Marsh',
  link: 'http://localhost:4000/invites?invite=0193a2c4-5e6f-7a8b-9c0d-1e2f3a4b5c6d#to=bob%40ranch.example',
  trial_ends_at: '2026-12-04T16:04:12.482Z',
  current_period_start: '2026-11-20T16:04:12.482Z',
  current_period_end: '2026-12-04T16:04:12.482Z',
  scopes: 'places:read people:read',
  networks: '198.51.100.0/24',
  key: 'byre_live_…',
  'LaunchLink.url': 'http://north-ranch.localhost:4000/hand-off?code=…&state=…',
  'Site.code': 'K7RM2XQ9',
  'Plan.name': 'Ranch',
  'Plan.description': 'For one place and its crew',
  'Species.id': '019a0000-0000-7000-a000-000000000001',
  'Species.name': 'Beef Cattle',
  'BillingEntity.name': 'Marsh Cattle Co.',
  'NewBillingEntity.name': 'Marsh Cattle Co.',
  'BillingEntityChanges.name': 'Marsh Cattle Co.',
  'PlaceBilling.name': 'Marsh Cattle Co.',
}

const { endpoints, named } = await contractNouns()
const document = openApi({
  endpoints,
  named,
  examples,
  title: 'Byre',
  services: {
    auth: 'Auth service',
    customers: 'Customer-data service',
    payments: 'Payments service',
    species: 'Species library',
  },
})
const text = `${JSON.stringify(document, null, 2)}\n`

if (!process.argv.includes('--check')) {
  writeFileSync(target, text)
  console.log(`docs/openapi.json has ${endpoints.length} calls.`)
} else if (!existsSync(target) || readFileSync(target, 'utf8') !== text) {
  console.error('docs/openapi.json is not what the contract says now: run "npm run openapi" and commit it.')
  process.exitCode = 1
}

const { valid, errors } = await new Validator().validate(structuredClone(document))
if (!valid) {
  console.error('docs/openapi.json is not valid OpenAPI 3.1:', errors)
  process.exitCode = 1
}
