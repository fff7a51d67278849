import { once } from 'node:events'
import { Agent, request, type IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import type { Scenario } from './load.ts'
import { median, waits, type Target } from './measure.ts'
import './one-line.ts'
import { scenarios } from './scenarios.ts'
import { idOf } from './seed.ts'
import { onPostgres, prepareDatabase, startTarget } from './targets.ts'

const help = `npm run bench:mails -- [--rate 200] [--seconds 20] [--repeats 7]

How soon the mail of a new site leaves after its commit, while so many sites are set up each second: from the beginning
of its transaction until its job is ended, which is later than the mail. Above 2 s it ends as a failure.
Then how long callers wait while as many mails leave: the p99 of their calls, beside that while as many jobs are only
kept for later, in turn; of one process that does all, and of one beside which the workers run in a process of their own.`

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
  const compareAll = async (target: Target, where: string) => {
    console.log(`p99 while ${rate} mails a second leave ÷ while none does, ${where}:`)
    for (const name of ['check', 'one', 'update'])
      await compareCallers(target, named(name), client, shared.accounts)
    await target.stop()
  }
  await compareAll(product, 'one process')
  const apart = await startTarget('product', postgres, { roles: ['web', 'worker'] })
  await compareAll(apart, 'workers in a process of their own')
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

/** Prints a call's p99 while mails leave and while none does, and the one divided by the other. */
async function compareCallers(
  product: Target,
  call: Scenario,
  client: pg.Client,
  accounts: number,
): Promise<void> {
  const p99s = async (leaves: boolean) => {
    const [{ p99 }] = await Promise.all([waits(product, call, 4), sendJobs(client, accounts, 4, leaves)])
    await product.settle()
    return p99
  }
  await p99s(true)
  const [beside, alone]: [number[], number[]] = [[], []]
  for (let repeat = 0; repeat < repeats; repeat++)
    for (const leaves of repeat % 2 ? [true, false] : [false, true])
      (leaves ? beside : alone).push(await p99s(leaves))
  const [withMails, without] = [median(beside), median(alone)]
  console.log(
    `${call.name.padEnd(8)}${withMails.toFixed(1)} ms ÷ ${without.toFixed(1)} ms: ${(withMails / without).toFixed(2)}`,
  )
}

/** As many jobs a second as mails are asked for, of sites that are there: due at once, or in an hour. */
async function sendJobs(client: pg.Client, accounts: number, forSeconds: number, isDue: boolean) {
  const everyMs = 50
  const count = Math.round((rate * everyMs) / 1000)
  for (
    let n = 0, until = performance.now() + forSeconds * 1000;
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
      [mails, isDue ? 0 : 1, JSON.stringify(jobs)],
    )
    await client.query(`select pg_notify('byre_jobs', $1)`, [mails])
  }
}
