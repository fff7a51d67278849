import { deleteBillingEntity } from '@byre/contract/billing/billing-entities'
import { randomUUID } from 'node:crypto'
import { giveCard } from '../billing.ts'
import { join, newPayer, plans } from '../places.ts'
import { World, type Person } from '../world.ts'
import {
  ask,
  deletePlace,
  endPlan,
  newPayers,
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
  newAttempt,
  newClaim,
  newDevices,
  newHands,
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
  world: World
  people: Record<PersonName, Person>
  alice: Owned
  carol: Owned
  /** Users who never sign in: Fay works at another place of Alice's, Hal has left. */
  others: { fay: string; hal: string }
  /** Gus's payers: one of which the others know nothing, one where they are Users. */
  gus: { payer: string; users: string }
  recipients: Record<'alice' | 'confirmed' | 'other' | 'carol' | 'gus', Recipient & { token: string }>
  /** By the place that they are for. */
  proposals: Record<'alice' | 'carol', Ids>
  ids: { alice: Ids; carol: Ids; attempts: Record<'alice' | 'carol' | 'gus', string> }
}

/** The whole of it, a month into its history. */
export async function newSetting(): Promise<Setting> {
  const world = await World.start()
  const people = {} as Setting['people']
  for (const name of ['alice', 'dora', 'eli', 'bob', 'gus', 'ivy'] as const)
    people[name] = await world.person(name)
  people.carol = await world.person(carolsWord)

  const alice = await owned(world, people.alice, 'alder', states)
  const carol = await owned(world, people.carol, carolsWord, fewStates)
  const others = { fay: await newUser(world, 'fay'), hal: await newUser(world, 'hal') }
  const gus = {
    payer: await gusPayer(world, people, 'known to nobody'),
    users: await gusPayer(world, people, 'used'),
  }
  await staff(world, alice, people, others.fay, gus.users)
  const ids = {
    alice: await thingsOf(world, alice, people.ivy, 'alder'),
    carol: await thingsOf(world, carol, people.ivy, carolsWord),
    attempts: {
      alice: await newAttempt(world, people.alice, alice.payers.cardless),
      carol: await newAttempt(world, people.carol, carol.payers.cardless),
      gus: await newAttempt(world, people.gus, await cardlessPayer(world, people.gus)),
    },
  }
  await world.database.pool.query(`update customers.users set left_at = now(), email = '' where id = $1`, [
    others.hal,
  ])
  const asked = await recipientsOf(world, { people, alice, carol, gus })
  await history(world, alice, carol, people, gus)
  const recipients = await withTokens(world, asked)
  const proposed = ['site other', 'clinic other', 'site paid elsewhere', 'clinic paid elsewhere']
  const proposals = {
    alice: await newProposals(world, people.dora, alice, proposed),
    carol: await newProposals(world, people.carol, carol, ['site', 'clinic']),
  }
  return { world, people, alice, carol, others, gus, recipients, proposals, ids }
}

async function owned(
  world: World,
  owner: Person,
  word: string,
  names: Record<TenantKind, readonly string[]>,
): Promise<Owned> {
  const payers = await newPayers(world, owner, word)
  return { owner, payers, places: await newPlaces(world, owner, payers, word, names) }
}

async function newUser(world: World, name: string): Promise<string> {
  const id = randomUUID()
  await insert(world, 'customers.users', { id, email: `${name}@ranch.example` })
  return id
}

async function gusPayer(world: World, { gus }: Setting['people'], name: string): Promise<string> {
  const fields = { name: `Gus ${name}`, email: `${gusWord}@${gusWord}.example`, address: `1 ${gusWord} Road` }
  const { id } = await newPayer(world, gus, fields)
  await giveCard(world, gus, id)
  return id
}

const cardlessPayer = async (world: World, gus: Person) =>
  (await newPayer(world, gus, { name: 'Gus cardless' })).id

/** Dora, Eli and Bob belong to all of Alice's places, Eli and Bob to her payers, Fay to one place of each kind. */
async function staff(
  world: World,
  { places, payers }: Owned,
  { alice, dora, eli, bob }: Setting['people'],
  fay: string,
  used: string,
): Promise<void> {
  for (const [name, place] of Object.entries(places)) {
    const kind = name.startsWith('site') ? 'site' : 'clinic'
    await join(world, dora, kind, place, 'Owner')
    await join(world, eli, kind, place, 'Admin')
    await join(world, bob, kind, place, 'User')
    if (name.endsWith(' other')) await join(world, { ...bob, id: fay }, kind, place, 'User')
    if (name.endsWith(' other')) await offer(world, kind, place, alice, eli)
  }
  for (const payer of Object.values(payers)) {
    await join(world, eli, 'billing_entity', payer, 'Admin')
    await join(world, bob, 'billing_entity', payer, 'User')
  }
  await join(world, { ...bob, id: fay }, 'billing_entity', payers.other, 'User')
  await offer(world, 'billing_entity', payers.other, alice, eli)
  for (const person of [alice, dora, eli, bob]) await join(world, person, 'billing_entity', used, 'User')
}

async function offer(world: World, kind: string, place_id: string, from: Person, to: Person): Promise<void> {
  await insert(world, 'customers.hand_overs', {
    place_id,
    id: randomUUID(),
    kind,
    from_user_id: from.id,
    to_user_id: to.id,
    expires_at: new Date(Date.now() + 7 * 86_400_000),
  })
}

async function thingsOf(world: World, owned: Owned, ivy: Person, word: string): Promise<Ids> {
  for (const kind of tenantKinds) await newClaim(world, kind, owned.places[kind]!, `${word}-${kind}.farm`)
  return {
    ...(await newInvites(world, owned, ivy, word)),
    ...(await newHands(world, owned, word)),
    ...(await newDevices(world, owned.owner, word)),
  }
}

async function recipientsOf(
  world: World,
  { people, alice, carol, gus }: Pick<Setting, 'people' | 'alice' | 'carol' | 'gus'>,
) {
  const recipients = {
    alice: await newRecipient(world, people.alice, alice.payers.main, 'books@alder.example'),
    confirmed: await newRecipient(world, people.alice, alice.payers.main, 'keeper@alder.example'),
    other: await newRecipient(world, people.alice, alice.payers.other, 'more-books@alder.example'),
    carol: await newRecipient(world, people.carol, carol.payers.main, `books@${carolsWord}.example`),
    gus: await newRecipient(world, people.gus, gus.payer, `books@${gusWord}.example`),
  }
  await confirmed(world, recipients.confirmed)
  return recipients
}

/** The links that were mailed: to leave for whoever confirmed, else to confirm. */
async function withTokens(world: World, asked: Record<string, Recipient>): Promise<Setting['recipients']> {
  const found = Object.entries(asked).map(async ([name, recipient]) => {
    const token = await tokenOf(world, recipient.email, name === 'confirmed' ? 'leave' : 'confirm')
    return [name, { ...recipient, token }] as const
  })
  return Object.fromEntries(await Promise.all(found)) as Setting['recipients']
}

/** What has been done with the places and payers since. */
async function history(
  world: World,
  alice: Owned,
  carol: Owned,
  { gus: by }: Setting['people'],
  gus: Setting['gus'],
): Promise<void> {
  const { places, owner } = alice
  for (const kind of tenantKinds)
    await payElsewhere(world, kind, places[`${kind} paid elsewhere`]!, by, gus.payer)
  await payElsewhere(world, 'site', places['site paid where User']!, by, gus.users)
  await ask(world, owner, places['site replanned']!, { plan_id: plans.herd })
  await passTrials(world)
  await pausePlace(world, places['site paused']!)
  await ask(world, owner, places['site ending']!, { action: 'remove' })
  await ask(world, owner, places['site replanned']!, { plan_id: plans.ranch })
  for (const kind of tenantKinds) {
    await payElsewhere(world, kind, places[`${kind} moving`]!, by, gus.payer)
    await endPlan(world, places[`${kind} fresh`]!)
    await deletePlace(world, owner, kind, places[`${kind} deleted`]!)
    await deletePlace(world, carol.owner, kind, carol.places[`${kind} deleted`]!)
  }
  for (const { owner: as, payers } of [alice, carol])
    await world.call(deleteBillingEntity, { as, params: { id: payers.deleted } })
  // One invoice is still owed.
  await world.database.pool.query(
    `update payments.invoices set status = 'open', paid_at = null where billing_entity_id = $1`,
    [alice.payers.other],
  )
}
