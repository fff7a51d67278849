import { HerdEvent } from '@byre/contract/herd/events'
import { canonical, type Canonical } from '@byre/rules/canonical'
import { createHash } from 'node:crypto'
import { safeParse } from 'zod/mini'
import { isKeptName, keptTables, type KeptName } from '../kept.policy.ts'
import { eventLine, type LedgerFile } from './exports.policy.ts'

/* What an export must be before anything of it is kept. */

/** Why a file is not loaded, in words for whoever gave it. */
export class NotLoadable extends Error {}

/** What is not believed of an event; its number is where the ledger breaks. */
const brokenAt = (n: number, why: string) => new NotLoadable(`Event ${n} ${why}. Nothing was loaded.`)

export interface LoadedEvent {
  n: number
  hash: Buffer
  record: string
  received_at: string
  /** Where it was recorded. */
  site: string
  event: HerdEvent
}

/** Reads lines as a ledger: each number, each hash over the one before, and each record as it is written down. */
export class Chain {
  n = 0
  hash: Buffer = Buffer.alloc(32)

  next(line: string): LoadedEvent {
    const n = this.n + 1
    const said = parsed(line)
    if (said === undefined) throw brokenAt(n, 'cannot be read')
    if (said['n'] !== n) throw brokenAt(n, 'is missing')
    const record = writtenDown(said['record'])
    const hash = createHash('sha256').update(this.hash).update(record).digest()
    if (line !== eventLine({ n, hash: hash.toString('hex'), record }))
      throw brokenAt(n, 'is not what was recorded')
    const { event, site, received_at, ...also } = said['record'] as Record<string, unknown>
    if (also['n'] !== n || typeof received_at !== 'string' || typeof site !== 'string')
      throw brokenAt(n, 'is not what was recorded')
    const judged = safeParse(HerdEvent, event)
    if (!judged.success) throw brokenAt(n, 'is no event of a kind that there is')
    this.n = n
    this.hash = hash
    return { n, hash, record, received_at, site, event: judged.data }
  }

  /** At its end: whether it is the ledger that the export was made of. */
  requireHead({ n, head }: LedgerFile): void {
    if (this.n !== n) throw brokenAt(this.n + 1, 'is missing')
    if (this.hash.toString('hex') !== head)
      throw new NotLoadable('The ledger’s head is not its last event. Nothing was loaded.')
  }

  /** What a damaged file is told by: the event that could not be read. */
  broken = (): NotLoadable => brokenAt(this.n + 1, 'cannot be read')
}

function writtenDown(record: unknown): string {
  try {
    return canonical(record as Canonical)
  } catch {
    return ''
  }
}

function parsed(line: string): Record<string, unknown> | undefined {
  try {
    const said: unknown = JSON.parse(line)
    const isThing = typeof said === 'object' && said !== null && !Array.isArray(said)
    const { record } = (isThing ? said : {}) as { record?: unknown }
    return typeof record === 'object' && record !== null ? (said as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

export interface KeptRow {
  table: KeptName
  row: Readonly<Record<string, unknown>>
}

/** A row of what no event tells, of a table and with the columns that there are. */
export function keptRowOf(line: string): KeptRow {
  const wrong = new NotLoadable('The rows beside the ledger cannot be read. Nothing was loaded.')
  let said: { table?: unknown; row?: unknown }
  try {
    said = JSON.parse(line) as typeof said
  } catch {
    throw wrong
  }
  const { table, row } = said
  if (typeof table !== 'string' || !isKeptName(table) || typeof row !== 'object' || row === null) throw wrong
  const columns: Readonly<Record<string, string>> = keptTables[table].columns
  if (!Object.keys(row).every((column) => Object.hasOwn(columns, column))) throw wrong
  return { table, row: row as KeptRow['row'] }
}

export function ledgerFileOf(text: string): LedgerFile {
  let said: Partial<LedgerFile>
  try {
    said = JSON.parse(text) as Partial<LedgerFile>
  } catch {
    throw new NotLoadable('The file does not say which ledger it holds.')
  }
  const { format, n, head, site, loaded_n, loaded_from, rows_sha256, context } = said
  if (format !== 1) throw new NotLoadable('The file is of a form that is not read here.')
  const isWhole =
    Number.isSafeInteger(n) &&
    typeof head === 'string' &&
    typeof site?.id === 'string' &&
    Number.isSafeInteger(loaded_n) &&
    Array.isArray(loaded_from) &&
    typeof rows_sha256 === 'string' &&
    (context === null ? n === 0 : typeof context === 'string')
  if (!isWhole) throw new NotLoadable('The file does not say which ledger it holds.')
  return said as LedgerFile
}
