import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { Figure } from './figures.ts'
import { days, edmonton, hours, where } from './testing/treatments.ts'
import { holds, type DoseRow, type Given, type Treatment } from './withdrawal.ts'

describe('whatever the rows', () => {
  const figure = fc.oneof(
    fc.integer({ min: 0, max: 90 }).map(days),
    fc.integer({ min: 0, max: 200 }).map(hours),
    fc.constantFrom<Figure>({ kind: 'zero' }, { kind: 'unknown' }, { kind: 'not_established' }),
    fc.constant<Figure>({ kind: 'milkings', milkings: 2 }),
  )
  const moment = fc.integer({ min: Date.parse('2025-01-01'), max: Date.parse('2026-01-01') })
  const when = fc.oneof(
    moment.map((at): Given => ({ precision: 'instant', at })),
    moment.map((at): Given => ({ precision: 'day', day: new Date(at).toISOString().slice(0, 10) })),
  )
  const row: fc.Arbitrary<Treatment> = fc
    .record({
      id: fc.uuid(),
      doses: fc.array(
        fc.record({ given: when, state: fc.constantFrom('given', 'planned', 'skipped', 'void') }),
        { maxLength: 3 },
      ),
      use: fc.constantFrom('label', 'extra-label', 'banned'),
      meat: figure,
      vet: fc.option(fc.integer({ min: 0, max: 60 })),
      isVoid: fc.boolean(),
      isOpen: fc.boolean(),
    })
    .map(({ meat, vet, ...rest }) => ({
      ...rest,
      use: rest.use as Treatment['use'],
      doses: rest.doses as DoseRow[],
      label: { CA: { meat } },
      ...(vet === null ? {} : { vet: { figures: { meat: days(vet) } } }),
    }))
  const rows = fc.uniqueArray(row, { maxLength: 6, selector: ({ id }) => id })
  const circumstances = where(edmonton, { milkings: [Date.parse('2025-07-01')] })
  const of = (treatments: readonly Treatment[]) => holds(treatments, circumstances)[0]!
  const end = (treatments: readonly Treatment[]) => of(treatments).clearAt ?? Infinity

  test('their order does not matter, to the last byte', () => {
    fc.assert(
      fc.property(rows, fc.integer(), (some, seed) => {
        const other = some
          .map((one, at) => [((at + 1) * 7919 * (seed | 1)) % 101, one] as const)
          .toSorted(([one], [two]) => one - two)
          .map(([, one]) => one)
        assert.equal(JSON.stringify(of(other)), JSON.stringify(of(some)))
      }),
    )
  })
  test('one more live row never ends it earlier', () => {
    fc.assert(fc.property(rows, row, (some, one) => assert.ok(end([...some, one]) >= end(some))))
  })
  test('a void takes back what was added', () => {
    fc.assert(
      fc.property(rows, row, (some, one) =>
        assert.deepEqual(of([...some, { ...one, isVoid: true }]), of(some)),
      ),
    )
  })
  test('a course is its doses, one by one', () => {
    fc.assert(
      fc.property(row, (one) => {
        const closed = { ...one, isOpen: false }
        const single = closed.doses.map((dose, at) => ({ ...closed, id: `${one.id} ${at}`, doses: [dose] }))
        assert.equal(end(single), end([closed]))
      }),
    )
  })
  test('a veterinarian’s figure never shortens what the label holds', () => {
    fc.assert(
      fc.property(row, fc.integer({ min: 0, max: 90 }), (one, n) => {
        const { vet: _, ...plain } = { ...one, use: 'label' as const }
        const before = end([plain])
        if (before === Infinity) return
        assert.ok(end([{ ...plain, vet: { figures: { meat: days(n) } } }]) >= before)
      }),
    )
  })
})
