import { confirmSignUp, signUp } from '@byre/contract/accounts/auth'
import { logIn } from '@byre/contract/accounts/sign-ins'
import type { Endpoint, ReplyOf } from '@byre/contract/endpoint'
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { request, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { after } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { listKeptMails, type KeptMail } from '../platform/mail/mail.ts'
import { createTestDatabase, urlOf } from './database.ts'
import { killAll, startMain, stop, type Started } from './main-process.ts'
import { password } from './test-app.ts'

export interface Said<E extends Endpoint> {
  status: number
  retryAfter: number | null
  /** The whole envelope, but for the request's own id. */
  body: Record<string, unknown>
  reply: ReplyOf<E>
}

export interface CallOptions {
  token?: string
  params?: Record<string, string>
  query?: Record<string, string>
  body?: Record<string, string>
  key?: string
  /** A tenant's; the portal's when absent. */
  host?: string
}

let networks = 0

/** Calls one of the processes as the client does, through a proxy, each time from another network. */
export async function callOf<E extends Endpoint>(
  { port }: Pick<Started, 'port'>,
  endpoint: E,
  { token, params = {}, query = {}, body, key, host = 'localhost' }: CallOptions = {},
): Promise<Said<E>> {
  const n = ++networks
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')
  const search = new URLSearchParams(query).toString()
  const form = body ? new URLSearchParams(body).toString() : ''
  // Not fetch, which names the port it calls: one portal stands before both.
  const clientRequest = request({
    host: '127.0.0.1',
    port,
    path: search ? `${path}?${search}` : path,
    method: endpoint.method,
    headers: {
      host,
      'x-forwarded-for': `198.18.${n >> 8}.${n & 255}`,
      ...(body ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(key ? { 'idempotency-key': key } : {}),
    },
  })
  clientRequest.end(form)
  const [answer] = (await once(clientRequest, 'response')) as [IncomingMessage]
  const { request_id: _, ...said } = (await json(answer)) as Record<string, unknown>
  const retryAfter = answer.headers['retry-after']
  return {
    status: answer.statusCode ?? 0,
    retryAfter: retryAfter === undefined ? null : Number(retryAfter),
    body: said,
    reply: (endpoint.service === 'auth' ? said : said['data']) as ReplyOf<E>,
  }
}

/** Two real processes on one PostgreSQL for a whole test file, with the limits of an installation unless `env` says otherwise. */
export async function startTwo(env: Record<string, string> = {}) {
  const database = await createTestDatabase()
  // What a test does itself is no part of what is tested, so that it need not try again where it meets the product.
  const asAlways = '-c default_transaction_isolation=read\\ committed'
  const pool = new pg.Pool({ ...database.options, max: 2, options: asAlways })
  // Its connections may still be closing when the database is dropped.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const folders = await Promise.all([1, 2].map(() => mkdtemp(join(tmpdir(), 'byre-test-'))))
  const [one, two] = (await Promise.all(
    folders.map((DATA_DIR) =>
      startMain({
        DATA_DIR,
        DATABASE_URL: urlOf(database.options),
        PUBLIC_URL: 'http://localhost',
        APP_SECRET: 'a secret that both processes share, long enough',
        TRUSTED_PROXIES: '127.0.0.1',
        ...env,
      }),
    ),
  )) as [Started, Started]
  after(async () => {
    await Promise.all([one, two].map(stop))
    killAll()
    await pool.end()
    await database.drop()
    await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })))
  })
  await Promise.all([one.ready, two.ready])

  const known = new Map<string, Promise<KeptMail>>()
  /** The first mail that either process sent to an address and that is meant; waits for it. */
  async function mailTo(email: string, isMeant: (mail: KeptMail) => boolean): Promise<KeptMail> {
    const deadline = Date.now() + 10_000
    for (;;) {
      const kept = await Promise.all(folders.map((folder) => listKeptMails(join(folder, 'mail'), known)))
      const match = kept.flat().find((mail) => mail.to === email && isMeant(mail))
      if (match) return match
      assert.ok(Date.now() < deadline, `what is meant was not mailed to ${email}`)
      await delay(20)
    }
  }

  const codeIn = ({ text }: KeptMail) => /^\s*(\d{6})\s*$/m.exec(text)?.[1]
  const codeFor = async (email: string) => codeIn(await mailTo(email, (mail) => codeIn(mail) !== undefined))!

  /** Signed up at the first and confirmed at the second; the address. */
  async function newAccount(name: string): Promise<string> {
    const email = `${name}@ranch.example`
    assert.equal((await callOf(one, signUp, { body: { email, password } })).status, 201)
    const body = { email, code: await codeFor(email) }
    assert.equal((await callOf(two, confirmSignUp, { body })).status, 200)
    return email
  }

  const logInAt = (at: Started, email: string, secret = password) =>
    callOf(at, logIn, { body: { username: email, password: secret } })

  return { one, two, pool, mailTo, codeFor, newAccount, logInAt }
}
