import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { cutFace, faceFolder, letters } from './face.ts'

const sheet = readFileSync(join(faceFolder, '../face.css'), 'utf8')

test('the letters are those that their package holds, with its licence', async () => {
  for (const [name, cut] of await cutFace())
    assert.ok(readFileSync(join(faceFolder, name)).equals(cut), `${name} is cut anew by scripts/face.ts`)
})

test('each file is asked for by every letter that it holds', () => {
  const ranges = [...sheet.matchAll(/(inter-[\w-]+)\.woff2[\s\S]*?unicode-range:([^;]+);/g)]
  assert.equal(ranges.length, Object.keys(letters).length)
  for (const [, file = '', list = ''] of ranges) {
    const ranged = list.split(',').flatMap((range) => {
      const [first = '', last = first] = range.trim().slice(2).split('-')
      const [from, to] = [Number.parseInt(first, 16), Number.parseInt(last, 16)]
      return Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at))
    })
    const named = new Set(ranged)
    const held = letters[file.replace('inter-', '') as keyof typeof letters]
    assert.deepEqual(
      [...held].filter((letter) => !named.has(letter)),
      [],
      file,
    )
  }
})
