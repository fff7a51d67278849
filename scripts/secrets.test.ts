import { confirmSignUp, signUp } from '@byre/contract/accounts/auth'
import { logIn, refreshSession } from '@byre/contract/accounts/sign-ins'
import type { Endpoint } from '@byre/contract/endpoint'
import { beginTotp, confirmTotp, proveSecondFactor } from '@byre/contract/accounts/second-factors'
import { listKeptMails } from '@byre/server/platform/mail/mail'
import { createTestDatabase, cursorOfRun, type TestDatabase, urlOf } from '@byre/server/testing/database'
import { killAll, startMain, stop, type Started } from '@byre/server/testing/main-process'
import { codeOf } from '@byre/server/testing/second-factors'
import { callOf, type CallOptions, type Said } from '@byre/server/testing/two-mains'
import { password } from '@byre/server/testing/test-app'
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { byreProgram } from './operators/program.ts'

/*
 * A rehearsal of docs/operators.md: two processes under load go from one secret to another, one after the
 * other. EXCHANGE_SECONDS keeps each step under load that much longer, for a rehearsal by hand.
 */

const oldSecret = 'the old secret of a rehearsal which is long enough for it'
const newSecret = 'the new secret of a rehearsal which is long enough for it'
const eachStepMs = Number(process.env['EXCHANGE_SECONDS'] ?? 0) * 1000

let database: TestDatabase
let pool: pg.Pool
let folder: string
before(async () => {
  database = await createTestDatabase()
  pool = new pg.Pool({ ...database.options, max: 4 })
  folder = await mkdtemp(join(tmpdir(), 'byre-test-'))
})
after(async () => {
  killAll()
  await pool.end()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

const environment = (APP_SECRET: string) => ({
  APP_SECRET,
  DATA_DIR: folder,
  DATABASE_URL: urlOf(database.options),
})

async function start(secret: string): Promise<Started> {
  const started = await startMain({
    ...environment(secret),
    PUBLIC_URL: 'http://localhost',
    TRUSTED_PROXIES: '127.0.0.1',
    LIMIT_FACTOR: '1000',
  })
  await started.ready
  return started
}

/** A start that is refused: how it ended, and in what words. */
async function refusedStart(secret: string) {
  const started = await startMain({ ...environment(secret), PUBLIC_URL: 'http://localhost' })
  void started.ready.then(() => stop(started)).catch(() => undefined)
  const { exitCode } = await started.ended
  return [exitCode, started.output.all.trim().split('\n').length, started.output.all.split(':')[0]]
}

async function byre(secret: string, ...args: string[]) {
  const child = spawn(process.execPath, [byreProgram, ...args, '--reason', 'rehearsal', '--json'], {
    env: {
      PATH: process.env['PATH'],
      ...cursorOfRun(),
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      ...environment(secret),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = { out: '', err: '' }
  child.stdout.on('data', (chunk) => (said.out += chunk))
  child.stderr.on('data', (chunk) => (said.err += chunk))
  const [code] = (await once(child, 'close')) as [number]
  return { code, ...said }
}

/** Both processes as a balancer has them: the next is asked, and one that is restarted is left out. */
class Nodes {
  #serving: Started[] = []
  #challenge = 0

  get next(): Started {
    return this.#serving[this.#challenge++ % this.#serving.length]!
  }

  /** Gives both the same list, one after the other. */
  async give(secret: string): Promise<void> {
    if (this.#serving.length === 0) this.#serving = await Promise.all([start(secret), start(secret)])
    else
      for (const node of this.#serving) {
        this.#serving = this.#serving.filter((one) => one !== node)
        assert.equal(await stop(node), 0, node.output.all)
        this.#serving = [...this.#serving, await start(secret)]
      }
  }

  async stop(): Promise<void> {
    await Promise.all(this.#serving.map(stop))
  }
}

interface Member {
  id: string
  email: string
  secret: string
  codes: string[]
}

/** Someone with an authenticator app and backup codes. */
async function newMember(nodes: Nodes, name: string): Promise<Member> {
  const email = `${name}@ranch.example`
  const at = () => nodes.next
  assert.equal((await callOf(at(), signUp, { body: { username: email, email, password } })).status, 201)
  const code = await codeTo(email)
  assert.equal((await callOf(at(), confirmSignUp, { body: { email, code } })).status, 200)
  const { id, token } = (await callOf(at(), logIn, { body: { username: email, password } })).reply
  const { secret } = (await callOf(at(), beginTotp, { token })).reply
  const confirmed = await callOf(at(), confirmTotp, { token, body: { code: codeOf(secret) } })
  assert.equal(confirmed.status, 200)
  return { id, email, secret, codes: confirmed.reply.backup_codes ?? [] }
}

async function codeTo(email: string): Promise<string> {
  const deadline = Date.now() + 20_000
  for (;;) {
    const mail = (await listKeptMails(join(folder, 'mail'))).find(({ to }) => to === email)
    const code = mail && /^\s*(\d{6})\s*$/m.exec(mail.text)?.[1]
    if (code) return code
    assert.ok(Date.now() < deadline, `no code was mailed to ${email}`)
    await delay(20)
  }
}

/** What everybody did so far, and what of it failed. */
const tally = { apps: 0, backup_codes: 0, refreshes: 0, same_pairs: 0 }
const failures: string[] = []

/** Asks as the client does: once more, whoever is there, where a process went away over it. */
async function askOf<E extends Endpoint>(nodes: Nodes, endpoint: E, options: CallOptions): Promise<Said<E>> {
  try {
    return await callOf(nodes.next, endpoint, options)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ECONNRESET') throw error
    return callOf(nodes.next, endpoint, options)
  }
}

async function signIn(nodes: Nodes, { id, email, secret, codes }: Member, by: 'app' | 'backup code') {
  const challenge = await askOf(nodes, logIn, { body: { username: email, password } })
  const { ticket = '' } = challenge.body as { ticket?: string }
  // The same half minute is taken more than once here.
  if (by === 'app') await pool.query('update auth.totps set last_step = null where user_id = $1', [id])
  const code = by === 'app' ? codeOf(secret) : codes.shift()!
  const proven = await askOf(nodes, proveSecondFactor, { body: { ticket, code } })
  if (proven.status !== 200)
    failures.push(`${by}: ${challenge.status} ${proven.status} ${JSON.stringify(proven.body)}`)
  tally[by === 'app' ? 'apps' : 'backup_codes'] += 1
  return proven.reply
}

/** Renews a session, asks once more as if the answer was lost, and gives the new refresh token. */
async function renew(nodes: Nodes, email: string, token: string): Promise<string> {
  const body = { token, user: email }
  const first = await askOf(nodes, refreshSession, { body })
  const again = await askOf(nodes, refreshSession, { body })
  tally.refreshes += 1
  if (first.status === 200 && again.reply.refresh === first.reply.refresh) tally.same_pairs += 1
  else failures.push(`refresh: ${first.status} ${again.status} ${JSON.stringify(again.body)}`)
  return first.reply.refresh
}

async function live(nodes: Nodes, member: Member, isOver: () => boolean): Promise<void> {
  let { refresh } = await signIn(nodes, member, 'app')
  for (let round = 1; !isOver(); round++) {
    for (let n = 0; n < 3; n++) refresh = await renew(nodes, member.email, refresh)
    const by = round % 4 === 0 && member.codes.length > 0 ? 'backup code' : 'app'
    refresh = (await signIn(nodes, member, by)).refresh
  }
}

// Ten starts of the product take their time on a busy machine.
const timeout = 300_000 + 4 * eachStepMs
test(
  'S10 R07 a secret is exchanged on two processes under load, and no sign-in and no refresh fails',
  { timeout },
  async () => {
    const nodes = new Nodes()
    await nodes.give(oldSecret)
    const names = ['alice', 'bob', 'carol', 'dave', 'erin']
    // Dave was away all the time, and Erin kept a browser open.
    const [alice, bob, carol, dave, erin] = (await Promise.all(
      names.map((name) => newMember(nodes, name)),
    )) as [Member, Member, Member, Member, Member]
    const { refresh } = await signIn(nodes, erin, 'app')

    let isOver = false
    const lives = [alice, bob, carol].map((member) => live(nodes, member, () => isOver))
    let early: unknown[] = []
    let rewritten = ''
    try {
      for (const step of [`${oldSecret},${newSecret}`, `${newSecret},${oldSecret}`]) {
        await nodes.give(step)
        await delay(eachStepMs)
      }
      early = await refusedStart(newSecret)
      rewritten = (await byre(`${newSecret},${oldSecret}`, 'secrets', 'rewrite')).out
      await delay(eachStepMs)
      await nodes.give(newSecret)
      await delay(eachStepMs)
    } finally {
      isOver = true
      await Promise.all(lives)
    }

    // What nobody used meanwhile is good under the new one, too.
    await signIn(nodes, dave, 'app')
    await signIn(nodes, dave, 'backup code')
    await renew(nodes, erin.email, refresh)
    await nodes.stop()

    assert.deepEqual(failures, [])
    if (eachStepMs > 0) console.log(tally)
    assert.ok(
      Object.values(tally).every((count) => count > 0),
      JSON.stringify(tally),
    )
    assert.deepEqual(
      early,
      [8, 1, 'Values in this database are still under an older APP_SECRET'],
      'the old one may not go before',
    )
    const list = JSON.parse(rewritten) as Record<string, unknown>[]
    const of = (value: string) => list.find((row) => row['value'] === value)
    assert.equal(of('authenticator apps')?.['left'], 0)
    assert.equal(of('backup codes')?.['left'], 0)
    assert.ok(Number(of('backup codes')?.['rewritten']) >= dave.codes.length)
  },
)

test('S10 O04 a process with another secret is refused in one line, and it exits with 8', async () => {
  assert.deepEqual(await refusedStart(oldSecret), [
    8,
    1,
    'APP_SECRET is another than this database was written under',
  ])
  assert.equal((await refusedStart('a third secret which nobody here has ever had'))[0], 8)
})

test('S10 nothing is rewritten before all processes write under the new secret', async () => {
  const third = 'the third secret of a rehearsal which is long enough for it'
  const unknown = await byre(`${third},${newSecret}`, 'secrets', 'rewrite')
  assert.deepEqual(
    [unknown.code, unknown.err.split(':')[0]],
    [8, 'No process has written under the first APP_SECRET yet'],
  )
  const [ahead, behind] = [await start(`${newSecret},${third}`), await start(`${third},${newSecret}`)]
  const early = await byre(`${third},${newSecret}`, 'secrets', 'rewrite')
  assert.equal(early.code, 8)
  assert.match(early.err, /^A process still writes under the secret [0-9a-f]{8}: .*\n$/)
  assert.equal(await stop(ahead), 0)
  const done = await byre(`${third},${newSecret}`, 'secrets', 'rewrite')
  assert.equal(done.code, 0, done.err)
  const again = JSON.parse((await byre(`${third},${newSecret}`, 'secrets', 'rewrite')).out) as {
    value: string
    rewritten: number | null
  }[]
  assert.equal(
    again.find(({ value }) => value === 'authenticator apps')?.rewritten,
    0,
    'twice changes nothing',
  )
  await stop(behind)
})

test('S10 a secret that is lost is forgotten, and the portal starts under another', async () => {
  const fourth = 'the fourth secret of a rehearsal which is long enough too'
  assert.equal((await refusedStart(fourth))[0], 8)
  const known = JSON.parse((await byre(fourth, 'secrets', 'list')).out) as Record<string, string>[]
  const inForce = known.find(({ retired_at }) => retired_at === null)!
  const { code, out } = await byre(fourth, 'secrets', 'forget', inForce['fingerprint']!)
  assert.equal(code, 0)
  assert.deepEqual(JSON.parse(out), { fingerprint: inForce['fingerprint'], forgotten: true })
  assert.equal((await byre(fourth, 'secrets', 'forget', 'ffffffff')).code, 1)
  const started = await start(fourth)
  assert.equal((await fetch(`http://127.0.0.1:${started.opsPort}/readyz`)).status, 200)
  assert.equal(await stop(started), 0)
})
