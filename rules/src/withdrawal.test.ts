import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { atLocal, localOf, type Instant } from './dates.ts'
import type { Figure } from './figures.ts'
import { gate } from './gate.ts'
import { days, doses, edmonton, ends, hours, treatment, where, zones } from './testing/treatments.ts'
import {
  holdOnArrival,
  holds,
  lastFed,
  timeOfRecord,
  worst,
  type Circumstances,
  type DoseRow,
  type Given,
  type Lasting,
  type Treatment,
} from './withdrawal.ts'

describe('a period from the last dose', () => {
  for (const [n, when, figure, zone, expected] of [
    [1, '03-01 10:00', days(18), 'Denver', '2025-03-19 11:00'],
    [2, '03-01', days(18), 'Denver', '2025-03-20 01:00'],
    [3, '10-20 10:00', days(18), 'Denver', '2025-11-07 09:00'],
    [4, '10-20', days(18), 'Denver', '2025-11-08 00:00'],
    [5, '03-01 10:00', days(18), 'Regina', '2025-03-19 10:00'],
    [6, '02-01 23:30', days(28), '', '2025-03-01 23:30'],
    [7, '02-01', days(28), '', '2025-03-02 00:00'],
    [8, '2024-02-01', days(28), '', '2024-03-01 00:00'],
    [9, '03-08', days(1), 'Denver', '2025-03-10 01:00'],
    [10, '11-01', days(1), 'Denver', '2025-11-03 00:00'],
    [11, '11-01 12:00', days(1), 'Denver', '2025-11-02 11:00'],
    [12, '03-08 12:00', days(1), 'Denver', '2025-03-09 13:00'],
    [13, '03-05 14:15', days(13), 'New York', '2025-03-18 15:15'],
    [14, '03-05 14:15', days(13), 'Phoenix', '2025-03-18 14:15'],
    [15, '06-01 00:15', days(5), 'St Johns', '2025-06-06 00:15'],
    [16, '03-20 09:00', days(28), 'Sydney', '2025-04-17 08:00'],
    [17, '03-09 02:30', days(4), 'Denver', '2025-03-13 03:30'],
    [18, '06-01 08:00', { kind: 'zero' }, '', 'clear'],
    [19, '06-01', { kind: 'zero' }, '', 'clear'],
    [20, '06-01', { kind: 'not_established' }, '', 'held'],
    [21, '06-01', { kind: 'prohibited' }, '', 'held'],
    [22, '06-01', null, '', 'held'],
    [61, '05-01', days(21), '', '2025-05-23 00:00'],
  ] as const)
    test(`${n}: ${when} ${zone}, ${JSON.stringify(figure)}: ${expected}`, () => {
      const zone_ = zones[zone] ?? edmonton
      assert.equal(ends([treatment(doses(zone_, when), figure)], where(zone_)), expected)
    })

  test('an hour that comes twice is the later one', () => {
    assert.equal(atLocal('2025-11-02T01:30', 'America/Denver'), Date.parse('2025-11-02T08:30Z'))
  })
})

describe('milk', () => {
  const zone = zones['Chicago']!
  const at = (text: string) => atLocal(`2025-${text.replace(' ', 'T')}`, zone)
  const both = (meat: Figure, milk: Figure | null) => ({
    CA: milk ? { meat, milk } : { meat },
  })
  const of = (text: string, milk: Figure | null, more: Partial<Circumstances> = {}) =>
    ends(
      [treatment(doses(zone, text), null, { label: both(days(4), milk) })],
      where(zone, { commodities: ['meat', 'milk'], ...more }),
      'milk',
    )

  test('23: with a rule for meat alone, milk is held', () => {
    assert.equal(of('06-01 08:00', null), 'held')
    const meat = [treatment(doses(zone, '06-01 08:00'), null, { label: both(days(4), null) })]
    assert.equal(ends(meat, where(zone)), '2025-06-05 08:00')
  })
  test('26, 27: hours of milk', () => {
    assert.equal(of('06-01 08:00', hours(36)), '2025-06-02 20:00')
    assert.equal(of('06-01', hours(36)), '2025-06-03 12:00')
  })
  test('28: four milkings are discarded, the next is kept', () => {
    const milking = ['06-01 07:00', '06-02 19:00', '06-01 19:00', '06-02 07:00'].map(at)
    const figure: Figure = { kind: 'milkings', milkings: 4 }
    assert.equal(of('06-01 08:00', figure, { milkings: milking }), 'held')
    const [hold] = holds(
      [treatment(doses(zone, '06-01 08:00'), null, { label: both(days(4), figure) })],
      where(zone, { commodities: ['milk'], milkings: [...milking, at('06-03 07:00')] }),
    )
    assert.ok(hold!.clearAt! > at('06-03 07:00') && hold!.clearAt! <= at('06-03 07:01'))
  })
  test('29: at the end it may be kept, a minute before not', () => {
    const treatments = [treatment(doses(zone, '06-01 08:00'), null, { label: both(days(4), hours(36)) })]
    const stateAt = (now: Instant) => holds(treatments, where(zone, { commodities: ['milk'], now }))[0]!.state
    assert.deepEqual([stateAt(at('06-02 20:00')), stateAt(at('06-02 19:59'))], ['clear', 'until'])
  })
  test('57 to 59: after calving, and no sooner than the least dry period', () => {
    const figure: Figure = { kind: 'after_calving', hours: 96, dryDays: 42 }
    assert.equal(of('03-20 10:00', figure, { calvings: [at('05-10 04:00')] }), '2025-05-14 04:00')
    assert.equal(of('03-20 10:00', figure, { calvings: [at('04-20 04:00')] }), '2025-05-05 10:00')
    assert.equal(of('03-20 10:00', figure), 'held')
    assert.equal(of('03-20 10:00', figure, { calvings: [at('03-01 04:00')] }), 'held')
  })
})

describe('a course', () => {
  const three = doses(edmonton, '06-01 07:00', '06-02 07:00', '06-03 07:00')
  const with3 = (state: DoseRow['state']) => [...three.slice(0, 2), { ...three[2]!, state }]
  const of = (rows: DoseRow[], more: Partial<Treatment> = {}) =>
    ends([treatment(rows, days(4), more)], where(edmonton))

  test('30 to 34', () => {
    assert.equal(of(three), '2025-06-07 07:00')
    assert.equal(of(with3('void')), '2025-06-06 07:00')
    assert.equal(of(with3('skipped')), '2025-06-06 07:00')
    assert.equal(of(three, { isOpen: true }), 'held')
    assert.equal(of(with3('planned')), '2025-06-07 07:00')
  })
  test('32: a planned dose makes it provisional', () => {
    const [planned] = holds([treatment(with3('planned'), days(4))], where(edmonton))
    const [done] = holds([treatment(three, days(4))], where(edmonton))
    assert.deepEqual([planned!.isProvisional, done!.isProvisional], [true, false])
  })
  test('all of it void makes no hold, as if it had never been', () => {
    assert.equal(of(three, { isVoid: true }), 'clear')
    assert.equal(of(three.map((one) => ({ ...one, state: 'void' as const }))), 'clear')
  })
})

describe('several at once', () => {
  const at = (when: string, figure: Figure | null, id: string) =>
    treatment(doses(edmonton, when), figure, { id })
  test('35 to 37, 39: the latest counts, and one without an end', () => {
    assert.equal(
      ends([at('06-01 09:00', days(18), 'a'), at('06-01 09:00', days(48), 'b')], where(edmonton)),
      '2025-07-19 09:00',
    )
    assert.equal(
      ends([at('05-01 09:00', days(48), 'a'), at('06-10', days(18), 'b')], where(edmonton)),
      '2025-06-29 00:00',
    )
    assert.equal(ends([at('05-01 09:00', days(48), 'a'), at('06-10', null, 'b')], where(edmonton)), 'held')
    assert.equal(
      ends([at('06-01 09:00', days(18), 'a'), at('06-01 09:10', days(18), 'b')], where(edmonton)),
      '2025-06-19 09:10',
    )
  })
  test('49: what was not read of a pen carries its worst', () => {
    const ofRead = [days(18), days(4)].map((figure) =>
      holds([at('06-01 09:00', figure, 'a')], where(edmonton)),
    )
    const [hold] = worst(ofRead, 0)
    assert.equal(localOf(hold!.clearAt!, edmonton), '2025-06-19T09:00')
    assert.equal(
      worst([...ofRead, holds([at('06-01 09:00', null, 'b')], where(edmonton))], 0)[0]!.state,
      'held',
    )
  })
  test('51, 52: fed until the last feeding or the leaving of the pen', () => {
    const time = (text: string) => atLocal(`2025-${text.replace(' ', 'T')}`, edmonton)
    const at = (text: string): Given => ({ precision: 'instant', at: time(text) })
    const on = (text: string): Given => ({ precision: 'day', day: `2025-${text}` })
    const of = (stay: Lasting, fed: Lasting) => {
      const last = lastFed(stay, fed, edmonton)
      if (last === null) return 'clear'
      const eaten: DoseRow[] = last === 'open' ? [] : [{ given: last, state: 'given' }]
      return ends([treatment(eaten, days(5), { isOpen: last === 'open' })], where(edmonton))
    }
    const feeding = { from: time('06-01 06:00'), to: at('07-10 06:00') }
    const here = { from: time('05-01 00:00'), to: null }
    assert.equal(of(here, feeding), '2025-07-15 06:00')
    assert.equal(of({ ...here, to: at('07-08 15:00') }, feeding), '2025-07-13 15:00')
    assert.equal(of(here, { ...feeding, to: null }), 'held')
    assert.equal(of({ from: time('07-10 07:00'), to: null }, feeding), 'clear')
    assert.equal(of({ from: time('04-01 07:00'), to: at('05-01 07:00') }, feeding), 'clear')
    // Whoever comes as it stops may have eaten; of a day alone it is fed until that day's end, and its days are a calendar's.
    assert.equal(of({ from: time('07-10 06:00'), to: null }, feeding), '2025-07-15 06:00')
    assert.equal(of(here, { ...feeding, to: on('07-10') }), '2025-07-16 00:00')
    assert.equal(
      of({ from: time('07-10 23:00'), to: null }, { ...feeding, to: on('07-10') }),
      '2025-07-16 00:00',
    )
    assert.equal(of({ from: time('07-11 00:00'), to: null }, { ...feeding, to: on('07-10') }), 'clear')
  })
})

describe('markets', () => {
  const label = { CA: { meat: days(28) }, US: { meat: days(42) } }
  const of = (destination: string | undefined, more: Partial<Treatment> = {}) =>
    ends(
      [treatment(doses(edmonton, '06-01 09:00'), null, { label, ...more })],
      where(edmonton, destination ? { destination } : {}),
    )
  test('40, 41: the strictest of home and destination, and none is unknown', () => {
    assert.equal(of(undefined), '2025-06-29 09:00')
    assert.equal(of('US'), '2025-07-13 09:00')
    assert.equal(of('US', { label: { CA: label.CA } }), 'held')
  })
  test('a veterinarian’s figure counts for the markets it names, else at home', () => {
    const use = { use: 'extra-label' as const, vet: { figures: { meat: days(60) } } }
    assert.equal(of(undefined, use), '2025-07-31 09:00')
    assert.equal(of('US', use), 'held')
    assert.equal(of('US', { ...use, vet: { ...use.vet, markets: ['CA', 'US'] } }), '2025-07-31 09:00')
  })
})

describe('times and words that cannot be trusted', () => {
  const receivedAt = atLocal('2025-09-10T18:00', edmonton)
  const of = (record: Parameters<typeof timeOfRecord>[0]) => {
    const { given, finding } = timeOfRecord(record)
    return [ends([treatment([{ given, state: 'given' }], days(28))], where(edmonton)), finding]
  }
  const finding = 'clock cannot be trusted'
  test('53, 54: no later than it arrived', () => {
    const of2019 = { deviceAt: Date.parse('2019-01-01T00:00Z'), hasJumped: false, receivedAt }
    assert.deepEqual(of(of2019), ['2025-10-08 18:00', finding])
    assert.deepEqual(of({ ...of2019, offsetMs: 0, hasJumped: true }), ['2025-10-08 18:00', finding])
    const ahead = { deviceAt: receivedAt + 1, offsetMs: 0, hasJumped: false, receivedAt }
    assert.deepEqual(of(ahead), ['2025-10-08 18:00', finding])
    const right = { deviceAt: receivedAt - 7_200_000, offsetMs: 3_600_000, hasJumped: false, receivedAt }
    assert.deepEqual(of(right), ['2025-10-08 17:00', undefined])
  })
  test('55, 56: the word of the seller', () => {
    const of = (word: 'no' | 'yes' | 'unknown' | { until: string }) => {
      const hold = holdOnArrival({ id: 'a', day: '2025-08-01', word }, { zone: edmonton, daysIfUnknown: 60 })
      return ends([], where(edmonton, { others: hold ? [hold] : [] }))
    }
    assert.deepEqual(
      [of('unknown'), of({ until: '2025-08-20' }), of('yes'), of('no')],
      ['2025-10-01 00:00', '2025-08-21 00:00', 'held', 'clear'],
    )
  })
})

test('60: a load at the very end passes, a minute before not; an override is told, and moves no clock', () => {
  const treatments = [treatment(doses(edmonton, '06-01 09:00'), days(18))]
  const clearAt = atLocal('2025-06-19T09:00', edmonton)
  const at = (loadAt: Instant, more = {}) =>
    gate([{ id: 'a', holds: holds(treatments, where(edmonton)), obstacles: [], ...more }], loadAt)[0]!
  assert.equal(at(clearAt).passes, true)
  assert.equal(at(clearAt - 60_000).passes, false)
  const let_ = at(clearAt - 60_000, { override: { by: 'Bob', reason: 'to the other yard' } })
  assert.deepEqual([let_.passes, let_.isOverridden, let_.because.length], [true, true, 1])
  assert.equal(at(clearAt - 60_000, { override: { by: 'Bob', reason: ' ' } }).passes, false)
  assert.equal(at(clearAt, { obstacles: ['dead'] }).passes, false)
  assert.equal(gate([{ id: 'a', holds: [], obstacles: [] }], clearAt)[0]!.passes, false)
})
