import { once } from 'node:events'
import {
  connect,
  createServer,
  type AddressInfo,
  type NetConnectOpts,
  type Server,
  type Socket,
} from 'node:net'
import pg from 'pg'

/** A wire to PostgreSQL that a test can cut. */
export class Proxy {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  #target: NetConnectOpts = { path: '' }
  #isCut = false
  #isSilent = false
  #cutAfter: { text: string; answer: string } | undefined
  #settings: 'passed on' | 'dropped' | 'refused' = 'passed on'
  /** The same database, by way of this wire. */
  readonly options: pg.PoolConfig

  private constructor(server: Server, options: pg.PoolConfig) {
    this.#server = server
    this.options = options
  }

  static async start(direct: pg.PoolConfig): Promise<Proxy> {
    const { user, password, database } = new pg.Client(direct)
    const server = createServer((near) => {
      // PostgreSQL would begin a process for each that is refused, and be late for the first that is not.
      if (proxy.#isCut) near.destroy()
      else proxy.#join(near, connect(proxy.#target))
    })
    server.listen({ host: '127.0.0.1', port: 0 })
    await once(server, 'listening')
    const own = { host: '127.0.0.1', port: (server.address() as AddressInfo).port }
    const proxy: Proxy = new Proxy(server, { ...own, user, password: password ?? undefined, database })
    proxy.leadTo(direct)
    return proxy
  }

  /** From the next connection on it leads to this one. */
  leadTo(direct: pg.PoolConfig): void {
    const { host, port } = new pg.Client(direct)
    this.#target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
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
    let last: string | undefined
    let isFirst = true
    near.on('data', (given) => {
      const chunk = isFirst && this.#settings !== 'passed on' ? withoutSettings(given) : given
      if (isFirst && this.#settings === 'refused' && chunk.length < given.length) {
        near.end(refusal('08P01', 'unsupported startup parameter: statement_timeout'))
        return
      }
      isFirst = false
      if (this.#cutAfter && chunk.toString('latin1').includes(this.#cutAfter.text)) {
        last = this.#cutAfter.answer
        this.#cutAfter = undefined
      }
      far.write(chunk)
    })
    far.on('data', (chunk) => {
      if (last !== undefined) {
        if (chunk.toString('latin1').includes(last)) near.destroy()
      } else if (!this.#isSilent) near.write(chunk)
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

  /** Lets the next statement with this text through, but cuts its connection instead of the next answer. */
  loseAnswerTo(text: string): void {
    this.#cutAfter = { text, answer: '' }
  }

  /** Cuts a connection once PostgreSQL has said that it committed, and passes nothing on of that. */
  loseCommit(): void {
    this.#cutAfter = { text: 'commit', answer: 'COMMIT\0' }
  }

  /** What becomes of the settings that connections begin with, as PgBouncer does it. */
  takeSettings(how: 'dropped' | 'refused'): void {
    this.#settings = how
  }

  async close(): Promise<void> {
    this.cut()
    this.#server.close()
    await once(this.#server, 'close')
  }
}

/** The first message of a connection with its user and database alone. */
function withoutSettings(message: Buffer): Buffer {
  const words = message.toString('latin1', 8).split('\0')
  const kept = words.flatMap((word, n) =>
    n % 2 === 0 && ['user', 'database'].includes(word) ? [word, words[n + 1]!] : [],
  )
  const rest = Buffer.from(`${kept.join('\0')}\0\0`, 'latin1')
  const head = Buffer.from(message.subarray(0, 8))
  head.writeInt32BE(rest.length + 8)
  return Buffer.concat([head, rest])
}

function refusal(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C${code}\0M${message}\0\0`, 'latin1')
  const head = Buffer.from('E\0\0\0\0', 'latin1')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}
