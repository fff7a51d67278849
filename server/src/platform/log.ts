import { hostname } from 'node:os'
import { readFileSync } from 'node:fs'
import { pino, type Logger } from 'pino'
import { LogWriter } from './log-writer.ts'

export interface Log {
  log: Logger
  /** Lines that could not be written since the start. */
  dropped(): number
  /** Writes out what is still under way, for a process that ends in good order. */
  close(): Promise<void>
}

/** Of the product, as /metrics tells it. */
export const { version } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { version: string }

/** What every line is written with: when, how bad in a word, which machine and process, and of which version. */
export const logOptions = {
  base: { node: hostname(), pid: process.pid, version },
  formatters: { level: (level: string) => ({ level }) },
  timestamp: timeField,
  hooks: { streamWrite: maskCardNumbers },
  serializers: { err: errorFields },
}

let writtenAt = 0
let written = ''

/** When a line is written, as pino takes it; many lines of a busy process share a millisecond, and so its text. */
function timeField(): string {
  const now = Date.now()
  if (now !== writtenAt) {
    writtenAt = now
    written = `,"time":"${new Date(now).toISOString()}"`
  }
  return written
}

/** JSON lines in production, to standard output unless told; elsewhere warnings and errors alone, as a person reads them. */
export function openLog(nodeEnv: 'development' | 'production' | 'test', fd: number = process.stdout.fd): Log {
  if (nodeEnv !== 'production')
    return {
      log: pino({ ...logOptions, level: 'warn' }, { write: writeReadably }),
      dropped: () => 0,
      close: async () => undefined,
    }

  const writer = new LogWriter(fd)
  process.once('exit', () => writer.flush())
  return {
    log: pino(logOptions, writer),
    dropped: () => writer.dropped,
    close: () => writer.close(),
  }
}

interface LoggedError {
  type: string
  message: string
  stack: string
  code?: string
  constraint?: string
  cause?: LoggedError
}

/**
 * What a log line says of an error: these fields alone. PostgreSQL's `detail` shows the whole row that broke a rule, with what
 * is secret in it; other libraries hang requests and options on theirs.
 */
function errorFields(error: unknown): LoggedError {
  if (!(error instanceof Error))
    return { type: typeof error, message: 'what was thrown is no error', stack: '' }
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  return {
    type: error.constructor.name,
    message: error.message,
    stack: error.stack ?? '',
    ...(code === undefined ? {} : { code: String(code) }),
    ...(constraint === undefined ? {} : { constraint: String(constraint) }),
    ...(error.cause instanceof Error ? { cause: errorFields(error.cause) } : {}),
  }
}

/** A text of a line, or a number. */
const texts = /"(?:[^"\\]|\\.)*"|(?<=[:,[])-?[\d.]+(?:e[+-]?\d+)?/gi
const cardNumbers = /(?<![\w-])\d{13,19}(?![\w-])/g

/** A last net: card numbers must not get here, and do not stay if one does. The line stays JSON, and a fraction what it was. */
export function maskCardNumbers(line: string): string {
  if (!hasDigitsInARow(line, 13)) return line
  return line.replace(texts, (text) => {
    if (text.startsWith('"')) return text.replace(cardNumbers, '[masked]')
    return /^\d{13,19}$/.test(text) ? '"[masked]"' : text
  })
}

/** Looks at each `length`th character alone: a row of so many digits cannot stand between two looks. */
function hasDigitsInARow(line: string, length: number): boolean {
  const isDigit = (at: number) => {
    const code = line.charCodeAt(at)
    return code >= 48 && code <= 57
  }
  for (let at = length - 1; at < line.length; at += length) {
    if (!isDigit(at)) continue
    let [from, to] = [at, at]
    while (isDigit(from - 1)) from -= 1
    while (isDigit(to + 1)) to += 1
    if (to - from + 1 >= length) return true
  }
  return false
}

interface Entry {
  level: string
  time: string
  msg?: string
  err?: { stack?: string }
}

function writeReadably(line: string): void {
  const {
    level,
    time,
    msg,
    err,
    pid: _pid,
    node: _node,
    version: _version,
    ...facts
  } = JSON.parse(line) as Entry & Record<string, unknown>
  const rest = Object.keys(facts).length > 0 ? ` ${JSON.stringify(facts)}` : ''
  const stack = err?.stack === undefined ? '' : `\n${err.stack}`
  process.stderr.write(`${time.slice(11, 19)} ${level}: ${msg ?? ''}${rest}${stack}\n`)
}
