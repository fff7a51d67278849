import { parseArgs } from 'node:util'
import { measure, median, waits } from './measure.ts'
import { scenarios } from './scenarios.ts'
import { onPostgres, prepareDatabase, startTarget } from './targets.ts'
import './one-line.ts'

const help = `npm run bench:busy -- [--seconds 5] [--repeats 5] [--sign-ins 8] [--rate 20] [--only list,one]

How long other calls wait while sign-ins fill the hash slots: their p99 with and without so many connections that
do nothing but sign in, the floor and the product in turn, and how many sign-ins that were. Specification 9.1: product ÷ floor at
most 4. With --rate they rest, so that at most so many sign in a second at either.`

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    repeats: { type: 'string', default: '5' },
    'sign-ins': { type: 'string', default: '8' },
    rate: { type: 'string' },
    only: { type: 'string', default: 'check,list,one' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  console.log(help)
  process.exit(0)
}
const seconds = Number(values.seconds)

await onPostgres(async (postgres) => {
  const { shared, signIns } = await prepareDatabase(postgres.connection, { accounts: 2050, sitesEach: 10 })
  const targets = {
    floor: await startTarget('floor', postgres),
    product: await startTarget('product', postgres),
  }
  const all = scenarios(shared, signIns)
  const connections = Number(values['sign-ins'])
  const restsMs = values.rate === undefined ? 0 : (connections * 1000) / Number(values.rate)
  const signIn = { ...all.find(({ name }) => name === 'sign-in')!, connections, restsMs }
  const names = ['floor', 'product'] as const

  for (const call of all.filter(({ name }) => values.only.split(',').includes(name))) {
    const p99 = { floor: { quiet: [], busy: [] }, product: { quiet: [], busy: [] } } as Record<
      (typeof names)[number],
      Record<'quiet' | 'busy', number[]>
    >
    const signIns: Record<(typeof names)[number], number[]> = { floor: [], product: [] }
    for (const name of names) await waits(targets[name], call, 1)
    for (let repeat = 0; repeat < Number(values.repeats); repeat++)
      for (const name of repeat % 2 ? names.toReversed() : names) {
        p99[name].quiet.push((await waits(targets[name], call, seconds)).p99)
        const [busy, { perSecond }] = await Promise.all([
          waits(targets[name], call, seconds),
          measure(targets[name], signIn, seconds),
        ])
        p99[name].busy.push(busy.p99)
        signIns[name].push(perSecond)
      }
    const of = (name: (typeof names)[number], when: 'quiet' | 'busy') => median(p99[name][when])
    console.log(
      `${call.name.padEnd(8)}p99 while signing in: floor ${of('floor', 'busy').toFixed(1)} ms, ` +
        `product ${of('product', 'busy').toFixed(1)} ms, ratio ${(of('product', 'busy') / of('floor', 'busy')).toFixed(2)}; ` +
        `quiet: floor ${of('floor', 'quiet').toFixed(1)} ms, product ${of('product', 'quiet').toFixed(1)} ms; ` +
        `product busy ÷ quiet ${(of('product', 'busy') / of('product', 'quiet')).toFixed(1)}; ` +
        `sign-ins a second: floor ${median(signIns.floor).toFixed(0)}, product ${median(signIns.product).toFixed(0)}`,
    )
  }
  await Promise.all(Object.values(targets).map((target) => target.stop()))
})
