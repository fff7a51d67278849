import { deleteSite } from '@byre/contract/places/sites'
import { changeSettings } from '@byre/contract/herd/settings'
import { addPen } from '@byre/contract/herd/pens'
import { addLabelProducts, addStockLot, listProducts } from '@byre/contract/herd/products'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { bornAt, event, herdSite, recorded } from '../../testing/herd/recording.ts'
import { TestApp } from '../../testing/test-app.ts'
import { purge } from './purges.actions.ts'

/* What the app of a deleted site kept goes with everything else of it. */

let testApp: TestApp
before(async () => {
  testApp = await TestApp.start()
})
after(async () => {
  await testApp.close()
  assert.deepEqual(testApp.complaints, [])
})

const sql = (text: string, ...values: unknown[]) => testApp.database.pool.query(text, values)

async function siteWithHerd() {
  const site = await herdSite(testApp)
  const { hers } = site
  await hers.ask(changeSettings, { body: { kind: 'feedlot', zone: 'America/Denver', markets: ['US'] } })
  await hers.ask(addLabelProducts)
  const { id } = (await hers.ask(listProducts)).reply.products[0]!
  await hers.ask(addStockLot, { params: { id }, body: { batch: 'B 12' } })
  const pen = (await hers.ask(addPen, { body: { name: 'One' } })).reply.id
  const animal = await bornAt(hers, { pen, tags: [{ kind: 'visual', value: '12' }] })
  const weight = { typed: '500', unit: 'kg', base: 500_000 } as const
  await recorded(
    hers,
    event('treated', [animal], { product_name: 'x' }),
    event('weighed', [animal], { weight, source: 'measured' }),
  )
  return site
}

/** How many rows each table of the app has of a site. */
async function rowsOf(id: string): Promise<Record<string, number>> {
  const { rows } = await sql(
    `select table_name as name from information_schema.columns
     where table_schema = 'herd' and column_name = 'site_id' order by 1`,
  )
  const counts: Record<string, number> = {}
  for (const { name } of rows as { name: string }[])
    counts[name] = Number(
      (await sql(`select count(*) from herd.${name} where site_id = $1`, id)).rows[0].count,
    )
  return counts
}

const purgeNow = async () => {
  await testApp.app.outbox.send(testApp.database.db, purge, {})
  await testApp.settle()
}

test('what a deleted site’s app kept is purged with it after 30 days: all of it, of no other, and not before', async () => {
  const [old, recent, other] = [await siteWithHerd(), await siteWithHerd(), await siteWithHerd()]
  const full = await rowsOf(other.id)
  for (const { id } of [old, recent]) await testApp.call(deleteSite, { as: old.alice, params: { id } })
  for (const [{ id }, days] of [
    [old, 31],
    [recent, 29],
  ] as const)
    await sql(
      'update customers.sites set deleted_at = now() - make_interval(days => $2) where id = $1',
      id,
      days,
    )

  for (let twice = 0; twice < 2; twice++) await purgeNow()

  const nothing = Object.fromEntries(Object.keys(full).map((name) => [name, 0]))
  assert.deepEqual(await rowsOf(old.id), nothing)
  assert.deepEqual(await rowsOf(recent.id), full)
  assert.deepEqual(await rowsOf(other.id), full)
  assert.equal((await sql('select from customers.sites where id = $1', old.id)).rowCount, 0)
})

test('a purge that is cut short goes on with the next: the site is there until all of its herd is gone', async () => {
  const site = await siteWithHerd()
  await testApp.call(deleteSite, { as: site.alice, params: { id: site.id } })
  await sql(`update customers.sites set deleted_at = now() - interval '31 days' where id = $1`, site.id)
  await sql(
    `create function herd.not_yet() returns trigger language plpgsql as $$ begin raise 'not yet'; end $$`,
  )
  await sql(
    'create trigger not_yet before delete on herd.events for each row execute function herd.not_yet()',
  )

  await purgeNow().catch(() => undefined)
  assert.equal((await sql('select from customers.sites where id = $1', site.id)).rowCount, 1)
  assert.ok((await rowsOf(site.id))['events']! > 0)

  await sql('drop trigger not_yet on herd.events')
  await purgeNow()
  assert.deepEqual(new Set(Object.values(await rowsOf(site.id))), new Set([0]))
  assert.equal((await sql('select from customers.sites where id = $1', site.id)).rowCount, 0)
  testApp.complaints.length = 0
})
