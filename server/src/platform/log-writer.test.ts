import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { LogWriter } from './log-writer.ts'

let folder: string
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'byre-log-'))
})
after(() => rmSync(folder, { recursive: true }))

function opened(name: string) {
  const path = join(folder, name)
  const fd = openSync(path, 'a')
  return { fd, read: () => readFileSync(path, 'utf8'), close: () => closeSync(fd) }
}

test('lines are written together, in their order and whole', async () => {
  const file = opened('together')
  const writer = new LogWriter(file.fd, { gatherMs: 60_000 })
  writer.write('one\n')
  writer.write('two, ü\n')
  assert.equal(file.read(), '', 'they wait for each other')
  await writer.close()
  assert.equal(file.read(), 'one\ntwo, ü\n')
  assert.equal(writer.dropped, 0)
  file.close()
})

test('what comes while lines are being written follows them', async () => {
  const file = opened('following')
  const writer = new LogWriter(file.fd)
  const lines = Array.from({ length: 5_000 }, (_, at) => `${at} ${'x'.repeat(50)}\n`)
  for (const line of lines.slice(0, 2_500)) writer.write(line)
  await new Promise(setImmediate)
  for (const line of lines.slice(2_500)) writer.write(line)
  await writer.close()
  assert.equal(file.read(), lines.join(''))
  file.close()
})

test('before the process ends on the spot all that waits is written', () => {
  const file = opened('flushed')
  const writer = new LogWriter(file.fd, { gatherMs: 60_000 })
  writer.write('the last word\n')
  writer.flush()
  assert.equal(file.read(), 'the last word\n')
  file.close()
})

test('more than may wait is dropped and counted, and what waited is kept', async () => {
  const file = opened('bounded')
  const writer = new LogWriter(file.fd, { gatherMs: 60_000, atMost: 20 })
  for (const line of ['0123456789\n', 'too much\n\n\n', 'short\n']) writer.write(line)
  assert.equal(writer.dropped, 1)
  await writer.close()
  assert.equal(file.read(), '0123456789\nshort\n')
  file.close()
})

const full = '/dev/full'

test(
  'a full disk ends nothing: lines are dropped and counted, a flush returns',
  { skip: !existsSync(full) },
  async () => {
    const fd = openSync(full, 'w')
    const writer = new LogWriter(fd)
    writer.write('one\n')
    writer.write('two\n')
    await writer.close()
    assert.equal(writer.dropped, 2)
    writer.write('three\n')
    writer.flush()
    closeSync(fd)
  },
)

const readsWhenTold = 'process.on("message", () => process.stdin.pipe(process.stdout))'

test('a reader that does not read holds nothing up, and gets what waited once it does', async () => {
  const reader = spawn(process.execPath, ['-e', readsWhenTold], { stdio: ['pipe', 'pipe', 'inherit', 'ipc'] })
  const { fd } = (reader.stdin as unknown as { _handle: { fd: number } })._handle
  const writer = new LogWriter(fd, { gatherMs: 5 })
  const line = `${'y'.repeat(1_023)}\n`
  for (let n = 0; n < 800; n++) writer.write(line)

  let read = 0
  reader.stdout!.on('data', (chunk: Buffer) => (read += chunk.length))
  reader.send('read')
  while (read < 800 * line.length) await once(reader.stdout!, 'data')
  assert.equal(writer.dropped, 0)
  reader.kill()
})
