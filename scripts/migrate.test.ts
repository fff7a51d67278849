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

/** Asynchronous, since what it is led to may be in this process. */
async function migrate(DATABASE_URL: string): Promise<{ status: number | null; stderr: string }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'migrate.ts')], {
    env: { PATH: process.env['PATH'], ...cursorOfRun(), DATA_DIR: dataDir, DATABASE_URL },
  })
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk))
  const [status] = (await once(child, 'close')) as [number]
  return { status, stderr }
}

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
