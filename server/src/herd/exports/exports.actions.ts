import type { exportHerd } from '@byre/contract/herd/exports'
import { csvBeginning, csvLine } from '@byre/contract/csv'
import type { SiteId } from '@byre/contract/subject-kinds'
import type { RawBuilder } from 'kysely'
import { createHash } from 'node:crypto'
import type { Context } from '../../context.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import { visited } from '../../platform/authentication/visitors.ts'
import { platformOf, type Db } from '../../platform/database/db.ts'
import { transaction } from '../../platform/database/transactions.ts'
import { inSnapshot, pagesOf } from '../../platform/database/snapshot.ts'
import { zipOf, type ZippedFile } from '../../platform/documents/zip.ts'
import { refuse } from '../../platform/errors.ts'
import { spend } from '../../platform/limits/limits.ts'
import { Download } from '../../platform/reply.ts'
import type { SiteCall } from '../../tenants/index.ts'
import { todayIn } from '../days.policy.ts'
import { contextOf } from '../events/context.policy.ts'
import { findSiteFacts } from '../events/context.queries.ts'
import { keptNames } from '../kept.policy.ts'
import {
  animalCells,
  columnsOf,
  eventLine,
  identifierCells,
  names,
  productCells,
  treatmentCells,
  weightCells,
  withdrawalCells,
  type CellsOf,
  type LedgerFile,
  type TableName,
} from './exports.policy.ts'
import {
  animalsOut,
  findExporting,
  findLedger,
  identifiersOut,
  keptRows,
  listEvents,
  lotsOut,
  pensOut,
  productsOut,
  stockLotsOut,
  treatmentsOut,
  weightsOut,
  withdrawalsOut,
  type LedgerState,
} from './exports.queries.ts'

/** Each holds a connection while its tables are read. */
const atOnceInAProcess = 2
const retryAfterSeconds = 30
const aDay = 86_400
let underWay = 0

/** Everything of the site in one archive, as it stood at one moment, read page by page as it leaves. */
export async function exportAll(
  { db, caller, from }: SiteCall<typeof exportHerd, 'herd'>,
  { config, clock }: Pick<Context<'herd'>, 'config' | 'clock'>,
): Promise<Download> {
  const [{ visitor_id, visited_id, place_name }] = visited(await findExporting(db, caller))
  const site = { id: visited_id as SiteId, name: place_name ?? '' }
  const limit = { name: 'export-herd', max: Math.max(1, 20 * config.limitFactor), windowSeconds: aDay }
  await spend(platformOf(db), limit, site.id)
  if (underWay >= atOnceInAProcess) refuse('server.busy', { retryAfter: retryAfterSeconds })

  const facts = await findSiteFacts(db, site.id, visitor_id)
  if (!facts) refuse('not_found')
  const now = clock.now()
  const at = now.toISOString()
  const line = { actor_id: visitor_id, kind: 'site', subject_id: site.id }
  await transaction(db, (db) => writeAudit(platformOf(db), { ...line, deed: 'exportHerd', from }))

  const day = todayIn(contextOf(facts).zone, now.getTime())
  return new Download(`byre-herd-${day}.zip`, zipOf(counted(filesOf(db, { ...site, at }))))
}

async function* counted(files: AsyncIterable<ZippedFile>): AsyncGenerator<ZippedFile> {
  underWay += 1
  try {
    yield* files
  } finally {
    underWay -= 1
  }
}

interface Exported {
  id: SiteId
  name: string
  at: string
}

/** What changes is read in one snapshot; events up to its last are the same whenever they are read. */
async function* filesOf(db: Db<'herd'>, site: Exported): AsyncGenerator<ZippedFile> {
  let state: LedgerState | undefined
  const rows = createHash('sha256')
  yield* inSnapshot(db, async function* (db) {
    state = await findLedger(db, site.id)
    yield* tablesOf(db, site.id)
    yield { name: names.rows, texts: hashed(keptLines(db, site.id), rows) }
  })
  yield { name: names.events, texts: eventLines(db, site.id, state!.n) }
  const ledger: LedgerFile = {
    format: 1,
    site: { id: site.id, name: site.name },
    exported_at: site.at,
    ...state!,
    rows_sha256: rows.digest('hex'),
  }
  yield { name: names.ledger, texts: once(`${JSON.stringify(ledger, null, 2)}\n`) }
}

function* tablesOf(db: Db<'herd'>, site: SiteId): Generator<ZippedFile> {
  const table = <T extends TableName, R>(
    name: T,
    select: RawBuilder<R>,
    cells: (row: R) => CellsOf<T> | CellsOf<T>[],
  ): ZippedFile => ({ name: `${name}.csv`, texts: csvOf(columnsOf[name], pagesOf(db, select), cells) })
  yield table('animals', animalsOut(site), animalCells)
  yield table('identifiers', identifiersOut(site), identifierCells)
  yield table('treatments', treatmentsOut(site), treatmentCells)
  yield table('withdrawals', withdrawalsOut(site), withdrawalCells)
  yield table('weights', weightsOut(site), weightCells)
  yield table('pens', pensOut(site), (pen) => pen)
  yield table('lots', lotsOut(site), (lot) => lot)
  yield table('products', productsOut(site), productCells)
  yield table('stock_lots', stockLotsOut(site), (lot) => lot)
}

type AnyCells = Readonly<Record<string, string | number | null | undefined>>

async function* csvOf<R>(
  columns: readonly string[],
  pages: AsyncIterable<R[]>,
  cells: (row: R) => AnyCells | AnyCells[],
): AsyncGenerator<string> {
  yield csvBeginning + csvLine(columns)
  for await (const page of pages)
    yield page
      .flatMap((row): readonly AnyCells[] => [cells(row)].flat())
      .map((row) => csvLine(columns.map((column) => row[column] ?? '')))
      .join('')
}

async function* keptLines(db: Db<'herd'>, site: SiteId): AsyncGenerator<string> {
  for (const table of keptNames)
    for await (const page of pagesOf(db, keptRows(table, site)))
      yield page.map((row) => `${JSON.stringify({ table, row })}\n`).join('')
}

async function* hashed(
  texts: AsyncIterable<string>,
  hash: ReturnType<typeof createHash>,
): AsyncGenerator<string> {
  for await (const text of texts) {
    hash.update(text)
    yield text
  }
}

const eventsAtOnce = 500

async function* eventLines(db: Db<'herd'>, site: SiteId, to: number): AsyncGenerator<string> {
  for (let after = 0; after < to;) {
    const page = await listEvents(db, { site, after, to, limit: eventsAtOnce })
    const last = page.at(-1)
    if (!last) return
    yield page.map((line) => `${eventLine(line)}\n`).join('')
    after = last.n
  }
}

async function* once(text: string): AsyncGenerator<string> {
  yield text
}
