import type { TimelineEvent } from '@byre/contract/herd/animals'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { correctionOf, textsOf } from './correction.ts'

const zone = 'America/Denver'
const first = '2027-11-07T07:35:10.500Z'
/** At 01:35 of the first of two hours. */
const noted = { kind: 'noted', at: first, precision: 'instant', body: { text: 'Lame' } } as unknown
const event = noted as TimelineEvent

function corrected(change: Record<string, string>, now: string) {
  const texts = { ...textsOf(event, zone), ...change }
  const judged = correctionOf(event, texts, { zone, now: Date.parse(now) })
  return 'problems' in judged ? judged.problems : judged.when
}

test('what was in the first of two hours stays there where its time is not changed', () => {
  const when = { precision: 'instant', at: first }
  assert.deepEqual(corrected({ text: 'Lame, left hind' }, '2027-11-09T12:00Z'), when)
  assert.deepEqual(corrected({ text: 'Lame, left hind' }, '2027-11-07T07:40Z'), when)
})

test('a time of two hours is of the one that has been', () => {
  const at = (time: string, now: string) => corrected({ time }, now)
  assert.deepEqual(at('01:30', '2027-11-07T07:40Z'), {
    precision: 'instant',
    at: '2027-11-07T07:30:00.000Z',
  })
  assert.deepEqual(at('01:30', '2027-11-09T12:00Z'), {
    precision: 'instant',
    at: '2027-11-07T08:30:00.000Z',
  })
  assert.deepEqual(at('01:50', '2027-11-07T07:40Z'), { day: 'That time has not come yet.' })
})
