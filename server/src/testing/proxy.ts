import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import pg from 'pg'

/** A wire to PostgreSQL that a test can cut. */
export class Proxy {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  #isCut = false
  #isSilent = false
  #cutAfter: string | undefined
  /** The same database, by way of this wire. */
  readonly options: pg.PoolConfig

  private constructor(server: Server, options: pg.PoolConfig) {
    this.#server = server
    this.options = options
  }

  static async start(direct: pg.PoolConfig): Promise<Proxy> {
    const { host, port, user, password, database } = new pg.Client(direct)
    const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
    const server = createServer((near) => proxy.#join(near, connect(target)))
    server.listen({ host: '127.0.0.1', port: 0 })
    await once(server, 'listening')
    const own = { host: '127.0.0.1', port: (server.address() as AddressInfo).port }
    const proxy: Proxy = new Proxy(server, { ...own, user, password: password ?? undefined, database })
    return proxy
  }

  #join(near: Socket, far: Socket): void {
    for (const socket of [near, far]) {
      this.#sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        this.#sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    if (this.#isCut) near.destroy()
    let isLast = false
    near.on('data', (chunk) => {
      if (this.#cutAfter !== undefined && chunk.toString('latin1').includes(this.#cutAfter)) {
        this.#cutAfter = undefined
        isLast = true
      }
      far.write(chunk)
    })
    far.on('data', (chunk) => {
      if (isLast) near.destroy()
      else if (!this.#isSilent) near.write(chunk)
    })
  }

  /** Ends every connection and refuses new ones. */
  cut(): void {
    this.#isCut = true
    for (const socket of this.#sockets) socket.destroy()
  }

  /** Takes connections and statements, and answers nothing. */
  silence(): void {
    this.#isSilent = true
  }

  mend(): void {
    if (this.#isSilent) this.cut()
    this.#isSilent = false
    this.#isCut = false
  }

  /** Lets the next statement with this text through, but cuts its connection instead of its answer. */
  loseAnswerTo(text: string): void {
    this.#cutAfter = text
  }

  async close(): Promise<void> {
    this.cut()
    this.#server.close()
    await once(this.#server, 'close')
  }
}
