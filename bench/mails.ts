import { once } from 'node:events'
import { Agent, request, type IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import './one-line.ts'
import { scenarios } from './scenarios.ts'
import { onPostgres, prepareDatabase, startTarget } from './targets.ts'

const help = `npm run bench:mails -- [--rate 200] [--seconds 20]

How soon the mail of a new site leaves after its commit, while so many sites are set up each second: from the beginning
of its transaction until its job is ended, which is later than the mail. Above 2 s it ends as a failure.`

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '20' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  console.log(help)
  process.exit(0)
}
const [rate, seconds] = [Number(values.rate), Number(values.seconds)]
const mustSeconds = 2

await onPostgres(async (postgres) => {
  const { shared, signIns } = await prepareDatabase(postgres.connection, { accounts: 2000, sitesEach: 2 })
  const product = await startTarget('product', postgres)
  const create = scenarios(shared, signIns).find(({ name }) => name === 'create')!
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
    const due = startedAt + (n * 1000) / rate
    if (due > performance.now()) await wait(due - performance.now())
    calls.push(callOnce(n))
  }
  await Promise.all(calls)
  const reached = calls.length / ((performance.now() - startedAt) / 1000)
  await product.settle()
  agent.destroy()

  const client = new pg.Client(postgres.connection)
  await client.connect()
  const { rows } = await client.query<Record<'mails' | 'p50' | 'p99' | 'longest', number>>(`
    with ended as (select extract(epoch from completed_on - created_on)::float8 as took from pgboss.job where name = 'customers.mail')
    select count(*)::int as mails, percentile_cont(0.5) within group (order by took) as p50,
      percentile_cont(0.99) within group (order by took) as p99, max(took) as longest from ended`)
  await client.end()
  await product.stop()

  const { mails, p50, p99, longest } = rows[0]!
  console.log(
    `${reached.toFixed(0)} sites a second (asked for: ${rate}), ${mails} mails: ` +
      `p50 ${p50.toFixed(2)} s, p99 ${p99.toFixed(2)} s, longest ${longest.toFixed(2)} s`,
  )
  if (mails !== calls.length) throw new Error(`${calls.length} sites were set up, and ${mails} mails left`)
  if (longest > mustSeconds) throw new Error(`a mail left later than ${mustSeconds} s after its commit`)
})
