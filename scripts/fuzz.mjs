import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { install, root } from './install.mjs'

/*
 * `npm run fuzz -- --minutes 10 --seed 7`: every documented call, rightly and wrongly, at two processes. The seed
 * is printed; the same one makes the same choices again.
 */

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '5' }, seed: { type: 'string' } },
})
const minutes = Number(values.minutes)
const seed = values.seed === undefined ? randomInt(1e9) : Number(values.seed)
if (!(minutes > 0) || !Number.isInteger(seed)) {
  console.error('usage: npm run fuzz -- [--minutes N] [--seed N]')
  process.exit(2)
}

install()
const test = ['--test', '--test-reporter=spec', 'server/src/fuzz.test.ts']
const { status } = spawnSync(process.execPath, [join(root, 'scripts/node24.mjs'), ...test], {
  cwd: root,
  stdio: 'inherit',
  env: {
    ...process.env,
    FUZZ_MINUTES: `${minutes}`,
    FUZZ_SEED: `${seed}`,
  },
})
process.exit(status ?? 1)
