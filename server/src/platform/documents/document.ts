import type { Language } from '@byre/contract/languages'
import { type Branding } from '../branding.ts'
import { wordsOf } from '../languages/languages.ts'
import { oneLine } from '../text.ts'
import { forOneDocument, inFont, loadFonts } from './document-fonts.ts'

/*
 * A document on Mail paper, drawn from words: what a mail is for mail, this is for paper. The same
 * words give the same bytes, and its text can be selected, searched and read aloud.
 */

export interface DocumentParts {
  /** English unless said otherwise. */
  language?: Language
  /** What it is: `Invoice`. */
  title: string
  /** Stands on every page beside the page's number. */
  number: string
  /** Its date of creation. */
  at: string
  from: { name: string; lines: readonly string[] }
  to: { label: string; lines: readonly string[] }
  /** Name and value, beside the address. */
  facts: readonly (readonly [string, string])[]
  /** The one thing that is asked or said: `C$30.45 paid on November 21st 2026`. */
  headline: string
  table: Table
  sums: readonly { label: string; amount: string; isTotal?: boolean }[]
  notes: readonly string[]
}

interface Table {
  columns: readonly { header: string; /** Of 1, all together. */ share: number; isNumber?: boolean }[]
  rows: readonly (readonly string[])[]
}

type Pdf = PDFKit.PDFDocument

const edge = { side: 54, top: 54, bottom: 72 }
const ink = { text: '#1d211a', soft: '#5a5f52', line: '#d9d5c8' }
const sizes = { small: 8, text: 9.5, headline: 15, title: 24 }
const gap = 6

/** The document as a PDF, or several as one, each on pages of its own. The libraries cost 40 MB, so they come with the first. */
export async function drawDocument(head: Branding, typed: DocumentParts | DocumentParts[]): Promise<Buffer> {
  const { default: Pdfkit } = await import('pdfkit')
  const fonts = await loadFonts()
  const [parts, ...others] = inFont([typed].flat(), fonts)
  if (!parts) throw new Error('there is nothing to draw')
  const { language, t } = wordsOf(parts.language ?? null)
  const name = `${parts.title} ${parts.number}`
  const pdf = new Pdfkit({
    size: 'LETTER',
    margins: { top: edge.top, bottom: edge.bottom, left: edge.side, right: edge.side },
    bufferPages: true,
    pdfVersion: '1.7',
    lang: language,
    displayTitle: true,
    info: {
      Title: others.length > 0 ? t`${name} and ${others.length} more` : name,
      Author: parts.from.name,
      CreationDate: new Date(parts.at),
      ModDate: new Date(parts.at),
    },
  })
  pdf.registerFont('regular', forOneDocument(fonts.regular)).registerFont('bold', forOneDocument(fonts.bold))
  const chunks: Buffer[] = []
  const drawn = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    pdf.on('end', () => resolve(Buffer.concat(chunks)))
    pdf.on('error', reject)
  })

  drawParts(pdf, head, parts)
  for (const other of others) {
    pdf.addPage()
    drawParts(pdf, head, other)
  }
  pdf.end()
  return drawn
}

/** From the page that has just begun on. */
function drawParts(pdf: Pdf, head: Branding, parts: DocumentParts): void {
  const first = pdf.bufferedPageRange().count - 1
  drawHead(pdf, head, parts)
  drawAddresses(pdf, parts)
  drawHeadline(pdf, head, parts.headline)
  drawTable(pdf, parts.table)
  drawSums(pdf, parts.sums)
  drawNotes(pdf, parts.notes)
  drawFeet(pdf, parts, first)
}

const widthOf = (pdf: Pdf) => pdf.page.width - 2 * edge.side
const bottomOf = (pdf: Pdf) => pdf.page.height - edge.bottom

interface Placed {
  x: number
  y: number
  width: number
  align?: 'left' | 'right'
}

function set(pdf: Pdf, font: 'regular' | 'bold', size: number, colour = ink.text): Pdf {
  return pdf.font(font).fontSize(size).fillColor(colour)
}

/** Writes lines below one another; gives where they end. */
function write(pdf: Pdf, lines: readonly string[], { x, y, width, align = 'left' }: Placed): number {
  let at = y
  for (const line of lines.map(oneLine)) {
    pdf.text(line, x, at, { width, align, lineGap: 1.5 })
    at += pdf.heightOfString(line, { width, lineGap: 1.5 })
  }
  return at
}

function drawHead(pdf: Pdf, { logo, accent, brandName }: Branding, { title, from }: DocumentParts): void {
  const half = widthOf(pdf) / 2
  set(pdf, 'bold', sizes.title)
  const left = write(pdf, [title], { x: edge.side, y: edge.top, width: half })

  pdf
    .save()
    .translate(pdf.page.width - edge.side - 24, edge.top)
    .path(logo)
    .fill(accent)
    .restore()
  const place: Placed = { x: edge.side + half, y: edge.top + 30, width: half, align: 'right' }
  set(pdf, 'bold', sizes.text)
  const named = write(pdf, from.name === brandName ? [from.name] : [from.name, brandName], place)
  set(pdf, 'regular', sizes.text, ink.soft)
  pdf.y = Math.max(left, write(pdf, from.lines, { ...place, y: named })) + 3 * gap
}

function drawAddresses(pdf: Pdf, { to, facts }: DocumentParts): void {
  const y = pdf.y
  const half = widthOf(pdf) / 2 - 2 * gap
  const right = edge.side + half + 4 * gap
  set(pdf, 'regular', sizes.small, ink.soft)
  const below = write(pdf, [to.label], { x: edge.side, y, width: half })
  const [name = '', ...lines] = to.lines
  set(pdf, 'bold', sizes.text)
  const named = write(pdf, [name], { x: edge.side, y: below, width: half })
  set(pdf, 'regular', sizes.text)
  const left = write(pdf, lines, { x: edge.side, y: named, width: half })

  const labels = half * 0.42
  let at = y
  for (const [label, value] of facts) {
    set(pdf, 'regular', sizes.text, ink.soft)
    const labelled = write(pdf, [label], { x: right, y: at, width: labels })
    set(pdf, 'regular', sizes.text)
    const valued = write(pdf, [value], { x: right + labels, y: at, width: half - labels })
    at = Math.max(labelled, valued) + 2
  }
  pdf.y = Math.max(left, at) + 4 * gap
}

function drawHeadline(pdf: Pdf, { accent }: Branding, headline: string): void {
  set(pdf, 'bold', sizes.headline, accent)
  pdf.y = write(pdf, [headline], { x: edge.side, y: pdf.y, width: widthOf(pdf) }) + 2 * gap
}

function rule(pdf: Pdf, y: number, x = edge.side): void {
  pdf
    .moveTo(x, y)
    .lineTo(pdf.page.width - edge.side, y)
    .lineWidth(0.75)
    .strokeColor(ink.line)
    .stroke()
}

/** A page more when so much does not fit on this one. */
function makeRoom(pdf: Pdf, height: number): boolean {
  if (pdf.y + height <= bottomOf(pdf)) return false
  pdf.addPage()
  pdf.y = edge.top
  return true
}

function drawTable(pdf: Pdf, { columns, rows }: Table): void {
  const full = widthOf(pdf)
  const starts = columns.map((_, at) => columns.slice(0, at).reduce((sum, { share }) => sum + share, 0))
  const places = columns.map(({ share, isNumber }, at) => ({
    x: edge.side + (starts[at] ?? 0) * full,
    width: share * full - gap,
    align: isNumber ? ('right' as const) : ('left' as const),
  }))
  const last = places.at(-1)
  if (last) last.width += gap

  const heightOf = (cells: readonly string[]) =>
    Math.max(
      ...cells.map((cell, at) =>
        pdf.heightOfString(oneLine(cell), { width: places[at]?.width ?? full, lineGap: 1.5 }),
      ),
    )
  const drawRow = (cells: readonly string[], height: number) => {
    const y = pdf.y
    cells.forEach((cell, at) => {
      const place = places[at]
      if (place) write(pdf, [cell], { ...place, y: y + gap })
    })
    pdf.y = y + height + 2 * gap
    rule(pdf, pdf.y)
  }
  const drawHeader = () => {
    set(pdf, 'bold', sizes.small, ink.soft)
    const headers = columns.map(({ header }) => header)
    drawRow(headers, heightOf(headers))
    set(pdf, 'regular', sizes.text)
  }

  drawHeader()
  for (const cells of rows) {
    const height = heightOf(cells)
    if (makeRoom(pdf, height + 2 * gap)) drawHeader()
    drawRow(cells, height)
  }
}

/** Never parted from one another. */
function drawSums(pdf: Pdf, sums: DocumentParts['sums']): void {
  const width = widthOf(pdf) * 0.55
  const x = pdf.page.width - edge.side - width
  const amounts = width * 0.3
  set(pdf, 'bold', sizes.text)
  const heights = sums.map(
    ({ label }) => pdf.heightOfString(label, { width: width - amounts, lineGap: 1.5 }) + gap,
  )
  makeRoom(
    pdf,
    heights.reduce((sum, height) => sum + height, 3 * gap),
  )
  let y = pdf.y + gap
  sums.forEach(({ label, amount, isTotal = false }, at) => {
    if (isTotal) rule(pdf, y, x)
    set(pdf, isTotal ? 'bold' : 'regular', sizes.text)
    write(pdf, [label], { x, y: y + gap / 2, width: width - amounts })
    write(pdf, [amount], { x: x + width - amounts, y: y + gap / 2, width: amounts, align: 'right' })
    y += heights[at] ?? 0
  })
  pdf.y = y + 3 * gap
}

function drawNotes(pdf: Pdf, notes: readonly string[]): void {
  set(pdf, 'regular', sizes.text, ink.soft)
  for (const note of notes.map(oneLine)) {
    const width = widthOf(pdf)
    if (makeRoom(pdf, pdf.heightOfString(note, { width, lineGap: 1.5 })))
      set(pdf, 'regular', sizes.text, ink.soft)
    pdf.y = write(pdf, [note], { x: edge.side, y: pdf.y, width }) + gap
  }
}

function drawFeet(pdf: Pdf, { language = 'en', title, number, from }: DocumentParts, start: number): void {
  const { t } = wordsOf(language)
  const count = pdf.bufferedPageRange().count - start
  for (let page = start; page < start + count; page++) {
    pdf.switchToPage(page)
    // What stands below the margin would begin another page.
    pdf.page.margins.bottom = 0
    const y = pdf.page.height - edge.bottom / 2 - sizes.small
    set(pdf, 'regular', sizes.small, ink.soft)
    const half = widthOf(pdf) / 2
    const name = oneLine(from.name)
    const shown = [...name].length > 60 ? `${[...name].slice(0, 59).join('')}…` : name
    write(pdf, [`${shown} · ${title} ${number}`], { x: edge.side, y, width: half * 1.5 })
    const place: Placed = { x: edge.side + half * 1.5, y, width: half / 2, align: 'right' }
    write(pdf, [t`Page ${page - start + 1} of ${count}`], place)
  }
}
