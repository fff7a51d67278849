import { deleteBillingEntity } from '@byre/contract/billing/billing-entities'
import { randomUUID } from 'node:crypto'
import { giveCard, newAttempt } from '../billing.ts'
import { join, newBillingEntity, plans } from '../places.ts'
import { TestApp, type Person } from '../test-app.ts'
import {
  ask,
  deletePlace,
  endPlan,
  newBillingEntities,
  newPlaces,
  fewStates,
  passTrials,
  pausePlace,
  payElsewhere,
  states,
  tenantKinds,
  type TenantKind,
} from './places.ts'
import {
  confirmed,
  insert,
  newClaim,
  newDevices,
  newUnregisteredMembers,
  newWebhooks,
  newPlaceKeys,
  newInvites,
  newProposals,
  newRecipient,
  tokenOf,
  type Ids,
  type Owned,
  type Recipient,
} from './tenancy.ts'
import type { PersonName } from './callers.ts'

/** The word that everything of Carol's begins with: nobody else may ever read it. */
export const carolsWord = 'zephyr'
/** Of what Gus runs others see the payer's name and card, and nothing more. */
export const gusWord = 'quartz'

export interface Setting {
  testApp: TestApp
  people: Record<PersonName, Person>
  alice: Owned
  carol: Owned
  /** Users who never sign in: Fay works at another place of Alice's, Hal has left. */
  others: { fay: string; hal: string }
  /** Gus's payers: one of which the others know nothing, one where they are Users. */
  gus: { billingEntity: string; users: string }
  recipients: Record<'alice' | 'confirmed' | 'other' | 'carol' | 'gus', Recipient & { token: string }>
  /** By the place that they are for. */
  proposals: Record<'alice' | 'carol', Ids>
  ids: { alice: Ids; carol: Ids; attempts: Record<'alice' | 'carol' | 'gus', string> }
}

/** The whole of it, a month into its history. */
export async function newSetting(): Promise<Setting> {
  const testApp = await TestApp.start()
  const people = {} as Setting['people']
  for (const name of ['alice', 'dora', 'eli', 'bob', 'gus', 'ivy'] as const)
    people[name] = await testApp.person(name)
  people.carol = await testApp.person(carolsWord)

  const alice = await owned(testApp, people.alice, 'alder', states)
  const carol = await owned(testApp, people.carol, carolsWord, fewStates)
  const others = { fay: await newUser(testApp, 'fay'), hal: await newUser(testApp, 'hal') }
  const gus = {
    billingEntity: await gusBillingEntity(testApp, people, 'known to nobody'),
    users: await gusBillingEntity(testApp, people, 'used'),
  }
  await staff(testApp, alice, people, { fay: others.fay, used: gus.users })
  const ids = {
    alice: await thingsOf(testApp, alice, people.ivy, 'alder'),
    carol: await thingsOf(testApp, carol, people.ivy, carolsWord),
    attempts: {
      alice: await newAttempt(testApp, people.alice, alice.billingEntities.cardless),
      carol: await newAttempt(testApp, people.carol, carol.billingEntities.cardless),
      gus: await newAttempt(testApp, people.gus, await cardlessBillingEntity(testApp, people.gus)),
    },
  }
  await testApp.database.pool.query(`update customers.users set left_at = now(), email = '' where id = $1`, [
    others.hal,
  ])
  const withoutTokens = await recipientsOf(testApp, { people, alice, carol, gus })
  await history(testApp, { people, alice, carol, gus })
  const recipients = await withTokens(testApp, withoutTokens)
  const proposed = ['site other', 'clinic other', 'site paid elsewhere', 'clinic paid elsewhere']
  const proposals = {
    alice: await newProposals(testApp, people.dora, alice, proposed),
    carol: await newProposals(testApp, people.carol, carol, ['site', 'clinic']),
  }
  return { testApp, people, alice, carol, others, gus, recipients, proposals, ids }
}

async function owned(
  testApp: TestApp,
  owner: Person,
  word: string,
  names: Record<TenantKind, readonly string[]>,
): Promise<Owned> {
  const billingEntities = await newBillingEntities(testApp, owner, word)
  return { owner, billingEntities, places: await newPlaces(testApp, owner, { billingEntities, word, names }) }
}

async function newUser(testApp: TestApp, name: string): Promise<string> {
  const id = randomUUID()
  await insert(testApp, 'customers.users', { id, email: `${name}@ranch.example` })
  return id
}

async function gusBillingEntity(testApp: TestApp, { gus }: Setting['people'], name: string): Promise<string> {
  const fields = { name: `Gus ${name}`, email: `${gusWord}@${gusWord}.example`, address: `1 ${gusWord} Road` }
  const { id } = await newBillingEntity(testApp, gus, fields)
  await giveCard(testApp, gus, id)
  return id
}

const cardlessBillingEntity = async (testApp: TestApp, gus: Person) =>
  (await newBillingEntity(testApp, gus, { name: 'Gus cardless' })).id

/** Dora, Eli and Bob belong to all of Alice's places, Eli and Bob to her payers, Fay to one place of each kind. */
async function staff(
  testApp: TestApp,
  { places, billingEntities }: Owned,
  { alice, dora, eli, bob }: Setting['people'],
  { fay, used }: { fay: string; used: string },
): Promise<void> {
  for (const [name, place] of Object.entries(places)) {
    const kind = name.startsWith('site') ? 'site' : 'clinic'
    await join(testApp, dora, { kind, id: place }, 'Owner')
    await join(testApp, eli, { kind, id: place }, 'Admin')
    await join(testApp, bob, { kind, id: place }, 'User')
    if (name.endsWith(' other')) await join(testApp, { ...bob, id: fay }, { kind, id: place }, 'User')
    if (name.endsWith(' other')) await offer(testApp, { kind, id: place }, alice, eli)
  }
  for (const billingEntity of Object.values(billingEntities)) {
    await join(testApp, eli, { kind: 'billing_entity', id: billingEntity }, 'Admin')
    await join(testApp, bob, { kind: 'billing_entity', id: billingEntity }, 'User')
  }
  await join(testApp, { ...bob, id: fay }, { kind: 'billing_entity', id: billingEntities.other }, 'User')
  await offer(testApp, { kind: 'billing_entity', id: billingEntities.other }, alice, eli)
  for (const person of [alice, dora, eli, bob])
    await join(testApp, person, { kind: 'billing_entity', id: used }, 'User')
}

async function offer(
  testApp: TestApp,
  { kind, id: place_id }: { kind: string; id: string },
  from: Person,
  to: Person,
): Promise<void> {
  await insert(testApp, 'customers.hand_overs', {
    place_id,
    id: randomUUID(),
    kind,
    from_user_id: from.id,
    to_user_id: to.id,
    expires_at: new Date(Date.now() + 7 * 86_400_000),
  })
}

async function thingsOf(testApp: TestApp, owned: Owned, ivy: Person, word: string): Promise<Ids> {
  for (const kind of tenantKinds) await newClaim(testApp, kind, owned.places[kind]!, `${word}-${kind}.farm`)
  return {
    ...(await newInvites(testApp, owned, ivy, word)),
    ...(await newUnregisteredMembers(testApp, owned, word)),
    ...(await newWebhooks(testApp, owned, word)),
    ...(await newPlaceKeys(testApp, owned, word)),
    ...(await newDevices(testApp, owned.owner, word)),
  }
}

async function recipientsOf(
  testApp: TestApp,
  { people, alice, carol, gus }: Pick<Setting, 'people' | 'alice' | 'carol' | 'gus'>,
) {
  const recipients = {
    alice: await newRecipient(testApp, people.alice, alice.billingEntities.main, 'books@alder.example'),
    confirmed: await newRecipient(testApp, people.alice, alice.billingEntities.main, 'keeper@alder.example'),
    other: await newRecipient(testApp, people.alice, alice.billingEntities.other, 'more-books@alder.example'),
    carol: await newRecipient(
      testApp,
      people.carol,
      carol.billingEntities.main,
      `books@${carolsWord}.example`,
    ),
    gus: await newRecipient(testApp, people.gus, gus.billingEntity, `books@${gusWord}.example`),
  }
  await confirmed(testApp, recipients.confirmed)
  return recipients
}

/** The links that were mailed: to leave for whoever confirmed, else to confirm. */
async function withTokens(
  testApp: TestApp,
  recipients: Record<string, Recipient>,
): Promise<Setting['recipients']> {
  const entries = Object.entries(recipients).map(async ([name, recipient]) => {
    const token = await tokenOf(testApp, recipient.email, name === 'confirmed' ? 'leave' : 'confirm')
    return [name, { ...recipient, token }] as const
  })
  return Object.fromEntries(await Promise.all(entries)) as Setting['recipients']
}

/** What has been done with the places and payers since. */
async function history(
  testApp: TestApp,
  { people, alice, carol, gus }: Pick<Setting, 'people' | 'alice' | 'carol' | 'gus'>,
): Promise<void> {
  const { gus: by } = people
  const { places, owner } = alice
  for (const kind of tenantKinds)
    await payElsewhere(testApp, { kind, id: places[`${kind} paid elsewhere`]! }, by, gus.billingEntity)
  await payElsewhere(testApp, { kind: 'site', id: places['site paid where User']! }, by, gus.users)
  await ask(testApp, owner, places['site replanned']!, { plan_id: plans.herd })
  await passTrials(testApp)
  await pausePlace(testApp, places['site paused']!)
  await ask(testApp, owner, places['site ending']!, { action: 'remove' })
  await ask(testApp, owner, places['site replanned']!, { plan_id: plans.ranch })
  for (const kind of tenantKinds) {
    await payElsewhere(testApp, { kind, id: places[`${kind} moving`]! }, by, gus.billingEntity)
    await endPlan(testApp, places[`${kind} fresh`]!)
    await deletePlace(testApp, owner, kind, places[`${kind} deleted`]!)
    await deletePlace(testApp, carol.owner, kind, carol.places[`${kind} deleted`]!)
  }
  for (const { owner: as, billingEntities } of [alice, carol])
    await testApp.call(deleteBillingEntity, { as, params: { id: billingEntities.deleted } })
  // One invoice is still owed.
  await testApp.database.pool.query(
    `update payments.invoices set status = 'open', paid_at = null where billing_entity_id = $1`,
    [alice.billingEntities.other],
  )
}
