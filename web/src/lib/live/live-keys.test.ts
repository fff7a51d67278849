import type { Endpoint } from '@byre/contract/endpoint'
import { eventKinds, type LiveEvent } from '@byre/contract/events'
import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { test } from 'node:test'
import { askedAgain, concerns } from './live-keys.ts'

const contract = new URL('../../../../contract/src/', import.meta.url)
const id = '019a0000-0000-7000-8000-00000000abcd'
const event = (kind: LiveEvent['kind']): LiveEvent => ({ kind, id, at: '2026-11-21T09:00:00.000Z' })

/** Nobody's command changes them, or they are asked for once. */
const still = new Set([
  'listSpecies',
  'listPlans',
  'getPlan',
  'getPlanPrice',
  'previewSubscriptionItem',
  'previewNewItem',
  'followEvents',
  'findColleagues',
])

async function reads(): Promise<Endpoint[]> {
  const files = (await readdir(contract, { recursive: true })).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  )
  const modules = await Promise.all(
    files.map((name) => import(new URL(name, contract).href) as Promise<Record<string, unknown>>),
  )
  return (
    modules
      .flatMap((module) => Object.values(module))
      .filter((value): value is Endpoint => (value as Endpoint | null)?.method === 'GET')
      .filter(({ who, produces }) => who !== 'anyone' && produces === 'application/json')
      // An app's page asks for its own again.
      .filter((endpoint) => !('app' in endpoint))
      // Staff hear nothing of what is others'; their screens ask when they are opened.
      .filter(({ path }) => !path.startsWith('/api/v1/staff/'))
  )
}

test('whatever is shown is asked for again by some event, or never changes', async () => {
  for (const { name, params, query } of await reads()) {
    // Those that ask about a place name it in what they ask, or stand in the table.
    const names = [...Object.keys(params.shape), ...Object.keys(query.shape)]
    const isOfPlace = names.includes('id') && /Site|Clinic|BillingEntity|InvoiceRecipients/.test(name)
    const key = [name, isOfPlace ? { id } : {}]
    const isLive = eventKinds.some((kind) => kind !== 'everything' && concerns(event(kind), key))
    const isAskedWithHost = ['listSiteInvites', 'listClinicInvites'].includes(name)
    assert.equal(isLive, !still.has(name) && !isAskedWithHost, name)
  }
})

test('the table names calls that exist', async () => {
  const names = new Set((await reads()).map(({ name }) => name))
  for (const name of Object.values(askedAgain).flat()) assert.ok(names.has(name), name)
})

test('a change of one place leaves the pages of others alone, and a card that is being entered', () => {
  assert.ok(concerns(event('site'), ['getSite', { id }]))
  assert.ok(concerns(event('site'), ['listSites', { page: 1 }]))
  assert.ok(!concerns(event('site'), ['getSite', { id: id.replace('abcd', 'abce') }]))
  assert.ok(!concerns(event('site'), ['getUser', { id: 'me' }]))
  assert.ok(!concerns(event('billing_entity'), ['setUpCard', id]))
  assert.ok(concerns(event('everything'), ['getUser', { id: 'me' }]))
})
