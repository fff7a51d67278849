import { parseArgs } from 'node:util'
import { Random } from '@byre/server/testing/fuzz/random'
import { tableOf } from './byre/table.ts'
import { killNodes } from './faults/node.ts'
import { portalRuns } from './faults/portal/runs.ts'
import { runs as placeRuns, type Row } from './faults/runs.ts'

const runs = { ...placeRuns, ...portalRuns }
const names = Object.keys(runs)
const help = `npm run faults -- [NAME …] [--short] [--kills 300] [--seed 7]

Starts the built product as npm start does, has people work over HTTP, and breaks something. What was acknowledged is written to a
file outside the database first; afterwards each of it must be there once. Ends with 1 where somebody saw more of it than they may.
All faults unless some are named.

At a site, with its own PostgreSQL: people record, bring files and ship; "byre herd verify" must find the ledger whole, and "byre
herd rebuild" nothing to change.
  ${Object.keys(placeRuns).join(' ')}

At the portal, in production: people look, make sites and change them; several nodes stand behind haproxy or Caddy (both must be
installed) with the files that operators are given.
  ${Object.keys(portalRuns)
    .join(' ')
    .replace(/(.{90,}?) /g, '$1\n  ')}`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: 'boolean', default: false },
    kills: { type: 'string' },
    seed: { type: 'string', default: '7' },
    help: { type: 'boolean', default: false },
  },
})
const kills = values.kills === undefined ? undefined : Number(values.kills)
const seed = Number(values.seed)
const isRight =
  positionals.every((name) => Object.hasOwn(runs, name)) &&
  Number.isInteger(seed) &&
  (kills === undefined || kills > 0)
if (values.help || !isRight) {
  console.log(help)
  process.exit(isRight ? 0 : 2)
}

process.on('exit', killNodes)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1))

const rows: Row[] = []
for (const name of positionals.length > 0 ? positionals : names) {
  const startedAt = performance.now()
  const outcome = await runs[name]!({ isShort: values.short, random: new Random(seed), kills })
  if (typeof outcome === 'string') {
    console.log(outcome)
    continue
  }
  rows.push(outcome.row)
  console.log(`${outcome.row.fault}: ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
  for (const what of outcome.wrong.slice(0, 20)) console.log(`  WRONG: ${what.replace(/\s+/g, ' ')}`)
}
console.log(`\n${tableOf(rows.map((row) => ({ ...row })))}`)
process.exitCode = rows.some(({ wrong }) => wrong > 0) ? 1 : 0
