import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import pg from 'pg'

/*
 * A proxy before PostgreSQL that gives each transaction the session that was free last, and knows nothing of prepared
 * statements: as PgBouncer before 1.21 with `pool_mode = transaction`. For roles that need no password.
 */

/** One message of the protocol; the first of a connection has no kind. */
interface Message {
  kind: string
  bytes: Buffer
}

/** Cuts a stream into messages. */
function cutter(onMessage: (message: Message) => void, { hasFirst }: { hasFirst: boolean }) {
  let waiting = Buffer.alloc(0)
  let head = hasFirst ? 0 : 1
  return (chunk: Buffer) => {
    waiting = Buffer.concat([waiting, chunk])
    while (waiting.length >= head + 4) {
      const length = head + waiting.readInt32BE(head)
      if (waiting.length < length) return
      const bytes = waiting.subarray(0, length)
      const kind = head === 0 ? '' : String.fromCharCode(bytes[0]!)
      waiting = waiting.subarray(length)
      head = 1
      onMessage({ kind, bytes })
    }
  }
}

export class Pooler {
  readonly #server: Server
  readonly #direct: pg.Client
  readonly #free: Socket[] = []
  readonly #sockets = new Set<Socket>()
  readonly options: pg.PoolConfig

  private constructor(server: Server, direct: pg.PoolConfig) {
    this.#server = server
    this.#direct = new pg.Client(direct)
    const { user, database } = this.#direct
    this.options = { host: '127.0.0.1', port: (server.address() as AddressInfo).port, user, database }
  }

  static async start(direct: pg.PoolConfig): Promise<Pooler> {
    const server = createServer((near) => pooler.#join(near))
    server.listen({ host: '127.0.0.1', port: 0 })
    await once(server, 'listening')
    const pooler: Pooler = new Pooler(server, direct)
    return pooler
  }

  #kept(socket: Socket): Socket {
    this.#sockets.add(socket)
    return socket.on('error', () => undefined).on('close', () => this.#sockets.delete(socket))
  }

  #join(near: Socket): void {
    this.#kept(near)
    let session: Promise<Socket> | undefined
    const onMessage = ({ kind, bytes }: Message) => {
      if (kind === '') near.write(greeting)
      else if (kind === 'X') near.end()
      else {
        session ??= this.#take(near, () => (session = undefined))
        void session.then((socket) => socket.write(bytes))
      }
    }
    near.on('data', cutter(onMessage, { hasFirst: true }))
  }

  /** A session for one transaction; `onFree` is called when that has ended. */
  async #take(near: Socket, onFree: () => void): Promise<Socket> {
    const session = this.#free.pop() ?? (await this.#open())
    session.removeAllListeners('data')
    const onMessage = ({ kind, bytes }: Message) => {
      if (kind === 'Z' && bytes.toString('latin1', 5) === 'I') {
        this.#free.push(session)
        onFree()
      }
      near.write(bytes)
    }
    session.on('data', cutter(onMessage, { hasFirst: false }))
    return session
  }

  async #open(): Promise<Socket> {
    const { host, port, user, database } = this.#direct
    const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
    const socket = this.#kept(connect(target))
    const words = Buffer.from(`user\0${user}\0database\0${database}\0\0`)
    const head = Buffer.alloc(8)
    head.writeInt32BE(8 + words.length)
    head.writeInt32BE(196_608, 4)
    socket.write(Buffer.concat([head, words]))
    await new Promise<void>((ready) => {
      socket.on(
        'data',
        cutter(({ kind }) => kind === 'Z' && ready(), { hasFirst: false }),
      )
    })
    return socket
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
    await once(this.#server, 'close')
  }
}

/** No password is asked for, the key of a session, and that it is ready. */
const greeting = Buffer.concat([
  Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]),
  Buffer.from([0x4b, 0, 0, 0, 12, 0, 0, 0, 1, 0, 0, 0, 1]),
  Buffer.from([0x5a, 0, 0, 0, 5, 0x49]),
])
