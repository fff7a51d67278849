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

test('each file is asked for by every letter that it holds', () => {
  const files = new Map(
    [...declared.matchAll(/import (\w+) from '.*inter-([\w-]+)\.woff2'/g)].map(([, name, file]) => [
      name,
      file,
    ]),
  )
  const ranges = [...declared.matchAll(/\[(\w+), '([^']+)'\]/g)]
  assert.equal(ranges.length, Object.keys(letters).length)
  for (const [, name, list = ''] of ranges) {
    const ranged = list.split(',').flatMap((range) => {
      const [first = '', last = first] = range.trim().slice(2).split('-')
      const [from, to] = [Number.parseInt(first, 16), Number.parseInt(last, 16)]
      return Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at))
    })
    const named = new Set(ranged)
    const file = files.get(name) as keyof typeof letters
    const held = letters[file]
    assert.deepEqual(
      [...held].filter((letter) => !named.has(letter)),
      [],
      file,
    )
  }
})
