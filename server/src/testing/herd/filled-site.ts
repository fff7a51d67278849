import { setLotTarget } from '@byre/contract/herd/lots'
import { addLot, addPen } from '@byre/contract/herd/pens'
import { addLabelProducts, addStockLot, listProducts } from '@byre/contract/herd/products'
import { changeSettings } from '@byre/contract/herd/settings'
import { newId } from '../../platform/ids.ts'
import type { TestApp } from '../test-app.ts'
import { bornAt, event, herdSite, recorded, type HerdSite } from './recording.ts'

/** With something in every table: treated from the cabinet, weighed, moved, taken back, one tag on two. */
export async function filledSite(testApp: TestApp): Promise<HerdSite> {
  const sql = (text: string, ...values: unknown[]) => testApp.database.pool.query(text, values)
  const filled = await herdSite(testApp)
  const { hers } = filled
  await hers.ask(changeSettings, { body: { kind: 'feedlot', zone: 'America/Denver', markets: ['CA', 'US'] } })
  const pen = (await hers.ask(addPen, { body: { name: '=cmd|A1' } })).reply.id
  const lot = (await hers.ask(addLot, { body: { name: 'Fall, "heavy"' } })).reply.id
  await hers.ask(setLotTarget, { params: { id: lot }, body: { grams_a_day: 1500 } })
  await sql('insert into herd.viewers (site_id, person_id) values ($1, $2)', filled.id, newId())
  await hers.ask(addLabelProducts)
  await sql(`insert into herd.demo (site_id, kind, id) values ($1, 'pen', $2)`, filled.id, pen)
  await sql(
    `insert into herd.imports (site_id, id, person_id, file_name, rows, options) values ($1, $2, $3, 'herd.csv', 1, '{}')`,
    filled.id,
    newId(),
    filled.alice.id,
  )
  const product = (await hers.ask(listProducts)).reply.products[0]!
  const params = { id: product.id }
  await hers.ask(addStockLot, { params, body: { batch: 'B 12', expires_on: '2027-03-31' } })
  const tags = [
    { kind: 'visual', value: '@SUM(A1)' },
    { kind: 'eid', value: '124000299999999' },
  ] as const
  const first = await bornAt(hers, { pen, lot, tags: [...tags], name: 'Räv 🐂' })
  const second = await bornAt(hers, { tags: [{ kind: 'eid', value: '124 000299999999' }] })
  const treated = event('treated', [first], {
    product: product.version_id,
    product_name: product.name,
    route: 'SC',
    dose: { typed: '10', unit: 'mL', base: 10_000 },
  })
  const wrong = event('treated', [second], { product_name: '<b>unknown</b>' })
  const weight = { typed: '1,234.5', unit: 'lb', base: 559_960 } as const
  await recorded(hers, treated, wrong)
  await recorded(
    hers,
    event('weighed', [first], { weight, source: 'measured' }),
    event('moved', [second], { pen }),
    event('void', [], { event: wrong.id, reason: 'another animal' }),
  )
  const fed = event('feed_started', [], { pen, product_name: 'Demo feed' })
  await recorded(
    hers,
    fed,
    event('feed_stopped', [], { feed: fed.id }),
    event('counted', [], { pen, head: 7 }),
  )
  await shipped(testApp, filled.id, first)
  return filled
}

/** On a list that has left, and then found to have been treated. */
async function shipped(testApp: TestApp, siteId: string, animal: string): Promise<void> {
  const [list, dose] = [newId(), newId()]
  await testApp.database.pool.query(
    `insert into herd.ship_lists (site_id, id, state, destination, market, load_at, transport, made_by, made_by_name,
       locked_at, locked_n, locked_head, departed_at)
     values ($1, $2, 'departed', 'Prairie Packers', 'US', now(), '{}', $2, 'Räv', now(), 7, 'ab12', now())`,
    [siteId, list],
  )
  await testApp.database.pool.query(
    `insert into herd.ship_entries (site_id, list_id, animal_id, answer) values ($1, $2, $3, '{"passes":true}')`,
    [siteId, list, animal],
  )
  await testApp.database.pool.query(
    `insert into herd.late_truths (site_id, list_id, animal_id, event_id, market, clear_at, found_at)
     values ($1, $2, $3, $4, 'US', '9999-12-31T00:00Z', now())`,
    [siteId, list, animal, dose],
  )
  await testApp.database.pool.query(
    `insert into herd.findings (site_id, kind, subject, animal_id) values ($1, 'late truth', $2, $3)`,
    [siteId, dose, animal],
  )
}
