import { csvBeginning, csvLine } from '@byre/contract/csv'
import {
  beginImport,
  checkRows,
  importLimits,
  importRows,
  type ImportOptions,
  type JudgedRow,
} from '@byre/contract/herd/imports'
import { callApp } from '../../lib/app-call.ts'
import { saveFile } from '../../lib/save-file.ts'
import type { Table, TableRow } from './table.ts'

/* A file's rows through the server, page by page: judged first, then brought. */

export interface Judgement {
  rows: readonly JudgedRow[]
  /** Medicines that the cabinet does not know. */
  medicines: readonly string[]
}

type Progress = (done: number) => void

const pageOf = (rows: readonly TableRow[], from: number) => rows.slice(from, from + importLimits.rowsACall)
const sent = (rows: readonly TableRow[]) => rows.map(({ line, cells }) => ({ line, cells }))

/** What each row would do. Nothing is changed. */
export async function checkTable(
  { rows }: Table,
  options: ImportOptions,
  onProgress: Progress,
  signal: AbortSignal,
): Promise<Judgement> {
  const judged: JudgedRow[] = []
  const medicines = new Set<string>()
  for (let from = 0; from < rows.length; from += importLimits.rowsACall) {
    const page = pageOf(rows, from)
    const sound = page.filter(({ fault }) => fault === undefined)
    judged.push(...page.flatMap(refusedHere))
    if (sound.length > 0) {
      const reply = await callApp(checkRows, {}, { body: { options, rows: sent(sound) }, signal })
      judged.push(...reply.rows)
      for (const medicine of reply.medicines) medicines.add(medicine)
    }
    onProgress(from + page.length)
  }
  return { rows: judged.toSorted((one, other) => one.line - other.line), medicines: [...medicines] }
}

const refusedHere = ({ line, fault }: TableRow): JudgedRow[] =>
  fault ? [{ line, outcome: 'refused', animal: null, faults: [fault], remarks: [], unknown: 0 }] : []

/** A file on its way: what is done of it stays done, and going on begins behind it. */
export interface Run {
  rows: readonly TableRow[]
  /** Once the server knows of it. */
  id: string | null
  judged: JudgedRow[]
  done: number
}

export const newRun = ({ rows }: Table, judgement: Judgement): Run => {
  const refused = new Set(
    judgement.rows.flatMap(({ line, outcome }) => (outcome === 'refused' ? [line] : [])),
  )
  return { rows: rows.filter(({ line }) => !refused.has(line)), id: null, judged: [], done: 0 }
}

/** Brings what is not done yet. Throws where nobody answers; going on takes up where it stopped. */
export async function goOn(
  run: Run,
  { name }: Table,
  options: ImportOptions,
  onProgress: Progress,
): Promise<void> {
  const file_name = name.slice(0, 120)
  run.id ??= (await callApp(beginImport, {}, { body: { file_name, rows: run.rows.length, options } })).id
  while (run.done < run.rows.length) {
    const page = pageOf(run.rows, run.done)
    const done = run.done + page.length
    const reply = await callApp(importRows, { id: run.id }, { body: { rows: sent(page), done } })
    run.judged.push(...reply.rows)
    run.done = done
    onProgress(done)
  }
}

/** How many rows and animals came to what. */
export function countOf(rows: readonly JudgedRow[]) {
  const animals = (outcome: JudgedRow['outcome']) =>
    new Set(rows.filter((row) => row.outcome === outcome).map(({ animal }) => animal))
  const added = animals('new')
  const changed = [...animals('changed')].filter((animal) => !added.has(animal))
  return {
    added: added.size,
    changed: changed.length,
    same: rows.filter(({ outcome }) => outcome === 'same').length,
    refused: rows.filter(({ outcome }) => outcome === 'refused').length,
    unknown: rows.reduce((sum, row) => sum + row.unknown, 0),
  }
}

export const reasonsOf = ({ faults }: JudgedRow, header: readonly string[]) =>
  faults
    .map(({ column, reason }) =>
      column === null ? reason : `${header[column] || `Column ${column + 1}`}: ${reason}`,
    )
    .join(' ')

/** The rows that were refused, as they stand in the file, with the reason behind each: to be mended and brought again. */
export function saveRefused({ name, header, rows }: Table, judged: readonly JudgedRow[]): void {
  const refused = new Map(judged.filter(({ outcome }) => outcome === 'refused').map((row) => [row.line, row]))
  const lines = rows.flatMap(({ line, cells }) => {
    const row = refused.get(line)
    if (!row) return []
    const padded = header.map((_, at) => cells[at] ?? '')
    return [csvLine([...padded, String(line), reasonsOf(row, header)])]
  })
  const head = csvLine([...header, 'Row in the file', 'Why it was refused'])
  saveFile(`refused-${name.replace(/\.\w+$/, '')}.csv`, csvBeginning + head + lines.join(''), 'text/csv')
}
