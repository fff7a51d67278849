import type SmtpPool from 'nodemailer/lib/smtp-pool'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { quietAdvice, type Quiet } from '../database/quiet.ts'

/** One mail, ready to leave: text and HTML, to one stored address. */
export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  attachments?: Attachment[]
  /** Where a mail program may have no more of its like sent, by one press (RFC 8058). */
  leaveUrl?: string
}

/** A file that goes with a mail. */
export interface Attachment {
  name: string
  type: 'application/pdf'
  /** In base64. */
  content: string
}

export interface Mailer {
  /** Hands a mail over; rejects when it was not taken. `id` makes a repetition recognisable. */
  send(id: string, message: Mail): Promise<void>
  close(): void
}

const loopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/

/** Also what bounds the mails that are written at a time. */
const connectionsAtMost = 5

const mailWithinMs = 20_000

/** From the beginning of one mail to that of the next: whoever calls meanwhile waits for one to be composed, and not for ten. */
const betweenMailsMs = 2

/** So much of what timers were late by is made up for: by a turn of the event loop each, without a pause. */
const madeUpMs = 6

/**
 * Sends through a mail server, over a few connections that are kept while there are mails. TLS is checked, and a password
 * crosses no network without it; connecting takes at most 5 s, silence 15 s, a mail 20 s in all. Those handed over together are composed
 * one after the other.
 */
export function smtpMailer(smtpUrl: string, from: string): Mailer {
  const { hostname, password } = new URL(smtpUrl)
  let opened: ReturnType<typeof open> | undefined
  // Loaded with the first mail: a start need not wait for it.
  const open = async () => {
    const [{ default: SmtpPool }, { senderOf, mailText }] = await Promise.all([
      import('nodemailer/lib/smtp-pool'),
      import('./mail-text.ts'),
    ])
    const sender = senderOf(from)
    const pool = new SmtpPool({
      url: smtpUrl,
      maxConnections: connectionsAtMost,
      maxMessages: 100,
      // Shorter than a mail server's own patience. One that ends it sooner gets the mail over another connection, unless
      // any of it has been sent.
      idleTimeout: 10_000,
      requireTLS: password !== '' && !loopback.test(hostname),
      connectionTimeout: 5000,
      greetingTimeout: 5000,
      socketTimeout: 15_000,
    })
    return {
      send: (id: string, mail: Mail, signal: AbortSignal) =>
        submit(pool, mailText(id, sender, mail), { id, from: sender.address, to: mail.to, signal }),
      close: () => pool.close(),
    }
  }
  let turn: Promise<void> = Promise.resolve()
  let dueAt = 0
  const itsTurn = () =>
    (turn = turn.then(() => {
      const now = performance.now()
      dueAt = Math.max(dueAt + betweenMailsMs, now - madeUpMs)
      return dueAt > now ? pause(dueAt - now) : nextTurn()
    }))
  return {
    async send(id, mail) {
      const office = await (opened ??= open())
      await itsTurn()
      await inTime((signal) => office.send(id, mail, signal))
    },
    close: () => void opened?.then((office) => office.close()),
  }
}

interface Envelope {
  id: string
  from: string
  to: string
  signal: AbortSignal
}

type Message = Parameters<SmtpPool['send']>[0]

/** Gives the library's pool of connections a mail that is composed already; rejects when the mail server did not take it. */
function submit(pool: SmtpPool, text: string, { id, from, to, signal }: Envelope): Promise<void> {
  const whole = Buffer.from(text)
  // All that a transport of nodemailer asks of a mail.
  const message = {
    getEnvelope: () => ({ from, to: [to] }),
    messageId: () => id,
    getHeader: () => id,
    // Asked for anew where another connection takes the mail over.
    createReadStream: () => streamOf(whole),
  }
  const mail = { data: { signal }, message } as unknown as Message
  return new Promise((resolve, reject) => {
    pool.send(mail, (error) => (error ? reject(error) : resolve()))
  })
}

/** What `Readable.from` gives, without its iterator. */
function streamOf(whole: Buffer): Readable {
  const stream = new Readable({ read: () => undefined })
  stream.push(whole)
  stream.push(null)
  return stream
}

/** Hands nothing over while this is a quiet copy; the mail's job stays. */
export const unlessQuiet = (mailer: Mailer, quiet: Quiet): Mailer => ({
  ...mailer,
  async send(id, message) {
    if (await quiet.isSo()) throw new Error(quietAdvice)
    await mailer.send(id, message)
  },
})

/** Says of each try what came of it. */
export const countedMailer = (mailer: Mailer, count: (outcome: 'sent' | 'failed') => void): Mailer => ({
  ...mailer,
  async send(id, message) {
    try {
      await mailer.send(id, message)
      count('sent')
    } catch (error) {
      count('failed')
      throw error
    }
  },
})

/** Gives a mail up that takes too long, well within the lease of its job. */
async function inTime<T>(send: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new Error('the mail server took too long')), mailWithinMs)
  try {
    return await send(late.signal)
  } finally {
    clearTimeout(timer)
  }
}

export interface KeptMail extends Mail {
  id: string
  at: string
}

const keptShape = /^[0-9]{13}-[0-9a-f-]{36}\.json$/
const keptAtMost = 500

/** Keeps mails as files below `folder`, newest 500, for the development mail page. */
export function keptMailer(folder: string): Mailer {
  return {
    async send(id, message) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const names = await keptNames(folder)
      if (names.some((name) => name.slice(14, -5) === id)) return
      const file = join(folder, `${Date.now()}-${id}.json`)
      const mail: KeptMail = { id, at: new Date().toISOString(), ...message }
      await writeFile(`${file}.part`, JSON.stringify(mail), { mode: 0o600 })
      await rename(`${file}.part`, file)
      for (const old of names.slice(0, Math.max(0, names.length + 1 - keptAtMost)))
        await rm(join(folder, old), { force: true })
    },
    close: () => undefined,
  }
}

async function keptNames(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => keptShape.test(name)).sort()
}

async function readKept(folder: string, name: string): Promise<KeptMail> {
  return JSON.parse(await readFile(join(folder, name), 'utf8')) as KeptMail
}

/** The kept mails, newest first. Who looks again and again gives the same `known`, and each is read once. */
export async function listKeptMails(
  folder: string,
  known = new Map<string, Promise<KeptMail>>(),
): Promise<KeptMail[]> {
  const names = await keptNames(folder)
  return Promise.all(
    names.reverse().map((name) => {
      const mail = known.get(name) ?? readKept(folder, name)
      known.set(name, mail)
      return mail
    }),
  )
}

export async function findKeptMail(folder: string, id: string): Promise<KeptMail | null> {
  const name = (await keptNames(folder)).find((name) => name.slice(14, -5) === id)
  return name === undefined ? null : readKept(folder, name)
}
