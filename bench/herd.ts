import { parseArgs } from 'node:util'
import pg from 'pg'
import { measureImport } from './herd-import.ts'
import { measureLoads } from './herd-lock.ts'
import { herdCalls, type Calls } from './herd-scenarios.ts'
import { seedHerds, smallSite, type HerdSize } from './herd-seed.ts'
import { loadByNode } from './load-by-node.ts'
import { measure, median, waits, type Sample, type Target } from './measure.ts'
import { statementsDuring } from './statements.ts'
import { onPostgres, startTarget } from './targets.ts'
import './one-line.ts'

const help = `npm run bench:herd -- [--sites 50] [--head 20000] [--treatments 500000] [--few 5000] [--seconds 3] [--repeats 5] [--rows 10000]
  [--only fragment,append,import,lock]

The site app: the floor (bare node:http and the driver on the same tables, cookie check included) and the product as npm start
runs it, in turn on one PostgreSQL. Of \`--sites\`, one has \`--head\` animals, four have 5,000, one 1,000, all others 100. Prints
medians and ratios product ÷ floor beside what they must reach: requests a second, p99, processor time a request of the server
and of PostgreSQL, memory; statements a call; and how p50 grows, for the fragment from 1,000 head to \`--head\`, for other reads from a
database of \`--few\` treatments to one of \`--treatments\`. \`import\`: a file of \`--rows\` animals with past treatments, and how long
three people wait at the same site beside it and alone. \`lock\`: the gate's check and lock of 300 animals beside the floor's select of
them. The whole size: --sites 1000 --head 100000 --treatments 10000000 --few 100000.`

const { values } = parseArgs({
  options: {
    sites: { type: 'string', default: '50' },
    head: { type: 'string', default: '20000' },
    treatments: { type: 'string', default: '500000' },
    few: { type: 'string', default: '5000' },
    seconds: { type: 'string', default: '3' },
    repeats: { type: 'string', default: '5' },
    rows: { type: 'string', default: '10000' },
    only: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  console.log(help)
  process.exit(0)
}
const size: HerdSize = {
  sites: Number(values.sites),
  head: Number(values.head),
  treatments: Number(values.treatments),
}
if (size.sites <= smallSite || size.sites > 2000 || size.head < 1000)
  throw new Error(`sites must be ${smallSite + 1} to 2000, head 1000 or more`)
const [seconds, repeats] = [Number(values.seconds), Number(values.repeats)]
const isChosen = (name: keyof Calls | 'import' | 'lock') =>
  !values.only || values.only.split(',').includes(name)

type Side = 'floor' | 'product'
const sidesOf = (repeat: number): Side[] => (repeat % 2 ? ['product', 'floor'] : ['floor', 'product'])
type Both = Record<Side, Target>
const must: Record<keyof Calls, string> = {
  fragment: '0.60',
  animal: '0.60',
  holds: '0.60',
  pens: '0.60',
  append: '0.40',
  people: 'MB 1.80',
}

const line = (cells: readonly string[]) =>
  console.log(cells.map((cell, at) => (at === 0 ? cell.padEnd(20) : cell.padStart(10))).join(''))

/** Loads both in turn and prints one line of medians. */
async function compare(both: Both, call: keyof Calls, statements: () => Promise<number>): Promise<void> {
  const samples: Record<Side, Sample[]> = { floor: [], product: [] }
  const scenario = {
    floor: herdCalls(both.floor.url, size)[call],
    product: herdCalls(both.product.url, size)[call],
  }
  for (const side of sidesOf(0)) await measure(both[side], scenario[side], 1)
  for (let repeat = 0; repeat < repeats; repeat++)
    for (const side of sidesOf(repeat)) samples[side].push(await measure(both[side], scenario[side], seconds))
  const of = (side: Side, key: keyof Sample) => median(samples[side].map((sample) => sample[key]))
  const ratio = (key: keyof Sample) => (of('product', key) / of('floor', key)).toFixed(2)
  const each = samples.product.map(({ perSecond }, at) => perSecond / samples.floor[at]!.perSecond)
  line([
    scenario.product.name,
    of('floor', 'perSecond').toFixed(0),
    of('product', 'perSecond').toFixed(0),
    ratio('perSecond'),
    `${Math.min(...each).toFixed(2)}-${Math.max(...each).toFixed(2)}`,
    must[call],
    of('product', 'p50').toFixed(1),
    ratio('p99'),
    ratio('cpuMs'),
    ratio('databaseMs'),
    ratio('rssMb'),
    String(await statements()),
  ])
}

/** Statements of one call: the least of several, since other work of the product may fall in between. */
async function statementsOf(connection: pg.PoolConfig, target: Target, call: keyof Calls): Promise<number> {
  const scenario = { ...herdCalls(target.url, size)[call], connections: 1 }
  const client = new pg.Client(connection)
  await client.connect()
  const counts: number[] = []
  for (let turn = 0; turn < 7; turn++) {
    let calls = 1
    const statements = await statementsDuring(client, async () => {
      const { answers, failed } = await loadByNode(target.url, scenario, 0.05)
      if (failed !== null) throw new Error(`${target.name} failed at ${scenario.name}: ${failed}`)
      calls = answers
    })
    counts.push(Math.floor(statements / calls))
  }
  await client.end()
  return Math.min(...counts)
}

/** How p50 grows from one target to another, of the floor and of the product. */
async function growth(name: string, call: keyof Calls, pairs: Record<Side, [few: Place, many: Place]>) {
  const took: Record<Side, number[][]> = { floor: [[], []], product: [[], []] }
  for (let repeat = -1; repeat < repeats; repeat++)
    for (const side of sidesOf(repeat + 2))
      for (const [at, { target, isSmall }] of pairs[side].entries()) {
        const scenario = herdCalls(target.url, size, isSmall)[call]
        const { p50 } = await waits(target, scenario, 1)
        if (repeat >= 0) took[side][at]!.push(p50)
      }
  for (const side of ['floor', 'product'] as const) {
    const [few, many] = took[side].map((all) => median(all))
    line([name, side, few!.toFixed(2), many!.toFixed(2), (many! / few!).toFixed(2), '1.50'])
  }
}

interface Place {
  target: Target
  isSmall: boolean
}

await onPostgres(
  async (postgres) => {
    const client = new pg.Client(postgres.connection)
    await client.connect()
    const started: Target[] = []
    /** A database of its own, filled, with floor and product on it. */
    const prepare = async (name: string, of: HerdSize): Promise<Both & { connection: pg.PoolConfig }> => {
      const startedAt = performance.now()
      await client.query(`create database ${name}`)
      const connection = { ...postgres.connection, database: name }
      const connectionString = postgres.connectionString.replace(`/${postgres.database}?`, `/${name}?`)
      const there = { ...postgres, connection, connectionString }
      const inside = new pg.Client(connection)
      await inside.connect()
      await inside.query('create extension pg_stat_statements schema public')
      await inside.end()
      await seedHerds(connection, of)
      const took = ((performance.now() - startedAt) / 1000).toFixed(0)
      console.log(
        `${of.treatments.toLocaleString('en')} treatments at ${of.sites} sites prepared in ${took} s`,
      )
      const floor = await startTarget('floor', there, { floor: 'herd-floor.ts' })
      const product = await startTarget('product', there)
      started.push(floor, product)
      return { floor, product, connection }
    }

    const many = await prepare('many', size)
    const calls = (Object.keys(must) as (keyof Calls)[]).filter(isChosen)
    const heads = [
      '',
      'floor/s',
      'product/s',
      'ratio',
      'each',
      'must',
      'p50 ms',
      'p99 ratio',
      'cpu ratio',
      'db ratio',
      'MB ratio',
      'statements',
    ]
    if (calls.length > 0) line(heads)
    for (const call of calls)
      await compare(many, call, () => statementsOf(many.connection, many.product, call))

    const reads = (['fragment', 'animal', 'holds', 'pens'] as const).filter(isChosen)
    if (reads.length > 0) {
      const few = await prepare('few', { ...size, treatments: Number(values.few) })
      line(['p50 ms', '', 'few', 'many', 'ratio', 'must'])
      for (const call of reads) {
        const place = (target: Target, isSmall = false): Place => ({ target, isSmall })
        const isOfHead = call === 'fragment'
        await growth(isOfHead ? 'fragment, by head' : call, call, {
          floor: [isOfHead ? place(many.floor, true) : place(few.floor), place(many.floor)],
          product: [isOfHead ? place(many.product, true) : place(few.product), place(many.product)],
        })
      }
    }
    // What follows adds animals and lists to the large site.
    if (isChosen('import'))
      await measureImport(
        { product: many.product, size, rows: Number(values.rows), seconds: seconds * 5 },
        line,
      )
    if (isChosen('lock')) await measureLoads({ ...many, head: size.head, repeats }, line)
    await client.end()
    await Promise.all(started.map((target) => target.stop()))
  },
  { shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.track': 'top' },
)
