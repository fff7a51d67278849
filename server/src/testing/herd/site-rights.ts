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
import type { TestApp } from '../test-app.ts'
import { event } from './recording.ts'
import {
  importOptions,
  loadPlan,
  newAnimal,
  newGroup,
  newImport,
  newMember,
  newProduct,
  newShipList,
} from './site-things.ts'

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
