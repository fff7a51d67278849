import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { features } from './databases/features.ts'
import { pageOf } from './databases/page.ts'
import { tryFeatures } from './databases/tries.ts'
import { databasesPage } from './house/databases.ts'
import { root } from './install.mjs'

/*
 * Writes docs/operators/other-databases.md from the list of features; `npm run check` refuses an old one. `--try URL` tries each
 * feature on an empty database and says how it went.
 */

const [word, url] = process.argv.slice(2)
if (word === undefined) writeFileSync(join(root, databasesPage), pageOf(features))
else if (word === '--try' && url !== undefined) {
  const { version, failures } = await tryFeatures({ connectionString: url }, features)
  console.log(version)
  for (const { name } of features) console.log(`${failures.get(name) ?? 'works'}  ${name}`)
  process.exitCode = failures.size > 0 ? 1 : 0
} else {
  console.error('It is called as: node scripts/databases.ts [--try URL]')
  process.exitCode = 2
}
process.disconnect?.()
