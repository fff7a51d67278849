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

/** What is under its own name in the folder of the log. */
const namesKept = () => fs.readdirSync(wal).filter((name) => !name.startsWith('.'))

/** Waits for what was kept last, and for nothing that could not be kept. */
async function untilKept(isSo: (last: string | null) => boolean): Promise<void> {
  for (const deadline = Date.now() + 30_000; ; await delay(100)) {
    const [{ last_archived_wal, failed_count, last_failed_wal }] = (await ask(isKept!)) as [
      { last_archived_wal: string | null; failed_count: string; last_failed_wal: string | null },
    ]
    assert.equal(Number(failed_count), 0, `${last_failed_wal} could not be kept`)
    if (isSo(last_archived_wal)) return
    assert.ok(Date.now() < deadline, 'nothing is kept')
  }
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
  await untilKept((last) => last !== null && namesKept().length > 1)
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

/** The file of the log that is written now, with something in it. */
async function presentFile(): Promise<string> {
  const [now] = await ask<{ file: string }>(`select pg_walfile_name(pg_create_restore_point('here')) as file`)
  return now!.file
}

test('the log goes on where a file of it was cut short in the middle, or is kept already and is given again', async () => {
  const first = await presentFile()
  const begun = join(wal, `.${first}.new`)
  fs.writeFileSync(begun, 'the copy ended here')
  fs.chmodSync(begun, 0o666)
  await ask('select pg_switch_wal()')
  await untilKept((last) => last === first)
  assert.ok(!fs.existsSync(begun))
  const kept = fs.readFileSync(join(wal, first))
  assert.ok(kept.equals(fs.readFileSync(join(back, 'pg/pg_wal', first))))

  // As after a crash before PostgreSQL had noted that it was kept.
  const noted = join(back, 'pg/pg_wal/archive_status', first)
  fs.renameSync(`${noted}.done`, `${noted}.ready`)
  const second = await presentFile()
  await ask('select pg_switch_wal()')
  await untilKept((last) => last === second)
  assert.ok(fs.existsSync(`${noted}.done`))
  assert.ok(fs.readFileSync(join(wal, first)).equals(kept))
})
