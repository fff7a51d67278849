import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { leastInUk, type EndingFigure, type Figure } from './figures.ts'
import { fraction } from './quantities.ts'
import { days, doses, edmonton, ends, hours, treatment, where, zones } from './testing/treatments.ts'
import { departures, useOf, type LabelUse } from './uses.ts'
import { refusalOfFigure, type Treatment } from './withdrawal.ts'

describe('extra-label', () => {
  const of = (vet: number | null, more: Partial<Treatment> = {}, zone = edmonton, when = '06-01 09:00') =>
    ends(
      [
        treatment(doses(zone, when), days(18), {
          use: 'extra-label',
          ...(vet === null ? {} : { vet: { figures: { meat: days(vet) } } }),
          ...more,
        }),
      ],
      where(zone),
    )
  test('42 to 45', () => {
    assert.equal(of(30), '2025-07-01 09:00')
    assert.equal(of(10), '2025-06-19 09:00')
    assert.equal(of(null), 'held')
    assert.equal(of(60, { use: 'banned' }), 'held')
  })
  test('43: a figure that would shorten the label is not signed, nor one without a basis', () => {
    const against = { label: days(18) as Figure, basis: 'CgFARAD 25-101' }
    assert.equal(refusalOfFigure(days(10), against), 'shorter than the label')
    assert.equal(refusalOfFigure(days(18), against), undefined)
    assert.equal(refusalOfFigure(days(30), { ...against, basis: ' ' }), 'no basis')
    assert.equal(refusalOfFigure(days(20), { basis: 'x', least: days(28) }), 'shorter than the least')
  })
  test('a prohibition of the label gives way to a veterinarian, a banned use does not', () => {
    const label = { CA: { meat: { kind: 'prohibited' } as Figure } }
    assert.equal(of(60, { label }), '2025-07-31 09:00')
    assert.equal(of(60, { label, use: 'banned' }), 'held')
  })
  test('46 to 48: least figures of the United Kingdom', () => {
    const london = zones['London']!
    const least = (...authorised: EndingFigure[]) => ({
      least: { CA: { meat: leastInUk('meat', authorised) } },
    })
    assert.equal(of(21, least(days(18)), london), '2025-06-28 09:00')
    const none = { ...least(), label: {} }
    assert.equal(of(20, none, london, '06-01'), '2025-06-30 00:00')
    const zero = { ...least({ kind: 'zero' }), label: {} }
    assert.equal(of(0, zero, london), '2025-06-02 09:00')
    assert.deepEqual(leastInUk('meat', [days(18), hours(36)]), days(27))
    assert.deepEqual(leastInUk('milk', [hours(36)]), days(3))
    assert.deepEqual([leastInUk('milk', []), leastInUk('eggs', [])], [days(7), days(14)])
  })

  const label: LabelUse = {
    species: 'cattle',
    classes: ['beef', 'dairy under 20 months'],
    route: 'SC',
    dose: { least: fraction(100), most: fraction(200) },
  }
  const use = { species: 'cattle', class: 'beef', route: 'SC', dose: fraction(100) }
  test('24, 25: another species, class or route, and a dose more than a tenth off', () => {
    assert.equal(useOf(label, use), 'label')
    assert.deepEqual(departures(label, { ...use, species: 'bison' }), ['species'])
    assert.deepEqual(departures(label, { ...use, route: 'IM', class: 'dairy' }), ['class', 'route'])
    const ofDose = (dose: number) => departures(label, { ...use, dose: fraction(dose) }).length
    assert.deepEqual([89, 90, 150, 220, 221].map(ofDose), [1, 0, 0, 0, 1])
    assert.equal(useOf({ ...label, isBannedOtherwise: true }, { ...use, route: 'IM' }), 'banned')
  })
  test('what an import does not say departs, unless a person says it was given as the label says', () => {
    assert.deepEqual(departures(label, { species: 'cattle' }), ['class', 'route', 'dose'])
    assert.deepEqual(departures(label, { species: 'cattle', isSaidToBeAsLabel: true }), [])
    assert.deepEqual(departures(label, { species: 'bison', isSaidToBeAsLabel: true }), ['species'])
  })
})
