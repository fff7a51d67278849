import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { cutFace, faceFolder, letters } from './face.ts'

const declared = readFileSync(join(faceFolder, '../face.ts'), 'utf8')

test('the letters are those that their package holds, with its licence', async () => {
  for (const [name, cut] of await cutFace())
    assert.ok(readFileSync(join(faceFolder, name)).equals(cut), `${name} is cut anew by scripts/face.ts`)
})

test('the file of extended letters is asked for by every letter that it holds', () => {
  const [, list = ''] = /add\(extended, '([^']+)'\)/.exec(declared) ?? []
  const ranged = list.split(',').flatMap((range) => {
    const [first = '', last = first] = range.slice(2).split('-')
    const [from, to] = [Number.parseInt(first, 16), Number.parseInt(last, 16)]
    return Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at))
  })
  const named = new Set(ranged)
  assert.deepEqual(
    [...letters['latin-ext']].filter((letter) => !named.has(letter)),
    [],
  )
})
