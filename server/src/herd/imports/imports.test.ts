import { listHolds } from '@byre/contract/herd/holds'
import { beginImport, checkRows, importRows, listImports } from '@byre/contract/herd/imports'
import { listPens } from '@byre/contract/herd/pens'
import { addProduct } from '@byre/contract/herd/products'
import { getMe } from '@byre/contract/herd/settings'
import { addDays, endOfDay, localOf } from '@byre/rules/dates'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  animalsWith,
  bringFile,
  checkFile,
  importOptions,
  ledgerOf,
  outcomesOf,
  rowsOf,
} from '../../testing/herd/importing.ts'
import { daysAgo, herdSite, type HerdSite } from '../../testing/herd/recording.ts'
import { TestApp } from '../../testing/test-app.ts'

/* A herd out of a file: what is brought of it, with which holds, and by whom. */

let testApp: TestApp
let site: HerdSite

before(async () => {
  testApp = await TestApp.start()
  site = await herdSite(testApp)
})
after(async () => {
  await testApp.close()
  assert.deepEqual(testApp.complaints, [])
})

describe('what is brought', () => {
  test('a dry run changes nothing, and what it says is what happens', async () => {
    const own = await herdSite(testApp)
    const rows = [
      {
        eid: '124000299990001',
        tag: '101',
        sex: 'steer',
        breed: 'Angus',
        pen: 'North',
        weight: '412.5',
        weighed: '2026-05-01',
      },
      { tag: '102', sex: 'heifer', pen: 'north', arrived: '2026-01-15' },
    ]
    const checked = await checkFile(own.hers, rows)
    assert.equal(await ledgerOf(testApp, own.id), 0)
    assert.deepEqual((await own.hers.ask(listPens)).reply.pens, [])
    const brought = await bringFile(own.hers, rows)
    assert.deepEqual(brought, checked.rows)
    assert.deepEqual(outcomesOf(brought), ['new', 'new'])
    const [first] = await animalsWith(own.hers, '99990001')
    assert.equal(first?.id, brought[0]?.animal)
    assert.deepEqual([first?.sex, first?.breed, first?.weight?.typed], ['steer', 'Angus', '412.5'])
    assert.deepEqual(
      first?.tags.map(({ kind, value }) => `${kind} ${value}`),
      ['eid 124000299990001', 'visual 101'],
    )
    const { pens } = (await own.hers.ask(listPens)).reply
    assert.deepEqual(
      pens.map(({ name, head }) => [name, head]),
      [['North', 2]],
    )
  })

  test('past treatments bring their holds: by the cabinet, or without an end', async () => {
    const own = await herdSite(testApp)
    const use = {
      country: 'CA',
      species: 'cattle',
      classes: ['beef'],
      route: 'SC',
      figures: [{ kind: 'days' as const, commodity: 'meat' as const, days: 700 }],
      source: 'Label',
      read_on: '2026-01-01',
    }
    const added = await own.hers.ask(addProduct, { body: { name: 'Demo long', uses: [use] } })
    const treated = daysAgo(60).slice(0, 10)
    const rows = [
      { tag: '1', medicine: 'demo LONG', treated, route: 'subq' },
      { tag: '2', medicine: 'Long acting', treated, route: 'SC' },
      { tag: '3', medicine: 'Nobody knows', treated },
      { tag: '4' },
    ]
    const medicines = [{ name: 'Long acting', product: added.reply.id }]
    const checked = await checkFile(own.hers, rows, { medicines, as_label: 'yes' })
    assert.deepEqual(checked.medicines, ['Nobody knows'])
    assert.deepEqual(
      checked.rows.map(({ unknown }) => unknown),
      [0, 0, 1, 0],
    )
    await bringFile(own.hers, rows, { medicines, as_label: 'yes' })
    const { holds } = (await own.hers.ask(listHolds)).reply
    assert.deepEqual(
      holds.map(({ animal, because }) => [animal.main_tag, because[0]?.clear_at === null]).toSorted(),
      [
        ['1', false],
        ['2', false],
        ['3', true],
      ],
    )
  })

  test('where nobody knows what was given before, each animal is held for sixty days', async () => {
    const own = await herdSite(testApp)
    await bringFile(own.hers, [{ tag: '1' }], { word: 'unknown' })
    const [held] = (await own.hers.ask(listHolds)).reply.holds
    assert.equal(held?.animal.main_tag, '1')
    // The same file with a better word lifts it.
    assert.deepEqual(outcomesOf(await bringFile(own.hers, [{ tag: '1' }])), ['changed'])
    assert.deepEqual((await own.hers.ask(listHolds)).reply.holds, [])
  })

  test('the seller’s last day of a withdrawal holds that animal, and a later file never shortens it', async () => {
    const own = await herdSite(testApp)
    const untilOf = async () =>
      (await own.hers.ask(listHolds)).reply.holds.map(({ animal, because }) => [
        animal.main_tag,
        because[0]?.clear_at,
      ])
    const { zone } = (await own.hers.ask(getMe)).reply.suggested
    const today = localOf(Date.now(), zone).slice(0, 10)
    const [soon, later] = [addDays(today, 20), addDays(today, 30)]
    const endOf = (day: string) => new Date(endOfDay(day, zone)).toISOString()
    // The day is told of one; of the other nothing runs.
    const rows = [{ tag: '1', until: later }, { tag: '2' }]
    await bringFile(own.hers, rows)
    const before = await untilOf()
    assert.deepEqual(before, [['1', endOf(later)]])
    assert.deepEqual(outcomesOf(await bringFile(own.hers, rows)), ['same', 'same'])
    const sooner = await bringFile(own.hers, [{ tag: '1', until: soon }])
    assert.deepEqual(outcomesOf(sooner), ['changed'])
    assert.match(sooner[0]?.remarks[0] ?? '', /held for longer; the later day counts/)
    assert.deepEqual(await untilOf(), before)
    // Of the other a better file tells it.
    await bringFile(own.hers, [{ tag: '2', until: soon }])
    assert.deepEqual(await untilOf(), [['2', endOf(soon)], ...before])
  })

  test('numbers with a decimal comma and days with the day first are read as the file says', async () => {
    const own = await herdSite(testApp)
    const row = { tag: '1', weight: '1.234,5 lbs', weighed: '3.2.2026', born: '01/12/2024' }
    await bringFile(own.hers, [row], { dates: 'dmy', decimals: 'comma' })
    const [animal] = await animalsWith(own.hers, '1')
    assert.deepEqual(
      [animal?.weight?.grams, animal?.weight?.unit, animal?.born],
      [559_960, 'lb', '2024-12-01'],
    )
  })

  test('what is odd about a tag is told, and stands in no way', async () => {
    const { rows } = await checkFile(site.hers, [{ eid: '999000000000001' }, { eid: '840999999999999' }])
    assert.deepEqual(outcomesOf(rows), ['new', 'new'])
    assert.deepEqual(
      rows.map(({ remarks }) => remarks.length),
      [1, 1],
    )
  })
})

describe('who may', () => {
  test('crew brings no herd, another site’s import is not there, and its products are none of ours', async () => {
    const body = { options: importOptions(), rows: rowsOf([{ tag: '1' }]) }
    assert.equal((await site.his.ask(checkRows, { body })).status, 403)
    const other = await herdSite(testApp)
    const theirs = await other.hers.ask(beginImport, {
      body: { file_name: 'x.csv', rows: 1, options: importOptions() },
    })
    const foreign = await site.hers.ask(importRows, {
      params: { id: theirs.reply.id },
      body: { rows: body.rows, done: 1 },
    })
    assert.equal(foreign.status, 404)
  })

  test('a file that was brought leaves a line in the site’s activity, and its reading is remembered', async () => {
    const own = await herdSite(testApp)
    await bringFile(own.hers, [{ tag: '1' }], { dates: 'dmy' })
    const { rows } = await testApp.database.pool.query<{ deed: string }>(
      `select deed from platform.audit where subject_id = $1 and deed = 'beginImport'`,
      [own.id],
    )
    assert.equal(rows.length, 1)
    assert.equal((await own.hers.ask(listImports)).reply.remembered?.dates, 'dmy')
  })
})
