import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './install.mjs'
import { findNode } from './launch.mjs'

const mark = join(root, 'web/.cache/built')
const notSources = /(^|\/)(dist|node_modules|\.cache)(\/|$)/

/** Builds the web client into web/dist when what it is made from has changed; `first` is done before that. */
export function buildWeb(first = () => undefined) {
  const sources = hashOfSources()
  if (
    existsSync(join(root, 'web/dist/index.html')) &&
    existsSync(mark) &&
    readFileSync(mark, 'utf8') === sources
  )
    return

  first()
  console.log('Building the web client …')
  rmSync(mark, { force: true })
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const { status } = spawnSync(findNode(), [vite, 'build', '--logLevel', 'warn'], {
    cwd: join(root, 'web'),
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (status !== 0) {
    console.error('The web client could not be built: see above.')
    process.exit(status ?? 1)
  }
  mkdirSync(dirname(mark), { recursive: true })
  writeFileSync(mark, sources)
}

function hashOfSources() {
  const files = ['web', 'contract'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)),
  )
  const hash = createHash('sha256')
  for (const file of ['package-lock.json', ...files.filter((file) => !notSources.test(file)).sort()])
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0')
  for (const name of ['BRAND', 'PRODUCTS', 'AUTH_URL', 'CUSTOMERS_URL', 'PAYMENTS_URL', 'SPECIES_URL'])
    hash.update(`${process.env[`BYRE_${name}`] ?? ''}\0`)
  return hash.digest('hex')
}

if (process.argv[1] === import.meta.filename) buildWeb()
