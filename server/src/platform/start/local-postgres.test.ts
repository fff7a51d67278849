import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { startLocalPostgres, type LocalPostgres } from './local-postgres.ts'
import { StartError } from '../start-error.ts'

const parent = fs.mkdtempSync(join(tmpdir(), 'byre-test-'))
fs.chmodSync(parent, 0o755)
after(() => fs.rmSync(parent, { recursive: true }))

/** For what is not about the disk. */
const quick = { fsync: 'off' }

let folders = 0
const newFolder = () => join(parent, `data-${++folders}`)

async function ask<Row extends pg.QueryResultRow>(postgres: LocalPostgres, sql: string): Promise<Row[]> {
  const client = new pg.Client(postgres.connection)
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Another process that starts the database in `dataDir` and then runs `command`, with a `client` at hand. */
function startElsewhere(dataDir: string, deed: string): ChildProcess {
  const program = `
    import pg from 'pg'
    import { startLocalPostgres } from ${JSON.stringify(import.meta.resolve('./local-postgres.ts'))}
    try {
      const postgres = await startLocalPostgres({ dataDir: ${JSON.stringify(dataDir)} })
      const client = new pg.Client(postgres.connection)
      await client.connect()
      ${deed}
    } catch (error) {
      console.error(error.message)
      process.exit(error.exitCode)
    }`
  return spawn(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

const postmasterOf = (dataDir: string) =>
  Number(/^\d+/.exec(fs.readFileSync(join(dataDir, 'pg/postmaster.pid'), 'utf8'))?.[0])

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/^\d+ \(.*\) Z/.test(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

async function until(isSo: () => boolean | Promise<boolean>, withinMs: number): Promise<void> {
  const deadline = Date.now() + withinMs
  while (!(await isSo())) {
    assert.ok(Date.now() < deadline, `not so within ${withinMs} ms`)
    await delay(20)
  }
}

const refusedWith = (exitCode: number, line: RegExp) => (error: unknown) => {
  assert.ok(error instanceof StartError)
  assert.equal(error.exitCode, exitCode)
  assert.match(error.message, line)
  return true
}

test('the first start makes the database, and the next finds its rows', async () => {
  const dataDir = newFolder()

  const first = await startLocalPostgres({ dataDir, settings: quick })
  await ask(first, 'create table herd as select generate_series(1, 3) as cow')
  await first.stop()
  const second = await startLocalPostgres({ dataDir })
  const rows = await ask<{ cow: number }>(second, 'select cow from herd')
  await second.stop()

  assert.equal(rows.length, 3)
  assert.equal(fs.existsSync(second.socketDir), false)
})

test('D03 it writes through to the disk, listens to nothing but its socket and speaks UTC', async () => {
  const postgres = await startLocalPostgres({ dataDir: newFolder() })
  const [counts] = await ask(
    postgres,
    `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commits,
       current_setting('data_checksums') as checksums, current_setting('listen_addresses') as addresses,
       current_setting('TimeZone') as zone, current_setting('server_encoding') as encoding,
       lower('ÉTABLE') as folded, (select datlocale from pg_database where datname = current_database()) as locale`,
  )
  const socketMode = fs.statSync(postgres.socketDir).mode & 0o777
  await postgres.stop()

  assert.deepEqual(
    { ...counts },
    {
      fsync: 'on',
      commits: 'on',
      checksums: 'on',
      addresses: '',
      zone: 'UTC',
      encoding: 'UTF8',
      folded: 'étable',
      locale: 'C.UTF-8',
    },
  )
  assert.equal(socketMode, 0o700)
})

test('F08 a second process on the same folder exits with 3 within 3 s and names the first', async () => {
  const dataDir = newFolder()
  const first = await startLocalPostgres({ dataDir, settings: quick })
  const startedAt = Date.now()
  const second = startElsewhere(dataDir, '')
  let line = ''
  second.stderr?.on('data', (chunk) => (line += chunk))
  const [exitCode] = await once(second, 'close')
  const tookMs = Date.now() - startedAt

  const rows = await ask(first, 'select 1')
  await first.stop()

  assert.equal(exitCode, 3)
  assert.ok(tookMs < 3_000, `${tookMs} ms`)
  assert.match(
    line,
    new RegExp(`^The data folder ${dataDir} is in use by process ${process.pid}, started .*stop it`),
  )
  assert.equal(rows.length, 1)
})

test('F07 after a SIGKILL in the middle of writing the next start needs no help and no acknowledged row is lost', async () => {
  const dataDir = newFolder()
  const writer = startElsewhere(
    dataDir,
    `await client.query('create table herd (cow int)')
     for (let cow = 1; ; cow++) {
       await client.query('insert into herd values ($1)', [cow])
       console.log(cow)
     }`,
  )
  let acknowledged = 0
  for await (const line of createInterface({ input: writer.stdout! })) {
    acknowledged = Number(line)
    if (acknowledged === 200) writer.kill('SIGKILL')
  }
  const next = await startLocalPostgres({ dataDir })
  const [counts] = await ask<{ cows: number; last: number }>(
    next,
    'select count(*)::int as cows, max(cow) as last from herd',
  )
  await next.stop()

  assert.ok(acknowledged >= 200)
  assert.ok(counts!.last >= acknowledged, `${counts!.last} of ${acknowledged}`)
  assert.equal(counts!.cows, counts!.last)
})

test('a cluster whose catalogue lost a file says so at once, instead of being waited for', async () => {
  const dataDir = newFolder()
  await (await startLocalPostgres({ dataDir, settings: quick })).stop()
  // The relations of the database that every start asks first.
  const [postgresDatabase, pgClass] = ['5', '1259']
  fs.rmSync(join(dataDir, 'pg/base', postgresDatabase!, pgClass!))
  const startedAt = performance.now()
  await assert.rejects(startLocalPostgres({ dataDir, settings: quick }), /PostgreSQL did not start: .*1259/)
  assert.ok(performance.now() - startedAt < 10_000, 'a recovery would be waited for twelve times as long')
  const log = fs.readFileSync(join(dataDir, 'pg.log'), 'utf8')
  assert.equal(log.match(/FATAL: .*1259/g)?.length, 1, 'it was asked again')
})

test('F07 nothing stays behind when the process is killed', async () => {
  const dataDir = newFolder()
  const holder = startElsewhere(dataDir, `console.log('ready'); setInterval(() => undefined, 1000)`)
  await once(holder.stdout!, 'data')
  const postmaster = postmasterOf(dataDir)
  const wasRunning = isRunning(postmaster)
  holder.kill('SIGKILL')

  assert.equal(wasRunning, true)
  await until(() => !isRunning(postmaster), 5_000)
  assert.equal(fs.existsSync(join(dataDir, 'pg/postmaster.pid')), false)
})

test('a database that ends by itself is started again', async () => {
  const messages: string[] = []
  const postgres = await startLocalPostgres({
    dataDir: newFolder(),
    settings: quick,
    onRestart: (line) => messages.push(line),
  })
  await ask(postgres, 'create table herd as select 1 as cow')
  process.kill(postmasterOf(postgres.dataDir), 'SIGQUIT')
  let rows: unknown[] = []
  await until(async () => {
    rows = await ask(postgres, 'select cow from herd').catch(() => [])
    return messages.length > 0 && rows.length > 0
  }, 10_000)
  await postgres.stop()

  assert.equal(rows.length, 1)
  assert.match(
    messages[0] ?? '',
    /^PostgreSQL ended by itself and is started again; .*pg\.log may say why\.$/,
  )
})

test('a process number left by a crash that now belongs to another program is no obstacle', async () => {
  const dataDir = newFolder()
  const first = await startLocalPostgres({ dataDir, settings: quick })
  await first.stop()
  fs.writeFileSync(join(dataDir, 'pg/postmaster.pid'), `${process.pid}\n${dataDir}/pg\n1700000000\n5432\n`)

  const second = await startLocalPostgres({ dataDir })
  const rows = await ask(second, 'select 1')
  await second.stop()

  assert.equal(rows.length, 1)
})

test('a folder that cannot be written is refused with what to do', async () => {
  const file = join(parent, 'file')
  fs.writeFileSync(file, '')

  await assert.rejects(
    startLocalPostgres({ dataDir: join(file, 'data') }),
    refusedWith(
      7,
      /^The data folder .*\/file\/data cannot be written \(E\w+\): .* set DATA_DIR to another folder\.$/,
    ),
  )
})

test('a socket folder that others may enter is refused, and the data folder is free again', async () => {
  const dataDir = newFolder()
  const first = await startLocalPostgres({ dataDir, settings: quick })
  await first.stop()
  fs.mkdirSync(first.socketDir)
  fs.chmodSync(first.socketDir, 0o777)

  await assert.rejects(
    startLocalPostgres({ dataDir }),
    refusedWith(4, /^The folder .* is not ours alone: remove it/),
  )
  fs.rmdirSync(first.socketDir)
  const again = await startLocalPostgres({ dataDir })
  await again.stop()
})

test('a database that cannot start says why', async () => {
  const dataDir = newFolder()
  const wrong = startLocalPostgres({ dataDir, settings: { ...quick, max_connections: 'many' } })

  await assert.rejects(wrong, refusedWith(4, /^PostgreSQL did not start: .*max_connections/))
})

if (process.getuid?.() === 0)
  test('started as root, the database runs as nobody and its folder is handed over', async () => {
    const dataDir = newFolder()
    fs.mkdirSync(dataDir, { mode: 0o700 })
    const postgres = await startLocalPostgres({ dataDir, settings: quick })
    const owners = [fs.statSync(join(postgres.dataDir, 'pg')).uid, fs.statSync(postgres.socketDir).uid]
    const runsAs = fs.statSync(`/proc/${postmasterOf(postgres.dataDir)}`).uid
    await postgres.stop()

    assert.notEqual(runsAs, 0)
    assert.deepEqual(owners, [runsAs, runsAs])
  })
