import { newId } from '../../platform/ids.ts'
import { join } from '../places.ts'
import type { TestApp } from '../test-app.ts'

/* What a call of the site app needs before it can be done, as rows. */

export function newGroup(kind: 'pens' | 'lots') {
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

export async function newMember(testApp: TestApp, siteId: string) {
  const person = await testApp.person(`hired-${(members += 1)}`)
  await join(testApp, person, { kind: 'site', id: siteId }, 'User')
  return { id: person.id }
}

export const importOptions = {
  columns: [{ at: 0, header: 'Tag', holds: 'visual' }],
  dates: 'ymd',
  decimals: 'point',
  unit: 'kg',
  word: 'no',
  medicines: [],
}

export async function newImport(testApp: TestApp, siteId: string) {
  const id = newId()
  await testApp.database.pool.query(
    `insert into herd.imports (site_id, id, person_id, file_name, rows, options) values ($1, $2, $2, 'herd.csv', 1, $3)`,
    [siteId, id, JSON.stringify(importOptions)],
  )
  return { id }
}

export const loadPlan = { destination: 'Prairie Packers', market: 'CA', load_at: '2027-01-04T12:00:00.000Z' }

/** A list with one animal; of one that has left, with a late truth. */
export async function newShipList(testApp: TestApp, siteId: string, state: string, isHeld: boolean) {
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

export async function newAnimal(testApp: TestApp, siteId: string) {
  const id = newId()
  await testApp.database.pool.query(
    `insert into herd.animals (site_id, id, as_of, status, main_tag, card) values ($1, $2, 0, 'here', '', '{}')`,
    [siteId, id],
  )
  return { id }
}

export async function newProduct(testApp: TestApp, siteId: string) {
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
