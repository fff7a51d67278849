import { damaged, type ArchiveEntry } from './archive.ts'
import { RowSummer, type RowSum } from './row-sums.ts'
import { StartError } from '../start-error.ts'

/* What an archive holds, in this order: a header, the rows of every table in pieces, and sums. Without sums it is not whole. */

export const format = 1

export interface TableShape {
  name: string
  columns: readonly string[]
}

export interface Header {
  format: number
  /** Of the snapshot, by the database's clock. */
  taken_at: string
  /** The migrations that had run there, with their check sums. */
  migrations: Readonly<Record<string, string>>
  /** The queue's own schema. */
  queue: number
  /** In the order of their foreign keys. */
  tables: readonly TableShape[]
  /** The last value that each gave. */
  sequences: Readonly<Record<string, string>>
}

export type Sums = Readonly<Record<string, RowSum>>

/**
 * What the queue's library makes for two days, with the days in the names, and never fills unless it is asked to keep statistics.
 * Each database has its own; earlier versions named them in their backups, without rows.
 */
export const daysOfQueue = /^pgboss\.queue_stats_[0-9]{8}$/

const pieceBytes = 1024 * 1024
const headerName = 'header.json'
const sumsName = 'sums.json'
const pieceName = /^tables\/([a-z0-9_]+\.[a-z0-9_]+)\/\d{6}\.copy$/

const json = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`)

/** What `rowsOf` gives for each table, as entries of an archive; `tell` hears the sums. */
export async function* entriesOf(
  header: Header,
  rowsOf: (table: TableShape) => AsyncIterable<Buffer>,
  tell: (sums: Sums) => void,
): AsyncGenerator<ArchiveEntry> {
  yield { name: headerName, content: json(header) }
  const sums: Record<string, RowSum> = {}
  for (const table of header.tables) {
    const summer = new RowSummer()
    let pieces = 0
    for await (const piece of piecesOf(rowsOf(table))) {
      summer.add(piece)
      pieces += 1
      yield { name: `tables/${table.name}/${String(pieces).padStart(6, '0')}.copy`, content: piece }
    }
    sums[table.name] = summer.sum()
  }
  tell(sums)
  yield { name: sumsName, content: json(sums) }
}

async function* piecesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let gathered: Buffer[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    gathered.push(chunk)
    bytes += chunk.length
    if (bytes < pieceBytes) continue
    yield Buffer.concat(gathered)
    gathered = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(gathered)
}

/** The rows of a table while an archive is read on. */
export interface TableRows {
  table: TableShape
  rows: AsyncGenerator<Buffer>
}

/** An archive that is read from its beginning: what it is, then each table, then whether it was whole. */
export class Contents {
  readonly #file: string
  readonly #entries: AsyncGenerator<ArchiveEntry>
  #next: ArchiveEntry | undefined
  readonly #sums: Record<string, RowSum> = {}

  constructor(file: string, entries: AsyncGenerator<ArchiveEntry>) {
    this.#file = file
    this.#entries = entries
  }

  async #advance(): Promise<void> {
    const { value, done } = await this.#entries.next()
    this.#next = done ? undefined : value
  }

  #refuse(why: string): never {
    throw new StartError('failed', `${this.#file} is no whole backup: ${why}.`)
  }

  async header(): Promise<Header> {
    await this.#advance()
    if (this.#next?.name !== headerName) this.#refuse('it does not begin as one')
    const header = this.#parse<Header>(this.#next.content)
    if (header.format !== format)
      throw new StartError(
        'failed',
        `${this.#file} has a newer form than this program knows: use a newer one.`,
      )
    await this.#advance()
    return { ...header, tables: header.tables.filter(({ name }) => !daysOfQueue.test(name)) }
  }

  /** Each table has to be read to its end before the next. */
  async *tables({ tables }: Header): AsyncGenerator<TableRows> {
    for (const table of tables) yield { table, rows: this.#rowsOf(table.name) }
  }

  async *#rowsOf(name: string): AsyncGenerator<Buffer> {
    const summer = new RowSummer()
    while (this.#next && pieceName.exec(this.#next.name)?.[1] === name) {
      const piece = Buffer.from(this.#next.content)
      summer.add(piece)
      yield piece
      await this.#advance()
    }
    this.#sums[name] = summer.sum()
  }

  /** After the last table: compares what was read with what was written. */
  async sums(): Promise<Sums> {
    if (this.#next?.name !== sumsName) this.#refuse('its end is missing')
    const all = Object.entries(this.#parse<Sums>(this.#next.content))
    const written = Object.fromEntries(all.filter(([name]) => !daysOfQueue.test(name)))
    await this.#advance()
    const differing = differences(written, this.#sums)
    if (this.#next || differing.length > 0)
      this.#refuse(`what it holds of ${differing.join(', ')} was changed`)
    return written
  }

  #parse<T>(content: Uint8Array): T {
    try {
      return JSON.parse(Buffer.from(content).toString()) as T
    } catch (error) {
      throw damaged(this.#file, error)
    }
  }

  /** Lets the file go, wherever it was read to. */
  async close(): Promise<void> {
    await this.#entries.return(undefined)
  }
}

/** The tables whose rows are not the same. */
export function differences(one: Sums, other: Sums): string[] {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])]
  return names.filter(
    (name) => one[name]?.rows !== other[name]?.rows || one[name]?.hash !== other[name]?.hash,
  )
}
