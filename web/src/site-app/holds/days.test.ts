import type { Hold } from '@byre/contract/herd/holds'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { byDay } from './days.ts'

const hold = (main_tag: string, clear_at: string | null) => ({ clear_at, animal: { main_tag } }) as Hold

test('what ends together stands by its tags, as people count them', () => {
  const [noon, evening] = ['2026-11-26T19:00:00.000Z', '2026-11-27T01:00:00.000Z']
  const days = byDay(
    [hold('B-10', noon), hold('B-9', noon), hold('A-1', evening), hold('12', null), hold('2', null)],
    'America/Edmonton',
  )
  assert.deepEqual(
    days.map(({ day, holds }) => [day, holds.map(({ animal }) => animal.main_tag)]),
    [
      ['2026-11-26', ['B-9', 'B-10', 'A-1']],
      [null, ['2', '12']],
    ],
  )
})
