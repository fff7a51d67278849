import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawings } from './drawings.ts'

test('each drawing is of lines alone, within its box, and at most 2 KiB', () => {
  assert.deepEqual(Object.keys(drawings), ['gate', 'chute', 'scale', 'stethoscope', 'receipt'])
  for (const [name, paths] of Object.entries(drawings)) {
    assert.ok(paths.join('').length + 250 < 2048, name)
    for (const path of paths) assert.match(path, /^[MLlHhVvAaZz0-9 .-]+$/, name)
  }
})
