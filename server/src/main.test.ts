import assert from 'node:assert/strict'
import { once } from 'node:events'
import * as fs from 'node:fs'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { createTestDatabase, urlOf, type TestDatabase } from './testing/database.ts'
import { freePort, killAll, startMain, stop, type Started } from './testing/main-process.ts'

const parent = fs.mkdtempSync(join(tmpdir(), 'byre-test-'))
fs.chmodSync(parent, 0o755)
/** Kept from test to test, as an installation's is from start to start. */
const dataDir = join(parent, 'data')
const start = (given: Record<string, string> = {}): Promise<Started> =>
  startMain({ DATA_DIR: dataDir, ...given })
let database: TestDatabase

before(async () => {
  database = await createTestDatabase()
})
after(async () => {
  killAll()
  await database.drop()
  fs.rmSync(parent, { recursive: true, force: true })
})

const ask = (port: number, path: string, host = '127.0.0.1') => fetch(`http://${host}:${port}${path}`)

/** A sign-in whose body is not there yet: an answer under way until `finish`. */
async function beginRequest(port: number): Promise<{ finish(): Promise<string>; socket: Socket }> {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk) => (answer += chunk))
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  const body = 'username=nobody%40example.com&password=wrong'
  socket.write(
    `POST /api/v1/login HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Length: ${body.length}\r\n` +
      `Content-Type: application/x-www-form-urlencoded\r\n\r\n${body.slice(0, 5)}`,
  )
  // Its own answer shows that the server has read what was sent before it.
  await ask(port, '/')
  const finish = async () => {
    socket.write(body.slice(5))
    await once(socket, 'close')
    return answer
  }
  return { finish, socket }
}

test('O04 several wrong values are told in one go, and it exits with 2', async () => {
  const started = await start({ PORT: 'high', PUBLIC_URL: 'portal', PAYMENT_GATEWAY: 'cash' })
  const { exitCode } = await started.ended

  assert.equal(exitCode, 2)
  assert.deepEqual(
    started.output.all
      .trim()
      .split('\n')
      .map((line) => line.split(' ')[0]),
    ['PORT', 'PUBLIC_URL', 'PAYMENT_GATEWAY'],
  )
})

test('O04 production without secret, gateway and mail server is refused with a line for each', async () => {
  const started = await start({ NODE_ENV: 'production' })
  const { exitCode } = await started.ended

  assert.equal(exitCode, 2)
  const lines = started.output.all.trimEnd().split('\n')
  assert.match(
    lines.map((line) => (JSON.parse(line) as { msg: string }).msg).join('\n'),
    /^APP_SECRET is not set: .*\nPAYMENT_GATEWAY is sandbox: .*\nSMTP_URL is not set: .*$/,
  )
})

test('it says where it is, answers on both loopback addresses and reports itself ready', async () => {
  const started = await start()
  await started.ready
  const byName = await ask(started.port, '/', 'localhost')
  const byAddress = await Promise.all(
    ['127.0.0.1', '[::1]'].map((host) =>
      ask(started.port, '/api/docs', host).then(
        ({ status }) => status,
        (error: Error) => String(error.cause),
      ),
    ),
  )
  const [alive, ready] = [await ask(started.opsPort, '/livez'), await ask(started.opsPort, '/readyz')]
  const readiness = await ready.text()
  const exitCode = await stop(started)

  assert.equal(byName.status, 200)
  assert.equal(typeof byAddress[0], 'number')
  if (hasIpv6Loopback()) assert.equal(byAddress[1], byAddress[0])
  assert.deepEqual([alive.status, ready.status, exitCode], [200, 200, 0])
  assert.match(readiness, /^ok\nPostgreSQL 18\.\d+, its own, in .*\/data\/pg\n$/)
  assert.match(started.output.all, new RegExp(`Portal +http://localhost:${started.port}\n`))
  assert.match(started.output.all, new RegExp(`Mail +http://localhost:${started.port}/dev/mail\n`))
  assert.match(started.output.all, /Data +.*\/data\n/)
})

test('R05 on SIGTERM an answer under way is finished, with Connection: close, and it exits with 0', async () => {
  const started = await start()
  await started.ready
  const { finish } = await beginRequest(started.port)
  const exited = stop(started)
  await untilRefused(started.port)
  const answer = await finish()
  const exitCode = await exited

  assert.match(answer, /^HTTP\/1\.1 401 /)
  assert.match(answer, /^connection: close\r$/im)
  assert.equal(exitCode, 0)
  assert.equal(fs.existsSync(join(dataDir, 'pg/postmaster.pid')), false)
  assert.doesNotMatch(started.output.all, /warn|error/)
})

test('R05 a second signal ends it at once', async () => {
  const started = await start()
  await started.ready
  const { socket } = await beginRequest(started.port)
  started.child.kill('SIGINT')
  await untilRefused(started.port)
  const secondAt = Date.now()
  started.child.kill('SIGINT')
  const { exitCode } = await started.ended
  socket.destroy()

  assert.equal(exitCode, 1)
  assert.ok(Date.now() - secondAt < 1_000)
})

test('R05 in production it says at once that it is not ready, and serves on until balancers know', async () => {
  const started = await start({
    NODE_ENV: 'production',
    APP_SECRET: 'Zk3vQ0xw9rTb6mLp2sYd8nHf5jKc1gVa',
    ALLOW_SANDBOX: '1',
    SMTP_URL: 'smtp://127.0.0.1:1',
    PUBLIC_URL: 'http://localhost',
    DATABASE_URL: urlOf(database.options),
  })
  await started.ready
  const askPortal = () => fetch(`http://127.0.0.1:${started.port}/`, { headers: { host: 'localhost' } })
  const before = await askPortal()
  started.child.kill('SIGTERM')
  let readiness = await ask(started.opsPort, '/readyz')
  for (; readiness.status === 200; await delay(10)) readiness = await ask(started.opsPort, '/readyz')
  const during = await askPortal()
  const { exitCode } = await started.ended

  assert.equal(before.headers.get('connection'), 'keep-alive')
  assert.equal(readiness.status, 503)
  assert.match(await readiness.text(), /^not ready\n/)
  assert.equal(during.status, before.status)
  assert.equal(during.headers.get('connection'), 'close')
  assert.equal(exitCode, 0)
})

test('F07 killed and started again at once it needs no help, and keeps its secret', async () => {
  const first = await start()
  await first.ready
  const secret = fs.readFileSync(join(dataDir, 'app-secret'), 'utf8')
  first.child.kill('SIGKILL')
  await first.ended
  const second = await start()
  await second.ready
  const answer = await ask(second.opsPort, '/readyz')
  await stop(second)

  assert.equal(answer.status, 200)
  assert.equal(fs.readFileSync(join(dataDir, 'app-secret'), 'utf8'), secret)
  assert.equal(fs.statSync(join(dataDir, 'app-secret')).mode & 0o777, 0o600)
})

test('F08 a second process on the same data folder exits with 3 within 3 s, and the first serves on', async () => {
  const first = await start()
  await first.ready
  const second = await start()
  const { exitCode, tookMs } = await second.ended
  const answer = await ask(first.opsPort, '/readyz')
  await stop(first)

  assert.equal(exitCode, 3)
  assert.ok(tookMs < 3_000, `${tookMs} ms`)
  assert.match(
    second.output.all,
    new RegExp(`^The data folder .* is in use by process ${first.child.pid}, .*\n$`),
  )
  assert.equal(answer.status, 200)
})

for (const [name, variable] of [
  ['its port', 'PORT'],
  ['the operators’ port', 'OPS_PORT'],
] as const)
  test(`when ${name} is taken it says so in one line and exits with 6`, async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const started = await start({ [variable]: `${port}`, DATABASE_URL: urlOf(database.options) })
    const { exitCode } = await started.ended
    other.close()

    assert.equal(exitCode, 6)
    assert.equal(
      started.output.all,
      `Port ${port} on 127.0.0.1 is taken: stop the program that uses it, or set ${variable} to another port.\n`,
    )
  })

test('a data folder that cannot be written is told in one line, and it exits with 7', async () => {
  const file = join(parent, 'file')
  fs.writeFileSync(file, '')
  const started = await start({ DATA_DIR: join(file, 'data') })
  const { exitCode } = await started.ended

  assert.equal(exitCode, 7)
  assert.match(started.output.all, /^The data folder .* cannot be written \(\w+\): .*DATA_DIR.*\n$/)
})

test('a database that cannot be reached is told in one line without its password, and it exits with 4', async () => {
  const port = await freePort()
  const started = await start({ DATABASE_URL: `postgres://portal:hunter2@127.0.0.1:${port}/portal` })
  const { exitCode } = await started.ended

  assert.equal(exitCode, 4)
  assert.equal(
    started.output.all,
    `DATABASE_URL cannot be reached, 127.0.0.1:${port}/portal says ECONNREFUSED: ` +
      'start that PostgreSQL, or correct the address.\n',
  )
})

test('D04 a schema that is older than the program is refused with the command that migrates, and it exits with 5', async () => {
  const older = await createTestDatabase()
  const client = new pg.Client(older.options)
  await client.connect()
  await client.query(`delete from platform_migrations.checksums
    where name = (select max(name) from platform_migrations.checksums)`)
  await client.end()
  const started = await start({ DATABASE_URL: urlOf(older.options) })
  const { exitCode } = await started.ended
  await older.drop()

  assert.equal(exitCode, 5)
  assert.match(started.output.all, /^The schema at DATABASE_URL is older .* "npm run migrate", .*\n$/)
})

test('D04 it is not ready while its database has not the schema that it needs, and is on a newer one', async () => {
  const restored = await createTestDatabase()
  const client = new pg.Client(restored.options)
  await client.connect()
  const started = await start({ DATABASE_URL: urlOf(restored.options) })
  await started.ready
  const readiness = async () => (await ask(started.opsPort, '/readyz')).status
  const before = await readiness()
  await client.query(`insert into platform_migrations.checksums values ('9999-of-tomorrow', 'unknown here')`)
  const onNewer = await readiness()
  await client.query(`update platform_migrations.checksums set name = '0000-of-yesterday'
    where name = (select max(name) from platform_migrations.checksums where name < '9999')`)
  const onOlder = await readiness()
  await client.query('alter schema platform_migrations rename to elsewhere')
  const onNone = await readiness()
  await client.end()
  await stop(started)
  await restored.drop()

  assert.deepEqual([before, onNewer, onOlder, onNone], [200, 200, 503, 503])
})

function hasIpv6Loopback(): boolean {
  try {
    return fs.readFileSync('/proc/net/if_inet6', 'utf8').includes('00000000000000000000000000000001')
  } catch {
    return process.platform !== 'linux'
  }
}

async function untilRefused(port: number): Promise<void> {
  const deadline = Date.now() + 5_000
  for (;;) {
    const isRefused = await ask(port, '/').then(
      () => false,
      () => true,
    )
    if (isRefused) return
    assert.ok(Date.now() < deadline, 'it still takes requests')
    await delay(20)
  }
}
