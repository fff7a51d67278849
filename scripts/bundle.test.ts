import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import type * as Thread from '../server/src/platform/documents/document-thread.ts'
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

test('each file is ASCII, and says what its source says', async () => {
  const tagged = 'const say = ([words]: TemplateStringsArray) => words'
  await writeFile(
    entry,
    `${tagged}\nexport const said = [say\`It wasn’t “Ferme” 🐄\`, /[“🐄]/u.exec('a 🐄')?.[0], 'é']`,
  )
  for (const isShort of [false, true]) {
    const folder = join(built, String(isShort))
    await bundle(entry, folder, { isShort })
    const program = join(folder, 'entry.js')
    const { said } = (await import(pathToFileURL(program).href)) as { said: string[] }
    assert.deepEqual(said, ['It wasn’t “Ferme” 🐄', '🐄', 'é'])
    assert.match(await readFile(program, 'utf8'), /^\p{ASCII}+$/u)
  }
})

test('the thread that draws documents runs the program that was built', async () => {
  const thread = join(import.meta.dirname, '../server/src/platform/documents/document-thread.ts')
  await writeFile(entry, `export { drawApart } from ${JSON.stringify(thread)}`)
  // In the repository, where the libraries that stay outside are found.
  const cache = join(import.meta.dirname, '../server/.cache')
  await mkdir(cache, { recursive: true })
  const inside = await mkdtemp(join(cache, 'bundle-'))
  try {
    await bundle(entry, inside)
    assert.ok((await readdir(inside)).some((name) => /^document-worker-.+\.js$/.test(name)))
    const program = pathToFileURL(join(inside, 'entry.js')).href
    const { drawApart } = (await import(program)) as typeof Thread
    assert.equal((await drawApart(branding, parts)).subarray(0, 5).toString(), '%PDF-')
  } finally {
    await rm(inside, { recursive: true })
  }
})

const branding = {
  brandName: 'Byre',
  logo: 'M0 0h24v24H0z',
  accent: '#204020',
  accentInDark: '#204020',
  textOnDarkAccent: '#ffffff',
  publicUrl: 'http://localhost',
  links: [],
}
const parts = {
  title: 'Invoice',
  number: '1-0001',
  at: '2026-11-21T00:00:00.000Z',
  from: { name: 'Byre', lines: [] },
  to: { label: 'Bill to', lines: ['Alice'] },
  facts: [],
  headline: 'Paid',
  table: { columns: [{ header: 'Description', share: 1 }], rows: [['Ranch']] },
  sums: [],
  notes: [],
}
