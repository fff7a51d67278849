import assert from 'node:assert/strict'
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { newSigningSecret, secretText, signatureHeaders } from '../../platform/outgoing/signatures.ts'

/* The receiver that the guide shows, as it stands there, told as webhooks are. */

const page = readFileSync(new URL('../../../../docs/guides/webhooks.html', import.meta.url), 'utf8')

function exampleOf(id: string): string {
  const [, text = ''] = new RegExp(`<code id="${id}">([\\s\\S]*?)</code>`).exec(page) ?? []
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}

const folder = mkdtempSync(join(tmpdir(), 'byre-guide-'))
const secret = newSigningSecret()
const other = newSigningSecret()
let port: number
let receiver: ChildProcess

before(async () => {
  port = await freePort()
  const file = join(folder, 'receiver.mjs')
  writeFileSync(file, exampleOf('receiver'))
  receiver = spawn(process.execPath, [file], {
    env: { WEBHOOK_SECRET: secretText(secret), PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  while (!(await fetch(`http://127.0.0.1:${port}`, { method: 'POST' }).catch(() => null))) await delay(20)
})
after(() => {
  receiver.kill()
  rmSync(folder, { recursive: true, force: true })
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

const message = JSON.stringify({ type: 'test', timestamp: new Date(), data: { kind: 'site', id: 'none' } })

async function answerTo(secrets: readonly Buffer[], { at = new Date(), sent = message } = {}) {
  const headers = signatureHeaders(secrets, { id: 'msg_1', at, body: message })
  return (await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body: sent })).status
}

test('the guide’s receiver takes what its secret signed, also beside another, and nothing else', async () => {
  assert.equal(await answerTo([secret]), 204)
  assert.equal(await answerTo([other, secret]), 204)
  assert.equal(await answerTo([other]), 400)
  assert.equal(await answerTo([secret], { sent: message.replace('site', 'clinic') }), 400)
  assert.equal(await answerTo([secret], { at: new Date(Date.now() - 6 * 60_000) }), 400)
})

test('a message that is signed by hand as the guide says is taken', () => {
  const { stdout, stderr } = spawnSync('sh', ['-c', exampleOf('sender')], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], WEBHOOK_SECRET: secretText(secret), PORT: String(port) },
  })
  assert.equal(stdout.trim(), '204', stderr)
})
