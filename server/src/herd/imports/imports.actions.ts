import type { AppReplyOf } from '@byre/contract/app-calls'
import type { HerdEvent } from '@byre/contract/herd/events'
import type {
  beginImport as BeginImport,
  checkRows as CheckRows,
  importRows as ImportRows,
  listImports as ListImports,
  ImportOptions,
  JudgedRow,
} from '@byre/contract/herd/imports'
import { mayAtSite } from '@byre/contract/site-rights'
import { canonical, type Canonical } from '@byre/rules/canonical'
import { writeAudit } from '../../platform/audit/audit.ts'
import { visited } from '../../platform/authentication/visitors.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import { Refusal, refuse } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { inTurns, slicesOf } from '../../platform/turns.ts'
import type { SiteAccess, SiteCall } from '../../tenants/index.ts'
import { todayIn } from '../days.policy.ts'
import { contextOf } from '../events/context.policy.ts'
import { findSiteFacts } from '../events/context.queries.ts'
import { recordBatch } from '../events/events.actions.ts'
import { enqueueOf } from '../gate/news.actions.ts'
import { storedOf } from '../events/events.policy.ts'
import { eventsOfAnimals } from '../events/events.queries.ts'
import { joined } from '../joined.policy.ts'
import { Animals, comparedTags, knownAnimal, ownIdOf } from './animals.policy.ts'
import {
  batched,
  importStreamOf,
  planRow,
  restOfWriting,
  versionsOf,
  type Bringing,
  type Planned,
} from './events-of-rows.policy.ts'
import {
  findAnimals,
  findImport,
  findNamed,
  insertImport,
  insertNamed,
  listImports,
  markDone,
  type ImportRow,
  type Named,
} from './imports.queries.ts'
import { readRow, type Fault, type Said } from './rows.policy.ts'

type Import = SiteAccess<'import'>
type Rows = SiteCall<typeof ImportRows, 'herd'>['body']['rows']

export async function importsOf({
  db,
  caller,
}: SiteCall<typeof ListImports, 'herd'>): Promise<AppReplyOf<typeof ListImports>> {
  const runs = joined<ImportRow>(visited(await listImports(db, caller)))
  const [latest] = runs
  return {
    imports: runs.map(({ id, file_name, rows, done, began_at }) => ({
      id,
      file_name,
      rows,
      done,
      began_at: new Date(began_at).toISOString(),
    })),
    remembered: latest ? (JSON.parse(latest.options) as ImportOptions) : null,
  }
}

/** What each row would do; nothing is changed, so that what it names and is not there yet is taken as if it were. */
export async function checkRows(
  { access, body, db }: SiteCall<typeof CheckRows, 'herd'>,
  clock: Clock,
): Promise<AppReplyOf<typeof CheckRows>> {
  const { judged, medicines } = await judgeRows(db, access, {
    rows: body.rows,
    options: body.options,
    session: newId(),
    now: clock.now(),
    groups: 'as if',
  })
  return { rows: judged.map(({ row }) => row), medicines }
}

/** Writes down that a file is being brought, and how it is read. */
export async function beginImport({ access, body, command, from }: SiteCall<typeof BeginImport, 'herd'>) {
  const id = newId()
  const { file_name, rows, options } = body
  await command.transaction(async (db) => {
    await insertImport(db, access, {
      id,
      file_name,
      rows,
      options: canonical(options as unknown as Canonical),
    })
    await writeAudit(db, {
      actor_id: access.user_id,
      deed: 'beginImport',
      kind: 'site',
      subject_id: access.site_id,
      after: { file_name, rows },
      from,
    })
  })
  return { id }
}

/**
 * Brings the sound rows of a page, each whole in one transaction. Rows that are there already add nothing, so that a page may
 * be sent as often as its answer is lost.
 */
export async function importRows(
  { access, params, body, db, command }: SiteCall<typeof ImportRows, 'herd'>,
  clock: Clock,
): Promise<AppReplyOf<typeof ImportRows>> {
  const run = await findImport(db, access, params.id)
  if (!run) refuse('not_found')
  const options = JSON.parse(run.options) as ImportOptions

  const now = clock.now()
  const by = {
    site: access.site_id,
    person: access.user_id,
    mayVoidAny: mayAtSite(access.role, 'voidAny'),
    now,
    enqueue: enqueueOf(command),
  }
  const rows = await unlessMet(body.rows.length, async () => {
    const { judged } = await judgeRows(db, access, {
      rows: body.rows,
      options,
      session: params.id,
      now,
      groups: 'add',
    })
    await inTurns(
      batched(judged.map(({ events }) => events)),
      (events) => recordBatch(db, events, by),
      restOfWriting,
    )
    return judged.map(({ row }) => row)
  })
  await markDone(db, access, { id: params.id, done: body.done })

  return { rows }
}

/**
 * Begins a page anew where somebody else brought some of it meanwhile: judged again, that is there already. Rows are brought whole,
 * so that whoever is in the way has brought one more of them each time.
 */
async function unlessMet<T>(rows: number, bring: () => Promise<T>): Promise<T> {
  for (let met = 0; ; met++)
    try {
      return await bring()
    } catch (error) {
      const hasMet = error instanceof Refusal && error.code === 'event.id_taken'
      if (!hasMet || met === rows) throw error
    }
}

const rowsATurn = 10

interface Judging {
  rows: Rows
  options: ImportOptions
  session: string
  now: Date
  /** Whether pens and lots that are not there are made, or taken as if they were. */
  groups: 'add' | 'as if'
}

interface Judged {
  row: JudgedRow
  events: HerdEvent[]
}

async function judgeRows(
  db: Db<'herd'>,
  access: Import,
  { rows, options, session, now, groups }: Judging,
): Promise<{ judged: Judged[]; medicines: string[] }> {
  const facts = await findSiteFacts(db, access.site_id, access.user_id)
  if (!facts) refuse('not_found')
  const today = todayIn(contextOf(facts).zone, now.getTime())
  const slices = await inTurns(slicesOf(rows, rowsATurn), (some) =>
    some.map(({ line, cells }) => ({ line, ...readRow(cells, options, today) })),
  )
  const read = slices.flat()
  const said = read.flatMap((row) => ('said' in row ? [row.said] : []))

  const named = await namedBy(db, access, said, groups)
  const animals = await animalsOf(db, access, said)
  const versions = versionsOf(named, options)
  const bringing: Bringing = {
    site: access.site_id,
    session,
    stream: importStreamOf(access.site_id),
    today,
    options,
    pens: new Map(named.pens.map(({ id, name }) => [name, id])),
    lots: new Map(named.lots.map(({ id, name }) => [name, id])),
    versions,
  }
  const judged = await inTurns(slices, (some) =>
    some.map((row) =>
      'faults' in row
        ? { row: refusedRow(row.line, row.faults), events: [] }
        : judgedRow(row.line, planRow(row.said, animals, bringing)),
    ),
  )
  const medicines = new Map(
    said
      .flatMap(({ treatments }) => treatments.map(({ medicine }) => medicine))
      .filter((medicine) => !versions.has(medicine.toLowerCase()))
      .map((medicine) => [medicine.toLowerCase(), medicine]),
  )
  return { judged: judged.flat(), medicines: [...medicines.values()] }
}

const refusedRow = (line: number, faults: readonly Fault[]): JudgedRow => ({
  line,
  outcome: 'refused',
  animal: null,
  faults: [...faults],
  remarks: [],
  unknown: 0,
})

function judgedRow(line: number, planned: Planned | { fault: string }): Judged {
  if ('fault' in planned)
    return { row: refusedRow(line, [{ column: null, reason: planned.fault }]), events: [] }
  const { animal, outcome, events, remarks, unknown } = planned
  return { row: { line, outcome, animal, faults: [], remarks, unknown }, events }
}

const distinct = (names: readonly (string | undefined)[]) => [
  ...new Set(names.filter((name) => name !== undefined)),
]

async function namedBy(
  db: Db<'herd'>,
  access: Import,
  said: readonly Said[],
  groups: Judging['groups'],
): Promise<Named> {
  const wanted = { pens: distinct(said.map(({ pen }) => pen)), lots: distinct(said.map(({ lot }) => lot)) }
  const find = () => findNamed(db, access, wanted)
  const missingOf = (named: Named, kind: 'pens' | 'lots') =>
    wanted[kind].filter((wish) => !named[kind].some(({ name }) => name === wish))
  const named = await find()
  const missing = { pens: missingOf(named, 'pens'), lots: missingOf(named, 'lots') }
  if (missing.pens.length + missing.lots.length === 0) return named
  if (groups === 'as if') {
    for (const kind of ['pens', 'lots'] as const)
      named[kind].push(...missing[kind].map((name) => ({ id: newId(), name })))
    return named
  }
  for (const kind of ['pens', 'lots'] as const)
    if (missing[kind].length > 0) await insertNamed(db, access, kind, missing[kind])
  const after = await find()
  if (missingOf(after, 'pens').length + missingOf(after, 'lots').length > 0) refuse('list.full')
  return after
}

async function animalsOf(db: Db<'herd'>, access: Import, said: readonly Said[]): Promise<Animals> {
  const rows = await findAnimals(
    db,
    access,
    said.flatMap(comparedTags),
    said.map((one) => ownIdOf(access.site_id, one)),
  )
  const history =
    rows.length > 0
      ? await eventsOfAnimals(
          db,
          access.site_id,
          rows.map(({ id }) => id),
        )
      : []
  const stored = history.map(({ record: written, animals }) => ({ one: storedOf(written), animals }))
  const stream = importStreamOf(access.site_id)
  return new Animals(
    access.site_id,
    rows.map((row) =>
      knownAnimal(
        row,
        stored.flatMap(({ one, animals }) => (animals.includes(row.id) ? [one] : [])),
        stream,
      ),
    ),
  )
}
