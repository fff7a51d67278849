import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { root } from './install.mjs'

/*
 * `npm run client -- FOLDER`: the client package as a tarball that `npm install` takes, from which registry or folder it
 * may come. It is JavaScript with its types and needs no other package.
 */

const [folder] = process.argv.slice(2)
if (folder === undefined) {
  console.error('Say where the package is to go: npm run client -- FOLDER')
  process.exit(1)
}

const source = join(root, 'client')
const stage = mkdtempSync(join(tmpdir(), 'byre-client-'))
try {
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const project = join(source, 'tsconfig.build.json')
  execFileSync(process.execPath, [compiler, '-p', project, '--outDir', join(stage, 'dist')], {
    stdio: 'inherit',
  })
  cpSync(join(source, 'README.md'), join(stage, 'README.md'))
  writeFileSync(join(stage, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`)

  mkdirSync(folder, { recursive: true })
  const packing = ['pack', '--silent', '--ignore-scripts', '--pack-destination', resolve(folder)]
  const name = execFileSync('npm', packing, { cwd: stage, encoding: 'utf8' }).trim()
  console.log(join(folder, name))
} finally {
  rmSync(stage, { recursive: true, force: true })
}

/** The package's own description, of what is built instead of its sources. */
function manifest(): object {
  const { private: _, ...own } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as Record<
    string,
    unknown
  >
  return {
    ...own,
    sideEffects: false,
    files: ['dist'],
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
  }
}
