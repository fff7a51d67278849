import { addInvoiceRecipient, confirmInvoiceRecipient } from '@byre/contract/billing/invoice-recipients'
import { randomBytes, randomUUID } from 'node:crypto'
import { plans } from '../places.ts'
import type { Person, TestApp } from '../test-app.ts'
import { tenantKinds, type BillingEntities, type Places } from './places.ts'

/* What belongs to one owner beside places and payers, each by a name. */

export type Ids = Record<string, string>

export interface Owned {
  owner: Person
  billingEntities: BillingEntities
  places: Places
}

const subjectKinds = [...tenantKinds, 'billing_entity'] as const

/** Where an owner's invitations lead to, by kind: the main place and the other one. */
const targets = ({ places, billingEntities }: Owned) =>
  ({
    site: [places['site']!, places['site other']],
    clinic: [places['clinic']!, places['clinic other']],
    billing_entity: [billingEntities.main, billingEntities.other],
  }) as const

/**
 * Invitations to each kind of place: to Ivy, and those that can be accepted no more. Those of `other` are
 * another place's.
 */
export async function newInvites(testApp: TestApp, owned: Owned, ivy: Person, word: string): Promise<Ids> {
  const ids: Ids = {}
  const make = async (
    name: string,
    to: { kind: string; place_id: string },
    email: string,
    more: Record<string, unknown> = {},
  ) => {
    ids[name] = randomUUID()
    const row = {
      id: ids[name],
      ...to,
      email,
      role: 'User',
      invited_by: owned.owner.id,
      expired_at: new Date(Date.now() + 7 * 86_400_000),
      ...more,
    }
    await insert(testApp, 'customers.invites', row)
  }
  const answered = { answered_by: ivy.id, answered_at: new Date() }
  for (const kind of subjectKinds) {
    const [place, other] = targets(owned)[kind]
    const name = `${kind.replace('_', ' ')} invite`
    const here = { kind, place_id: place }
    await make(name, here, ivy.email)
    if (!other) continue
    const there = { kind, place_id: other }
    await make(`${name} other`, there, `kit@${word}.example`)
    await make(`${name} revoked`, here, ivy.email, { status: 'revoked' })
    await make(`${name} accepted`, here, ivy.email, { status: 'accepted', ...answered })
    await make(`${name} expired`, there, ivy.email, { expired_at: new Date(Date.now() - 1000) })
    await make(`${name} long expired`, here, `lea@${word}.example`, { expired_at: new Date(0) })
  }
  return ids
}

/** People on the lists by name. */
export async function newUnregisteredMembers(
  testApp: TestApp,
  { places }: Owned,
  word: string,
): Promise<Ids> {
  const ids: Ids = {}
  for (const [name, place] of Object.entries(places)) {
    const [kind = '', state] = name.split(' ')
    if (state !== undefined && state !== 'other') continue
    const id = (ids[`hand ${name}`] = randomUUID())
    await insert(testApp, 'customers.hands', { id, place_id: place, kind, name: `${word} hand` })
  }
  return ids
}

/** Programs that are told what happens at the places, and at one payer. */
export async function newWebhooks(
  testApp: TestApp,
  { owner, places, billingEntities }: Owned,
  word: string,
): Promise<Ids> {
  const ids: Ids = {}
  const own: [name: string, kind: string, id: string][] = [
    ['webhook site', 'site', places['site']!],
    ['webhook clinic', 'clinic', places['clinic']!],
    ['webhook payer', 'billing_entity', billingEntities.main],
  ]
  for (const [name, kind, place_id] of own) {
    const id = (ids[name] = randomUUID())
    await insert(testApp, 'customers.webhooks', {
      id,
      kind,
      place_id,
      url: `https://${word}.example/hooks`,
      events: ['member.left'],
      secret: randomBytes(64),
      added_by: owner.id,
    })
  }
  return ids
}

/** A key of a site and one of a clinic. */
export async function newPlaceKeys(testApp: TestApp, { owner, places }: Owned, word: string): Promise<Ids> {
  const ids: Ids = {}
  for (const place_kind of ['site', 'clinic'])
    await insert(testApp, 'platform.api_keys', {
      id: (ids[`place key ${place_kind}`] = randomUUID()),
      place_kind,
      place_id: places[place_kind],
      role: 'User',
      made_by: owner.id,
      name: word,
      key_hash: randomBytes(32),
      scopes: ['places:read'],
      calls_per_minute: 60,
      expires_at: new Date(Date.now() + 90 * 86_400_000),
    })
  return ids
}

/** A second session, a trusted device, a passkey and an API key of someone. */
export async function newDevices(testApp: TestApp, person: Person, word: string): Promise<Ids> {
  const { logIn } = await import('@byre/contract/accounts/sign-ins')
  await testApp.call(logIn, { body: { username: person.email, password: person.password } })
  const { rows } = await testApp.database.pool.query(
    'select id from platform.sessions where user_id = $1 order by created_at desc limit 1',
    [person.id],
  )
  const session = String(rows[0].id)
  const [device, passkey, key] = [randomUUID(), randomUUID(), randomUUID()]
  await insert(testApp, 'auth.trusted_devices', {
    id: device,
    user_id: person.id,
    token_hash: randomBytes(32),
    session_id: session,
    user_agent: word,
    network: '198.51.100.7',
    expires_at: new Date(Date.now() + 86_400_000),
  })
  await insert(testApp, 'auth.passkeys', {
    id: passkey,
    user_id: person.id,
    credential_id: passkey,
    public_key: randomBytes(8),
    counter: 0,
    transports: [],
    name: `${word} passkey`,
  })
  await insert(testApp, 'platform.api_keys', {
    id: key,
    user_id: person.id,
    name: `${word} key`,
    key_hash: randomBytes(32),
    scopes: ['places:read'],
    calls_per_minute: 60,
    expires_at: new Date(Date.now() + 86_400_000),
  })
  return { session, 'trusted device': device, passkey, 'API key': key }
}

/** A domain of its own for a place, which nobody has proven. */
export async function newClaim(
  testApp: TestApp,
  kind: string,
  place_id: string,
  domain: string,
): Promise<void> {
  const token = 't'.repeat(32)
  await insert(testApp, 'customers.domain_claims', { id: randomUUID(), place_id, kind, domain, token })
}

/** Plans that somebody who runs no payer proposes for places of these names, and one that was declined. */
export async function newProposals(
  testApp: TestApp,
  by: Person,
  { places, owner }: Owned,
  names: readonly string[],
): Promise<Ids> {
  const ids: Ids = {}
  const make = async (name: string, of: string, more: Record<string, unknown> = {}) => {
    const [kind = 'site'] = of.split(' ')
    const { rows } = await testApp.database.pool.query(
      `select plan_id, billing_entity_id from customers.${kind}s where id = $1`,
      [places[of]],
    )
    ids[name] = randomUUID()
    await insert(testApp, 'customers.plan_proposals', {
      id: ids[name],
      place_id: places[of],
      kind,
      billing_entity_id: rows[0].billing_entity_id,
      plan_id: kind === 'site' ? plans.herd : plans.practice,
      present_plan_id: rows[0].plan_id,
      proposed_by: by.id,
      expires_at: new Date(Date.now() + 7 * 86_400_000),
      ...more,
    })
  }
  for (const name of names) await make(name, name)
  const answered = { status: 'declined', answered_by: owner.id, answered_at: new Date() }
  await make(`${names[0]} declined`, names[0] ?? 'site', answered)
  return ids
}

export interface Recipient {
  id: string
  email: string
}

export async function newRecipient(
  testApp: TestApp,
  owner: Person,
  billingEntity: string,
  email: string,
): Promise<Recipient> {
  const { reply } = await testApp.call(addInvoiceRecipient, {
    as: owner,
    params: { id: billingEntity },
    body: { email },
  })
  return { id: reply.id, email }
}

/** What the newest mail to an address that speaks of it proves. */
export async function tokenOf(testApp: TestApp, email: string, deed: 'confirm' | 'leave'): Promise<string> {
  const link = new RegExp(`/invoice-copies#${deed}\\.[0-9a-f-]{36}\\.([\\w-]{43})`)
  const mails = (await testApp.mailsTo(email)).map(({ text }) => link.exec(text)?.[1])
  return mails.findLast((token) => token !== undefined) ?? ''
}

export async function confirmed(testApp: TestApp, { id, email }: Recipient): Promise<void> {
  const body = { token: await tokenOf(testApp, email, 'confirm') }
  await testApp.call(confirmInvoiceRecipient, { params: { id }, body })
}

export async function insert(testApp: TestApp, table: string, row: Record<string, unknown>): Promise<void> {
  const columns = Object.keys(row)
  await testApp.database.pool.query(
    `insert into ${table} (${columns.join(', ')}) values (${columns.map((_, at) => `$${at + 1}`).join(', ')})`,
    Object.values(row),
  )
}
