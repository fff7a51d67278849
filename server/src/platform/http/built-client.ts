import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply } from 'fastify'
import { asPage } from './headers.ts'

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  png: 'image/png',
  ico: 'image/x-icon',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
  txt: 'text/plain; charset=utf-8',
  webmanifest: 'application/manifest+json; charset=utf-8',
}

/** A file as it is and as the build packed it, each read when it is first asked for. */
class BuiltFile {
  readonly type: string
  readonly #place: URL
  readonly #packings: readonly string[]
  readonly #held = new Map<string, Buffer>()
  #tag: string | undefined

  constructor(place: URL, type: string, packings: readonly string[]) {
    this.#place = place
    this.type = type
    this.#packings = packings
  }

  /** What a caller likes best of how it is packed: `br`, `gzip` or, not at all, `identity`. */
  packingFor(accepted: string | undefined): string {
    if (accepted === undefined || this.#packings.length === 0) return 'identity'
    return negotiate(accepted, [...this.#packings, 'identity']) ?? 'identity'
  }

  /** Throws where another build has been put in its place. */
  as(packing: string): Buffer {
    let content = this.#held.get(packing)
    if (content === undefined) {
      content = readFileSync(new URL(`${this.#place.href}${endings[packing] ?? ''}`))
      this.#held.set(packing, content)
    }
    return content
  }

  readAll(): void {
    for (const packing of [...this.#packings, 'identity']) this.as(packing)
  }

  /** Says which content this is (RFC 9110, 8.8.3); weak, since it is the same of each packing. */
  get tag(): string {
    return (this.#tag ??= `W/"${createHash('sha256').update(this.as('identity')).digest('base64url').slice(0, 16)}"`)
  }
}

const endings: Readonly<Record<string, string>> = { br: '.br', gzip: '.gz' }

/** Where the builds of the client lie, each in a folder of its own. */
export const builtClients = new URL('../../../../web/dist/', import.meta.url)

/** The files of a build of the client, in memory once somebody has asked for them: a few hundred KiB that each visit asks for. */
export class BuiltClient {
  readonly #files = new Map<string, BuiltFile>()

  constructor(folder: URL) {
    if (!existsSync(new URL('index.html', folder))) return
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) =>
      name.replaceAll('\\', '/'),
    )
    const all = new Set(names)
    for (const name of names) {
      const type = types[name.slice(name.lastIndexOf('.') + 1)]
      if (type === undefined) continue
      const packings = Object.keys(endings).filter((packing) => all.has(`${name}${endings[packing]}`))
      const file = new BuiltFile(new URL(name, folder), type, packings)
      // What this process serves goes together, though another build be put here meanwhile.
      if (isPage(name)) file.readAll()
      this.#files.set(name, file)
    }
  }

  get isBuilt(): boolean {
    return this.#files.has('index.html')
  }

  /** The names of all files that are asked for by name: not the pages. */
  get names(): string[] {
    return [...this.#files.keys()].filter((name) => !isPage(name))
  }

  has(name: string): boolean {
    return this.#files.has(name)
  }

  /** Sends a page, with this policy; `variesBy` are the request's headers, beside what it accepts packed, that it was chosen by. */
  sendPage(
    reply: FastifyReply,
    policy: string,
    name = 'index.html',
    variesBy: readonly string[] = [],
  ): FastifyReply {
    return send(asPage(reply, policy), this.#files.get(name)!, variesBy)
  }

  /** Sends a file of the build; false where it has none of this name, or has it no longer. */
  sendFile(reply: FastifyReply, name: string): boolean {
    const file = isPage(name) ? undefined : this.#files.get(name)
    if (!file) return false
    const { 'accept-encoding': accepted, 'if-none-match': known } = reply.request.headers
    const isHashed = name.startsWith('assets/')
    try {
      file.as(file.packingFor(accepted))
      if (!isHashed) reply.header('etag', file.tag)
    } catch {
      return false
    }
    reply
      .header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      .type(file.type)
    // Only documents have features to forbid.
    if (isHashed) reply.removeHeader('permissions-policy')
    if (!isHashed && known === file.tag) void reply.code(304).send()
    else void send(reply, file)
    return true
  }
}

const isPage = (name: string) => name.endsWith('.html')

function send(reply: FastifyReply, file: BuiltFile, variesBy: readonly string[] = []): FastifyReply {
  reply.header('vary', ['Accept-Encoding', ...variesBy].join(', '))
  const packing = file.packingFor(reply.request.headers['accept-encoding'])
  if (packing !== 'identity') reply.header('content-encoding', packing)
  return reply.send(file.as(packing))
}
