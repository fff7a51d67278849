import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply } from 'fastify'
import { sql, type Kysely } from 'kysely'
import type { DB, PlatformDb } from '../database/db.ts'
import { transaction } from '../database/transactions.ts'
import { refuse } from '../errors.ts'
import { clientFileDays } from '../jobs/sweeps.ts'

/** `main-Ab12Cd34.js`: what is in it is in its name. */
const hashed = /^[\w.-]{1,100}-[\w-]{8}\.([a-z0-9]{1,5})$/
const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  woff2: 'font/woff2',
}
const noteEveryMs = 6 * 60 * 60_000
/** Whoever asks for names at random costs the database one short statement a second in all. */
const lookEveryMs = 1000
/** Of the files of other builds, in memory; some thirty builds. */
const mostBytes = 16 * 1024 * 1024

interface KeptFile {
  content: Buffer
  is_packed: boolean
}

/**
 * The client's hashed files of the builds of the last days, kept in the database: each process puts its own build's there
 * before it serves, and finds those of others' there.
 */
export class ClientFiles {
  readonly #db: Kysely<DB>
  readonly #folders: readonly URL[]
  readonly #names = new Set<string>()
  readonly #held = new Map<string, KeptFile>()
  #heldBytes = 0
  #looking: Promise<void> | null = null
  #lookedAt = -Infinity
  #timer: NodeJS.Timeout | undefined

  constructor(db: Kysely<DB>, clients: readonly URL[]) {
    this.#db = db
    this.#folders = clients.map((client) => new URL('assets/', client))
  }

  /** Keeps this build's files, and notes from now on that they are served. */
  async keep(onError: (error: unknown) => void): Promise<void> {
    await this.#keep()
    this.#timer = setInterval(() => this.#keep().catch(onError), noteEveryMs)
    this.#timer.unref()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /** Sends a file of any build, or refuses. */
  async send(reply: FastifyReply, name: string): Promise<FastifyReply> {
    const type = types[hashed.exec(name)?.[1] ?? '']
    const file = type === undefined ? null : await this.#find(name)
    if (!file || type === undefined) return refuse('not_found')
    reply.headers({
      'content-type': type,
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
    })
    const accepted = reply.request.headers['accept-encoding']
    if (!file.is_packed) return reply.send(file.content)
    if (accepted === undefined || negotiate(accepted, ['br']) !== 'br')
      return reply.send(await promisify(brotliDecompress)(file.content))
    return reply.header('content-encoding', 'br').send(file.content)
  }

  async #keep(): Promise<void> {
    for (const folder of this.#folders) if (existsSync(folder)) await this.#keepThoseOf(folder)
  }

  async #keepThoseOf(folder: URL): Promise<void> {
    const files = await readdir(folder)
    const names = files.filter((name) => hashed.test(name)).toSorted()
    await transaction(this.#db as unknown as PlatformDb, async (db) => {
      const kept = await db
        .updateTable('platform.client_files')
        .set({ served_at: sql<string>`now()` })
        .where(sql<boolean>`name = any(${names})`)
        .returning('name')
        .execute()
      const there = new Set(kept.map(({ name }) => name))
      for (const name of names.filter((one) => !there.has(one))) await this.#put(db, { name, folder, files })
    })
  }

  async #put(
    db: PlatformDb,
    { name, folder, files }: { name: string; folder: URL; files: readonly string[] },
  ): Promise<void> {
    const is_packed = files.includes(`${name}.br`)
    const content = await readFile(new URL(is_packed ? `${name}.br` : name, folder))
    await db
      .insertInto('platform.client_files')
      .values({ name, content, is_packed })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute()
  }

  async #find(name: string): Promise<KeptFile | null> {
    const held = this.#held.get(name)
    if (held) return held
    if (!this.#names.has(name)) await (this.#looking ??= this.#look())
    if (!this.#names.has(name)) return null
    const file = await this.#db
      .selectFrom('platform.client_files')
      .select(['content', 'is_packed'])
      .where('name', '=', name)
      .executeTakeFirst()
    if (!file) {
      this.#names.delete(name)
      return null
    }
    this.#hold(name, file)
    return file
  }

  /** Reads which files there are; whoever asks once it has begun waits for the next look, which sees what is newer. */
  async #look(): Promise<void> {
    await delay(Math.max(0, this.#lookedAt + lookEveryMs - performance.now()))
    this.#looking = null
    this.#lookedAt = performance.now()
    const rows = await this.#db
      .selectFrom('platform.client_files')
      .select('name')
      .where(sql<boolean>`served_at > now() - make_interval(days => ${clientFileDays})`)
      .execute()
    for (const { name } of rows) this.#names.add(name)
  }

  #hold(name: string, file: KeptFile): void {
    if (this.#held.has(name)) return
    if (this.#heldBytes + file.content.length > mostBytes) {
      this.#held.clear()
      this.#heldBytes = 0
    }
    this.#held.set(name, file)
    this.#heldBytes += file.content.length
  }
}
