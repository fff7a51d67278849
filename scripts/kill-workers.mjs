import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { install, root } from './install.mjs'

/* `npm run kill-workers -- --kills 100 --seed 7`: workers killed under load, against a list of the jobs that were kept. */

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '100' }, seed: { type: 'string' } },
})
const kills = Number(values.kills)
const seed = values.seed === undefined ? randomInt(1e9) : Number(values.seed)
if (!(Number.isInteger(kills) && kills > 0) || !Number.isInteger(seed)) {
  console.error('usage: npm run kill-workers -- [--kills N] [--seed N]')
  process.exit(2)
}

install()
const test = ['--test', '--test-reporter=spec', 'server/src/platform/jobs/kills.test.ts']
const { status } = spawnSync(process.execPath, [join(root, 'scripts/node24.mjs'), ...test], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, KILLS: `${kills}`, KILL_SEED: `${seed}` },
})
process.exit(status ?? 1)
