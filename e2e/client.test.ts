import { createApiKey } from '@byre/contract/accounts/api-keys'
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startProduct, type Product } from './product.ts'
import { callProduct, ready, type Ready } from './ready.ts'

/* The client package as others have it: packed, installed into an empty folder, and used there beside the running product. */

const root = fileURLToPath(new URL('..', import.meta.url))
const run = promisify(execFile)
/** No registry answers under it. */
const offline = [
  '--offline',
  '--no-audit',
  '--no-fund',
  '--ignore-scripts',
  '--registry',
  'http://127.0.0.1:9',
]

let product: Product
let alice: Ready
let key: string
let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'byre-outside-'))
  product = await startProduct()
  alice = await ready(product, { sites: 2 })
  const body = { name: 'Barn office', scopes: 'places:write people:write' }
  key = (await callProduct(product, createApiKey, { token: alice.token, body })).key
})
after(async () => {
  await product?.stop()
  await rm(folder, { recursive: true, force: true })
})

const inFolder = (program: string, ...args: string[]) =>
  run(program, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, BYRE: product.url, BYRE_KEY: key, SITE: alice.siteIds[0] },
  })

const program = `import { createClient, type Answer, type Site } from '@byre/client'

const byre = createClient({ url: process.env.BYRE!, key: process.env.BYRE_KEY! })
const id = process.env.SITE!
const said: unknown[] = []

const { data, error } = await byre.listSites({ query: { per_page: 1, sort: 'name' } })
if (error) throw error
said.push(data.total, data.sites.map((site) => site.name))

const read: Answer<'getSite'> = await byre.getSite({ path: { id } })
const site: Site | undefined = read.data
const ifMatch = read.response?.headers.get('etag') ?? undefined
const changed = await byre.updateSite({ path: { id }, body: { name: 'North Ranch' } }, { ifMatch })
said.push(site?.name, changed.data?.name)
const late = await byre.updateSite({ path: { id }, body: { name: 'South Ranch' } }, { ifMatch })
said.push(late.error?.code)

const wrong = await byre.updateSite({ path: { id }, body: { name: '' } })
said.push(wrong.error?.code, wrong.error?.errors[0]?.field)
said.push((await byre.deleteSite({ path: { id } })).error?.code)

const newcomer = { path: { id }, body: { name: 'Eli' } }
const once = await byre.addSiteHand(newcomer, { idempotencyKey: 'eli-1' })
const again = await byre.addSiteHand(newcomer, { idempotencyKey: 'eli-1' })
const another = await byre.addSiteHand(newcomer)
said.push(once.response?.status, once.data?.id === again.data?.id, once.data?.id === another.data?.id)

const table = await byre.exportSiteActivity({ path: { id } })
said.push((await table.data?.text())?.split('\\n').length! > 2)
said.push((await createClient({ url: process.env.BYRE!, key: 'byre_live_none' }).listSites()).error?.status)
console.log(JSON.stringify(said))
`

/** What must not compile, a line each. */
const mistakes = `import { createClient } from '@byre/client'
const byre = createClient({ url: '' })
const id = ''
byre.getSites()
byre.getSite()
byre.getSite({ path: { site: id } })
byre.listSites({ query: { sort: 'colour' } })
byre.updateSite({ path: { id }, body: { nam: 'x' } })
const { data, error } = await byre.getSite({ path: { id } })
data.name
if (error?.code === 'request.invalidd') throw error
if (data) data.colour
`

test('packed and installed without a network, it needs nothing else and calls the running product with a key', async () => {
  await run(process.execPath, [join(root, 'scripts/client.ts'), folder], { cwd: root })
  const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz'))
  await writeFile(join(folder, 'package.json'), '{ "name": "outside", "type": "module", "private": true }')
  await inFolder('npm', 'install', ...offline, `./${tarball}`)
  const installed = await readdir(join(folder, 'node_modules'))
  assert.deepEqual(
    installed.filter((name) => !name.startsWith('.')),
    ['@byre'],
  )
  assert.deepEqual((await readdir(join(folder, 'node_modules/@byre/client'))).toSorted(), [
    'README.md',
    'dist',
    'package.json',
  ])

  await writeFile(join(folder, 'use.ts'), program)
  const { stdout } = await inFolder(process.execPath, 'use.ts')
  assert.deepEqual(JSON.parse(stdout), [
    2,
    ['Ardley 1'],
    'Ardley 1',
    'North Ranch',
    'request.stale',
    'request.invalid',
    'name',
    'api_key.not_allowed',
    201,
    true,
    false,
    true,
    401,
  ])
})

test('its types know every call there: what is right compiles, and each mistake does not', async () => {
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const options = [
    '--noEmit',
    '--strict',
    '--target',
    'es2024',
    '--module',
    'nodenext',
    '--lib',
    'es2024,dom',
  ]
  const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')]
  await inFolder(process.execPath, compiler, ...options, ...types, 'use.ts')

  await writeFile(join(folder, 'mistakes.ts'), mistakes)
  const refused = await inFolder(process.execPath, compiler, ...options, ...types, 'mistakes.ts').then(
    () => '',
    (error: { stdout: string }) => error.stdout,
  )
  const lines = [...refused.matchAll(/^mistakes\.ts\((\d+),/gm)].map(([, line]) => Number(line))
  assert.deepEqual([...new Set(lines)], [4, 5, 6, 7, 8, 10, 11, 12], refused)
})

test('what its page shows compiles, too', async () => {
  const page = await readFile(join(root, 'client/README.md'), 'utf8')
  const blocks = [...page.matchAll(/```ts\n([^]*?)```/g)].map(([, text = '']) => text)
  assert.ok(blocks.length >= 3)
  const [first = '', ...others] = blocks
  const text = `${first}\nconst id = ''\n${others.map((block) => `{\n${block}}`).join('\n')}`
  await writeFile(join(folder, 'page.ts'), text)
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const options = [
    '--noEmit',
    '--strict',
    '--target',
    'es2024',
    '--module',
    'nodenext',
    '--lib',
    'es2024,dom',
  ]
  const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')]
  await inFolder(process.execPath, compiler, ...options, ...types, 'page.ts')
})
