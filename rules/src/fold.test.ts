import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fold, knownAs } from './fold.ts'
import type { Stored } from './fold-events.ts'
import { localOf } from './dates.ts'
import { born, feedlot, given, happened, label, steer } from './testing/histories.ts'

const clear = (events: Stored[], market = 'CA') => {
  const hold = fold(events, feedlot).card.holds.find((one) => one.market === market)!
  return hold.held ? 'held' : hold.clear_at === 0 ? 'clear' : localOf(hold.clear_at, feedlot.zone)
}
const findings = (events: Stored[]) => fold(events, feedlot).findings.map(({ kind }) => kind)

describe('a card', () => {
  test('says what was said last of an animal, by when it was and not by when it arrived', () => {
    const { card } = fold(
      [
        happened(4, 'moved', '2026-02-01T12:00:00Z', { pen: 'north' }),
        happened(2, 'moved', '2026-03-01T12:00:00Z', { pen: 'south' }),
        born(1, undefined, { sex: 'male', tags: [{ kind: 'visual', value: 'B-12' }] }),
        happened(3, 'described', '2026-03-02T12:00:00Z', { field: 'sex', value: 'steer' }),
      ],
      feedlot,
    )
    assert.deepEqual([card.status, card.pen, card.sex, card.class], ['here', 'south', 'steer', 'beef'])
    assert.deepEqual(card.tags, [{ kind: 'visual', value: 'B12', typed: 'B-12' }])
  })

  test('the first end stands, what was done after it is a finding, and an animal may come back', () => {
    const left = happened(2, 'left', '2026-02-01T12:00:00Z', { reason: 'sold' })
    const later = happened(3, 'died', '2026-02-03T12:00:00Z', {})
    const weighed = happened(4, 'weighed', '2026-02-02T12:00:00Z', {
      weight: { typed: '500', unit: 'kg', base: 500_000 },
      source: 'measured',
    })
    assert.equal(fold([born(), left, later], feedlot).card.status, 'gone')
    assert.deepEqual(findings([born(), left, weighed]), ['recorded after its end'])
    const back = happened(5, 'entered', '2026-02-02T00:00:00Z', { origin: 'bought', word: 'no' })
    assert.deepEqual(findings([born(), left, weighed, back]), [])
    assert.equal(fold([born(), left, back], feedlot).card.status, 'here')
  })

  test('a tag has a from and a to, and one that was taken off can be put on again', () => {
    const tag = { kind: 'eid', value: '124 000299999999' } as const
    const { identifiers, card } = fold(
      [
        born(1, undefined, { tags: [tag] }),
        happened(2, 'tag_removed', '2026-02-01T12:00:00Z', { tag }),
        happened(3, 'tagged', '2026-03-01T12:00:00Z', { tag }),
      ],
      feedlot,
    )
    assert.deepEqual(
      identifiers.map(({ value, to }) => [value, to !== undefined]),
      [
        ['124000299999999', true],
        ['124000299999999', false],
      ],
    )
    assert.equal(card.tags.length, 1)
  })

  test('an animal is in one pen at a time, and in none once it is gone', () => {
    const events = [
      born(1, undefined, { pen: 'a' }),
      happened(2, 'moved', '2026-02-01T12:00:00Z', { pen: 'b' }),
      happened(3, 'moved', '2026-02-02T12:00:00Z', { pen: 'b' }),
      happened(4, 'died', '2026-03-01T12:00:00Z', {}),
    ]
    const { stays, card } = fold(events, feedlot)
    assert.deepEqual(
      stays.map(({ pen, to }) => [pen, to !== undefined]),
      [
        ['a', true],
        ['b', true],
      ],
    )
    assert.deepEqual([card.status, card.pen], ['dead', undefined])
  })
})

describe('holds of a card', () => {
  test('follow the figure that was copied onto the treatment, for each market', () => {
    assert.equal(clear([born(), given(2, '2026-06-01T15:00:00Z', 18)]), '2026-06-19T09:00')
    const onlyAtHome = given(2, '2026-06-01T15:00:00Z', 18)
    onlyAtHome.copied = { version: 'v', uses: label(18).uses.slice(0, 1) }
    assert.equal(clear([born(), onlyAtHome]), '2026-06-19T09:00')
    assert.equal(clear([born(), onlyAtHome], 'US'), 'held')
  })

  test('a product of which nothing is known holds, and so does another route without a figure', () => {
    const unknown = happened(2, 'treated', '2026-06-01T15:00:00Z', { product_name: 'Something' })
    assert.equal(clear([born(), unknown]), 'held')
    const other = given(2, '2026-06-01T15:00:00Z', 18, { route: 'IM' })
    assert.equal(clear([born(), other]), 'held')
    assert.deepEqual(findings([born(), other]), ['extra-label without a figure'])
    const vet = {
      vet: { name: 'Dr Gray', basis: 'CgFARAD 12' },
      vet_figures: [{ kind: 'days', commodity: 'meat', days: 10 }],
    }
    const elsewhere = { ...vet, vet: { ...vet.vet, markets: ['US'] } }
    const onlyThere = given(2, '2026-06-01T15:00:00Z', 18, { route: 'IM', ...elsewhere })
    assert.equal(clear([born(), onlyThere]), 'held')
    assert.deepEqual(findings([born(), onlyThere]), ['extra-label without a figure'])
    assert.equal(
      clear([born(), given(2, '2026-06-01T15:00:00Z', 18, { route: 'IM', ...vet })]),
      '2026-06-19T09:00',
    )
  })

  test('a dose is what was drawn for a weight, by the label’s own form', () => {
    const dosed = (typed: string) => {
      const one = given(2, '2026-06-01T15:00:00Z', 44, {
        dose: { typed, unit: 'mL', base: 1 },
        weight: { typed: '550', unit: 'lb', base: 1 },
      })
      one.copied = label(44, { dose: { kind: 'by volume', volume: '6', per: '100', unit: 'lb' } })
      return clear([born(), one])
    }
    assert.deepEqual(
      [dosed('33'), dosed('36.3'), dosed('36.4')],
      ['2026-07-15T09:00', '2026-07-15T09:00', 'held'],
    )
  })

  test('31 to 34 a course holds by all its doses, by what is planned of it, and until it is closed', () => {
    const planned = ['2026-06-02T13:00:00.000Z', '2026-06-03T13:00:00.000Z']
    const first = given(2, '2026-06-01T13:00:00Z', 4, { planned })
    const second = given(3, '2026-06-02T13:00:00Z', 4, { course: 'e2' })
    const closed = happened(4, 'course_closed', '2026-06-03T14:00:00Z', { course: 'e2' })
    assert.equal(clear([born(), first, second]), '2026-06-07T07:00')
    assert.equal(fold([born(), first, second], feedlot).card.holds[0]!.provisional, 'yes')
    assert.equal(clear([born(), first, second, closed]), '2026-06-06T07:00')
    const skipped = (n: number, due: string) =>
      happened(n, 'dose_skipped', '2026-06-03T14:00:00Z', { course: 'e2', due })
    assert.equal(clear([born(), first, second, skipped(4, planned[1]!)]), '2026-06-06T07:00')
    // The last was given and the one before was not: nothing is to come, and the last counts.
    const last = given(3, '2026-06-03T13:00:00Z', 4, { course: 'e2' })
    const folded = fold([born(), first, last, skipped(4, planned[0]!)], feedlot)
    assert.deepEqual(
      [
        folded.treatments[0]!.planned,
        folded.card.holds[0]!.provisional,
        clear([born(), first, last, skipped(4, planned[0]!)]),
      ],
      [0, undefined, '2026-06-07T07:00'],
    )
    // Said to be given and to be skipped: it was given, and the last is still to come.
    assert.equal(clear([born(), first, second, skipped(4, planned[0]!)]), '2026-06-07T07:00')
    const open = given(2, '2026-06-01T13:00:00Z', 4, { open: 'yes' })
    assert.equal(clear([born(), open]), 'held')
    assert.equal(clear([born(), open, closed]), '2026-06-05T07:00')
  })

  test('28 milkings that were recorded after a dose end what its label counts by them', () => {
    const dairy = { ...feedlot, commodities: ['milk'] as const }
    const dose = given(2, '2026-06-01T13:00:00Z', 4)
    dose.copied = label(4, { figures: [{ kind: 'milkings', commodity: 'milk', milkings: 2 }] })
    const milk = (n: number, at: string) => happened(n, 'milked', at, {})
    const held = (...more: Stored[]) => fold([born(), dose, ...more], dairy).card.holds[0]!
    const before = [milk(3, '2026-06-01T12:00:00Z'), milk(4, '2026-06-01T23:00:00Z')]
    assert.equal(held(...before).held, 'yes')
    // Of the day of the dose alone nobody knows whether it came after it.
    assert.equal(held(...before, milk(5, '2026-06-01')).held, 'yes')
    assert.equal(
      held(...before, milk(5, '2026-06-02T12:00:00Z')).clear_at,
      Date.parse('2026-06-02T12:00:00.001Z'),
    )
  })

  test('55 to 56 the seller’s word holds an arrival, and one that was born here is not held', () => {
    const bought = (more: object) => [happened(1, 'entered', '2026-08-01', { origin: 'bought', ...more })]
    assert.equal(clear(bought({})), '2026-10-01T00:00')
    assert.equal(clear(bought({ word: 'until', until: '2026-08-20' })), '2026-08-21T00:00')
    assert.equal(clear(bought({ word: 'yes' })), 'held')
    assert.equal(clear([born()]), 'clear')
    const said = happened(2, 'history_declared', '2026-08-05T12:00:00Z', { word: 'no', source: 'the seller' })
    assert.equal(clear([...bought({}), said]), 'clear')
    assert.equal(clear([...bought({ word: 'yes' }), said]), 'held')
  })

  test('53 a time that cannot be trusted is no later than the receipt, and a finding', () => {
    const late = given(2, '2019-06-01T15:00:00Z', 28)
    delete late.event.clock
    assert.equal(clear([born(), late]), localOf(Date.parse('2026-11-29T00:00Z'), feedlot.zone))
    assert.deepEqual(findings([born(), late]), ['clock cannot be trusted'])
    const ahead = happened(2, 'noted', '2027-01-01', { text: 'tomorrow' })
    assert.deepEqual(findings([born(), ahead]), ['clock cannot be trusted'])
  })

  test('a person’s hold lasts until it is lifted', () => {
    const set = happened(2, 'hold_set', '2026-06-01T15:00:00Z', {
      commodities: ['meat'],
      reason: 'found a vial',
    })
    const lifted = happened(3, 'hold_lifted', '2026-06-02T15:00:00Z', { hold: 'e2', reason: 'was another’s' })
    assert.equal(clear([born(), set]), 'held')
    assert.equal(clear([born(), set, lifted]), 'clear')
  })
})

describe('findings', () => {
  test('39 the same product from two devices within a quarter of an hour counts twice, until somebody has looked', () => {
    const one = given(2, '2026-06-01T15:00:00Z', 18)
    const other = given(3, '2026-06-01T15:10:00Z', 18)
    other.event.stream = 's2'
    assert.deepEqual(findings([born(), one, other]), ['possible double entry'])
    assert.equal(clear([born(), one, other]), '2026-06-19T09:10')
    const seen = happened(4, 'noted', '2026-06-02T15:00:00Z', {
      text: 'two doses were given',
      settles: { finding: 'possible double entry', event: 'e3' },
    })
    assert.deepEqual(findings([born(), one, other, seen]), [])
    other.event.stream = 's1'
    assert.deepEqual(findings([born(), one, other]), [])
  })

  test('a test tag, and a number that cannot be a transponder’s', () => {
    const tagged = (value: string) => findings([born(1, undefined, { tags: [{ kind: 'eid', value }] })])
    assert.deepEqual(tagged('999000000000001'), ['test tag'])
    assert.deepEqual(tagged('840999999999999'), ['cannot be a transponder'])
    assert.deepEqual(tagged('840003123456789'), [])
  })

  test('tags in Canada: one that came wants an approved tag; a replaced number and that of a dead animal are reported', () => {
    const canadian = (events: Stored[]) =>
      fold(events, { ...feedlot, tagDuties: 'yes' }).findings.map(({ kind, event }) => `${kind} ${event}`)
    const bought = born(1, undefined, { origin: 'bought', tags: [{ kind: 'visual', value: 'D1' }] })
    const tag = (n: number, value: string) =>
      happened(n, 'tagged', `2026-02-0${n}T12:00:00Z`, { tag: { kind: 'eid', value } })
    const [first, second] = [tag(2, '124000299999991'), tag(3, '124000299999992')]
    const settled = (n: number, finding: string, event: string) =>
      happened(n, 'noted', `2026-02-0${n}T12:00:00Z`, { text: 'told them', settles: { finding, event } })
    const died = happened(5, 'died', '2026-02-05T12:00:00Z', {})
    assert.deepEqual(canadian([bought]), ['no approved tag e1'])
    assert.deepEqual(canadian([born()]), [], 'a calf gets one before it leaves')
    assert.deepEqual(canadian([bought, died]), [], 'it needs none any more')
    assert.deepEqual(canadian([bought, first]), [])
    assert.deepEqual(canadian([bought, first, second]), ['tag to cross-reference e3'])
    const reported = [bought, first, second, settled(4, 'tag to cross-reference', 'e3')]
    assert.deepEqual(canadian(reported), [])
    assert.deepEqual(canadian([...reported, died]), ['tag to retire e5'])
    assert.deepEqual(canadian([...reported, died, settled(6, 'tag to retire', 'e5')]), [])
    assert.deepEqual(findings([bought, first, second, died]), [], 'elsewhere nobody is reminded')
  })

  test('45 a use that may not be extra-label holds whatever the veterinarian says', () => {
    const vet = {
      vet: { name: 'Dr Gray', basis: 'CgFARAD 12' },
      vet_figures: [{ kind: 'days', commodity: 'meat', days: 60 }],
    }
    const one = given(2, '2026-06-01T15:00:00Z', 28, { route: 'IM', ...vet })
    one.copied = label(28, { banned_otherwise: 'yes' })
    assert.equal(clear([born(), one]), 'held')
    assert.deepEqual(findings([born(), one]), ['banned use'])
  })
})

test('animals found to be one are known as the first that was named, until that is taken back', () => {
  const other = steer.replace(/1$/, '2')
  const same = happened(2, 'same_animal', '2026-06-01T15:00:00Z', {})
  same.event.animals = [steer, other]
  assert.deepEqual([...knownAs([same])], [[other, steer]])
  const back = happened(3, 'void', '2026-06-02T15:00:00Z', { event: 'e2', reason: 'two after all' })
  assert.deepEqual([...knownAs([same, back])], [])
})
