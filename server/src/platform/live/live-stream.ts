import { Readable } from 'node:stream'

/** What a stream may hold for a client that does not read; beyond, it is cut and begins again elsewhere. */
const heldAtMost = 64 * 1024

/** Whose a stream is. */
export interface Listener {
  readonly user_id: string
  readonly session_id: string
}

/** One open stream of server-sent events, and whose it is. */
export class LiveStream<L extends Listener = Listener> {
  readonly listener: L
  readonly readable = new Readable({ read: () => undefined })
  readonly begunAt = Date.now()
  /** When it last said something. */
  spokeAt = 0
  /** What came while its beginning was still being read. */
  #early: object[] | null = []
  #isOver = false

  constructor(listener: L) {
    this.listener = listener
  }

  /** The first message; whatever came meanwhile follows it. */
  begin(first: object): void {
    const early = this.#early ?? []
    this.#early = null
    for (const message of [first, ...early]) this.say(message)
  }

  say(message: object): void {
    this.spokeAt = Date.now()
    if (this.#isOver || this.readable.destroyed) return
    if (this.#early) this.#early.push(message)
    else if (this.readable.readableLength > heldAtMost) this.readable.destroy()
    else this.readable.push(`data: ${JSON.stringify(message)}\n\n`)
  }

  end(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.readable.push(null)
  }
}
