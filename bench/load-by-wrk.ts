import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Load, Request } from './load.ts'

export const hasWrk = spawnSync('wrk', ['-v']).error === undefined

const repeated = 5000

/** One thread of `wrk`, which is no JavaScript, sends what was written down before. */
export const loadByWrk: Load = async (url, { next, connections, freshPerSecond, restsMs = 0 }, seconds) => {
  const count = freshPerSecond ? Math.ceil(seconds * freshPerSecond) : repeated
  const { host } = new URL(url)
  const requests = Array.from({ length: count }, (_, n) =>
    written(host, next(n % connections, Math.floor(n / connections), '')),
  )
  const folder = await mkdtemp(join(tmpdir(), 'byre-load-'))
  try {
    const file = join(folder, 'requests')
    await writeFile(file, requests.join('\0'))
    const script = join(import.meta.dirname, 'requests.lua')
    const options = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '10s', '-s', script]
    const wrk = spawn('wrk', [...options, url, '--', file, String(restsMs)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [printed] = await Promise.all([text(wrk.stdout), once(wrk, 'exit')])
    const measured = JSON.parse(printed.trim().split('\n').at(-1) ?? '') as Measured
    const hasRunOut = freshPerSecond !== undefined && measured.answers > count
    const failed = hasRunOut ? 'what may be sent once only ran out' : failureOf(measured)
    return { ...measured, tookSeconds: measured.seconds, failed }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

interface Measured {
  answers: number
  seconds: number
  refused: number
  broken: number
  p50: number
  p99: number
}

function failureOf({ answers, refused, broken }: Measured): string | null {
  if (answers === 0) return 'nothing was answered'
  return refused + broken > 0
    ? `${refused} of ${answers} answers refused, ${broken} connections broken`
    : null
}

function written(host: string, { method, path, headers, body = '' }: Request): string {
  const all = { host, ...headers, ...(body && { 'content-length': Buffer.byteLength(body) }) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}
