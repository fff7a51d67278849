import { once } from 'node:events'
import { Agent, request, type IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import type { Scenario } from './load.ts'
import { median, waits, type Target } from './measure.ts'
import './one-line.ts'
import { stolenMs } from './processor-time.ts'
import { scenarios } from './scenarios.ts'
import { idOf } from './seed.ts'
import { onPostgres, prepareDatabase, startBeside, startMailSink, startTarget } from './targets.ts'

const help = `npm run bench:mails -- [--rate 200] [--seconds 20] [--repeats 7]

How soon the mail of a new site leaves after its commit, while so many sites are set up each second: from the beginning
of its transaction until its job is ended, which is later than the mail. Above 2 s it ends as a failure.
Then how long callers wait while as many mails leave: the p99 of their calls, beside that while as many jobs are only
kept for later, in turn, and both beside a floor that does the least to send as many; in one process that does all, and
with mails sent by a process of their own.`

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '20' },
    repeats: { type: 'string', default: '7' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  console.log(help)
  process.exit(0)
}
const [rate, seconds, repeats] = [Number(values.rate), Number(values.seconds), Number(values.repeats)]
const mustSeconds = 2
const turnSeconds = 4
/** By the machine's host, from all cores together, in a turn that counts. */
const stolenAtMostMs = 40
const mails = 'customers.mail'

await onPostgres(async (postgres) => {
  const { shared, signIns } = await prepareDatabase(postgres.connection, { accounts: 2000, sitesEach: 2 })
  const product = await startTarget('product', postgres)
  const all = scenarios(shared, signIns)
  const named = (name: string) => all.find((one) => one.name === name)!

  const reached = await setUpSites(product, named('create'))
  const left = await howSoon(postgres.connection)
  console.log(
    `${reached.toFixed(0)} sites a second (asked for: ${rate}), ${left.mails} mails: ` +
      `p50 ${left.p50.toFixed(2)} s, p99 ${left.p99.toFixed(2)} s, longest ${left.longest.toFixed(2)} s`,
  )

  const client = new pg.Client(postgres.connection)
  await client.connect()
  const sink = await startMailSink()
  const compareAll = async (where: string, pair: Arrangement[]) => {
    console.log(`p99 while ${rate} mails a second leave ÷ while none does, ${where}:`)
    for (const name of ['check', 'update']) await compareCallers(pair, named(name), client, shared.accounts)
    for (const { target } of pair) await target.stop()
  }
  const floor = (floor: string) => startTarget('floor', postgres, { floor, more: [sink.url] })
  await compareAll('one process', [
    { target: product, jobs: mails },
    { target: await floor('mails-floor.ts'), jobs: 'floor.mail' },
  ])
  const sender = await startBeside('mails-floor.ts', postgres, sink.url)
  await compareAll('mails sent by a process of their own', [
    { target: await startTarget('product', postgres, { roles: ['web', 'worker'] }), jobs: mails },
    { target: await floor('floor.ts'), jobs: 'floor.apart' },
  ])
  await sender.stop()
  await sink.stop()
  await client.end()

  if (left.mails !== rate * seconds)
    throw new Error(`${rate * seconds} sites were set up, and ${left.mails} mails left`)
  if (left.longest > mustSeconds) throw new Error(`a mail left later than ${mustSeconds} s after its commit`)
})

/** How many a second were set up, once all their mails have left. */
async function setUpSites(product: Target, create: Scenario): Promise<number> {
  const agent = new Agent({ keepAlive: true })
  const callOnce = async (n: number) => {
    const { method, path, headers, body } = create.next(n % 32, n, '')
    const clientRequest = request(product.url + path, { agent, method, headers })
    clientRequest.end(body)
    const [answer] = (await once(clientRequest, 'response')) as [IncomingMessage]
    answer.resume()
    if (answer.statusCode !== 201) throw new Error(`a site was answered with ${answer.statusCode}`)
  }
  const startedAt = performance.now()
  const calls: Promise<void>[] = []
  for (let n = 0; n < rate * seconds; n++) {
    const restMs = startedAt + (n * 1000) / rate - performance.now()
    if (restMs > 0) await wait(restMs)
    calls.push(callOnce(n))
  }
  await Promise.all(calls)
  const reached = calls.length / ((performance.now() - startedAt) / 1000)
  await product.settle()
  agent.destroy()
  return reached
}

/** From the beginning of a site's transaction to the end of its mail's job, in seconds. */
async function howSoon(connection: pg.PoolConfig) {
  const client = new pg.Client(connection)
  await client.connect()
  const { rows } = await client.query<Record<'mails' | 'p50' | 'p99' | 'longest', number>>(`
    with ended as (select extract(epoch from completed_on - created_on)::float8 as took from pgboss.job where name = '${mails}')
    select count(*)::int as mails, percentile_cont(0.5) within group (order by took) as p50,
      percentile_cont(0.99) within group (order by took) as p99, max(took) as longest from ended`)
  await client.end()
  return rows[0]!
}

/** Who answers calls, and the name of the jobs for which mails leave beside them. */
interface Arrangement {
  target: Target
  jobs: string
}

/** Prints a call's p99 while mails leave and while none does, and the one divided by the other. Turns that the machine's host disturbed do not count. */
async function compareCallers(
  pair: Arrangement[],
  call: Scenario,
  client: pg.Client,
  accounts: number,
): Promise<void> {
  const turns = pair.flatMap((one) =>
    [false, true].map((leaves) => ({ ...one, leaves, p99s: [] as number[] })),
  )
  const take = async ({ target, jobs, leaves, p99s }: (typeof turns)[number]) => {
    const before = stolenMs()
    const [{ p99 }] = await Promise.all([
      waits(target, call, turnSeconds),
      sendJobs(client, jobs, { accounts, leaves }),
    ])
    const isQuiet = stolenMs() - before <= stolenAtMostMs
    await doneWith(client, jobs)
    if (isQuiet) p99s.push(p99)
  }
  for (const turn of turns) await take({ ...turn, p99s: [] })
  for (let round = 0; round < 3 * repeats; round++)
    for (let n = 0; n < turns.length; n++) {
      const turn = turns[(n + round) % turns.length]!
      if (turn.p99s.length < repeats) await take(turn)
    }
  for (const { target } of pair) {
    const [without, beside] = turns.filter((turn) => turn.target === target).map(({ p99s }) => p99s)
    if (beside!.length === 0 || without!.length === 0)
      throw new Error(`the machine's host left no turn of ${call.name} alone`)
    const counted = `${beside!.length} and ${without!.length} turns`
    const [withMails, alone] = [median(beside!), median(without!)]
    console.log(
      `${call.name.padEnd(8)}${target.name.padEnd(9)}${withMails.toFixed(1)} ms ÷ ${alone.toFixed(1)} ms: ${(withMails / alone).toFixed(2)} (${counted})`,
    )
  }
}

/** As many jobs a second as mails are asked for, of sites that are there: due at once and told of, or in an hour. */
async function sendJobs(
  client: pg.Client,
  name: string,
  { accounts, leaves }: { accounts: number; leaves: boolean },
): Promise<void> {
  const everyMs = 50
  const count = Math.round((rate * everyMs) / 1000)
  for (
    let n = 0, until = performance.now() + turnSeconds * 1000;
    performance.now() < until;
    await wait(everyMs)
  ) {
    const jobs = Array.from({ length: count }, () => {
      n = (n + 1) % accounts
      return { letter: 'place set up', kind: 'site', place_id: idOf('c', n), user_id: idOf('a', n) }
    })
    await client.query(
      `insert into pgboss.job (name, data, start_after)
       select $1, job, now() + make_interval(hours => $2) from jsonb_array_elements($3::jsonb) as job`,
      [name, leaves ? 0 : 1, JSON.stringify(jobs)],
    )
    if (leaves) await client.query(`select pg_notify('byre_jobs', $1)`, [name])
  }
}

/** Until these jobs' mails have left; what was kept for later goes, so that nobody has to look through it. */
async function doneWith(client: pg.Client, name: string): Promise<void> {
  await client.query(`delete from pgboss.job where name = $1 and start_after > now() + interval '1 minute'`, [
    name,
  ])
  const left = `select from pgboss.job where name = $1 and state < 'completed' limit 1`
  for (const until = Date.now() + 120_000; (await client.query(left, [name])).rowCount; await wait(200))
    if (Date.now() > until) throw new Error(`the mails of ${name} do not leave`)
}
