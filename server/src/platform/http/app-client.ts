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
}

interface BuiltFile {
  type: string
  identity: Buffer
  br?: Buffer
  gzip?: Buffer
}

/** Where the builds of the client lie, each in a folder of its own. */
export const builtClients = new URL('../../../../web/dist/', import.meta.url)

/** The files of an app's build, in memory: a few hundred KiB that each visit asks for. */
export class AppClient {
  readonly #files = new Map<string, BuiltFile>()

  constructor(folder: URL) {
    if (!existsSync(new URL('index.html', folder))) return
    for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      const name = entry.replaceAll('\\', '/')
      const type = types[name.slice(name.lastIndexOf('.') + 1)]
      if (type === undefined) continue
      const read = (ending: string) => {
        const file = new URL(name + ending, folder)
        return existsSync(file) ? readFileSync(file) : undefined
      }
      const [br, gzip] = [read('.br'), read('.gz')]
      const identity = readFileSync(new URL(name, folder))
      this.#files.set(name, { type, identity, ...(br && { br }), ...(gzip && { gzip }) })
    }
  }

  get isBuilt(): boolean {
    return this.#files.has('index.html')
  }

  /** Sends the app's page, with this policy. */
  sendPage(reply: FastifyReply, policy: string): FastifyReply {
    return this.#send(asPage(reply, policy), this.#files.get('index.html')!)
  }

  /** Sends a file of the build; false where it has none of this name. */
  sendFile(reply: FastifyReply, name: string): boolean {
    const file = name.endsWith('.html') ? undefined : this.#files.get(name)
    if (!file) return false
    const isHashed = name.startsWith('assets/')
    reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    void this.#send(reply.type(file.type), file)
    return true
  }

  #send(reply: FastifyReply, file: BuiltFile): FastifyReply {
    reply.header('vary', 'Accept-Encoding')
    const kept = { ...(file.br && { br: file.br }), ...(file.gzip && { gzip: file.gzip }) }
    const accepted = reply.request.headers['accept-encoding']
    const encoding = accepted === undefined ? null : negotiate(accepted, [...Object.keys(kept), 'identity'])
    const packed = encoding === null ? undefined : kept[encoding as keyof typeof kept]
    if (packed) reply.header('content-encoding', encoding!)
    return reply.send(packed ?? file.identity)
  }
}
