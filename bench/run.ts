import { parseArgs } from 'node:util'
import type { Scenario } from './load.ts'
import { generatorOf, measure, median, type Sample, type Target } from './measure.ts'
import './one-line.ts'
import { scenarios } from './scenarios.ts'
import { onPostgres, prepareDatabase, startTarget } from './targets.ts'

const help = `npm run bench -- [--seconds 5] [--repeats 5] [--accounts 20000] [--sites-each 10] [--only list,one]

Runs the floor (bare node:http and the driver on the same tables) and the product as npm start runs it, in turn on
one PostgreSQL, and prints medians and ratios product ÷ floor: requests a second, p99, processor time a request of
the server, of PostgreSQL and of both, memory, and at the end the most that each has held. A failed answer ends it. --accounts 1000 and --accounts 100000 seed 10,000 and 1,000,000 sites.`

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    repeats: { type: 'string', default: '5' },
    accounts: { type: 'string', default: '20000' },
    'sites-each': { type: 'string', default: '10' },
    only: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  console.log(help)
  process.exit(0)
}

/** Until V8 has compiled what a call runs, which takes it thousands of calls; those that are seldom get so many rounds. */
const warmUp = { seconds: 5, answers: 8000, roundsAtMost: 3 }

async function warm(target: Target, scenario: Scenario): Promise<void> {
  for (let answers = 0, round = 0; answers < warmUp.answers && round < warmUp.roundsAtMost; round++)
    answers += (await measure(target, scenario, warmUp.seconds)).perSecond * warmUp.seconds
}

const line = (cells: (string | number)[]) =>
  console.log(
    cells.map((cell, at) => (at === 0 ? String(cell).padEnd(16) : String(cell).padStart(11))).join(''),
  )

await onPostgres(async (postgres) => {
  console.log('Preparing the database …')
  const { shared, signIns } = await prepareDatabase(postgres.connection, {
    accounts: Number(values.accounts),
    sitesEach: Number(values['sites-each']),
  })

  const floor = await startTarget('floor', postgres)
  const product = await startTarget('product', postgres)
  const only = values.only?.split(',')
  const chosen = scenarios(shared, signIns).filter((one) => !only || only.includes(one.name))

  line([
    '',
    'floor/s',
    'product/s',
    'ratio',
    'p50 ms',
    'p99 ms',
    'p99 ratio',
    'cpu ratio',
    'db ratio',
    'both',
    'MB',
    'MB ratio',
    'loaded by',
  ])
  const mostMb = { floor: 0, product: 0 }
  for (const scenario of chosen) {
    const samples: Record<'floor' | 'product', Sample[]> = { floor: [], product: [] }
    for (const target of [floor, product]) await warm(target, scenario)
    for (let repeat = 0; repeat < Number(values.repeats); repeat++) {
      for (const target of repeat % 2 ? [product, floor] : [floor, product]) {
        samples[target.name as 'floor' | 'product'].push(
          await measure(target, scenario, Number(values.seconds)),
        )
      }
    }
    for (const name of ['floor', 'product'] as const)
      mostMb[name] = Math.max(mostMb[name], ...samples[name].map(({ rssMb }) => rssMb))
    const of = (name: 'floor' | 'product', key: keyof Sample) =>
      median(samples[name].map((sample) => sample[key]))
    const ratio = (...keys: (keyof Sample)[]) => {
      const sum = (name: 'floor' | 'product') => keys.reduce((sum, key) => sum + of(name, key), 0)
      return (sum('product') / sum('floor')).toFixed(2)
    }
    line([
      scenario.name,
      of('floor', 'perSecond').toFixed(0),
      of('product', 'perSecond').toFixed(0),
      ratio('perSecond'),
      of('product', 'p50').toFixed(1),
      of('product', 'p99').toFixed(1),
      ratio('p99'),
      ratio('cpuMs'),
      ratio('databaseMs'),
      ratio('cpuMs', 'databaseMs'),
      of('product', 'rssMb').toFixed(0),
      ratio('rssMb'),
      generatorOf(scenario),
    ])
  }
  const most = (mostMb.product / mostMb.floor).toFixed(2)
  console.log(
    `Memory at most: floor ${mostMb.floor.toFixed(0)} MB, product ${mostMb.product.toFixed(0)} MB, ${most}`,
  )
  await Promise.all([floor.stop(), product.stop()])
})
