import { readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { CatalogType } from '@lingui/conf'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { root } from './install.mjs'
import { faultsOf } from './languages/faults.ts'
import { catalogueOfAll } from './languages/catalogue.ts'
import { listStrays } from './languages/strays.ts'

/*
 * Brings `locales/*.po` to what the code says (what is new waits there to be translated, what is said no more is left
 * out), and writes from them what the portal and the server load. `--check` says what is missing, wrong or old instead.
 */

/** What signing in says: its screens, all that every screen has, and why something is refused. */
const first =
  /^(web\/src\/(auth|ui|lib)\/|web\/src\/layout\/(footer|public)|contract\/src\/(accounts\/|errors|fields|passwords|public-links)|server\/src\/auth\/accounts\/(accounts\.actions|passwords))/
/** Parts of `ui/` that only those see who are signed in. */
const later =
  /^web\/src\/ui\/(activity\/|carousel|download|facts|fetched\/|pages|table|dialogs\/removal|forms\/(address-fields|discard-dialog|meanwhile))/
const isFirst = (file: string) => first.test(file) && !later.test(file)

/** What the server says by the tag alone it says in English, and the portal shows it: why it refuses, what is amiss. */
const isHeard = (file: string) =>
  file.startsWith('server/') &&
  /^import \{ t\b.*'@byre\/contract\/words'/m.test(readFileSync(join(root, file), 'utf8'))

/** What is loaded from where: the sentences of its own files, and of what both agree on. */
const loaded: Record<string, (file: string) => boolean> = {
  'web/src/lib/languages/{locale}.first.json': isFirst,
  'web/src/lib/languages/{locale}.rest.json': (file) => /^(web|contract)\//.test(file) || isHeard(file),
  'server/src/platform/languages/{locale}.json': (file) => /^(server|contract)\//.test(file),
}

const isCheck = process.argv.includes('--check')
const { catalogue, locales } = await catalogueOfAll()

const before = await Promise.all(locales.map((locale) => catalogue.read(locale)))
const collected = await catalogue.collect()
if (!collected) process.exit(1)

const complaints: string[] = isCheck ? listStrays(root) : []
for (const [at, locale] of locales.entries()) {
  const written = before[at] ?? {}
  const wanted = Object.keys(collected)
  if (isCheck) {
    complaints.push(
      ...wanted.filter((id) => !written[id]).map((id) => `is not in locales/${locale}.po: ${id}`),
      ...Object.keys(written)
        .filter((id) => !collected[id])
        .map((id) => `is said no more, but stands in locales/${locale}.po: ${id}`),
      ...wanted.flatMap((id) =>
        faultsOf(id, written[id]?.translation ?? '').map((fault) => `${locale}: ${fault}: ${id}`),
      ),
    )
  }
}
if (!isCheck) await catalogue.make({ clean: true, overwrite: false, orderBy: 'origin' })

for (const locale of locales) {
  const messages = (await catalogue.read(locale)) ?? {}
  for (const [name, said] of Object.entries(loaded)) {
    const file = join(root, name.replace('{locale}', locale))
    const isSaid = (files: string[]) => files.some(said) && !(name.includes('.rest.') && files.some(isFirst))
    const content = `${JSON.stringify(compiled(messages, isSaid), null, 1)}\n`
    if (!isCheck) writeFileSync(file, content)
    else if (readFileSync(file, 'utf8') !== content)
      complaints.push(`${relative(root, file)} is old: run \`npm run languages\`.`)
  }
}

/** Sentences that are the same in both languages are left out: what is not found is said in English. */
function compiled(messages: CatalogType, isSaid: (files: string[]) => boolean): Record<string, unknown> {
  const entries = Object.entries(messages).filter(
    ([id, { origin, translation }]) =>
      translation && translation !== id && isSaid((origin ?? []).map(([file]) => file)),
  )
  return Object.fromEntries(
    entries
      .map(([id, { translation = '' }]) => [id, compileMessage(translation)] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}

for (const complaint of complaints.slice(0, 40)) console.error(complaint)
if (complaints.length > 40) console.error(`… and ${complaints.length - 40} more.`)
if (complaints.length > 0) process.exit(1)
