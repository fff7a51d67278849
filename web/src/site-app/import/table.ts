import { importLimits } from '@byre/contract/herd/imports'

/*
 * A table out of a file, read piece by piece (RFC 4180): UTF-8, UTF-16 or Windows-1252, its cells parted by commas,
 * semicolons or tabs. What is no such file is refused in words before it is read.
 */

export interface TableRow {
  /** As a spreadsheet counts: the header is 1. */
  line: number
  cells: string[]
  /** Why no server need judge it. */
  fault?: { column: number | null; reason: string }
}

export interface Table {
  name: string
  header: string[]
  rows: TableRow[]
  separator: Separator
}

export type ReadTable = { table: Table } | { refused: string }

const separators = [',', ';', '\t'] as const
type Separator = (typeof separators)[number]

const workbook =
  'This is a spreadsheet file. Open it in your spreadsheet, choose “Save as” and “CSV UTF-8”, and bring the file that it saves.'
/** How files of other programs begin. */
const signatures: readonly (readonly [bytes: string, words: string])[] = [
  ['PK\u0003\u0004', workbook],
  ['\u00d0\u00cf\u0011\u00e0', workbook],
  ['%PDF', 'This is a PDF. Please ask for the data as CSV.'],
  ['\u0089PNG', 'This is a picture. Please bring a table as CSV.'],
  ['\u00ff\u00d8\u00ff', 'This is a picture. Please bring a table as CSV.'],
  ['GIF8', 'This is a picture. Please bring a table as CSV.'],
  ['\u001f\u008b', 'This file is compressed. Please unzip it and bring the CSV inside.'],
  ['SQLite', 'This is a database of another program. Please export it as CSV there.'],
  ['{\\rtf', 'This is a text document. Please save the table in it as CSV.'],
]
const anotherProgram =
  'This file belongs to another program. Please export the table as CSV there, and bring that.'

const startBytes = 4096

/** Reads a file, or what was pasted. */
export async function readTable(file: Blob, name: string): Promise<ReadTable> {
  if (file.size > importLimits.fileBytes)
    return {
      refused: `This file has ${Math.round(file.size / 1024 / 1024).toLocaleString('en')} MB; 20 MB is the most. Please bring it in parts.`,
    }
  if (file.size === 0) return { refused: 'This file is empty.' }
  const start = new Uint8Array(await file.slice(0, startBytes).arrayBuffer())
  const words = refusedBy(start)
  if (words !== null) return { refused: words }
  for (const encoding of encodingsOf(start)) {
    const read = await readAs(file, encoding, name)
    if (read !== 'another encoding') return read
  }
  return { refused: anotherProgram }
}

function refusedBy(start: Uint8Array): string | null {
  const text = String.fromCharCode(...start.slice(0, 16))
  const known = signatures.find(([bytes]) => text.startsWith(bytes))
  if (known) return known[1]
  if (/^\s*<(!doctype|html|\?xml)/i.test(text))
    return 'This is a web page or XML, not a table. Please export it as CSV.'
  if (/^\s*[{[]\s*["{[]/.test(text)) return 'This is JSON, not a table. Please export it as CSV.'
  return null
}

/** What it may be written in, the likeliest first. */
function encodingsOf(start: Uint8Array): readonly string[] {
  if (start[0] === 0xff && start[1] === 0xfe) return ['utf-16le']
  if (start[0] === 0xfe && start[1] === 0xff) return ['utf-16be']
  // Letters of European languages have a zero in the same place of each pair.
  const zeros = [0, 0]
  start.forEach((byte, at) => byte === 0 && zeros[at % 2]!++)
  const [even = 0, odd = 0] = zeros
  const most = start.length / 4
  if (odd > most && even < odd / 10) return ['utf-16le']
  if (even > most && odd < even / 10) return ['utf-16be']
  return even + odd > 0 ? [] : ['utf-8', 'windows-1252']
}

async function readAs(file: Blob, encoding: string, name: string): Promise<ReadTable | 'another encoding'> {
  const decoder = new TextDecoder(encoding, { fatal: encoding === 'utf-8' })
  const reader = file.stream().getReader()
  let records: Records | null = null
  try {
    for (;;) {
      const { done, value } = await reader.read()
      const text = done ? decoder.decode() : decoder.decode(value, { stream: true })
      records ??= new Records(separatorOf(text))
      records.add(text)
      if (records.isTooMany)
        return {
          refused: `There are more than ${importLimits.rows.toLocaleString('en')} rows. Please bring them in parts.`,
        }
      if (done) break
    }
  } catch (error) {
    if (error instanceof TypeError) return 'another encoding'
    throw error
  } finally {
    void reader.cancel()
  }
  return tableOf(records, name)
}

/** What parts the cells of the first line most often. */
function separatorOf(text: string): Separator {
  const [, said] = /^\ufeff?sep=([,;\t])\r?\n/.exec(text) ?? []
  if (said) return said as Separator
  const bare = text.replaceAll(/"[^"]*"/g, '')
  const first = /[^\r\n]*\S[^\r\n]*/.exec(bare)?.[0] ?? ''
  const count = (separator: Separator) => first.split(separator).length
  return separators.reduce<Separator>(
    (best, separator) => (count(separator) > count(best) ? separator : best),
    ',',
  )
}

/** Records as they come, piece by piece. */
class Records {
  readonly separator: Separator
  readonly all: { line: number; cells: string[] }[] = []
  /** The line on which quotes were opened that nobody has closed. */
  openSince: number | null = null
  #cells: string[] = []
  #cell = ''
  #line = 1
  #isQuoted = false
  /** A quote inside quotes: the end of them, or the first of two. */
  #hasQuote = false
  #wasReturn = false

  constructor(separator: Separator) {
    this.separator = separator
  }

  get isTooMany() {
    return this.all.length > importLimits.rows + 1
  }

  add(text: string): void {
    for (const sign of text) this.#take(sign)
  }

  end(): void {
    if (this.#cell !== '' || this.#cells.length > 0) this.#endRecord()
  }

  #take(sign: string): void {
    if (this.#isQuoted) {
      if (this.#hasQuote) {
        this.#hasQuote = false
        if (sign === '"') {
          this.#cell += '"'
          return
        }
        this.#isQuoted = false
        this.openSince = null
      } else if (sign === '"') {
        this.#hasQuote = true
        return
      } else {
        this.#cell += sign
        return
      }
    }
    const wasReturn = this.#wasReturn
    this.#wasReturn = sign === '\r'
    if (sign === '\n' && wasReturn) return
    if (sign === '"' && this.#cell.trim() === '') {
      this.#cell = ''
      this.#isQuoted = true
      this.openSince = this.#line
    } else if (sign === this.separator) this.#endCell()
    else if (sign === '\n' || sign === '\r') this.#endRecord()
    else this.#cell += sign
  }

  closeQuotes(): void {
    if (!this.#hasQuote) return
    this.#isQuoted = false
    this.openSince = null
  }

  #endCell(): void {
    this.#cells.push(this.#cell)
    this.#cell = ''
  }

  #endRecord(): void {
    this.#endCell()
    if (this.#cells.some((cell) => cell.trim() !== ''))
      this.all.push({ line: this.#line, cells: this.#cells })
    this.#cells = []
    this.#line++
  }
}

function tableOf(records: Records, name: string): ReadTable {
  records.closeQuotes()
  if (records.openSince !== null)
    return { refused: `A quotation mark in row ${records.openSince} is never closed.` }
  records.end()
  const [first, ...rest] = records.all.filter(({ cells }) => !/^\ufeff?sep=/.test(cells[0] ?? ''))
  if (!first) return { refused: 'This file has no rows.' }
  const header = first.cells.map((cell) =>
    cell
      .replace(/^\ufeff/, '')
      .trim()
      .slice(0, importLimits.cellLength),
  )
  while (header.at(-1) === '') header.pop()
  if (header.length > importLimits.columns)
    return { refused: `There are more than ${importLimits.columns} columns. Please leave some out.` }
  if (header.some((cell) => /^[\d\s.,-]{6,}$/.test(cell)))
    return { refused: 'The first row must name the columns, and this one has a number in it.' }
  if (rest.length === 0) return { refused: 'There is a header, but no row below it.' }
  return {
    table: {
      name,
      header,
      separator: records.separator,
      rows: rest.map(({ line, cells }) => judged(line, cells, header.length)),
    },
  }
}

function judged(line: number, cells: string[], width: number): TableRow {
  const isMore = cells.slice(width).some((cell) => cell.trim() !== '')
  const row = { line, cells: cells.slice(0, width) }
  const fault = (column: number | null, reason: string) => ({ ...row, fault: { column, reason } })
  if (isMore) return fault(null, 'This row has more cells than the header. Is a quotation mark missing?')
  const long = row.cells.findIndex((cell) => cell.length > importLimits.cellLength)
  if (long >= 0) return fault(long, `A cell holds ${importLimits.cellLength} characters at most.`)
  const broken = row.cells.findIndex((cell) => cell.includes('\u0000') || !cell.isWellFormed())
  if (broken >= 0) return fault(broken, 'This cell has characters that are not text.')
  return row
}
