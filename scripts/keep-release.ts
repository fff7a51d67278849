import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { keepRelease, releasedProgram } from '@byre/server/testing/releases/last-release'
import { buildWeb } from './build-web.mjs'
import { bundle } from './bundle.ts'
import { root } from './install.mjs'

/*
 * `npm run keep-release`: what stands here is the last release from now on, to which every later schema is held: its last
 * migration (server/last-release.json), and its server and pages as they are built (server/last-release.br).
 */

/** What the server reads beside its program, the pages too; of those, what is text. */
const readBeside = [
  'package.json',
  'server/package.json',
  'docs/openapi.json',
  'docs/guides/*',
  'server/migrations/*.sql',
  'server/src/**/*.{css,html,js,txt}',
  'web/dist/**/*.{css,html,js,svg,txt,webmanifest}',
]

const program = join(root, releasedProgram)
rmSync(dirname(program), { recursive: true, force: true })
buildWeb()
await bundle(join(root, 'server/src/main.ts'), dirname(program), { isShort: true })
const paths = globSync([...readBeside, `${dirname(releasedProgram)}/*.js`], { cwd: root }).toSorted()
keepRelease(Object.fromEntries(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')])))
// What a clone builds for its own releases lies there, too.
rmSync(dirname(program), { recursive: true })

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
const migration = basename(
  paths.findLast((path) => path.endsWith('.sql'))!,
  '.sql',
)
const release = { version, migration, meant: {} }
writeFileSync(join(root, 'server/last-release.json'), `${JSON.stringify(release, null, 2)}\n`)
console.log(`${version} is the last release, with the schema as of ${migration}.`)
