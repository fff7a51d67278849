import type { AppCall, AppReplyOf } from '@byre/contract/app-calls'
import { listAnimals } from '@byre/contract/herd/animals'
import { addDemo } from '@byre/contract/herd/demo'
import { setLotTarget } from '@byre/contract/herd/lots'
import { addLot, addPen, listPens } from '@byre/contract/herd/pens'
import { listPeople, makeViewer } from '@byre/contract/herd/people'
import { addLabelProducts, addProduct } from '@byre/contract/herd/products'
import { changeSettings } from '@byre/contract/herd/settings'
import { checkShipList, departShipList, makeShipList, overrideHold } from '@byre/contract/herd/ship-lists'
import assert from 'node:assert/strict'
import { daysAgo, event, recorded } from '../server/src/testing/herd/recording.ts'
import { born, hoursOn, listOf, locked, treated } from '../server/src/testing/herd/ship-lists.ts'
import { join, newSite, plans } from '../server/src/testing/places.ts'
import type { Person } from '../server/src/testing/test-app.ts'
import { Visitor } from '../server/src/testing/visitor.ts'
import { calgary } from './place-steps.ts'
import type { Portal } from './portal.ts'
import type { Reader, Subjects } from './screen.ts'
import { recordOf } from './screen-subjects.ts'

/* Whose screens of the site app `npm run screens` shows: a yard with many animals, with one, with none, and a new one. */

export const hosts = { many: 'ardley', one: 'one-pen', none: 'bare', fresh: 'fresh' } as const

/** What is looked at: ids at the yard with many animals, and at the one with one. */
export interface YardSubject extends Reader {
  animal: string
  held: string
  pen: string
  emptyPen: string
  lot: string
  emptyLot: string
  /** Ship lists by how they stand. */
  lists: Record<ListState, string>
}
type ListState = 'draft' | 'held' | 'overridden' | 'checked' | 'locked' | 'broken' | 'left' | 'late' | 'empty'

export async function fillYards(portal: Portal): Promise<Subjects<YardSubject>> {
  const owner = await portal.onboarded('ada', { ...calgary, first_name: 'Ada', last_name: 'Ardley' })
  const looker = await portal.onboarded('vic', {
    ...calgary,
    first_name: 'Vic',
    last_name: 'Okotoks-Whitford',
  })
  const manager = await portal.onboarded('hal', { ...calgary, first_name: 'Hal', last_name: 'Sorensen' })
  const many = await yard(portal, owner, {
    name: 'Ardley Feeders',
    subdomain: hosts.many,
    plan_id: plans.herd,
  })
  for (const [person, role] of [
    [looker, 'User'],
    [manager, 'Admin'],
  ] as const)
    await join(portal.testApp, person, { kind: 'site', id: many.id }, role)
  const one = await yard(portal, owner, { name: 'One Pen', subdomain: hosts.one })
  await yard(portal, owner, { name: 'Bare Ground', subdomain: hosts.none })
  await newSite(portal.testApp, owner, { name: 'New Ground', subdomain: hosts.fresh })

  const things = await fillMany(many.hers)
  await makeViewerOf(many.hers, looker)
  const hers = { ...things, record: recordOf(owner) }
  const single = { ...hers, ...(await fillOne(one.hers)) }
  return {
    many: hers,
    one: single,
    empty: hers,
    loading: hers,
    error: hers,
    offline: hers,
    'read only': hers,
    stopped: hers,
    'no right': { ...hers, record: recordOf(looker) },
  }
}

/** A feedlot in Alberta that ships to Canada and the United States. */
async function yard(portal: Portal, owner: Person, fields: Record<string, string>) {
  const { id, subdomain } = await newSite(portal.testApp, owner, fields)
  const hers = new Visitor(portal.testApp, `${subdomain}.${new URL(portal.url).host}`)
  await hers.launch(owner)
  await done(hers, changeSettings, {
    body: { kind: 'feedlot', zone: 'America/Edmonton', markets: ['CA', 'US'] },
  })
  return { id, hers }
}

async function makeViewerOf(hers: Visitor, { id }: Person): Promise<void> {
  const { people } = await done(hers, listPeople)
  const params = { id: people.find((one) => one.id === id)!.id }
  await done(hers, makeViewer, { params })
}

/** Sixty demo animals, a lot against its target, labels that were read, and ship lists in each state. */
async function fillMany(hers: Visitor): Promise<Omit<YardSubject, 'record'>> {
  await done(hers, addDemo)
  await done(hers, addLabelProducts)
  const animalsThat = async (held: 'yes' | 'no') =>
    (await done(hers, listAnimals, { query: { held, limit: '60' } })).animals.map(({ id }) => id)
  const [free, held] = [await animalsThat('no'), await animalsThat('yes')]
  const lot = (await done(hers, addLot, { body: { name: 'F101, fall calves from Three Hills' } })).id
  await recorded(hers, event('lot_joined', free.slice(0, 30), { lot }))
  await done(hers, setLotTarget, { params: { id: lot }, body: { grams_a_day: 1400 } })
  const emptyLot = (await done(hers, addLot, { body: { name: 'S100' } })).id
  const emptyPen = (await done(hers, addPen, { body: { name: 'Alley' } })).id
  const { pens } = await done(hers, listPens)
  return {
    animal: free[0]!,
    held: held[0]!,
    pen: pens.find(({ name }) => name === 'Demo pen 3')!.id,
    emptyPen,
    lot,
    emptyLot,
    lists: await fillLists(hers, held),
  }
}

/** A load in each state; what leaves was never held. */
async function fillLists(hers: Visitor, held: readonly string[]): Promise<YardSubject['lists']> {
  const given = await antibiotic(hers)
  const load = async (destination: string, animals: readonly string[], hours: number) =>
    listOf(hers, animals, { destination, load_at: hoursOn(hours), transport })
  const [checked, lockedOne, breaking, leaving, late] = [
    await born(hers, 8),
    await born(hers, 12),
    await born(hers, 6),
    await born(hers, 5),
    await born(hers, 6),
  ]
  const lists = {
    draft: await load('Prairie Packers, High River', checked, 72),
    held: await load('Olds Auction', [...checked.slice(0, 4), ...held.slice(0, 3)], 30),
    overridden: await load('University research herd', [...checked.slice(4), held[3]!], 50),
    checked: await load('Nobleford sale barn', checked.slice(2), 26),
    locked: await load('Prairie Packers, High River', lockedOne, 20),
    broken: await load('Brooks', breaking, 22),
    left: await load('Valley Packers', leaving, 3),
    late: await load('Montana Beef, Billings', late, 2),
    empty: (
      await done(hers, makeShipList, {
        body: { destination: 'Not yet known', market: 'CA', load_at: hoursOn(120) },
      })
    ).id,
  }
  await done(hers, overrideHold, {
    params: { id: lists.overridden },
    body: { animal: held[3]!, reason: 'Goes to the research herd, not to food' },
  })
  for (const id of [lists.held, lists.overridden, lists.checked])
    await done(hers, checkShipList, { params: { id } })
  for (const id of [lists.locked, lists.broken, lists.left, lists.late]) await locked(hers, id)
  await recorded(hers, ...breaking.slice(0, 2).map((id) => treated([id], given, daysAgo(1))))
  for (const id of [lists.left, lists.late])
    await done(hers, departShipList, { params: { id }, body: { reason: 'slaughter' } })
  await recorded(hers, ...late.slice(0, 2).map((id) => treated([id], given, daysAgo(2))))
  return lists
}

async function antibiotic(hers: Visitor) {
  const name = 'Demo long-acting antibiotic'
  const uses = ['CA', 'US'].map((country) => ({
    country,
    species: 'cattle',
    route: 'SC',
    figures: [{ kind: 'days', commodity: 'meat', days: 30 }],
    source: 'Made up; no label says this',
    read_on: '2026-01-01',
  }))
  const { version_id } = await done(hers, addProduct, { body: { name, uses } })
  return { product: version_id, product_name: name }
}

const transport = {
  carrier: 'Chinook Livestock Haulers',
  driver: 'Dana Doyle',
  vehicle: 'Tractor 12 with a pot-belly trailer',
  last_fed: 'This morning at 5',
}

/** One animal in one pen and one lot, held, on the one ship list. */
async function fillOne(hers: Visitor) {
  const pen = (await done(hers, addPen, { body: { name: 'Home' } })).id
  const lot = (await done(hers, addLot, { body: { name: 'Bottle calves' } })).id
  const [animal] = (await born(hers, 1, { pen, lot })) as [string]
  await recorded(hers, event('treated', [animal], { product_name: 'A bottle without a label' }))
  await listOf(hers, [animal])
  return { animal, held: animal, pen, lot }
}

/** What must go well. */
async function done<C extends AppCall>(
  by: Visitor,
  call: C,
  asking?: Parameters<Visitor['ask']>[1],
): Promise<AppReplyOf<C>> {
  const { status, text, reply } = await by.ask(call, asking)
  assert.ok(status < 300, `${call.name}: ${text}`)
  return reply
}
