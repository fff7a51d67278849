import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { bundle } from './bundle.ts'

const folder = await mkdtemp(join(tmpdir(), 'byre-bundle-'))
after(() => rm(folder, { recursive: true }))
const entry = join(folder, 'entry.ts')
const built = join(folder, 'dist')
const say = (word: string) => writeFile(join(folder, 'later.ts'), `export const word: string = '${word}'`)

test('what runs can load its later parts though it is built again; a day after they are swept', async () => {
  await writeFile(entry, "export const later = async () => (await import('./later.ts')).word")
  await say('hay')
  await bundle(entry, built)
  const before = await readdir(built)
  const running = (await import(pathToFileURL(join(built, 'entry.js')).href)) as { later(): Promise<string> }

  await say('straw')
  await bundle(entry, built)
  assert.equal(await running.later(), 'hay')

  const dayBefore = new Date(Date.now() - 25 * 60 * 60 * 1000)
  for (const name of before) await utimes(join(built, name), dayBefore, dayBefore)
  await bundle(entry, built)
  const left = (await readdir(built)).filter((name) => before.includes(name))
  assert.ok(!left.some((name) => name.startsWith('later-')), left.join(', '))
  assert.ok(left.includes('entry.js'))
})
