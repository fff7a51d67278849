import { confirmSignUp, signUp } from '@byre/contract/accounts/auth'
import { logIn } from '@byre/contract/accounts/sign-ins'
import { subjectKinds } from '@byre/contract/subject-kinds'
import { listSites } from '@byre/contract/places/sites'
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { urlOf } from './testing/database.ts'
import { killAll, startMain, stop, type Started } from './testing/main-process.ts'
import { endpointOf, PeopleInRoles } from './testing/people-in-roles.ts'
import { newSite } from './testing/places.ts'
import { PostOffice } from './testing/post-office.ts'
import { calleeAt, releasedProgram, unpackRelease, type Callee } from './testing/releases/last-release.ts'
import { actors, cellsOf, type Cells } from './testing/rights.ts'
import { password, TestApp } from './testing/test-app.ts'

/*
 * The last release as it was built, on today's schema beside a process of today, as during an upgrade and after going
 * back (decision 0139).
 */

let folder: string
let office: PostOffice
let testApp: TestApp
let inRoles: PeopleInRoles
/** Where it serves and leaves its jobs to others. */
let at: Callee
/** What it describes, by path and method. */
let described: Record<string, Record<string, unknown>>

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'byre-last-release-'))
  unpackRelease(folder)
  described = JSON.parse(await readFile(join(folder, 'docs/openapi.json'), 'utf8')).paths
  office = await PostOffice.open()
  testApp = await TestApp.start()
  inRoles = await PeopleInRoles.arrive(testApp)
  at = calleeAt(await startAs('web'))
})
after(async () => {
  killAll()
  await testApp?.close()
  await office?.close()
  await rm(folder, { recursive: true, force: true })
})

async function startAs(role: 'web' | 'worker'): Promise<Started> {
  const env = {
    DATABASE_URL: urlOf(testApp.database.pool.options),
    DATA_DIR: folder,
    SMTP_URL: office.url,
    PUBLIC_URL: testApp.config.publicUrl,
    APP_SECRET: testApp.config.appSecrets[0]!,
    LIMIT_FACTOR: '1000',
  }
  const program = join(folder, releasedProgram)
  const started = await startMain(env, { program, args: [`--role=${role}`] })
  await started.ready
  return started
}

function isDescribed(right: Cells): boolean {
  const { method, path } = endpointOf(right)
  return described[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()] !== undefined
}

for (const kind of subjectKinds)
  test(`O05 what the last release is asked of a ${kind} it answers as today’s build does`, async () => {
    const differing: string[] = []
    const rights = cellsOf[kind].filter(isDescribed)
    for (const right of rights) {
      const wanted = right.answers[actors.indexOf('Owner')]!
      const answer = await inRoles.answerTo('Owner', right, await inRoles.newPlace(kind), { at })
      if (answer !== wanted) differing.push(`${right.what}: ${answer} instead of ${wanted}`)
    }
    assert.deepEqual(differing, [])
    assert.ok(rights.length > 50, `${rights.length} rights`)
  })

const jobsThat = async (isSo: string) =>
  (await testApp.database.pool.query(`select name, output from pgboss.job where ${isSo}`)).rows
const failed = `state in ('retry', 'failed')`

test('O05 today’s build does the jobs that the last release sends', async () => {
  await testApp.settle()
  assert.deepEqual(await jobsThat(failed), [])
  assert.deepEqual(testApp.complaints, [])
})

test('O05 whoever signs up at the last release goes on at today’s build, and the other way round', async () => {
  const email = 'ella@ranch.example'
  assert.equal((await testApp.call(signUp, { body: { email, password }, at })).status, 201)
  const body = { email, code: await testApp.codeFor(email) }
  assert.equal((await testApp.call(confirmSignUp, { body, at })).status, 200)
  const { reply } = await testApp.call(logIn, { body: { username: email, password }, at })
  const ella = { name: 'ella', id: reply.id, email, password, token: reply.token, refresh: reply.refresh }
  const site = await newSite(testApp, ella)
  for (const where of [at, undefined]) {
    const { reply: listed } = await testApp.call(listSites, { as: ella, at: where })
    assert.deepEqual(
      listed.sites.map(({ id }) => id),
      [site.id],
    )
  }
})

/** What mails somebody, with the words of its subject. */
const mailed = {
  'make a User an Admin': 'Your role at',
  'offer it to another': 'offers you',
  'invite a User': 'invites you',
}

test('O05 the last release does the jobs that today’s build sends', async () => {
  await testApp.settle()
  for (const right of cellsOf.site.filter(({ what }) => what in mailed))
    assert.match(await inRoles.answerTo('Owner', right, await inRoles.newPlace('site')), /^2/)
  const worker = await startAs('worker')
  const waiting = `state in ('created', 'active') and start_after < now()`
  for (const until = Date.now() + 20_000; (await jobsThat(waiting)).length > 0; await delay(50))
    assert.ok(Date.now() < until, 'they are not done')
  assert.equal(await stop(worker), 0)
  assert.deepEqual(await jobsThat(failed), [])
  const subjects = office.received.map(({ mail }) => mail.subject ?? '')
  for (const [what, subject] of Object.entries(mailed))
    assert.ok(
      subjects.some((one) => one.includes(subject)),
      `${what}: ${subjects.join(', ')}`,
    )
})
