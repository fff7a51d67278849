import { join } from 'node:path'
import { root } from './install.mjs'
import { whenChanged } from './when-changed.mjs'

/** The server's program, as it is run, and that of operators: see bundle.ts. */
export const serverProgram = join(root, 'server/dist/main.js')
export const operatorsProgram = join(root, 'server/dist/operators/byre.js')

/** Puts both programs into few files (server/dist). Nothing where its sources are as they were. */
export function buildServer() {
  const bundler = 'scripts/bundle.ts'
  whenChanged({
    what: 'the server',
    folder: 'server',
    results: ['main.js', 'operators/byre.js'],
    sources: [
      'server/src',
      'contract/src',
      'rules/src',
      'scripts/byre',
      'scripts/byre.ts',
      bundler,
      'package-lock.json',
    ],
    environment: [],
    programs: [[join(root, bundler)]],
  })
}

if (process.argv[1] === import.meta.filename) buildServer()
