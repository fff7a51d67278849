import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { resetPassword } from '@byre/contract/accounts/auth'
import { cursorOfRun, urlOf } from '@byre/server/testing/database'
import { PostOffice } from '@byre/server/testing/post-office'
import { TestApp, type Person } from '@byre/server/testing/test-app'
import { byreProgram } from './operators/program.ts'

const compiled = process.env['NODE_COMPILE_CACHE'] ?? join(tmpdir(), 'byre-compiled')
let testApp: TestApp
let alice: Person
before(async () => {
  testApp = await TestApp.start()
  alice = await testApp.person('alice')
})
after(() => testApp.close())

async function byre(env: Record<string, string>, ...args: string[]) {
  const DATABASE_URL = urlOf(testApp.database.pool.options)
  const child = spawn(
    process.execPath,
    [byreProgram, ...args, '--reason', 'a call from their ranch', '--json'],
    {
      env: {
        PATH: process.env['PATH'],
        ...cursorOfRun(),
        NODE_COMPILE_CACHE: compiled,
        DATABASE_URL,
        DATA_DIR: testApp.config.dataDir,
        ...env,
      },
    },
  )
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk) => (out += chunk))
  child.stderr.on('data', (chunk) => (err += chunk))
  const [code] = (await once(child, 'close')) as [number]
  return { code, out, err }
}

type Row = Record<string, string>
async function said<T = Row[]>(...args: string[]): Promise<T> {
  const { code, out, err } = await byre({}, ...args)
  assert.equal(code, 0, err)
  return JSON.parse(out) as T
}

/** A mail to Alice whose last try has failed for good; her readers wait for it. */
async function givenUp(): Promise<string> {
  await testApp.call(resetPassword, { body: { username: alice.email } })
  const { rows } = await testApp.database.pool.query<{ id: string }>(
    `update pgboss.job set state = 'failed', completed_on = now(), retry_count = 3, output = '{"message": "451 later"}'
     where name = 'auth.mailReset' and state = 'created' returning id`,
  )
  return rows[0]!.id
}
const resets = async () =>
  (await testApp.mailsTo(alice.email)).filter(({ subject }) => /password/i.test(subject)).length

test('O03 a job that was given up is listed with why, and done when it is tried again', async () => {
  const id = await givenUp()
  const [first, ...others] = await said('jobs', 'list', '--q', 'MAILRESET')
  assert.deepEqual(others, [])
  const { due_at: _, ...job } = first!
  assert.deepEqual(job, { id, queue: 'auth.mailReset', state: 'failed', tries: 3, failure: '451 later' })
  assert.equal(await resets(), 0)
  assert.deepEqual(await said('jobs', 'retry', id), { id, queue: 'auth.mailReset', done: 'is due now' })
  assert.equal(await resets(), 1)
  const again = await byre({}, 'jobs', 'retry', id)
  assert.deepEqual(
    [again.code, again.err],
    [1, 'The job is completed: it can be neither tried again nor dropped.\n'],
  )
})

test('O03 a job that is dropped is never done, and one that nobody knows is told', async () => {
  const before = await resets()
  await testApp.database.pool.query('truncate auth.askings')
  const id = await givenUp()
  assert.deepEqual(await said('jobs', 'drop', id), { id, queue: 'auth.mailReset', done: 'was dropped' })
  assert.equal(await resets(), before)
  for (const [args, line] of [
    [['jobs', 'drop', id], `There is no job ${id}.\n`],
    [['jobs', 'retry', 'nothing'], 'There is no job nothing.\n'],
    [['mail', 'resend', id], `There is no mail ${id}.\n`],
  ] as const) {
    const { code, err } = await byre({}, ...args)
    assert.deepEqual([code, err], [1, line])
  }
})

test('O03 a mail that has left is listed, and leaves once more when asked', async () => {
  const before = await resets()
  const mails = await said('mail', 'list')
  const left = mails.find(({ queue, state }) => queue === 'auth.mailReset' && state === 'completed')
  await said('mail', 'resend', left!['id']!)
  assert.equal(await resets(), before + 1)
  const { rows } = await testApp.database.pool.query(
    `select distinct deed from platform.audit where after ? 'operator' order by deed`,
  )
  assert.deepEqual(
    rows.map(({ deed }) => deed as string),
    ['dropJob', 'listJobs', 'listMails', 'resendMail', 'retryJob'],
  )
})

test('O03 a test mail arrives, or the reason why it does not', async () => {
  const office = await PostOffice.open()
  try {
    const env = { SMTP_URL: office.url, MAIL_FROM: 'Byre <no-reply@byre.example>' }
    const sent = await byre(env, 'mail', 'test', 'ops@byre.example')
    assert.equal(sent.code, 0, sent.err)
    assert.deepEqual(
      office.received.map(({ recipients, sender }) => [recipients, sender]),
      [[['ops@byre.example'], 'no-reply@byre.example']],
    )
    office.mood = 'refuses'
    const refused = await byre(env, 'mail', 'test', 'ops@byre.example')
    assert.equal(refused.code, 1)
    assert.match(refused.err, /^The mail server did not take it: .*451.*\n$/)
    await testApp.database.pool.query(`insert into platform.quiet_spells (cause) values ('a rehearsal')`)
    const quiet = await byre(env, 'mail', 'test', 'ops@byre.example')
    assert.deepEqual([quiet.code, office.received.length], [1, 1])
    assert.match(quiet.err, /^No mail was sent: this is a restored copy.*\n$/)
    await testApp.database.pool.query('truncate platform.quiet_spells')
    assert.match((await byre({}, 'mail', 'test', 'ops@byre.example')).err, /SMTP_URL is not set/)
  } finally {
    await office.close()
  }
})
