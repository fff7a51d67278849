import { findingKinds } from '@byre/rules/fold-animal'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findingWords, isDescribed } from './finding-words.ts'

test('every kind of finding says what is wrong and what settles it', () => {
  for (const kind of [...findingKinds, 'one tag on two animals', 'late truth'])
    assert.ok(isDescribed(kind), kind)
  assert.equal(findingWords('something new').title, 'Something new')
})
