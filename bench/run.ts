import { parseArgs } from 'node:util'
import { measure, median, usageOf, type Sample, type Scenario, type Target } from './measure.ts'
import { scenarios } from './scenarios.ts'
import { onPostgres, prepareDatabase, startTarget } from './targets.ts'

const help = `npm run bench -- [--seconds 5] [--repeats 5] [--accounts 20000] [--sites-each 10] [--only list,one]

Runs the floor (bare node:http and the driver on the same tables) and the product in turn on one PostgreSQL and
prints medians and ratios product ÷ floor. --accounts 1000 and --accounts 100000 seed 10,000 and 1,000,000 sites.`

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

async function statementsOf(target: Target, scenario: Scenario): Promise<number> {
  let last = (await scenario.prepare?.(target.url))?.[0] ?? ''
  // Always the same account from the same place: a sign-in on a new device also sends its owner a mail.
  const one = () => {
    const { method, path, headers, body } = scenario.next(0, -1, last)
    return fetch(target.url + path, { method, headers, body })
  }
  last = await (await one()).text()
  let least = Infinity
  // Once a second the shared limits are settled too; that falls into one of three at most.
  for (let time = 0; time < 3; time++) {
    const before = await usageOf(target)
    const answer = await one()
    const after = await usageOf(target)
    last = await answer.text()
    if (!answer.ok) throw new Error(`${target.name} answered ${scenario.name} with ${answer.status}: ${last}`)
    least = Math.min(least, after.statements - before.statements)
  }
  return least
}

const line = (cells: (string | number)[]) =>
  console.log(
    cells.map((cell, at) => (at === 0 ? String(cell).padEnd(16) : String(cell).padStart(11))).join(''),
  )

await onPostgres(async ({ connection }) => {
  console.log('Preparing the database …')
  const { shared, signIns } = await prepareDatabase(connection, {
    accounts: Number(values.accounts),
    sitesEach: Number(values['sites-each']),
  })

  const floor = await startTarget('floor', connection)
  const product = await startTarget('product', connection)
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
    'cpu ms',
    'cpu ratio',
    'MB ratio',
    'statements',
    'failed',
  ])
  for (const scenario of chosen) {
    const statements = await statementsOf(product, scenario)
    const samples: Record<'floor' | 'product', Sample[]> = { floor: [], product: [] }
    for (const target of [floor, product]) await measure(target, scenario, 1)
    for (let repeat = 0; repeat < Number(values.repeats); repeat++) {
      for (const target of repeat % 2 ? [product, floor] : [floor, product]) {
        samples[target.name as 'floor' | 'product'].push(
          await measure(target, scenario, Number(values.seconds)),
        )
      }
    }
    const of = (name: 'floor' | 'product', key: keyof Sample) =>
      median(samples[name].map((sample) => sample[key]))
    const ratio = (key: keyof Sample) => (of('product', key) / of('floor', key)).toFixed(2)
    line([
      scenario.name,
      of('floor', 'perSecond').toFixed(0),
      of('product', 'perSecond').toFixed(0),
      ratio('perSecond'),
      of('product', 'p50').toFixed(1),
      of('product', 'p99').toFixed(1),
      ratio('p99'),
      of('product', 'cpuMs').toFixed(3),
      ratio('cpuMs'),
      ratio('rssMb'),
      statements,
      samples.product.reduce((sum, sample) => sum + sample.failures, 0) +
        samples.floor.reduce((sum, sample) => sum + sample.failures, 0),
    ])
  }
  for (const target of [floor, product]) target.child.disconnect()
})
