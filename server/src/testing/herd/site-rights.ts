import type { AppCall } from '@byre/contract/app-calls'
import * as animals from '@byre/contract/herd/animals'
import * as demo from '@byre/contract/herd/demo'
import { exportHerd } from '@byre/contract/herd/exports'
import * as findings from '@byre/contract/herd/findings'
import * as holds from '@byre/contract/herd/holds'
import * as imports from '@byre/contract/herd/imports'
import * as pens from '@byre/contract/herd/pens'
import * as products from '@byre/contract/herd/products'
import * as records from '@byre/contract/herd/records'
import * as settings from '@byre/contract/herd/settings'
import * as today from '@byre/contract/herd/today'
import { newId } from '../../platform/ids.ts'
import type { TestApp } from '../test-app.ts'
import { event } from './recording.ts'

/*
 * Who may call what of the site app, as the whole product answers it; read it beside `contract/src/site-rights.ts`.
 *
 * 401 nobody's cookie · 404 a member no more · 403 a member without the right
 */

export const siteActors = ['anonymous', 'stranger', 'User', 'Admin', 'Owner'] as const
export type SiteActor = (typeof siteActors)[number]

interface SiteCell {
  call: AppCall
  answers: string
  /** Makes the site such that the call can be done; gives what it then needs. */
  arrange?: (testApp: TestApp, siteId: string) => Promise<Record<string, string>>
  params?: (arranged: Record<string, string>) => Record<string, string>
  body?: (arranged: Record<string, string>) => Record<string, unknown>
}

export const siteCells: readonly SiteCell[] = [
  { call: settings.getMe, answers: '401  404  200  200  200' },
  {
    call: settings.changeSettings,
    answers: '401  404  403  200  200',
    body: () => ({ kind: 'feedlot', zone: 'America/Edmonton', markets: ['CA'] }),
  },
  {
    call: records.recordEvents,
    answers: '401  404  200  200  200',
    body: () => ({ events: [event('entered', [newId()], { origin: 'born' })] }),
  },
  { call: animals.listAnimals, answers: '401  404  200  200  200' },
  {
    call: animals.getAnimal,
    answers: '401  404  200  200  200',
    arrange: newAnimal,
    params: ({ id = '' }) => ({ id }),
  },
  { call: holds.listHolds, answers: '401  404  200  200  200' },
  { call: holds.listHoldDays, answers: '401  404  200  200  200' },
  { call: today.getToday, answers: '401  404  200  200  200' },
  { call: findings.listFindings, answers: '401  404  200  200  200' },
  { call: pens.listPens, answers: '401  404  200  200  200' },
  { call: pens.addPen, answers: '401  404  201  201  201', body: () => ({ name: `Pen ${newId()}` }) },
  {
    call: pens.renamePen,
    answers: '401  404  200  200  200',
    arrange: newGroup('pens'),
    params: ({ id = '' }) => ({ id }),
    body: () => ({ name: `Pen ${newId()}` }),
  },
  { call: pens.listLots, answers: '401  404  200  200  200' },
  { call: pens.addLot, answers: '401  404  201  201  201', body: () => ({ name: `Lot ${newId()}` }) },
  {
    call: pens.renameLot,
    answers: '401  404  200  200  200',
    arrange: newGroup('lots'),
    params: ({ id = '' }) => ({ id }),
    body: () => ({ name: `Lot ${newId()}` }),
  },
  { call: products.listProducts, answers: '401  404  200  200  200' },
  {
    call: products.addProduct,
    answers: '401  404  403  201  201',
    body: () => ({ name: `Demo ${newId()}`, uses: [] }),
  },
  {
    call: products.addProductVersion,
    answers: '401  404  403  201  201',
    arrange: newProduct,
    params: ({ id = '' }) => ({ id }),
    body: () => ({ uses: [] }),
  },
  {
    call: products.addStockLot,
    answers: '401  404  403  201  201',
    arrange: newProduct,
    params: ({ id = '' }) => ({ id }),
    body: () => ({ batch: `L ${newId()}` }),
  },
  { call: products.addLabelProducts, answers: '401  404  403  200  200' },
  { call: imports.listImports, answers: '401  404  403  200  200' },
  {
    call: imports.checkRows,
    answers: '401  404  403  200  200',
    body: () => ({ options: importOptions, rows: [{ line: 2, cells: [newId()] }] }),
  },
  {
    call: imports.beginImport,
    answers: '401  404  403  201  201',
    body: () => ({ file_name: 'herd.csv', rows: 1, options: importOptions }),
  },
  {
    call: imports.importRows,
    answers: '401  404  403  200  200',
    arrange: newImport,
    params: ({ id = '' }) => ({ id }),
    body: () => ({ rows: [{ line: 2, cells: [newId()] }], done: 1 }),
  },
  { call: demo.getDemo, answers: '401  404  200  200  200' },
  { call: demo.addDemo, answers: '401  404  403  201  201' },
  { call: demo.removeDemo, answers: '401  404  403  200  200' },
  { call: exportHerd, answers: '401  404  403  200  200' },
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
