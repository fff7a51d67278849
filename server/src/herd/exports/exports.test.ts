import { listSiteActivity } from '@byre/contract/activity'
import { exportHerd } from '@byre/contract/herd/exports'
import { addPen } from '@byre/contract/herd/pens'
import { changeSettings } from '@byre/contract/herd/settings'
import type { SiteId } from '@byre/contract/subject-kinds'
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { newId } from '../../platform/ids.ts'
import { within } from '../../platform/database/db.ts'
import { zipOf } from '../../platform/documents/zip.ts'
import { filledSite } from '../../testing/herd/filled-site.ts'
import { exportOf, fileOf, type ExportFile } from '../../testing/herd/exporting.ts'
import { bornAt, event, herdSite, recorded, type HerdSite } from '../../testing/herd/recording.ts'
import { newSite } from '../../testing/places.ts'
import { TestApp } from '../../testing/test-app.ts'
import { Visitor } from '../../testing/visitor.ts'
import { loadHerd, rebuildHerd, verifyHerd } from '../index.ts'
import { keptNames, keptTables } from '../kept.policy.ts'
import { projected, projectionNames } from '../events/projections.policy.ts'

/* Everything out in one file, and the same herd made of it again. */

let testApp: TestApp
let site: HerdSite
let file: ExportFile
before(async () => {
  testApp = await TestApp.start()
  site = await filledSite(testApp)
  file = await exportOf(testApp, site.hers)
})
after(async () => {
  await file.remove()
  await testApp.close()
  assert.deepEqual(testApp.complaints, [])
})

const sql = (text: string, ...values: unknown[]) => testApp.database.pool.query(text, values)
const herd = () => within<'herd'>(testApp.database.db)

const emptySite = async () => (await newSite(testApp, site.alice)).id as SiteId
const load = async (from: ExportFile, into: SiteId) => loadHerd(herd(), from.path, into)

const tables = [...projectionNames, ...keptNames, 'events', 'event_animals', 'pen_events'] as const

/** Every row of a site's app, but for whose it is. */
async function rowsOf(id: string): Promise<Record<string, unknown[]>> {
  const all: Record<string, unknown[]> = {}
  for (const table of tables) {
    const { rows } = await sql(
      `select (to_jsonb(t) - 'site_id' - $2)::text as row from herd.${table} t where site_id = $1 order by 1`,
      id,
      // The site's own mark stands before each.
      table === 'identifiers' ? 'grams' : '',
    )
    all[table] = rows.map(({ row }) => row as string)
  }
  return all
}

test('one file has a table for each part and all events with their hashes, and other programs read it', async () => {
  const parts = ['animals', 'identifiers', 'treatments', 'withdrawals', 'weights', 'pens', 'lots', 'products']
  assert.deepEqual(await file.names(), [
    ...parts.map((part) => `${part}.csv`),
    'stock_lots.csv',
    'rows.jsonl',
    'events.jsonl',
    'ledger.json',
  ])
  const read = 'import sys, zipfile; print(zipfile.ZipFile(sys.argv[1]).testzip())'
  const { stdout } = await promisify(execFile)('python3', ['-c', read, file.path])
  assert.equal(stdout.trim(), 'None')

  const lines = (await file.text('events.jsonl')).trimEnd().split('\n')
  const { rows } = await sql(
    'select n, encode(head, $2) as head from herd.ledgers where site_id = $1',
    site.id,
    'hex',
  )
  const ledger = JSON.parse(await file.text('ledger.json')) as { n: number; head: string }
  assert.deepEqual({ n: ledger.n, head: ledger.head }, rows[0])
  assert.equal(lines.length, ledger.n)
  assert.equal((JSON.parse(lines.at(-1)!) as { hash: string }).hash, ledger.head)
})

test('the file is named by the day that it is at the site', async () => {
  const there = await herdSite(testApp)
  const now = testApp.clock.now()
  // In one of the two it is another day than in UTC, whatever the hour.
  const zone = now.getUTCHours() < 11 ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati'
  const body = { kind: 'feedlot', zone, markets: ['US'] }
  assert.equal((await there.hers.ask(changeSettings, { body })).status, 200)
  const { headers } = await there.hers.ask(exportHerd)
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(now)
  assert.notEqual(day, now.toISOString().slice(0, 10))
  assert.match(String(headers['content-disposition']), new RegExp(`byre-herd-${day}\\.zip`))
})

test('J07 names that are formulas or markup are text in its tables; an electronic number stays whole', async () => {
  assert.match(await file.text('pens.csv'), /,'=cmd\|A1,/)
  assert.match(await file.text('lots.csv'), /,"Fall, ""heavy""",[^,]+,1500\r/)
  const animals = await file.text('animals.csv')
  assert.match(animals, /'@SUM\(A1\)/)
  assert.match(animals, /124 000299999999/)
  assert.match(animals, /Räv 🐂/)
  assert.match(await file.text('weights.csv'), /,"1,234.5",lb,559960,/)
  for (const name of await file.names())
    if (name.endsWith('.csv')) assert.doesNotMatch(await file.text(name), /(?:^|,)"?[=@+]/m, name)
})

test('the same herd is made of it in an empty site: every row, every hash, and nothing to change', async () => {
  const into = await emptySite()
  const { events, animals, head } = await load(file, into)
  assert.deepEqual([events, animals], [10, 2])
  assert.deepEqual(await rowsOf(into), await rowsOf(site.id))
  for (const [name, rows] of Object.entries(await rowsOf(into))) assert.ok(rows.length > 0, name)
  const walked = await verifyHerd(herd(), into)
  assert.deepEqual(walked, { events: 10, head, fault: null })
  assert.deepEqual(await rebuildHerd(herd(), into), { animals: 2, changed: 0 })

  // What was loaded is recorded on in, and taken along like any other.
  const host = (await sql('select name from customers.host_names where place_id = $1', into)).rows[0]
    .name as string
  const there = new Visitor(testApp, `${host}.localhost:4000`)
  await there.launch(site.alice)
  await bornAt(there)
  const next = await exportOf(testApp, there)
  const last = await emptySite()
  assert.equal((await load(next, last)).events, 11)
  assert.deepEqual(await rowsOf(last), await rowsOf(into))
  assert.equal((await verifyHerd(herd(), last)).fault, null)
  await next.remove()
})

test('a site that has anything of its own is not loaded into', async () => {
  const filled = await herdSite(testApp)
  const before = await rowsOf(filled.id)
  await filled.hers.ask(addPen, { body: { name: 'One' } })
  await assert.rejects(load(file, filled.id as SiteId), /not empty/)
  assert.deepEqual((await rowsOf(filled.id))['events'], before['events'])
  await assert.rejects(load(file, site.id as SiteId), /not empty/)
})

/** A file of these parts. */
async function zipped(parts: Readonly<Record<string, string>>): Promise<ExportFile> {
  const files = Object.entries(parts).map(([name, text]) => ({ name, texts: each([text]) }))
  return fileOf(Buffer.concat((await zipOf(each(files)).toArray()) as Buffer[]))
}

async function* each<T>(all: readonly T[]): AsyncGenerator<T> {
  yield* all
}

/** The export as it is, but for one part. */
async function changed(part: string, change: (text: string) => string): Promise<ExportFile> {
  const parts: Record<string, string> = {}
  for (const name of await file.names()) parts[name] = await file.text(name)
  return zipped({ ...parts, [part]: change(parts[part]!) })
}

const lines = (change: (all: string[]) => string[]) => (text: string) =>
  `${change(text.trimEnd().split('\n')).join('\n')}\n`

for (const [what, part, change, said] of [
  [
    'a changed word',
    'events.jsonl',
    (text) => text.replace('SC', 'IM'),
    /: Event 3 is not what was recorded/,
  ],
  [
    'a changed hash',
    'events.jsonl',
    (text) => text.replace(/"hash":"([0-9a-f])/, (_, digit) => `"hash":"${digit === '0' ? '1' : '0'}`),
    /: Event 1 is not what was recorded/,
  ],
  ['a space', 'events.jsonl', (text) => text.replace('"n":4,', '"n": 4,'), /: Event 4 is not what was/],
  [
    'half a line',
    'events.jsonl',
    lines((all) => [...all.slice(0, 5), all[5]!.slice(0, 40)]),
    /: Event 6 cannot/,
  ],
  ['an event left out', 'events.jsonl', lines((all) => all.toSpliced(1, 1)), /: Event 2 is missing/],
  [
    'two in another order',
    'events.jsonl',
    lines(([a, b, ...all]) => [b!, a!, ...all]),
    /: Event 1 is missing/,
  ],
  ['an event twice', 'events.jsonl', lines(([a, ...all]) => [a!, a!, ...all]), /: Event 2 is missing/],
  ['the last one gone', 'events.jsonl', lines((all) => all.slice(0, -1)), /: Event 10 is missing/],
  ['another head', 'ledger.json', (text) => text.replace(/"head": "./, '"head": "x'), /head is not its last/],
  ['another pen', 'rows.jsonl', (text) => text.replace('=cmd', '=cmx'), /not what was exported/],
  ['no ledger', 'ledger.json', () => '[]', /of a form/],
] as const satisfies readonly (readonly [string, string, (text: string) => string, RegExp])[])
  test(`J08 ${what} in a file is refused, and nothing of it is there`, async () => {
    const [forged, into] = [await changed(part, change), await emptySite()]
    await assert.rejects(load(forged, into), said)
    const rows = await rowsOf(into)
    assert.deepEqual(new Set(Object.values(rows).map((all) => all.length)), new Set([0]))
    await forged.remove()
  })

test('what is no export, or was cut off, is refused in words', async () => {
  const into = await emptySite()
  const bytes = await readFile(file.path)
  for (const given of [
    Buffer.from('id,tag\r\n1,2\r\n'),
    Buffer.alloc(0),
    bytes.subarray(0, bytes.length - 30),
  ])
    await assert.rejects(load(await fileOf(given), into), /no whole ZIP/)
  const other = await zipped({ 'animals.csv': 'id' })
  await assert.rejects(load(other, into), /no export of a herd/)
})

test('it is of one moment: what is recorded while it is read is not in it', async () => {
  const busy = await filledSite(testApp)
  const writing = (async () => {
    for (let n = 0; n < 20; n++)
      await recorded(
        busy.hers,
        event('entered', [newId()], { origin: 'born', tags: [{ kind: 'visual', value: `W ${n}` }] }),
      )
  })()
  const files = await Promise.all(Array.from({ length: 2 }, () => exportOf(testApp, busy.hers)))
  await writing
  for (const one of files) {
    const { n } = JSON.parse(await one.text('ledger.json')) as { n: number }
    const animals = (await one.text('animals.csv')).trimEnd().split('\r\n').length - 1
    const entered = (await one.text('events.jsonl')).split('"kind":"entered"').length - 1
    assert.deepEqual([animals, n], [entered, entered + 8])
    const into = await emptySite()
    assert.equal((await load(one, into)).events, n)
    await one.remove()
  }
})

test('J10 who took everything along stands in the trail; crew cannot, and a stranger finds nothing', async () => {
  const { status, body } = await site.his.ask(exportHerd)
  assert.deepEqual([status, body['code']], [403, 'role.insufficient'])
  const { reply } = await testApp.call(listSiteActivity, { as: site.alice, params: { id: site.id } })
  const lines = reply.activity.filter(({ deed }) => deed === 'exportHerd')
  assert.deepEqual(
    lines.map(({ actor_id, what }) => [actor_id, what]),
    [[site.alice.id, 'Downloaded the whole herd']],
  )
})

test('every table of the app is in it, with every column', async () => {
  const { rows } = await sql(
    `select table_name as name, array_agg(column_name::text order by column_name) as columns
     from information_schema.columns where table_schema = 'herd' group by 1`,
  )
  const known: Readonly<Record<string, { columns: object }>> = { ...projected, ...keptTables }
  for (const { name, columns } of rows as { name: string; columns: string[] }[]) {
    // The last is a count that open screens go by.
    if (['ledgers', 'events', 'event_animals', 'pen_events', 'changes'].includes(name)) continue
    assert.ok(known[name], `${name} is neither made of events nor kept in an export (kept.policy.ts)`)
    assert.deepEqual(columns, [...Object.keys(known[name].columns), 'site_id'].toSorted(), name)
  }
})
