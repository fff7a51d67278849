import { createEmptyDatabase, cursorOfRun, urlOf } from '@byre/server/testing/database'
import { Pooler } from '@byre/server/testing/proxies/pooler'
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'

/* `npm run migrate` where it cannot be: one line says what to set. Where it can: `two-roles.test.ts`. */

const dataDir = mkdtempSync(join(tmpdir(), 'byre-test-'))
after(() => rmSync(dataDir, { recursive: true, force: true }))

const production = {
  NODE_ENV: 'production',
  APP_SECRET: randomBytes(24).toString('hex'),
  ALLOW_SANDBOX: '1',
  SMTP_URL: 'smtp://127.0.0.1:1',
  PUBLIC_URL: 'http://localhost',
}

interface Migrated {
  status: number | null
  stdout: string
  stderr: string
}

/** Asynchronous, since what it is led to may be in this process. */
async function migrate(DATABASE_URL: string, given: Record<string, string> = {}): Promise<Migrated> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'migrate.ts')], {
    env: { PATH: process.env['PATH'], ...cursorOfRun(), DATA_DIR: dataDir, DATABASE_URL, ...given },
  })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk))
  const [status] = (await once(child, 'close')) as [number]
  return { status, stdout, stderr }
}

interface Line {
  level: string
  msg: string
  exit_code?: number
}
const lines = ({ stdout }: Pick<Migrated, 'stdout'>) =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)

test('migrating as a role that may only serve is refused, and it is said which address is needed', async () => {
  const database = await createEmptyDatabase()
  const role = `byre_serves_${randomBytes(4).toString('hex')}`
  const admin = new pg.Client(database.options)
  await admin.connect()
  await admin.query(`create role ${role} login`)
  const { status, stderr } = await migrate(urlOf({ ...database.options, user: role }))
  await admin.query(`drop role ${role}`)
  await admin.end()
  await database.drop()
  assert.equal(status, 5)
  assert.match(
    stderr,
    /^The role that migrates may not .*permission denied.*: set MIGRATE_DATABASE_URL to .* owns the schema\.\n$/,
  )
})

test('migrating through a proxy that parts sessions is refused: its lock would stay in one of them', async () => {
  const database = await createEmptyDatabase()
  const pooler = await Pooler.start(database.options)
  const { host, port, user, database: name } = pooler.options
  const { status, stderr } = await migrate(`postgres://${user}@${host}:${port}/${name}`)
  await pooler.close()
  await database.drop()
  assert.equal(status, 4)
  assert.match(stderr, /^DATABASE_URL leads to a proxy .*: set MIGRATE_DATABASE_URL to .* itself\.\n$/)
})

test('in production each line of migrating is one of the log, of a refusal, too; elsewhere it is plain words', async () => {
  const database = await createEmptyDatabase()
  const url = urlOf(database.options)
  const done = await migrate(url, production)
  const refused = await migrate(urlOf({ ...database.options, database: 'nowhere' }), production)
  const misread = await migrate(url, { NODE_ENV: 'production', PORT: 'high' })
  const plain = await migrate(url)
  await database.drop()

  assert.deepEqual([done.status, refused.status, misread.status], [0, 4, 2])
  assert.deepEqual([done.stderr, refused.stderr, misread.stderr], ['', '', ''])
  const [schema] = lines(done)
  assert.deepEqual([lines(done).length, schema!.level], [1, 'info'])
  assert.match(schema!.msg, /^The schema is current: /)
  assert.deepEqual(
    lines(refused).map(({ level, exit_code }) => [level, exit_code]),
    [['fatal', 4]],
  )
  assert.ok(lines(misread).some(({ msg }) => msg.startsWith('PORT is ')))
  assert.deepEqual([plain.status, plain.stderr], [0, ''])
  assert.match(plain.stdout, /^The schema is current: .*\n$/)
})

test('in production what migrating finds amiss is a warning of the log', async () => {
  const database = await createEmptyDatabase()
  const url = urlOf(database.options)
  const { stdout, stderr } = await migrate(url, { ...production, MIGRATE_DATABASE_URL: url })
  await database.drop()
  assert.equal(stderr, '')
  const warnings = lines({ stdout }).filter(({ level }) => level === 'warn')
  assert.match(warnings.map(({ msg }) => msg).join('\n'), /^The role of DATABASE_URL, .* is a superuser: /)
})
