import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atLocal, dayMs, endOfDay, hourMs, localOf, pastLocal, startOfDay } from './dates.ts'

/* Days and hours where the clock on the wall jumps. */

const denver = 'America/Denver'
const iso = (at: number) => new Date(at).toISOString()

test('of an hour that comes twice, what has been is the later one that has come', () => {
  const [first, second] = ['2027-11-07T07:35:00.000Z', '2027-11-07T08:35:00.000Z']
  const past = (now: string) => iso(pastLocal('2027-11-07T01:35', denver, Date.parse(now)))
  assert.equal(iso(atLocal('2027-11-07T01:35', denver)), second)
  assert.equal(past('2027-11-07T07:40Z'), first, 'at 01:40 of the first')
  assert.equal(past(first), first, 'at that very minute')
  assert.equal(past('2027-11-07T08:34Z'), first)
  assert.equal(past(second), second)
  assert.equal(past('2027-11-08T12:00Z'), second)
  assert.equal(past('2027-11-07T07:30Z'), second, 'neither has come yet')
})

test('half an hour that comes twice is judged alike', () => {
  const past = (now: string) => iso(pastLocal('2027-04-04T01:45', 'Australia/Lord_Howe', Date.parse(now)))
  assert.equal(past('2027-04-03T14:50Z'), '2027-04-03T14:45:00.000Z')
  assert.equal(past('2027-04-03T15:20Z'), '2027-04-03T15:15:00.000Z')
})

test('where midnight comes twice a day begins with the first', () => {
  for (const [zone, day, start] of [
    ['America/Havana', '2027-11-07', '2027-11-07T04:00:00.000Z'],
    ['Atlantic/Azores', '2027-10-31', '2027-10-31T00:00:00.000Z'],
  ] as const) {
    assert.equal(iso(startOfDay(day, zone)), start)
    assert.equal(localOf(startOfDay(day, zone) - 1, zone).slice(0, 10) < day, true, 'and not within it')
    assert.equal(endOfDay(day, zone) - startOfDay(day, zone), dayMs + hourMs)
  }
})

test('where midnight is skipped a day begins an hour on', () => {
  assert.equal(localOf(startOfDay('2027-03-14', 'America/Havana'), 'America/Havana'), '2027-03-14T01:00')
})

test('a year is itself while it is being typed', () => {
  for (const day of ['0002-03-01', '0020-03-01', '0202-03-01'])
    assert.equal(iso(startOfDay(day, 'UTC')), `${day}T00:00:00.000Z`)
})
