import { getAnimal } from '@byre/contract/herd/animals'
import { addProduct, addProductVersion } from '@byre/contract/herd/products'
import type { SiteId } from '@byre/contract/subject-kinds'
import { addDays, localOf } from '@byre/rules/dates'
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { within } from '../../platform/database/db.ts'
import { bornAt, event, herdSite, recorded, sendEvents, type HerdSite } from '../../testing/herd/recording.ts'
import { TestApp } from '../../testing/test-app.ts'
import { withinHour } from '../../testing/windows.ts'
import { verifyHerd } from './rebuild.actions.ts'

/* What is no event, field by field; and what nobody can say of themselves or change. */

let testApp: TestApp
let site: HerdSite
let cow: string
before(async () => {
  testApp = await TestApp.start()
  site = await herdSite(testApp)
  cow = await bornAt(site.hers)
})
after(async () => {
  await testApp.close()
  assert.deepEqual(testApp.complaints, [])
})

type Any = Record<string, unknown>
const noted = (more: Any = {}) => event('noted', [cow], { text: 'x' }, more)
const body = (kind: Parameters<typeof event>[0], said: Any) => ({
  ...event('noted', [cow], { text: 'x' }),
  kind,
  body: said,
})
const today = () => localOf(Date.now(), 'America/Edmonton').slice(0, 10)
const weight = (said: Any) => body('weighed', { weight: said, source: 'measured' })
const tag = (kind: string, value: unknown) => body('tagged', { tag: { kind, value } })

describe('what is refused, and which field is named', () => {
  for (const [what, field, sent] of [
    ['an id of another version', 'id', () => noted({ id: randomUUID() })],
    ['an id in capitals', 'animals.0', () => noted({ animals: [cow.toUpperCase()] })],
    ['a version that there is not', 'v', () => noted({ v: 2 })],
    ['a kind that there is not', 'kind', () => body('sold' as 'noted', {})],
    ['a time without a time', 'precision', () => noted({ at: undefined })],
    ['a day beside a time', 'precision', () => noted({ precision: 'day' })],
    ['a time in another zone', 'at', () => noted({ at: '2026-11-20T10:00:00+01:00' })],
    ['a day that there is not', 'day', () => ({ ...noted({ day: '2026-02-30' }), at: undefined })],
    ['no animal', 'animals', () => noted({ animals: [] })],
    ['an animal twice', 'animals', () => ({ ...body('moved', {}), animals: [cow, cow] })],
    ['two animals where one is', 'animals', () => noted({ animals: [cow, randomUUID()] })],
    ['animals of a void', 'animals', () => ({ ...body('void', { event: noted().id, reason: 'r' }) })],
    ['a number of none', 'seq', () => noted({ seq: 0 })],
    ['no stream', 'stream', () => noted({ stream: undefined })],
    ['a weight of nothing', 'body.weight.base', () => weight({ typed: '0', unit: 'kg', base: 0 })],
    ['a weight below nothing', 'body.weight.base', () => weight({ typed: '-5', unit: 'kg', base: -5000 })],
    [
      'a weight with a comma for its point',
      'body.weight.typed',
      () => weight({ typed: '1.234,5', unit: 'lb', base: 559_960 }),
    ],
    [
      'a weight that is not what was typed',
      'body.weight.typed',
      () => weight({ typed: '500', unit: 'lb', base: 500_000 }),
    ],
    ['a weight in litres', 'body.weight.unit', () => weight({ typed: '500', unit: 'L', base: 500_000 })],
    [
      'a weight of four tonnes',
      'body.weight.base',
      () => weight({ typed: '4000', unit: 'kg', base: 4_000_000 }),
    ],
    ['a tag of 14 digits', 'body.tag.value', () => tag('eid', '12400029999999')],
    ['a tag of 16 digits', 'body.tag.value', () => tag('eid', '1240002999999990')],
    ['a tag that a spreadsheet ruined', 'body.tag.value', () => tag('eid', '1.24E+14')],
    ['a tag as a number', 'body.tag.value', () => tag('eid', 124000299999999)],
    ['a tag without a letter', 'body.tag.value', () => tag('visual', '--')],
    ['a tag of 41 characters', 'body.tag.value', () => tag('visual', 'x'.repeat(41))],
    ['a tag with a direction', 'body.tag.value', () => tag('visual', 'A\u202e1')],
    ['a kind of tag that there is not', 'body.tag.kind', () => tag('rfid', '1')],
    ['a text with a control character', 'body.text', () => body('noted', { text: 'a\u0007b' })],
    ['a text of 2,001 characters', 'body.text', () => body('noted', { text: 'x'.repeat(2001) })],
    ['a text of spaces', 'body.text', () => body('noted', { text: '  ' })],
    ['a word that is not declared', 'body', () => body('noted', { text: 'x', colour: 'red' })],
    ['a sex that there is not', 'body.value', () => body('described', { field: 'sex', value: 'ox' })],
    ['a birth that is no day', 'body.value', () => body('described', { field: 'born', value: 'spring' })],
    ['a severity of five', 'body.severity', () => body('observed', { signs: ['cough'], severity: 5 })],
    [
      'a fever of a stove',
      'body.temperature.base',
      () => body('observed', { signs: ['hot'], temperature: { typed: '80', unit: 'Cel', base: 80_000 } }),
    ],
    [
      'a dose of nothing',
      'body.dose.base',
      () => body('treated', { product_name: 'x', dose: { typed: '0', unit: 'mL', base: 0 } }),
    ],
    [
      'figures of nobody',
      'body.vet',
      () =>
        body('treated', { product_name: 'x', vet_figures: [{ kind: 'days', commodity: 'meat', days: 3 }] }),
    ],
    [
      'two figures of meat',
      'body.vet_figures',
      () =>
        body('treated', {
          product_name: 'x',
          vet: { name: 'n', basis: 'b' },
          vet_figures: [
            { kind: 'zero', commodity: 'meat' },
            { kind: 'zero', commodity: 'meat' },
          ],
        }),
    ],
    [
      'a word of the seller without its day',
      'body.until',
      () => body('entered', { origin: 'bought', word: 'until' }),
    ],
    [
      'nine tags',
      'body.tags',
      () =>
        body('entered', {
          origin: 'born',
          tags: Array.from({ length: 9 }, () => ({ kind: 'visual', value: 'A' })),
        }),
    ],
  ] as [string, string, () => Any][])
    test(`${what}: ${field}`, async () => {
      const { status, body: answer } = await sendEvents(site.hers, sent())
      const fields = (answer['errors'] as { field: string }[] | undefined)?.map((one) => one.field)
      assert.deepEqual([status, fields?.includes(`events.0.${field}`)], [400, true], JSON.stringify(fields))
    })

  test('a birth tomorrow is refused by its field, one today is kept', () =>
    withinHour(async () => {
      const day = today()
      for (const [field, sent] of [
        ['body.born', (on: string) => event('entered', [randomUUID()], { origin: 'born', born: on })],
        ['body.value', (on: string) => event('described', [cow], { field: 'born', value: on })],
      ] as const) {
        const { status, body: answer } = await sendEvents(site.hers, noted(), sent(addDays(day, 1)))
        const [first] = answer['errors'] as { field: string; message: string }[]
        assert.deepEqual(
          [status, first?.field, first?.message],
          [400, `events.1.${field}`, 'This day has not come yet.'],
        )
        assert.equal((await sendEvents(site.hers, sent(day))).status, 200)
      }
    }))

  test('a label that was read tomorrow is refused by its field, as a product and as a version of one', () =>
    withinHour(async () => {
      const use = {
        country: 'CA',
        species: 'cattle',
        route: 'SC',
        figures: [],
        source: 'Demo label',
        read_on: today(),
      }
      const late = { ...use, read_on: addDays(use.read_on, 1) }
      const refused = ({ status, body: answer }: { status: number; body: Any }) => [
        status,
        (answer['errors'] as { field: string }[] | undefined)?.map((one) => one.field),
      ]
      const named = ['uses.1.read_on']
      const name = `Read ${randomUUID()}`
      const both = { name, uses: [use, late] }
      assert.deepEqual(refused(await site.hers.ask(addProduct, { body: both })), [400, named])
      const { status, reply } = await site.hers.ask(addProduct, { body: { name, uses: [use] } })
      assert.equal(status, 201)
      const next = { params: { id: reply.id }, body: { uses: [use, late] } }
      assert.deepEqual(refused(await site.hers.ask(addProductVersion, next)), [400, named])
    }))

  test('J06 more than 200 events, none at all, and the same one twice', async () => {
    const many = Array.from({ length: 201 }, () => noted())
    assert.equal((await sendEvents(site.hers, ...many)).status, 400)
    assert.equal((await sendEvents(site.hers)).status, 400)
    const one = noted()
    assert.equal((await sendEvents(site.hers, one, one)).status, 400)
    assert.equal((await sendEvents(site.hers, ...many.slice(1))).status, 200)
  })
})

test('a time that lies ahead, and a clock that was never compared, are kept as no later than the receipt', async () => {
  const id = await bornAt(site.hers)
  const ahead = new Date(Date.now() + 86_400_000).toISOString()
  const treated = event('treated', [id], { product_name: 'x' }, { at: ahead })
  const unsure = event('noted', [id], { text: 'x' }, { clock: undefined })
  await recorded(site.hers, treated, unsure)
  const { events, findings } = (await site.hers.ask(getAnimal, { params: { id } })).reply
  for (const one of events.filter(({ kind }) => kind !== 'entered')) assert.equal(one.at, one.received_at)
  assert.deepEqual(
    findings.map(({ kind, subject }) => [kind, subject]).toSorted(),
    [
      ['clock cannot be trusted', treated.id],
      ['clock cannot be trusted', unsure.id],
    ].toSorted(),
  )
})

test('J05 nobody says which site, person, number or time of receipt it is', async () => {
  const other = await herdSite(testApp)
  for (const forged of [
    { n: 1 },
    { person: other.alice.id },
    { site: other.id },
    { received_at: '2020-01-01T00:00:00.000Z' },
    { hash: 'x' },
    { copied: {} },
  ])
    assert.equal((await sendEvents(site.hers, noted(forged))).status, 400, JSON.stringify(forged))
  const said = noted({ by: { person: other.alice.id, name: 'Somebody else' } })
  const { events } = await recorded(site.his, said)
  const shown = (await site.his.ask(getAnimal, { params: { id: cow } })).reply.events[0]!
  assert.deepEqual([shown.id, shown.n, shown.by?.name], [said.id, events[0]!.n, 'Somebody else'])
  assert.notEqual(shown.person, other.alice.id)
  assert.ok(Math.abs(Date.parse(shown.received_at) - Date.now()) < 60_000)
})

test('J08 one changed byte of an event is found, and so is one that is missing or out of its place', async () => {
  const sql = (text: string, ...values: unknown[]) => testApp.database.pool.query(text, values)
  const fault = async (id: string) =>
    (await verifyHerd(within<'herd'>(testApp.database.db), id as SiteId)).fault?.why
  for (const [change, why] of [
    [
      `update herd.events set record = replace(record, 'quiet', 'quiex') where site_id = $1`,
      'the record is not what was hashed',
    ],
    [
      `update herd.events set hash = sha256('x') where site_id = $1 and n = 3`,
      'the record is not what was hashed',
    ],
    [`delete from herd.events where site_id = $1 and n = 2`, 'a record is missing'],
    [`delete from herd.events where site_id = $1 and n = 3`, 'the head is not its last record'],
    [
      `update herd.events set received_at = now() - interval '1 day' where site_id = $1 and n = 2`,
      'its number or time is not what was recorded',
    ],
    [
      `update herd.events set kind = 'treated' where site_id = $1 and n = 2`,
      'its id or kind is not what was recorded',
    ],
    [`delete from herd.event_animals where site_id = $1 and n = 2`, 'events are not linked to their animals'],
  ] as const) {
    const of = await herdSite(testApp)
    const id = await bornAt(of.hers)
    await recorded(of.hers, event('noted', [id], { text: 'quiet' }), event('noted', [id], { text: 'later' }))
    assert.equal(await fault(of.id), undefined)
    await sql(change, of.id)
    assert.equal(await fault(of.id), why, change)
  }
})
