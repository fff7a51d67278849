import assert from 'node:assert/strict'
import { test } from 'node:test'
import { timeOf } from './when.ts'

const denver = 'America/Denver'
/** On the morning on which the hour from one comes twice. */
const typed = (time: string, now: string) =>
  timeOf({ when: 'earlier', day: '2027-11-07', time }, denver, { begunAt: new Date(now), now: new Date(now) })

test('in the hour that comes twice, what has just been done is recorded, and what has not come yet is refused', () => {
  const [first, second] = [new Date('2027-11-07T07:40Z'), new Date('2027-11-07T08:40Z')]
  const at = (time: string, now: Date) => {
    const judged = typed(time, now.toISOString())
    return 'problems' in judged ? judged.problems : judged.envelope.at
  }
  assert.equal(at('01:35', first), '2027-11-07T07:35:00.000Z', 'five minutes ago')
  assert.deepEqual(at('01:45', first), { time: 'That time has not come yet.' })
  assert.equal(at('01:35', second), '2027-11-07T08:35:00.000Z', 'the later one, once it has been')
  assert.equal(at('01:45', second), '2027-11-07T07:45:00.000Z')
  assert.deepEqual(at('02:10', second), { time: 'That time has not come yet.' })
})
