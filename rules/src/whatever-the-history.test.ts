import fc from 'fast-check'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonical, type Canonical } from './canonical.ts'
import type { CardHold } from './fold-animal.ts'
import type { Stored } from './fold-events.ts'
import { fold } from './fold.ts'
import { born, feedlot, given, happened } from './testing/histories.ts'

/* What holds of any history of an animal (decision on the fold). */

const at = fc
  .integer({ min: 0, max: 300 })
  .map((days) => new Date(Date.UTC(2026, 0, 2 + (days % 300), days % 24)).toISOString())
const event = fc
  .tuple(at, fc.integer({ min: 0, max: 8 }), fc.integer({ min: 1, max: 60 }))
  .map(([when, kind, days]) => (n: number): Stored => {
    if (kind === 0) return happened(n, 'moved', when, { pen: `pen ${days % 3}` })
    if (kind === 1) return happened(n, 'tagged', when, { tag: { kind: 'visual', value: `T${days % 4}` } })
    if (kind === 2)
      return happened(n, 'tag_removed', when, { tag: { kind: 'visual', value: `T${days % 4}` } })
    if (kind === 3) return happened(n, 'left', when, { reason: 'sold' })
    if (kind === 4)
      return happened(n, 'hold_set', when.slice(0, 10), {
        commodities: ['meat'],
        until: when.slice(0, 10),
        reason: 'r',
      })
    if (kind === 5) return happened(n, 'treated', when, { product_name: 'unknown' })
    return given(n, kind === 6 ? when.slice(0, 10) : when, days)
  })
const history = fc
  .array(event, { maxLength: 12 })
  .map((makers) => [born(1), ...makers.map((make, index) => make(index + 2))])
const bytes = (events: readonly Stored[]) => canonical(fold(events, feedlot) as unknown as Canonical)
const holdsOf = (events: readonly Stored[]) => fold(events, feedlot).card.holds
const isNoEarlier = (more: CardHold, less: CardHold) =>
  more.held === 'yes' || (less.held !== 'yes' && more.clear_at >= less.clear_at)

test('the order in which events arrive, and one that arrives twice, change no byte', () => {
  fc.assert(
    fc.property(history, fc.infiniteStream(fc.nat()), (events, noise) => {
      const shuffled = events
        .map((one) => ({ one, by: noise.next().value as number }))
        .toSorted((one, other) => one.by - other.by)
        .map(({ one }) => one)
      assert.equal(bytes([...shuffled, shuffled[0]!]), bytes(events))
    }),
  )
})

test('one more treatment never ends a hold earlier, for any market', () => {
  fc.assert(
    fc.property(history, at, fc.integer({ min: 1, max: 90 }), (events, when, days) => {
      const more = holdsOf([...events, given(99, when, days)])
      holdsOf(events).forEach((less, index) => assert.ok(isNoEarlier(more[index]!, less)))
    }),
  )
})

test('a void takes back what was added, to the byte, and is not taken back by another', () => {
  fc.assert(
    fc.property(history, event, (events, make) => {
      const taken = happened(100, 'void', '2026-10-01T00:00:00Z', { event: 'e99', reason: 'r' })
      const back = happened(101, 'void', '2026-10-01T00:00:00Z', { event: 'e100', reason: 'r' })
      assert.equal(bytes([...events, make(99), taken]), bytes(events))
      assert.equal(bytes([...events, make(99), taken, back]), bytes(events))
    }),
  )
})
