import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { startLocalPostgres, type LocalPostgres } from '@byre/server/platform/start/local-postgres'
import { migrate } from '@byre/server/platform/start/migrate'
import { eventCursorOfRun } from '@byre/server/testing/database'
import { killAll, startMain, stop } from '@byre/server/testing/main-process'
import pg from 'pg'
import { toRun } from './operators/blocks.ts'

/* docs/operators/point-in-time.md, carried out: by its own settings and statements, in folders of this test. */

const folder = fs.mkdtempSync(join(tmpdir(), 'byre-moment-'))
const wal = join(folder, 'wal')
const [then, back] = [join(folder, 'then'), join(folder, 'back')]
let server: LocalPostgres

before(async () => {
  fs.chmodSync(folder, 0o755)
  fs.mkdirSync(wal)
  // PostgreSQL may run as another account than root.
  fs.chmodSync(wal, 0o777)
  server = await startLocalPostgres({ dataDir: then })
})
after(async () => {
  killAll()
  await server.stop()
  fs.rmSync(folder, { recursive: true, force: true })
})

const here = (text: string) => text.replaceAll('/var/backups/wal', wal)
const [keep, isKept, moments, quiet] = toRun('point-in-time', 'sql').map(({ text }) => here(text))
const [recovery] = toRun('point-in-time', 'ini').map(({ text }) => here(text))

async function ask<R extends pg.QueryResultRow>(...statements: string[]): Promise<R[]> {
  const client = new pg.Client(server.connection)
  await client.connect()
  try {
    let rows: R[] = []
    for (const statement of statements) ({ rows } = await client.query<R>(statement))
    return rows
  } finally {
    await client.end()
  }
}

/** A file of the copy, whoever PostgreSQL runs as. */
function give(name: string, text: string): void {
  fs.writeFileSync(join(back, 'pg', name), text)
  fs.chmodSync(join(back, 'pg', name), 0o666)
}

/** As `pg_basebackup` does it, which does not come with the PostgreSQL of our own. */
async function copyBase(): Promise<void> {
  const client = new pg.Client(server.connection)
  await client.connect()
  await client.query(`select pg_backup_start('tonight', true)`)
  fs.mkdirSync(back)
  // With owners and modes, by which PostgreSQL may read it.
  const { status, stderr } = spawnSync('cp', ['-a', join(then, 'pg'), back], { encoding: 'utf8' })
  assert.equal(status, 0, stderr)
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
  give('backup_label', rows[0]!.labelfile)
  fs.rmSync(join(back, 'pg/postmaster.pid'))
  await client.end()
}

test('a database comes back as it was before a wrong command, and mails nothing until it is resumed', async () => {
  await migrate(server.connection, { eventCursor: eventCursorOfRun() })
  await ask(...keep!.split(/(?<=;)\n/).filter(Boolean))
  await server.stop()
  server = await startLocalPostgres({ dataDir: then })
  await copyBase()

  const line = (id: number) =>
    `insert into platform.audit (id, actor_id, deed, kind, subject_id) values
     ('00000000-0000-7000-8000-00000000000${id}', null, 'tried', 'site', '00000000-0000-7000-8000-000000000001')`
  await ask(line(1))
  const [moment] = await ask<{ at: string }>(`select pg_sleep(1.1), now()::text as at`)
  await ask(line(2), 'delete from species.species', 'select pg_switch_wal()')
  assert.deepEqual(
    (await ask<{ deed: string }>(moments!)).map(({ deed }) => deed),
    ['tried', 'tried'],
  )
  for (const deadline = Date.now() + 30_000; ; await delay(100)) {
    const [{ last_archived_wal, failed_count } = {}] = await ask<{
      last_archived_wal: string | null
      failed_count: string
    }>(isKept!)
    assert.equal(Number(failed_count), 0)
    if (last_archived_wal && fs.readdirSync(wal).length > 1) break
    assert.ok(Date.now() < deadline, 'nothing is kept')
  }
  await server.stop()

  const settings = recovery!.replace(/^(recovery_target_time = ).*$/m, `$1'${moment!.at}'`)
  assert.notEqual(settings, recovery)
  fs.appendFileSync(join(back, 'pg/postgresql.auto.conf'), settings)
  give('recovery.signal', '')
  server = await startLocalPostgres({ dataDir: back })
  const isRecovering = async () => (await ask<{ so: boolean }>('select pg_is_in_recovery() as so'))[0]!.so
  for (const deadline = Date.now() + 30_000; await isRecovering(); await delay(50))
    assert.ok(Date.now() < deadline, 'it does not take writes')
  const [{ lines, species } = {}] = await ask<{ lines: number; species: number }>(
    'select (select count(*)::int from platform.audit) as lines, (select count(*)::int from species.species) as species',
  )
  assert.equal(lines, 1)
  assert.ok(species! > 0)

  await ask(quiet!)
  const { socketDir, user, database } = server
  const started = await startMain({
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(socketDir)}`,
  })
  await started.ready
  const metrics = await fetch(`http://127.0.0.1:${started.opsPort}/metrics`)
  assert.match(await metrics.text(), /^byre_quiet_copy\{[^}]*\} 1$/m)
  assert.equal(await stop(started), 0)
})
