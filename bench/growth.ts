import pg from 'pg'
import { parseArgs } from 'node:util'
import { median, waits, type Target } from './measure.ts'
import { scenarios, type Shared } from './scenarios.ts'
import { onPostgres, prepareDatabase, startTarget } from './targets.ts'
import './one-line.ts'

const help = `npm run bench:growth -- [--few 1000] [--many 100000] [--seconds 1] [--repeats 15]

How reads grow: two databases in one PostgreSQL, of so many accounts with ten sites each, the floor and the
product on both in turn. Prints medians of p50 and their ratio many ÷ few (specification 9.1: at most 1.5).`

const { values } = parseArgs({
  options: {
    few: { type: 'string', default: '1000' },
    many: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '1' },
    repeats: { type: 'string', default: '15' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  console.log(help)
  process.exit(0)
}

type Side = { target: Target; shared: Shared; p50: number[] }
type Size = 'few' | 'many'

await onPostgres(async (postgres) => {
  const { connection } = postgres
  const client = new pg.Client(connection)
  await client.connect()
  const sides: Record<'floor' | 'product', Partial<Record<Size, Side>>> = { floor: {}, product: {} }
  for (const size of ['few', 'many'] as const) {
    const startedAt = performance.now()
    await client.query(`create database ${size}`)
    const here = { ...connection, database: size }
    const connectionString = postgres.connectionString.replace(`/${postgres.database}?`, `/${size}?`)
    const there = { ...postgres, connection: here, connectionString }
    const { shared } = await prepareDatabase(here, { accounts: Number(values[size]), sitesEach: 10 })
    const took = ((performance.now() - startedAt) / 1000).toFixed(0)
    console.log(`${(shared.accounts * 10).toLocaleString('en')} sites prepared in ${took} s`)
    for (const name of ['floor', 'product'] as const)
      sides[name][size] = { target: await startTarget(name, there), shared, p50: [] }
  }
  await client.end()

  for (const call of ['list', 'one']) {
    for (let repeat = -1; repeat < Number(values.repeats); repeat++) {
      for (const name of ['floor', 'product'] as const)
        for (const { target, shared, p50 } of Object.values(sides[name])) {
          const scenario = scenarios(shared, []).find((one) => one.name === call)!
          const took = await waits(target, scenario, repeat < 0 ? 1 : Number(values.seconds))
          if (repeat >= 0) p50.push(took.p50)
        }
    }
    for (const name of ['floor', 'product'] as const) {
      const [few, many] = [sides[name].few!, sides[name].many!].map(({ p50 }) => median(p50.splice(0)))
      console.log(
        `${call.padEnd(6)}${name.padEnd(10)}few ${few!.toFixed(2)} ms, many ${many!.toFixed(2)} ms, ` +
          `ratio ${(many! / few!).toFixed(2)}`,
      )
    }
  }
  const all = Object.values(sides).flatMap((both) => Object.values(both))
  await Promise.all(all.map(({ target }) => target.stop()))
})
