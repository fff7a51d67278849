import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { runFiles, type Outcome } from './test-pool.ts'

/* What a test file does wrong fails it, and no other one, though they run in one process. */

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'byre-pool-'))
})
after(() => rm(folder, { recursive: true }))

const fine = `test('fine', () => {})`
const wrongFiles = {
  'a failed test': [`test('one', () => { throw new Error('no') })`, 'one', /Error: no/],
  'a failed part of a test': [
    `test('whole', async (t) => { await t.test('part', () => { throw new Error('no') }) })`,
    'part',
    /Error: no/,
  ],
  'a failed hook': [`before(() => { throw new Error('hook') }); ${fine}`, 'fine', /hook/],
  'a missing import': [`import './nothing.mjs'; ${fine}`, 'does not run', /nothing\.mjs/],
  'words that are no program': [`${fine} nonsense here`, 'does not run', /SyntaxError/],
  'the end of the process': [`test('one', () => process.exit(0))`, 'does not run', /process ended: 0/],
  'an error after the end of its test': [
    `test('one', () => { setTimeout(() => { throw new Error('late') }, 10) }); ` +
      `test('two', () => new Promise((end) => setTimeout(end, 100)))`,
    'does not end well',
    /late/,
  ],
  'something left open': [`setInterval(() => {}, 1000); ${fine}`, 'does not run', /longer than 4 s/],
} as const

async function run(programs: readonly string[], timeout = 60_000, isAlone = false): Promise<Outcome[]> {
  const imports = `import { after, before, test } from 'node:test'\n`
  const files = await Promise.all(
    programs.map(async (program, at) => {
      const file = join(folder, `${at}.test.mjs`)
      await writeFile(file, imports + program)
      return file
    }),
  )
  const outcomes: Outcome[] = []
  const how = { concurrency: 1, timeout, isAlone: () => isAlone }
  await runFiles([files.map((file) => ({ file }))], how, (outcome) => outcomes.push(outcome))
  return outcomes.toSorted((one, other) => (one.file < other.file ? -1 : 1))
}

for (const [wrong, [program, name, why]] of Object.entries(wrongFiles))
  test(`${wrong} fails its own file, and what runs before and after it passes`, async () => {
    const [first, second, third] = await run(
      [fine, program, fine],
      wrong === 'something left open' ? 4000 : undefined,
    )
    assert.deepEqual([first!.failures, third!.failures], [[], []])
    assert.deepEqual(
      [first, third].map((outcome) => outcome!.passed.map((one) => one.name)),
      [['fine'], ['fine']],
    )
    assert.deepEqual(
      second!.failures.map((one) => one.name),
      [name],
    )
    assert.match(second!.failures[0]!.why, why)
    assert.deepEqual(second!.after, [first!.file])
  })

test('hooks run around the tests of their own file, and each begins with the environment of the run', async () => {
  const program =
    `console.log('loaded', process.env.LEFT_BEHIND); process.env.LEFT_BEHIND = 'yes'\n` +
    `before(() => console.log('before')); after(() => console.log('after')); test('one', () => console.log('one'))`
  const outcomes = await run([program, program])
  for (const { printed, failures } of outcomes)
    assert.deepEqual([printed, failures], ['loaded undefined\nbefore\none\nafter\n', []])
})

test('a file that needs a process of its own meets nothing that another one left behind', async () => {
  const program = `test('one', () => { if (globalThis.left) throw new Error('met'); globalThis.left = true })`
  const shared = await run([program, program])
  assert.deepEqual(shared.map(({ failures }) => failures.length).toSorted(), [0, 1])
  const alone = await run([program, program], undefined, true)
  assert.deepEqual(
    alone.map(({ failures, after }) => [failures, after]),
    [
      [[], []],
      [[], []],
    ],
  )
})

test('a file that runs twice is run each time, under the name and in the environment that it was given', async () => {
  const file = join(folder, 'twice.test.mjs')
  await writeFile(file, `import { test } from 'node:test'\ntest('on ' + process.env.SERVER, () => {})`)
  const tasks = [{ file }, { file, name: 'strict', env: { SERVER: 'strict' } }, { file }]
  const ended: string[] = []
  await runFiles([tasks], { concurrency: 1, timeout: 60_000 }, ({ file, passed }) =>
    ended.push([file, ...passed.map(({ name }) => name)].join(': ')),
  )
  assert.deepEqual(ended, [`${file}: on undefined`, 'strict: on strict', `${file}: on undefined`])
})

test('rows go beside each other, each in its order, and whoever has done with one helps with another', async () => {
  const folderOf = (name: string) => join(folder, name)
  const write = async (name: string, program: string) => {
    await writeFile(folderOf(name), `import { test } from 'node:test'\n${program}`)
    return folderOf(name)
  }
  const slow = await write('slow.test.mjs', `test('one', () => new Promise((end) => setTimeout(end, 1500)))`)
  const quick = await Promise.all(['a', 'b', 'c'].map((name) => write(`${name}.test.mjs`, fine)))
  const last = await write('last.test.mjs', fine)
  const ended: string[] = []
  const rows = [[slow, last], quick].map((files) => files.map((file) => ({ file })))
  await runFiles(rows, { concurrency: 2, timeout: 60_000 }, ({ file }) => ended.push(file))
  assert.deepEqual(ended, [...quick, last, slow])
})
