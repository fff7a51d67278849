import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { checkFile } from './house/files.ts'
import { checkImports } from './house/imports.ts'
import { checkWords } from './house/words.ts'

/* The rules of CONTRIBUTING.md that a script can see, each refusal saying where the code belongs. */

process.chdir(resolve(import.meta.dirname, '..'))

const skipped = /(^|\/)(node_modules|dist|data|\.cache|\.git)(\/|$)/
const sources = globSync('**/*.{ts,tsx,mjs,js,css,sql,md,html,json,yml,yaml}', {
  exclude: (path) => skipped.test(path),
})

const complaints = sources.toSorted().flatMap((path) => {
  const text = readFileSync(path, 'utf8')
  return [checkFile, checkImports, checkWords].flatMap((check) => check(path, text))
})
for (const complaint of complaints) console.log(complaint)
process.exitCode = complaints.length > 0 ? 1 : 0
