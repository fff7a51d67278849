import { listAnimals } from '@byre/contract/herd/animals'
import { beginImport, importRows, listImports } from '@byre/contract/herd/imports'
import { listPens } from '@byre/contract/herd/pens'
import type { SiteId } from '@byre/contract/subject-kinds'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { within } from '../../platform/database/db.ts'
import {
  animalsWith,
  bringFile,
  bringOn,
  checkFile,
  importOptions,
  kindsOfEvents,
  ledgerOf,
  outcomesOf,
  rowsOf,
  type FileRow,
} from '../../testing/herd/importing.ts'
import { event, herdSite, recorded } from '../../testing/herd/recording.ts'
import { TestApp } from '../../testing/test-app.ts'
import { rebuildHerd, verifyHerd } from '../events/rebuild.actions.ts'

/* Nothing is brought twice: the same file, a mended one, one that was broken off, and one that two people bring. */

let testApp: TestApp

before(async () => {
  testApp = await TestApp.start()
})
after(async () => {
  await testApp.close()
  assert.deepEqual(testApp.complaints, [])
})

describe('nothing is brought twice', () => {
  const herd: FileRow[] = [
    {
      eid: '124000299991001',
      tag: '1',
      sex: 'steer',
      breed: 'Angus',
      pen: 'A',
      weight: '400',
      weighed: '2026-05-01',
    },
    {
      eid: '124000299991002',
      tag: '2',
      medicine: 'Thing',
      treated: '2026-05-02',
      dose: '10',
      note: 'Lame in spring',
    },
    { tag: '3', weight: '380' },
  ]

  test('the same file twice changes nothing, not even what a person changed since', async () => {
    const own = await herdSite(testApp)
    await bringFile(own.hers, herd)
    const [steer] = await animalsWith(own.hers, '91001')
    const at = new Date().toISOString()
    const change = event(
      'described',
      [steer!.id],
      { field: 'sex', value: 'male' },
      { at, clock: { device_at: at, offset_ms: 0 } },
    )
    await recorded(own.hers, change)
    const before = await ledgerOf(testApp, own.id)
    const again = await bringFile(own.hers, herd)
    assert.deepEqual(outcomesOf(again), ['same', 'same', 'same'])
    assert.match(again[0]?.remarks[0] ?? '', /sex was changed here since/)
    assert.equal(await ledgerOf(testApp, own.id), before)
    assert.equal((await animalsWith(own.hers, '91001'))[0]?.sex, 'male')
  })

  test('a mended file updates by the tags: facts, a new tag, a weight and a treatment instead of the wrong ones', async () => {
    const own = await herdSite(testApp)
    await bringFile(own.hers, herd)
    const mended = await bringFile(own.hers, [
      { ...herd[0], breed: 'Hereford', pen: 'B', weight: '410' },
      { ...herd[1], dose: '12' },
      { ...herd[2], eid: '124000299991003' },
      { tag: '4' },
    ])
    assert.deepEqual(outcomesOf(mended), ['changed', 'changed', 'changed', 'new'])
    const [first] = await animalsWith(own.hers, '91001')
    assert.deepEqual([first?.breed, first?.weight?.typed], ['Hereford', '410'])
    const pens = (await own.hers.ask(listPens)).reply.pens
    assert.deepEqual(
      pens.map(({ name, head }) => [name, head]),
      [
        ['A', 0],
        ['B', 1],
      ],
    )
    const [second] = await animalsWith(own.hers, '91002')
    const events = await kindsOfEvents(own.hers, second!.id)
    assert.equal(events.filter((kind) => kind === 'treated').length, 1)
    const [third] = await animalsWith(own.hers, '91003')
    assert.equal(third?.tags.length, 2)
    assert.equal((await own.hers.ask(listAnimals)).reply.animals.length, 4)
    // As it was at first, and then mended again: each time the latest counts, once.
    await bringFile(own.hers, herd)
    assert.equal((await animalsWith(own.hers, '91001'))[0]?.weight?.typed, '400')
    const before = await ledgerOf(testApp, own.id)
    assert.deepEqual(outcomesOf(await bringFile(own.hers, herd)), ['same', 'same', 'same'])
    assert.equal(await ledgerOf(testApp, own.id), before)
  })

  test('two treatments of a day in one file both stand, and stay two', async () => {
    const own = await herdSite(testApp)
    const twice = [
      { tag: '1', medicine: 'Thing', treated: '2026-05-02', dose: '10' },
      { tag: '1', medicine: 'Thing', treated: '2026-05-02', dose: '12' },
    ]
    assert.deepEqual(outcomesOf(await bringFile(own.hers, twice)), ['new', 'changed'])
    assert.deepEqual(outcomesOf(await bringFile(own.hers, twice)), ['same', 'same'])
    const [animal] = await animalsWith(own.hers, '1')
    const events = await kindsOfEvents(own.hers, animal!.id)
    assert.equal(events.filter((kind) => kind === 'treated').length, 2)
  })

  test('a tag on two animals here is refused; the electronic one decides where there is one', async () => {
    const own = await herdSite(testApp)
    await bringFile(own.hers, [
      { eid: '124000299992001', tag: '7' },
      { eid: '124000299992002', tag: '7' },
    ])
    const [which, known] = (await checkFile(own.hers, [{ tag: '7' }, { eid: '124000299992002', tag: '7' }]))
      .rows
    assert.equal(which?.outcome, 'refused')
    assert.match(which.faults[0]?.reason ?? '', /More than one animal/)
    assert.equal(known?.outcome, 'same')
  })

  test('one bad row among a thousand: the others come, and the mended one joins them', async () => {
    const own = await herdSite(testApp)
    const rows = Array.from({ length: 1000 }, (_, at) => ({
      eid: String(124000300000000 + at),
      tag: String(at),
      sex: 'steer',
      medicine: 'Thing',
      treated: '2026-05-02',
      weight: String(300 + (at % 90)),
      weighed: '2026-05-02',
    }))
    const bad = rows.with(612, { ...rows[612]!, eid: '1.24E+14' })
    const brought = await bringFile(own.hers, bad)
    assert.deepEqual(
      brought.filter(({ outcome }) => outcome !== 'new').map(({ line, outcome }) => [line, outcome]),
      [[614, 'refused']],
    )
    const before = await ledgerOf(testApp, own.id)
    assert.equal(before, 999 * 3)
    const mended = await bringFile(own.hers, rows)
    assert.deepEqual(
      mended.filter(({ outcome }) => outcome !== 'same').map(({ line, outcome }) => [line, outcome]),
      [[614, 'new']],
    )
    assert.equal(await ledgerOf(testApp, own.id), before + 3)
  })

  test('a server that dies midway leaves nothing doubled: what is sent again goes on', async () => {
    const own = await herdSite(testApp)
    const rows = Array.from({ length: 250 }, (_, at) => ({
      tag: `M${at}`,
      weight: '300',
      weighed: '2026-05-02',
    }))
    const begun = await own.hers.ask(beginImport, {
      body: { file_name: 'herd.csv', rows: 250, options: importOptions() },
    })
    const { id } = begun.reply
    await bringOn(own.hers, id, rows.slice(0, 100))
    // Killed in the second page: what it had begun is gone with its transaction, and no answer came.
    const lock = await testApp.database.pool.connect()
    await lock.query('begin')
    await lock.query('select from herd.ledgers where site_id = $1 for update', [own.id])
    const page = own.hers.ask(importRows, {
      params: { id },
      body: { rows: rowsOf(rows.slice(100, 200), 102), done: 200 },
    })
    await waiting()
    await testApp.database.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${waits}`)
    await lock.query('rollback')
    lock.release()
    assert.notEqual((await page).status, 200)
    testApp.complaints.length = 0
    assert.deepEqual(
      (await own.hers.ask(listImports)).reply.imports.map(({ done, rows: all }) => [done, all]),
      [[100, 250]],
    )
    await bringOn(own.hers, id, rows)
    assert.equal(await ledgerOf(testApp, own.id), 500)
    assert.equal((await own.hers.ask(listImports)).reply.imports[0]?.done, 250)
    const herd = within<'herd'>(testApp.database.db)
    assert.equal((await verifyHerd(herd, own.id as SiteId)).fault, null)
    assert.equal((await rebuildHerd(herd, own.id as SiteId)).changed, 0)
  })

  // In this test's own database: others wait for locks beside it, on the same server.
  const waits = `wait_event_type = 'Lock' and datname = current_database()`

  /** Until somebody waits for the lock. */
  async function waiting() {
    for (;;) {
      const { rows } = await testApp.database.pool.query(`select 1 from pg_stat_activity where ${waits}`)
      if (rows.length > 0) return
    }
  }

  test('two at once bring the same file once', async () => {
    const own = await herdSite(testApp)
    const [one, other] = await Promise.allSettled([bringFile(own.hers, herd), bringFile(own.hers, herd)])
    assert.ok(one.status === 'fulfilled' || other.status === 'fulfilled')
    assert.deepEqual(outcomesOf(await bringFile(own.hers, herd)), ['same', 'same', 'same'])
    assert.equal((await own.hers.ask(listAnimals)).reply.animals.length, 3)
  })
})
