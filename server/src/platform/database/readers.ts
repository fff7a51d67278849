import type pg from 'pg'
import { asAway, type PipelinedClient } from './pipelined-client.ts'

export type ReaderClient = pg.Client & Pick<PipelinedClient, 'holdThisTurn'>

interface Reader {
  client: ReaderClient
  ready: Promise<unknown>
  isReady: boolean
  underWay: number
}

/**
 * A few connections that many quick reads share at once: the statements of one turn of the event loop
 * leave in one packet, and their answers come back together. Under load the system calls are what a read
 * costs, and this divides them by the number of callers. A slow statement would hold up those behind it,
 * and one that waits for a lock even more, so neither belongs here.
 */
export class Readers {
  readonly #connect: () => ReaderClient
  readonly #most: number
  readonly #onError: (error: Error) => void
  #readers: Reader[] = []
  #ofThisTurn: Reader | undefined

  constructor(connect: () => ReaderClient, most: number, onError: (error: Error) => void) {
    this.#connect = connect
    this.#most = most
    this.#onError = onError
  }

  /** What is sent by `send` in one go leaves together, in its order. */
  async use<T>(send: (client: pg.Client) => Promise<T>): Promise<T> {
    const reader = this.#readerOfThisTurn()
    reader.underWay += 1
    try {
      if (!reader.isReady) await reader.ready
      return await send(reader.client)
    } finally {
      reader.underWay -= 1
    }
  }

  /** Holds what this turn asks until its end, from now on. */
  holdThisTurn(): void {
    const { isReady, client } = this.#readerOfThisTurn()
    if (isReady) client.holdThisTurn()
  }

  /** Has another connection, if one is less busy, take what this turn asks from now on, and holds it until the turn's end, too. */
  takeAnother(): void {
    this.#ofThisTurn = this.#leastBusy()
    this.holdThisTurn()
  }

  /** How many there are, and how many of them nobody waits for. */
  get counts(): { open: number; idle: number } {
    const idle = this.#readers.filter(({ underWay }) => underWay === 0)
    return { open: this.#readers.length, idle: idle.length }
  }

  async close(): Promise<void> {
    const readers = this.#readers
    this.#readers = []
    await Promise.all(
      readers.map((reader) =>
        reader.ready.then(
          () => reader.client.end(),
          () => undefined,
        ),
      ),
    )
  }

  /** One for what a turn asks, up to a full statement: two packets cost two system calls here and two more at the database. */
  #readerOfThisTurn(): Reader {
    if (this.#ofThisTurn) return this.#ofThisTurn
    setImmediate(() => (this.#ofThisTurn = undefined))
    return (this.#ofThisTurn = this.#leastBusy())
  }

  #leastBusy(): Reader {
    const readers = this.#readers
    let least = readers[0]
    for (const reader of readers) if (reader.underWay < least!.underWay) least = reader
    if (least && (least.underWay === 0 || readers.length >= this.#most)) return least
    return this.#open()
  }

  #open(): Reader {
    const client = this.#connect()
    const ready = client.connect().catch((error: Error) => {
      throw asAway(error)
    })
    const reader: Reader = { client, ready, isReady: false, underWay: 0 }
    const drop = () => {
      this.#readers = this.#readers.filter((one) => one !== reader)
    }
    client.on('error', (error) => {
      drop()
      this.#onError(error)
    })
    client.on('end', drop)
    reader.ready.then(() => (reader.isReady = true), drop)
    this.#readers.push(reader)
    return reader
  }
}
