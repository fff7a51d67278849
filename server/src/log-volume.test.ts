import assert from 'node:assert/strict'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { createTestDatabase, urlOf, type TestDatabase } from './testing/database.ts'
import { killAll, startMain } from './testing/main-process.ts'

/** Refuses each write as a full disk does; Linux has it. */
const full = '/dev/full'
const dataDir = fs.mkdtempSync(join(tmpdir(), 'byre-test-'))
let database: TestDatabase

before(async () => {
  database = await createTestDatabase()
})
after(async () => {
  killAll()
  await database.drop()
  fs.rmSync(dataDir, { recursive: true, force: true })
})

test(
  'F13 while its log cannot be written it serves on, counts what is dropped, and ends when told',
  { skip: !fs.existsSync(full) },
  async () => {
    const fd = fs.openSync(full, 'w')
    const started = await startMain(
      {
        NODE_ENV: 'production',
        APP_SECRET: 'Zk3vQ0xw9rTb6mLp2sYd8nHf5jKc1gVa',
        ALLOW_SANDBOX: '1',
        SMTP_URL: 'smtp://127.0.0.1:1',
        PUBLIC_URL: 'http://localhost',
        DATABASE_URL: urlOf(database.options),
        DATA_DIR: dataDir,
      },
      { log: fd },
    )
    fs.closeSync(fd)
    const ask = (port: number, path: string) => fetch(`http://127.0.0.1:${port}${path}`)
    const isReady = () =>
      ask(started.opsPort, '/readyz').then(
        ({ ok }) => ok,
        () => false,
      )
    for (; !(await isReady()); await delay(20)) assert.equal(started.child.exitCode, null, started.output.all)

    // Under a name that is none of its own, which is answered and logged like any call.
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask(started.port, '/api/v1/profile')))
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([421]))
    const dropped = async () =>
      Number(
        /lines_dropped\{of="process"\} (\d+)/.exec(
          await (await ask(started.opsPort, '/metrics')).text(),
        )?.[1],
      )
    for (; (await dropped()) < 50; await delay(20))
      assert.equal(started.child.exitCode, null, started.output.all)

    started.child.kill('SIGTERM')
    assert.equal((await started.ended).exitCode, 0)
  },
)
