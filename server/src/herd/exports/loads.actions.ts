import type { HerdEvent } from '@byre/contract/herd/events'
import type { SiteId } from '@byre/contract/subject-kinds'
import type { FoldContext } from '@byre/rules/fold-animal'
import { timeOf } from '@byre/rules/fold-events'
import { createHash } from 'node:crypto'
import { platformOf, type Db } from '../../platform/database/db.ts'
import { transaction } from '../../platform/database/transactions.ts'
import { BadArchive, linesOf, readArchive, type ArchivedFile } from '../../platform/documents/unzip.ts'
import { appendTo, lockLedger } from '../../platform/ledger/ledger.ts'
import { spokenOf, storedOf } from '../events/events.policy.ts'
import { findEvents, insertLinks, type Link } from '../events/events.queries.ts'
import { herdLedger } from '../events/ledger.policy.ts'
import { penOf } from '../events/pens.policy.ts'
import { insertPenLinks } from '../events/pens.queries.ts'
import { rebuildHerd } from '../events/rebuild.actions.ts'
import { putLateFindings } from '../gate/gate.queries.ts'
import { names, type LedgerFile } from './exports.policy.ts'
import {
  Chain,
  keptRowOf,
  ledgerFileOf,
  NotLoadable,
  type KeptRow,
  type LoadedEvent,
} from './loads.policy.ts'
import { countKept, deleteSettings, insertKept, setLoaded } from './loads.queries.ts'

/** An event names a thousand animals at most, and copies what a label says. */
const lineAtMost = 1_000_000
const eventsAtOnce = 200

export interface LoadedHerd {
  events: number
  animals: number
  head: string
}

/**
 * Makes the herd of an export again in a site that has none: the ledger to the byte, and what follows from it. The whole
 * ledger is walked before anything is written, and all of it is written in one transaction, or nothing.
 */
export async function loadHerd(db: Db<'herd'>, path: string, site: SiteId): Promise<LoadedHerd> {
  try {
    return await readArchive(path, async (files) => {
      const parts = partsOf(files)
      const ledger = await readLedger(parts.ledger)
      await walk(parts, ledger)
      return transaction(db, (db) => load(db, site, { parts, ledger }))
    })
  } catch (error) {
    if (error instanceof BadArchive) throw new NotLoadable(`${error.message} Nothing was loaded.`)
    throw error
  }
}

type Parts = Record<keyof typeof names, ArchivedFile>

function partsOf(files: ReadonlyMap<string, ArchivedFile>): Parts {
  const part = (of: keyof typeof names) => {
    const file = files.get(names[of])
    if (!file) throw new NotLoadable(`The file is no export of a herd: ${names[of]} is missing.`)
    return file
  }
  return { events: part('events'), rows: part('rows'), ledger: part('ledger') }
}

async function readLedger(file: ArchivedFile): Promise<LedgerFile> {
  const lines: string[] = []
  for await (const line of linesOf(file, lineAtMost)) lines.push(line)
  return ledgerFileOf(lines.join('\n'))
}

/** Everything is what was exported, or it says which event is not. */
async function walk({ events, rows }: Parts, ledger: LedgerFile): Promise<void> {
  const chain = new Chain()
  for await (const _ of eventsOf(events, chain));
  chain.requireHead(ledger)
  const hash = createHash('sha256')
  for await (const chunk of rows.chunks()) hash.update(chunk)
  if (hash.digest('hex') !== ledger.rows_sha256)
    throw new NotLoadable('The rows beside the ledger are not what was exported. Nothing was loaded.')
}

async function* eventsOf(file: ArchivedFile, chain: Chain): AsyncGenerator<LoadedEvent> {
  try {
    for await (const line of linesOf(file, lineAtMost)) yield chain.next(line)
  } catch (error) {
    throw error instanceof BadArchive ? chain.broken() : error
  }
}

async function load(
  db: Db<'herd'>,
  site: SiteId,
  { parts, ledger }: { parts: Parts; ledger: LedgerFile },
): Promise<LoadedHerd> {
  const head = await lockLedger(platformOf(db), herdLedger, site)
  if (head.n > 0 || (await countKept(db, site)) > 0)
    throw new NotLoadable('The site is not empty: a herd is loaded where there is none. Nothing was loaded.')

  for await (const { table, rows } of inSlices(parts.rows)) {
    // How a site is set up is the only row of them that it may have already; whoever only looks there goes on so.
    if (table === 'settings') await deleteSettings(db, site)
    await insertKept(db, site, table, rows)
  }
  const from = new Set(ledger.loaded_from)
  const chain = new Chain()
  let slice: LoadedEvent[] = []
  const write = async () => {
    await writeSlice(db, site, slice, ledger.context)
    slice = []
  }
  for await (const one of eventsOf(parts.events, chain)) {
    from.add(one.site)
    if (slice.push(one) === eventsAtOnce) await write()
  }
  await write()
  chain.requireHead(ledger)
  await setLoaded(db, site, { n: ledger.n, from: [...from], context: ledger.context })
  const { animals } = await rebuildHerd(db, site)
  await putLateFindings(db, site)
  return { events: ledger.n, animals, head: ledger.head }
}

async function* inSlices(
  file: ArchivedFile,
): AsyncGenerator<{ table: KeptRow['table']; rows: KeptRow['row'][] }> {
  let slice: { table: KeptRow['table']; rows: KeptRow['row'][] } | undefined
  for await (const line of linesOf(file, lineAtMost)) {
    const { table, row } = keptRowOf(line)
    if (slice && (slice.table !== table || slice.rows.length === eventsAtOnce)) {
      yield slice
      slice = undefined
    }
    slice ??= { table, rows: [] }
    slice.rows.push(row)
  }
  if (slice) yield slice
}

/** Records to the byte, each linked to its animals as it was when it was recorded. */
async function writeSlice(
  db: Db<'herd'>,
  site: SiteId,
  slice: readonly LoadedEvent[],
  context: string | null,
): Promise<void> {
  if (slice.length === 0 || context === null) return
  const entries = slice.map(({ n, hash, record, received_at, event }) => ({
    n,
    hash,
    record,
    received_at,
    id: event.id,
    kind: event.kind,
  }))
  await appendTo(platformOf(db), herdLedger, site, entries)
  const spoken = await spokenOfBy(db, site, slice)
  const { zone } = JSON.parse(context) as FoldContext
  await insertLinks(db, site, linksOf(slice, spoken, zone))
  const penLinks = slice.flatMap((one) => {
    const pen_id = penOf(one.event, (id) => spoken.get(id))
    return pen_id === undefined ? [] : [{ pen_id, n: one.n, at: atOf(one, zone) }]
  })
  await insertPenLinks(db, site, penLinks)
}

/** What is taken back or stopped, which stands before that; and of what is stopped when it began. */
async function spokenOfBy(
  db: Db<'herd'>,
  site: SiteId,
  slice: readonly LoadedEvent[],
): Promise<ReadonlyMap<string, HerdEvent>> {
  const spoken = new Map<string, HerdEvent>()
  const find = async (events: readonly HerdEvent[]) => {
    const ids = events.flatMap((event) =>
      event.kind === 'void' || event.kind === 'feed_stopped' ? (spokenOf(event) ?? []) : [],
    )
    const entries = ids.length === 0 ? [] : await findEvents(db, site, ids)
    const there = entries.map(({ record }) => storedOf(record).event as HerdEvent)
    for (const event of there) spoken.set(event.id, event)
    return there
  }
  await find(await find(slice.map(({ event }) => event)))
  return spoken
}

const atOf = ({ record }: LoadedEvent, zone: string) =>
  new Date(timeOf(storedOf(record), zone).at).toISOString()

/** A void is of the animals of what it takes back. */
const linksOf = (
  slice: readonly LoadedEvent[],
  spoken: ReadonlyMap<string, HerdEvent>,
  zone: string,
): Link[] =>
  slice.flatMap((one) => {
    const { n, event } = one
    const at = atOf(one, zone)
    const animals = event.kind === 'void' ? (spoken.get(event.body.event)?.animals ?? []) : event.animals
    return animals.map((animal_id) => ({ animal_id, at, n }))
  })
