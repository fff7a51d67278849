import { callers, type PersonName } from './callers.ts'
import { randomUUID } from 'node:crypto'
import { insert } from './tenancy.ts'
import { itemOf, type Places } from './places.ts'
import { plans } from '../places.ts'
import type { Setting } from './setting.ts'
import type { Kind } from './slots.ts'

/* What the calls of the matrix name: every kind of thing, of several people and in several states. */

export const substitutes = [
  'never existed',
  'foreign',
  'other kind',
  'other payer',
  'deleted',
  'next period',
  'same account',
] as const
export type Substitute = (typeof substitutes)[number]

export interface Thing {
  /** Such as `site`, `site ending`, `foreign site`. */
  name: string
  kind: Kind
  id: string
  /** What it is instead of the right one. */
  as: Substitute
  /** Who may know that it is there; whoever is not here is answered as if it had never been. */
  known: readonly PersonName[]
  /** What must be sent beside its id. */
  token?: string
}

type Known = readonly PersonName[]
const ofPlaces: Known = ['alice', 'dora', 'eli', 'bob']
const runPlaces: Known = ['alice', 'dora', 'eli']
const ofBillingEntities: Known = ['alice', 'eli', 'bob']
const runBillingEntities: Known = ['alice', 'eli']
const everyone: Known = [...callers, 'gus', 'ivy']
const nobody: Known = []

type Add = (thing: Thing) => void

/** Everything that is there, and one that never was. */
export async function thingsIn(setting: Setting): Promise<Thing[]> {
  const things: Thing[] = []
  const add: Add = (thing) => {
    if (!thing.id) throw new Error(`${thing.name} has no id`)
    things.push(thing)
  }
  await addPlaces(setting, add)
  await addPayments(setting, add)
  await addPlans(setting, add)
  addProposals(setting, add)
  addPeople(setting, add)
  await addOwned(setting, add)
  return things
}

/** What a place of this name is instead of the main one. */
function substituteOf(name: string): Substitute {
  if (name.endsWith(' deleted')) return 'deleted'
  if (name.endsWith(' moving')) return 'next period'
  return name.includes(' paid ') ? 'other payer' : 'same account'
}

async function addPlaces({ testApp, alice, carol }: Setting, add: Add): Promise<void> {
  const addAll = async (places: Places, prefix: string, known: Known) => {
    for (const [name, id] of Object.entries(places)) {
      const [kind = 'site'] = name.split(' ') as ['site' | 'clinic']
      const as = prefix === '' ? substituteOf(name) : 'foreign'
      add({ kind, name: prefix + name, id, as, known })
      const { item, subscription } = await itemOf(testApp, id)
      const billingEntity = / moving| paid /.test(name) ? (['gus'] as const) : []
      const asCost = as === 'same account' && name.endsWith(' fresh') ? 'deleted' : as
      add({
        kind: 'subscription item',
        name: `${prefix}item of ${name}`,
        id: item,
        as: asCost,
        known: [...known, ...billingEntity],
      })
      add({
        kind: 'subscription',
        name: `${prefix}subscription of ${name}`,
        id: subscription,
        as: asCost,
        known: [...known, ...billingEntity],
      })
    }
  }
  await addAll(alice.places, '', ofPlaces)
  await addAll(carol.places, 'foreign ', ['carol'])
}

/** A place names its payer to everybody who belongs to it. */
const pays = (name: string) => name === 'main' || name === 'other'

async function addPayments(
  { testApp, alice, carol, gus, recipients, ids }: Setting,
  add: Add,
): Promise<void> {
  const billingEntities: [name: string, id: string, as: Substitute, known: Known][] = [
    ...Object.entries(alice.billingEntities).map(([name, id]): [string, string, Substitute, Known] => [
      name,
      id,
      name === 'deleted' ? 'deleted' : 'same account',
      pays(name) ? ofPlaces : ofBillingEntities,
    ]),
    ['foreign', carol.billingEntities.main, 'foreign', ['carol']],
    ['foreign deleted', carol.billingEntities.deleted, 'foreign', ['carol']],
    ['elsewhere', gus.billingEntity, 'other payer', ['gus']],
    ['where User', gus.users, 'other payer', [...ofPlaces, 'gus']],
  ]
  for (const [name, id, as, known] of billingEntities) {
    add({ kind: 'billing entity', name: `payer ${name}`, id, as, known })
    const { rows: cards } = await testApp.database.pool.query(
      'select id from payments.cards where billing_entity_id = $1',
      [id],
    )
    const runs = as === 'same account' ? ofBillingEntities : known
    if (cards[0]) add({ kind: 'card', name: `card of ${name}`, id: cards[0].id, as, known: runs })
    const { rows: invoices } = await testApp.database.pool.query(
      'select id from payments.invoices where billing_entity_id = $1 order by sequence desc limit 1',
      [id],
    )
    if (invoices[0]) add({ kind: 'invoice', name: `invoice of ${name}`, id: invoices[0].id, as, known: runs })
  }
  const { alice: unconfirmed, confirmed, other, carol: carols, gus: gusOwn } = recipients
  const kind = 'invoice recipient'
  add({
    kind,
    name: 'recipient',
    id: unconfirmed.id,
    as: 'same account',
    known: ofBillingEntities,
    token: unconfirmed.token,
  })
  add({
    kind,
    name: 'recipient confirmed',
    id: confirmed.id,
    as: 'same account',
    known: ofBillingEntities,
    token: confirmed.token,
  })
  add({
    kind,
    name: 'recipient other',
    id: other.id,
    as: 'same account',
    known: ofBillingEntities,
    token: other.token,
  })
  add({
    kind,
    name: 'foreign recipient',
    id: carols.id,
    as: 'foreign',
    known: ['carol'],
    token: carols.token,
  })
  add({
    kind,
    name: 'recipient elsewhere',
    id: gusOwn.id,
    as: 'other payer',
    known: ['gus'],
    token: gusOwn.token,
  })
  add({
    kind: 'card attempt',
    name: 'card attempt',
    id: ids.attempts.alice,
    as: 'same account',
    known: ofBillingEntities,
  })
  add({
    kind: 'card attempt',
    name: 'foreign card attempt',
    id: ids.attempts.carol,
    as: 'foreign',
    known: ['carol'],
  })
  add({
    kind: 'card attempt',
    name: 'card attempt elsewhere',
    id: ids.attempts.gus,
    as: 'other payer',
    known: ['gus'],
  })
}

async function addPlans({ testApp }: Setting, add: Add): Promise<void> {
  add({ kind: 'plan', name: 'site plan', id: plans.herd, as: 'same account', known: everyone })
  add({ kind: 'plan', name: 'clinic plan', id: plans.practice, as: 'same account', known: everyone })
  add({ kind: 'plan', name: 'plan in usd', id: plans.ranchInUsd, as: 'other payer', known: everyone })
  const retired = randomUUID()
  await insert(testApp, 'payments.plans', {
    id: retired,
    product: 'sites',
    name: 'Retired',
    currency: 'cad',
    amount: 100,
    interval: 'month',
    description: 'No longer sold',
    features: [],
    active: false,
  })
  add({ kind: 'plan', name: 'plan retired', id: retired, as: 'deleted', known: everyone })
}

function addProposals({ proposals }: Setting, add: Add): void {
  for (const [name, id] of Object.entries(proposals.alice)) {
    const isElsewhere = name.endsWith(' elsewhere')
    const as = isElsewhere ? 'other payer' : name.endsWith(' declined') ? 'deleted' : 'same account'
    add({
      kind: 'plan proposal',
      name: `proposal of ${name}`,
      id,
      as,
      known: isElsewhere ? [...runPlaces, 'gus'] : ofPlaces,
    })
  }
  for (const [name, id] of Object.entries(proposals.carol))
    add({ kind: 'plan proposal', name: `foreign proposal of ${name}`, id, as: 'foreign', known: ['carol'] })
}

function addPeople({ people, others }: Setting, add: Add): void {
  for (const name of ofPlaces)
    add({ kind: 'user', name, id: people[name].id, as: 'same account', known: ofPlaces })
  add({ kind: 'user', name: 'fay', id: others.fay, as: 'same account', known: ofPlaces })
  add({ kind: 'user', name: 'hal', id: others.hal, as: 'deleted', known: nobody })
  add({ kind: 'user', name: 'carol', id: people.carol.id, as: 'foreign', known: ['carol'] })
  add({ kind: 'user', name: 'gus', id: people.gus.id, as: 'other payer', known: [...ofPlaces, 'gus'] })
  add({ kind: 'user', name: 'ivy', id: people.ivy.id, as: 'foreign', known: ['ivy'] })
}

async function addOwned({ testApp, alice, carol, ids }: Setting, add: Add): Promise<void> {
  for (const [owned, prefix] of [
    [ids.alice, ''],
    [ids.carol, 'foreign '],
  ] as const)
    for (const [name, id] of Object.entries(owned)) {
      const kind = kindOf(name)
      add({
        kind,
        name: prefix + name,
        id,
        as: prefix === '' ? stateOf(name) : 'foreign',
        known: prefix === '' ? knownOf(kind) : ['carol', 'ivy'],
      })
    }
  for (const [owner, name] of [
    [alice, 'audit line'],
    [carol, 'foreign audit line'],
  ] as const) {
    const { rows } = await testApp.database.pool.query(
      'select id from platform.audit where subject_id = $1 order by id desc limit 1',
      [owner.places['site']],
    )
    add({
      kind: 'audit line',
      name,
      id: rows[0].id,
      as: owner === alice ? 'same account' : 'foreign',
      known: owner === alice ? ofPlaces : ['carol'],
    })
  }
}

const kindOf = (name: string): Kind =>
  (/^(?:hand|webhook|place key)(?= )/.exec(name)?.[0] ?? name.replace(/(?<= invite) .*/, '')) as Kind

const stateOf = (name: string): Substitute =>
  /(?:revoked|accepted|expired)$/.test(name) ? 'deleted' : 'same account'

function knownOf(kind: Kind): Known {
  if (kind === 'hand') return ofPlaces
  if (kind === 'webhook' || kind === 'place key') return runPlaces
  if (kind === 'billing entity invite') return [...runBillingEntities, 'ivy']
  return kind.endsWith('invite') ? [...runPlaces, 'ivy'] : ['alice']
}
