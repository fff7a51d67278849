import { Readable } from 'node:stream'
import { csvBeginning, csvLine } from '@byre/contract/csv'

type Row = Readonly<Record<string, string | number | boolean | null>>

/** Rows under a name, read page by page as they leave. */
export interface Table {
  name: string
  columns: readonly string[]
  pages: AsyncIterable<readonly Row[]>
}

const atOnce = 500

/** All pages of a read that goes on after the last row's `id`. */
export async function* pagesBy<R extends { id: string }>(
  read: (after: string | null, limit: number) => Promise<R[]>,
): AsyncGenerator<R[]> {
  for (let after: string | null = null; ;) {
    const page: R[] = await read(after, atOnce)
    if (page.length > 0) yield page
    if (page.length < atOnce) return
    after = page.at(-1)!.id
  }
}

/** The one page of a read that is short. */
export async function* onePage<R>(read: () => Promise<R[]>): AsyncGenerator<R[]> {
  yield await read()
}

/** A ZIP of tables: `data.json` with all of them, and each as a CSV file. */
export const archiveOf = (tables: readonly Table[]): Readable => Readable.from(packed(tables))

async function* packed(tables: readonly Table[]): AsyncGenerator<Uint8Array> {
  const { strToU8, Zip, ZipDeflate } = await import('fflate')
  const ready: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    ready.push(chunk)
  })
  const begin = (name: string) => {
    const file = new ZipDeflate(name)
    zip.add(file)
    return (text: string, isLast = false) => file.push(strToU8(text), isLast)
  }

  // What is written to the tables meanwhile waits, packed, until this first file is whole.
  const writeJson = begin('data.json')
  writeJson(`{"exported_at":${JSON.stringify(new Date())}`)
  for (const { name, columns, pages } of tables) {
    const writeCsv = begin(`${name}.csv`)
    writeCsv(csvBeginning + csvLine(columns))
    writeJson(`,\n${JSON.stringify(name)}:[`)
    let comma = '\n'
    for await (const page of pages) {
      writeCsv(page.map((row) => csvLine(columns.map((column) => String(row[column] ?? '')))).join(''))
      for (const row of page) {
        writeJson(comma + JSON.stringify(row, [...columns]))
        comma = ',\n'
      }
      yield* ready.splice(0)
    }
    writeCsv('', true)
    writeJson(']')
  }
  writeJson('}\n', true)
  zip.end()
  yield* ready.splice(0)
}
