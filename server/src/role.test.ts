import { signUp } from '@byre/contract/accounts/auth'
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { createTestDatabase, urlOf, type TestDatabase } from './testing/database.ts'
import { killAll, startMain, stop, type Started } from './testing/main-process.ts'
import { PostOffice } from './testing/post-office.ts'
import { password } from './testing/test-app.ts'
import { callOf } from './testing/two-mains.ts'

let database: TestDatabase
let office: PostOffice
let folder: string

before(async () => {
  database = await createTestDatabase()
  office = await PostOffice.open()
  folder = await mkdtemp(join(tmpdir(), 'byre-test-'))
})
after(async () => {
  killAll()
  await database.drop()
  await office.close()
  await rm(folder, { recursive: true, force: true })
})

async function start(role: string): Promise<Started> {
  const started = await startMain(
    {
      DATA_DIR: folder,
      DATABASE_URL: urlOf(database.options),
      SMTP_URL: office.url,
      PUBLIC_URL: 'http://localhost',
      APP_SECRET: 'a secret that all processes share, long enough',
      TRUSTED_PROXIES: '127.0.0.1',
    },
    { args: [`--role=${role}`] },
  )
  await started.ready
  return started
}

const signUpAt = (at: Started, email: string) => callOf(at, signUp, { body: { email, password } })
const mailsTo = (email: string) => office.received.filter(({ recipients }) => recipients.includes(email))
async function untilMailed(emails: string[]): Promise<void> {
  const deadline = Date.now() + 20_000
  while (!emails.every((email) => mailsTo(email).length > 0)) {
    assert.ok(Date.now() < deadline, `${office.received.length} mails`)
    await delay(20)
  }
}

test('what serves alone keeps its jobs, and workers do each of them once', async () => {
  const web = await start('web')
  const emails = Array.from({ length: 12 }, (_, n) => `person-${n}@ranch.example`)
  for (const email of emails) assert.equal((await signUpAt(web, email)).status, 201)
  assert.equal(office.received.length, 0)

  const workers = await Promise.all([start('worker'), start('worker')])
  await untilMailed(emails)
  assert.equal((await signUpAt(web, 'late@ranch.example')).status, 201)
  await untilMailed(['late@ranch.example'])
  assert.deepEqual(await Promise.all([web, ...workers].map(stop)), [0, 0, 0])
  assert.deepEqual(
    [...emails, 'late@ranch.example'].map((email) => mailsTo(email).length),
    Array(13).fill(1),
  )
})

test('a worker has no port but the operators’, which says whether it is ready', async () => {
  const worker = await start('worker')
  const ready = await fetch(`http://127.0.0.1:${worker.opsPort}/readyz`)
  await assert.rejects(fetch(`http://127.0.0.1:${worker.port}/`), ({ cause }: Error) =>
    /ECONNREFUSED/.test(String(cause)),
  )
  assert.equal(await stop(worker), 0)
  assert.equal(ready.status, 200)
})

for (const [args, line] of [
  [['--role=workers'], /^--role is "workers": give --role=web .*\n$/],
  [['--rôle=web'], /^--rôle=web is not known: give --role=web .*\n$/],
  [['worker'], /^worker is not known: give --role=web .*\n$/],
  [['--role=worker'], /^DATABASE_URL is not set: --role=worker .*\n$/],
  [['--role=web'], /^DATABASE_URL is not set: --role=web .*\n$/],
] as const)
  test(`npm start -- ${args.join(' ')} without a database of others is refused in one line`, async () => {
    const started = await startMain({ DATA_DIR: folder }, { args })
    assert.equal((await started.ended).exitCode, 2)
    assert.match(started.output.all, line)
  })
