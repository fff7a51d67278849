import * as contract from '@byre/contract/accounts/auth'
import * as signIns from '@byre/contract/accounts/sign-ins'
import type { Endpoint } from '@byre/contract/endpoint'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startLocalPostgres } from '../server/src/platform/start/local-postgres.ts'
import { migrate } from '../server/src/platform/start/migrate.ts'
import { median } from './measure.ts'
import { rankTest } from './ranks.ts'
import { idOf, seed } from './seed.ts'
import { signInAccounts } from './sign-in-accounts.ts'
import { startTarget } from './targets.ts'
import './one-line.ts'

const help = `npm run bench:timing -- [--samples 300] [--only logIn,resetPassword]

Whether the time of an answer tells if an address is known (A03, A04): the same call in turn for unknown,
unconfirmed and confirmed addresses, each used once and from a network of its own. Prints medians and how likely
such a difference is by chance (Mann-Whitney); a leak is a difference of 5 % and more that is less likely than 1 %.`

const { values } = parseArgs({
  options: {
    samples: { type: 'string', default: '300' },
    only: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  console.log(help)
  process.exit(0)
}
const samples = Number(values.samples)

/** The n-th address of a kind; all are equally long, and met once a call. */
const addresses = {
  unknown: (n: number) => `nobody${samples + n}@bench.example`,
  unconfirmed: (n: number) => `person${samples + n}@bench.example`,
  confirmed: (n: number) => `person${2 * samples + n}@bench.example`,
}
type Kind = keyof typeof addresses

interface Call {
  endpoint: Endpoint
  body(email: string): Record<string, string>
  status: number
  /** Which kinds nobody may tell from an unknown address. */
  alike: readonly Kind[]
}

const password = 'Wrong-7-fence!'
const both = ['unconfirmed', 'confirmed'] as const
const calls: Call[] = [
  {
    endpoint: signIns.logIn,
    body: (username) => ({ username, password }),
    status: 401,
    alike: both,
  },
  { endpoint: contract.resetPassword, body: (username) => ({ username }), status: 200, alike: both },
  { endpoint: contract.resendConfirmation, body: (email) => ({ email }), status: 200, alike: both },
  { endpoint: contract.isConfirmed, body: (email) => ({ email }), status: 200, alike: ['unconfirmed'] },
  {
    endpoint: contract.confirmSignUp,
    body: (email) => ({ email, code: '000000' }),
    status: 400,
    alike: both,
  },
  {
    endpoint: contract.confirmResetPassword,
    body: (username) => ({ username, password, code: '000000' }),
    status: 400,
    alike: both,
  },
]

const agent = new Agent({ keepAlive: true, maxSockets: 1 })
let networks = 0

/** Milliseconds until the whole answer is there. */
async function time(url: string, { endpoint, body, status }: Call, email: string): Promise<number> {
  const n = ++networks
  const form = new URLSearchParams(body(email)).toString()
  const clientRequest = request(url + endpoint.path, {
    agent,
    method: endpoint.method,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': Buffer.byteLength(form),
      'x-forwarded-for': `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`,
    },
  })
  const startedAt = performance.now()
  clientRequest.end(form)
  const [answer] = (await once(clientRequest, 'response')) as [IncomingMessage]
  answer.resume()
  await once(answer, 'end')
  const tookMs = performance.now() - startedAt
  if (answer.statusCode !== status) throw new Error(`${endpoint.name} answered ${answer.statusCode}`)
  return tookMs
}

function shuffled<T>(things: readonly T[]): T[] {
  return things
    .map((thing) => ({ thing, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ thing }) => thing)
}

const dataDir = await mkdtemp(join(tmpdir(), 'byre-timing-'))
const postgres = await startLocalPostgres({ dataDir, settings: { max_connections: '100' } })
try {
  console.log('Preparing the database …')
  await migrate(postgres.connection)
  const client = new pg.Client(postgres.connection)
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query<{ id: string }>(`select id from payments.plans limit 1`)
  const accounts = 3 * samples + 20
  await seed(client, { accounts, sitesEach: 1 }, rows[0]!.id)
  await signInAccounts(client, accounts)
  await client.query(`update auth.accounts set confirmed_at = null where id between $1::uuid and $2::uuid`, [
    idOf('a', samples),
    idOf('a', 2 * samples - 1),
  ])
  await client.end()

  const product = await startTarget('product', postgres)

  const row = (cells: string[]) =>
    console.log(cells.map((cell, at) => (at < 2 ? cell.padEnd(22) : cell.padStart(12))).join(''))
  row(['call', 'beside unknown', 'unknown ms', 'its ms', 'differs', 'p', ''])
  const only = values.only?.split(',')
  for (const call of calls.filter(({ endpoint }) => !only || only.includes(endpoint.name))) {
    const kinds: Kind[] = ['unknown', ...call.alike]
    const took: Record<Kind, number[]> = { unknown: [], unconfirmed: [], confirmed: [] }
    for (let n = 0; n < samples; n++)
      for (const kind of shuffled(kinds)) took[kind].push(await time(product.url, call, addresses[kind](n)))
    for (const kind of call.alike) {
      const [unknown, its] = [median(took.unknown), median(took[kind])]
      const differs = Math.abs(its / unknown - 1)
      const p = rankTest(took.unknown, took[kind])
      const leaks = differs >= 0.05 && p < 0.01
      if (leaks) process.exitCode = 1
      row([
        call.endpoint.name,
        kind,
        unknown.toFixed(3),
        its.toFixed(3),
        `${(differs * 100).toFixed(1)} %`,
        p.toFixed(4),
        leaks ? 'leaks' : '',
      ])
    }
  }
  agent.destroy()
  await product.stop()
} finally {
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
