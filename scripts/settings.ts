import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { secretNames } from '@byre/server/platform/secret-files'
import { builtIn, stripeVariables, variables } from '@byre/server/variables'
import { root } from './install.mjs'
import { groups } from './settings/words.ts'

/*
 * Writes docs/operators/settings.md from the rules by which the server reads its environment; `--check` says whether that
 * is what stands there.
 */

const page = join(root, 'docs/operators/settings.md')
interface Rule {
  parse(value: unknown): unknown
  safeParse(value: unknown): { error?: { issues: { message: string }[] } | undefined }
}
const rules: Readonly<Record<string, Rule>> = { ...variables.shape, ...stripeVariables.shape }

/** What the rule says of what nobody could mean: `give a whole number from 1 to 65535`. */
function takes(name: string): string {
  const { error } = rules[name]!.safeParse('\u0000')
  return /: give (.*)\.$/.exec(error?.issues[0]?.message ?? '')?.[1] ?? 'any text'
}

function unset(name: string, said: string | undefined): string {
  if (said !== undefined) return said
  const value = rules[name]!.parse(undefined)
  if (value === undefined) throw new Error(`${name}: say in scripts/settings/words.ts what is so without it.`)
  return `\`${typeof value === 'boolean' ? Number(value) : String(value)}\``
}

const marks = (name: string) =>
  [
    ...((secretNames as readonly string[]).includes(name) ? ['a secret'] : []),
    ...((builtIn as readonly string[]).includes(name) ? ['part of a release'] : []),
  ].join(', ')

function write(): string {
  const named = groups.flatMap(({ settings }) => Object.keys(settings))
  const lacking = Object.keys(rules).filter((name) => !named.includes(name))
  const unknown = named.filter((name) => !(name in rules))
  if (lacking.length + unknown.length > 0)
    throw new Error(
      `scripts/settings/words.ts lacks ${lacking.join(', ') || 'nothing'} and has ${unknown.join(', ') || 'nothing'} that no rule knows.`,
    )
  const tables = groups.map(({ title, settings }) => {
    const rows = Object.entries(settings).map(
      ([name, { about, unset: said }]) =>
        `| \`${name}\` | ${about} | ${takes(name)} | ${unset(name, said)} | ${marks(name)} |`,
    )
    return `## ${title}\n\n| Setting | What it is for | Give | Not given | |\n|---|---|---|---|---|\n${rows.join('\n')}\n`
  })
  return `# Every setting

<!-- Written by "node scripts/settings.ts" from the rules that the server reads its environment by. -->

Settings are variables of the environment: \`/etc/byre/env\` under systemd, \`environment\` in a compose file. A start names everything that
is wrong with them at once, a line each, and ends with exit code 2. An empty one counts as not given. They take effect with a start.

Where the last column says *a secret*, the file that holds it may be given instead, by the name with \`_FILE\` behind it:
\`APP_SECRET_FILE=/run/secrets/app\`. Where it says *part of a release*, the setting is built into the pages: give it to
\`npm run release\` (or the image's build), and give no other where that release runs.

${tables.join('\n')}`
}

const written = write()
if (!process.argv.includes('--check')) writeFileSync(page, written)
else if (readFileSync(page, 'utf8') !== written) {
  console.error('docs/operators/settings.md is not what the rules say: run "node scripts/settings.ts".')
  process.exit(1)
}
process.disconnect?.()
