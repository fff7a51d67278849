import { existsSync, globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { checkArchitecture } from './house/architecture.ts'
import { checkDatabases } from './house/databases.ts'
import { checkDecisions } from './house/decisions.ts'
import { checkCitations, checkDocument, sectionsOf } from './house/documents.ts'
import { checkFile } from './house/files.ts'
import { checkImports } from './house/imports.ts'
import { checkProofs, checkTakers } from './house/proofs.ts'
import { checkFolders, checkRooms } from './house/rooms.ts'
import { checkWords } from './house/words.ts'

/* The rules of CONTRIBUTING.md that a script can see, each refusal saying where the code belongs. */

process.chdir(resolve(import.meta.dirname, '..'))

const skipped = /(^|\/)(node_modules|dist|data|\.cache|\.git)(\/|$)/
const paths = globSync('**/*.{ts,tsx,mjs,js,css,sql,md,html,json,yml,yaml}', {
  exclude: (path) => skipped.test(path),
}).toSorted()
const sources = new Map(paths.map((path) => [path, readFileSync(path, 'utf8')]))

const sections = sectionsOf(sources.get('docs/specification.md') ?? '')
const complaints = [...sources].flatMap(([path, text]) => [
  ...checkFile(path, text),
  ...checkImports(path, text),
  ...checkWords(path, text),
  ...checkProofs(path, text),
  ...checkDocument(path, text, existsSync),
  ...checkCitations(path, text, existsSync, sections),
])
complaints.push(
  ...checkFolders(paths),
  ...checkRooms(sources),
  ...checkDatabases(sources),
  ...checkDecisions(sources),
  ...checkArchitecture(sources),
  ...checkTakers(sources),
)
for (const complaint of complaints) console.log(complaint)
process.exitCode = complaints.length > 0 ? 1 : 0
