import type { AppCall } from '@byre/contract/app-calls'
import * as animals from '@byre/contract/herd/animals'
import * as demo from '@byre/contract/herd/demo'
import { exportHerd } from '@byre/contract/herd/exports'
import * as findings from '@byre/contract/herd/findings'
import * as holds from '@byre/contract/herd/holds'
import * as imports from '@byre/contract/herd/imports'
import { followSite } from '@byre/contract/herd/live'
import { getLot, setLotTarget } from '@byre/contract/herd/lots'
import * as people from '@byre/contract/herd/people'
import * as pens from '@byre/contract/herd/pens'
import * as products from '@byre/contract/herd/products'
import * as records from '@byre/contract/herd/records'
import * as settings from '@byre/contract/herd/settings'
import * as today from '@byre/contract/herd/today'
import * as shipLists from '@byre/contract/herd/ship-lists'
import { newId } from '../../platform/ids.ts'
import { join } from '../places.ts'
import type { TestApp } from '../test-app.ts'
import { event } from './recording.ts'

/*
 * Who may call what of the site app, as the whole product answers it; read it beside `contract/src/site-rights.ts`.
 *
 * 401 nobody's cookie · 404 a member no more · 403 a member without the right
 */

export const siteActors = ['anonymous', 'stranger', 'Viewer', 'User', 'Admin', 'Owner'] as const
export type SiteActor = (typeof siteActors)[number]

interface SiteCell {
  call: AppCall
  answers: string
  /** Makes the site such that the call can be done; gives what it then needs. */
  arrange?: (testApp: TestApp, siteId: string) => Promise<Record<string, string>>
  params?: (arranged: Record<string, string>) => Record<string, string>
  query?: Record<string, string>
  body?: (arranged: Record<string, string>) => Record<string, unknown>
}

export const siteCells: readonly SiteCell[] = [
  { call: settings.getMe, answers: '401  404  200  200  200  200' },
  { call: settings.getPlanSize, answers: '401  404  403  403  200  200' },
  {
    call: settings.changeSettings,
    answers: '401  404  403  403  200  200',
    body: () => ({ kind: 'feedlot', zone: 'America/Edmonton', markets: ['CA'] }),
  },
  { call: people.listPeople, answers: '401  404  403  403  200  200' },
  {
    call: people.makeViewer,
    answers: '401  404  403  403  200  200',
    arrange: newMember,
    params: ({ id = '' }) => ({ id }),
  },
  {
    call: people.endViewer,
    answers: '401  404  403  403  200  200',
    arrange: newMember,
    params: ({ id = '' }) => ({ id }),
  },
  {
    call: records.recordEvents,
    answers: '401  404  403  200  200  200',
    body: () => ({ events: [event('entered', [newId()], { origin: 'born' })] }),
  },
  { call: animals.listAnimals, answers: '401  404  200  200  200  200' },
  {
    call: animals.getAnimal,
    answers: '401  404  200  200  200  200',
    arrange: newAnimal,
    params: ({ id = '' }) => ({ id }),
  },
  { call: holds.listHolds, answers: '401  404  200  200  200  200' },
  { call: holds.listHoldDays, answers: '401  404  200  200  200  200' },
  { call: followSite, answers: '401  404  200  200  200  200', query: { since: 'none' } },
  { call: today.getToday, answers: '401  404  200  200  200  200' },
  { call: findings.listFindings, answers: '401  404  200  200  200  200' },
  { call: pens.listPens, answers: '401  404  200  200  200  200' },
  {
    call: pens.getPen,
    answers: '401  404  200  200  200  200',
    arrange: newGroup('pens'),
    params: ({ id = '' }) => ({ id }),
  },
  { call: pens.addPen, answers: '401  404  403  201  201  201', body: () => ({ name: `Pen ${newId()}` }) },
  {
    call: pens.renamePen,
    answers: '401  404  403  200  200  200',
    arrange: newGroup('pens'),
    params: ({ id = '' }) => ({ id }),
    body: () => ({ name: `Pen ${newId()}` }),
  },
  { call: pens.listLots, answers: '401  404  200  200  200  200' },
  {
    call: getLot,
    answers: '401  404  200  200  200  200',
    arrange: newGroup('lots'),
    params: ({ id = '' }) => ({ id }),
  },
  {
    call: setLotTarget,
    answers: '401  404  403  403  200  200',
    arrange: newGroup('lots'),
    params: ({ id = '' }) => ({ id }),
    body: () => ({ grams_a_day: 1500 }),
  },
  { call: pens.addLot, answers: '401  404  403  201  201  201', body: () => ({ name: `Lot ${newId()}` }) },
  {
    call: pens.renameLot,
    answers: '401  404  403  200  200  200',
    arrange: newGroup('lots'),
    params: ({ id = '' }) => ({ id }),
    body: () => ({ name: `Lot ${newId()}` }),
  },
  { call: products.listProducts, answers: '401  404  200  200  200  200' },
  {
    call: products.addProduct,
    answers: '401  404  403  403  201  201',
    body: () => ({ name: `Demo ${newId()}`, uses: [] }),
  },
  {
    call: products.addProductVersion,
    answers: '401  404  403  403  201  201',
    arrange: newProduct,
    params: ({ id = '' }) => ({ id }),
    body: () => ({ uses: [] }),
  },
  {
    call: products.addStockLot,
    answers: '401  404  403  403  201  201',
    arrange: newProduct,
    params: ({ id = '' }) => ({ id }),
    body: () => ({ batch: `L ${newId()}` }),
  },
  { call: products.addLabelProducts, answers: '401  404  403  403  200  200' },
  { call: imports.listImports, answers: '401  404  403  403  200  200' },
  {
    call: imports.checkRows,
    answers: '401  404  403  403  200  200',
    body: () => ({ options: importOptions, rows: [{ line: 2, cells: [newId()] }] }),
  },
  {
    call: imports.beginImport,
    answers: '401  404  403  403  201  201',
    body: () => ({ file_name: 'herd.csv', rows: 1, options: importOptions }),
  },
  {
    call: imports.importRows,
    answers: '401  404  403  403  200  200',
    arrange: newImport,
    params: ({ id = '' }) => ({ id }),
    body: () => ({ rows: [{ line: 2, cells: [newId()] }], done: 1 }),
  },
  { call: demo.getDemo, answers: '401  404  200  200  200  200' },
  { call: demo.addDemo, answers: '401  404  403  403  201  201' },
  { call: demo.removeDemo, answers: '401  404  403  403  200  200' },
  { call: exportHerd, answers: '401  404  403  403  200  200' },
  { call: shipLists.listShipLists, answers: '401  404  200  200  200  200' },
  { call: shipLists.makeShipList, answers: '401  404  403  201  201  201', body: () => loadPlan },
  ...listCells(shipLists.getShipList, '401  404  200  200  200  200'),
  ...listCells(shipLists.planShipList, '401  404  403  200  200  200', {}, () => loadPlan),
  ...listCells(shipLists.addToShipList, '401  404  403  200  200  200'),
  ...listCells(shipLists.takeOffShipList, '401  404  403  200  200  200', {}, () => ({ held: 'yes' })),
  ...listCells(shipLists.checkShipList, '401  404  403  200  200  200'),
  ...listCells(shipLists.dropShipList, '401  404  403  200  200  200'),
  ...listCells(
    shipLists.overrideHold,
    '401  404  403  403  200  200',
    { isHeld: true },
    ({ animal = '' }) => ({
      animal,
      reason: 'Tested',
    }),
  ),
  ...listCells(shipLists.lockShipList, '401  404  403  403  200  200'),
  ...listCells(shipLists.reopenShipList, '401  404  403  403  200  200', { state: 'locked' }),
  ...listCells(shipLists.departShipList, '401  404  403  403  200  200', { state: 'locked' }),
  ...listCells(shipLists.getClearanceSheet, '401  404  200  200  200  200', { state: 'locked' }),
  ...listCells(shipLists.getLateNotice, '401  404  200  200  200  200', { state: 'departed' }),
]

function newGroup(kind: 'pens' | 'lots') {
  return async (testApp: TestApp, siteId: string) => {
    const id = newId()
    await testApp.database.pool.query(`insert into herd.${kind} (site_id, id, name) values ($1, $2, $3)`, [
      siteId,
      id,
      `Old ${id}`,
    ])
    return { id }
  }
}

let members = 0

async function newMember(testApp: TestApp, siteId: string) {
  const person = await testApp.person(`hired-${(members += 1)}`)
  await join(testApp, person, { kind: 'site', id: siteId }, 'User')
  return { id: person.id }
}

const importOptions = {
  columns: [{ at: 0, header: 'Tag', holds: 'visual' }],
  dates: 'ymd',
  decimals: 'point',
  unit: 'kg',
  word: 'no',
  medicines: [],
}

async function newImport(testApp: TestApp, siteId: string) {
  const id = newId()
  await testApp.database.pool.query(
    `insert into herd.imports (site_id, id, person_id, file_name, rows, options) values ($1, $2, $2, 'herd.csv', 1, $3)`,
    [siteId, id, JSON.stringify(importOptions)],
  )
  return { id }
}

const loadPlan = { destination: 'Prairie Packers', market: 'CA', load_at: '2027-01-04T12:00:00.000Z' }

interface Arranged {
  state?: 'draft' | 'locked' | 'departed'
  isHeld?: boolean
}

function listCells(
  call: AppCall,
  answers: string,
  { state = 'draft', isHeld = false }: Arranged = {},
  body?: SiteCell['body'],
): SiteCell[] {
  const arrange = (testApp: TestApp, siteId: string) => newShipList(testApp, siteId, state, isHeld)
  return [{ call, answers, arrange, params: ({ id = '' }) => ({ id }), ...(body ? { body } : {}) }]
}

/** A list with one animal; of one that has left, with a late truth. */
async function newShipList(testApp: TestApp, siteId: string, state: string, isHeld: boolean) {
  const [id, animal] = [newId(), newId()]
  const sql = (text: string, ...values: unknown[]) => testApp.database.pool.query(text, values)
  await sql(
    `insert into herd.ledgers (site_id, n, head, context) values ($1, 0, decode(repeat('00', 32), 'hex'), $2)
     on conflict (site_id) do update set context = excluded.context`,
    siteId,
    context,
  )
  const holds = [{ market: 'CA', commodity: 'meat', clear_at: 0 }]
  await sql(
    `insert into herd.animals (site_id, id, as_of, status, main_tag, card) values ($1, $2, 0, 'here', '', $3)`,
    siteId,
    animal,
    JSON.stringify({ status: 'here', species: 'cattle', tags: [], holds }),
  )
  if (isHeld)
    await sql(
      `insert into herd.withdrawals (site_id, animal_id, event_id, commodity, market, why, clear_at)
       values ($1, $2, $2, 'meat', 'CA', 'label', '2099-01-01')`,
      siteId,
      animal,
    )
  await sql(
    `insert into herd.ship_lists (site_id, id, state, destination, market, load_at, transport, made_by, made_by_name,
       locked_at, locked_n, locked_head, departed_at)
     values ($1, $2, $3, 'Prairie Packers', 'CA', '2027-01-04T12:00Z', '{}', $2, 'Alice',
       case when $3 <> 'draft' then now() end, 0, '00', case when $3 = 'departed' then now() end)`,
    siteId,
    id,
    state,
  )
  await sql(
    'insert into herd.ship_entries (site_id, list_id, animal_id) values ($1, $2, $3)',
    siteId,
    id,
    animal,
  )
  if (state === 'departed')
    await sql(
      `insert into herd.late_truths (site_id, list_id, animal_id, event_id, market, clear_at, found_at)
       values ($1, $2, $3, $3, 'CA', '2099-01-01', now())`,
      siteId,
      id,
      animal,
    )
  return { id, animal }
}

const context = JSON.stringify({
  zone: 'America/Edmonton',
  home: 'CA',
  markets: ['CA'],
  species: 'cattle',
  commodities: ['meat'],
  daysIfUnknown: 60,
})

async function newAnimal(testApp: TestApp, siteId: string) {
  const id = newId()
  await testApp.database.pool.query(
    `insert into herd.animals (site_id, id, as_of, status, main_tag, card) values ($1, $2, 0, 'here', '', '{}')`,
    [siteId, id],
  )
  return { id }
}

async function newProduct(testApp: TestApp, siteId: string) {
  const [id, version] = [newId(), newId()]
  await testApp.database.pool.query(
    'insert into herd.products (site_id, id, name, version_id) values ($1, $2, $3, $4)',
    [siteId, id, `Demo ${id}`, version],
  )
  await testApp.database.pool.query(
    `insert into herd.product_versions (site_id, id, product_id, version, uses, person_id) values ($1, $2, $3, 1, '[]', $3)`,
    [siteId, version, id],
  )
  return { id }
}
