import type {
  LateTruth,
  ShipEntry,
  ShipList,
  ShipListSummary,
  Transport,
} from '@byre/contract/herd/ship-list-parts'
import type { getShipList, listShipLists } from '@byre/contract/herd/ship-lists'
import type { AppReplyOf } from '@byre/contract/app-calls'
import type { Card } from '@byre/rules/fold-animal'
import { visited } from '../../platform/authentication/visitors.ts'
import type { Db } from '../../platform/database/db.ts'
import { refuse } from '../../platform/errors.ts'
import type { SiteCall, SiteCaller } from '../../tenants/index.ts'
import { cursorOf, endOf, readCursor } from '../animals/cards.policy.ts'
import { endless } from '../events/projections.policy.ts'
import {
  answersOf,
  heldOf,
  isWorse,
  readAnswer,
  type Answer,
  type AtGateRow,
  type ReasonJson,
} from '../gate/gate.policy.ts'
import { joined } from '../joined.policy.ts'
import {
  findList,
  pagesOfLists,
  type LateJson,
  type ListedRow,
  type PagedRow,
  type WholeRow,
} from './reads.queries.ts'

const iso = (time: string) => new Date(time).toISOString()
const isoOrNull = (time: string | null) => (time === null ? null : iso(time))

export async function answerLists({
  db,
  caller,
  query,
}: SiteCall<typeof listShipLists, 'herd'>): Promise<AppReplyOf<typeof listShipLists>> {
  const [at, id] = query.after
    ? (readCursor(query.after, ['time', 'id']) ??
      refuse('request.invalid', { field: 'after', message: 'Please begin anew.' }))
    : query.open === 'yes'
      ? ['-infinity', '00000000-0000-0000-0000-000000000000']
      : [endless, 'ffffffff-ffff-ffff-ffff-ffffffffffff']
  const page = pagesOfLists[query.open === undefined ? 'all' : query.open === 'yes' ? 'open' : 'gone']
  const all = joined<PagedRow>(
    visited(await page(db, { ...caller, after_at: at!, after_id: id!, limit: query.limit + 1 })),
  )
  const rows = all.slice(0, query.limit)
  const last = rows.at(-1)
  const next = all.length > query.limit && last ? cursorOf(iso(last.load_at), last.id) : null
  return { ship_lists: rows.map((row) => summaryOf(row, heldOf(row.doubtful, row))), next }
}

const summaryOf = (row: ListedRow, may_not: number): ShipListSummary => ({
  id: row.id,
  state: row.state,
  destination: row.destination,
  market: row.market,
  load_at: iso(row.load_at),
  head: row.head,
  may_not,
  made_by: row.made_by_name,
  created_at: iso(row.created_at),
  departed_at: isoOrNull(row.departed_at),
  late_truths: row.late_truths,
})

/** A list as it is shown, and what its documents say beside. */
export interface WholeList {
  list: ShipList
  place_name: string
  zone: string
}

export async function wholeList(db: Db<'herd'>, caller: SiteCaller<'see'>, id: string): Promise<WholeList> {
  const rows = visited(await findList(db, { ...caller, id }))
  const [row] = joined<WholeRow & { place_name: string }>(rows)
  if (!row) refuse('not_found')
  const { zone } = JSON.parse(row.context ?? '{"zone":"UTC"}') as { zone: string }
  return { list: shownList(row), place_name: row.place_name, zone }
}

export const answerList = async ({ db, caller, params }: SiteCall<typeof getShipList, 'herd'>) =>
  (await wholeList(db, caller, params.id)).list

function shownList(row: WholeRow): ShipList {
  const at = new Date(row.load_at).getTime()
  const answers = answersOf(row.rows, { market: row.market, at })
  return {
    ...summaryOf(row, row.state === 'departed' ? 0 : answers.filter(({ passes }) => !passes).length),
    transport: JSON.parse(row.transport) as Transport,
    locked_at: isoOrNull(row.locked_at),
    locked_by: row.locked_by_name,
    locked_n: row.locked_n,
    locked_head: row.locked_head,
    broken_at: isoOrNull(row.broken_at),
    departed_by: row.departed_by_name,
    entries: row.rows.map((one, nth) => shownEntry(one, answers[nth]!, row)),
    late: row.late.map(shownLate),
  }
}

/** What has left stands as it left. */
function shownEntry(row: AtGateRow, now: Answer, { state }: WholeRow): ShipEntry {
  const then = row.answer === null ? null : readAnswer(row.answer)
  const answer = state === 'departed' && then ? then : now
  const { tags = [] } = JSON.parse(row.card ?? '{}') as Partial<Card>
  const { override_by_name: by, override_reason: reason, override_at } = row
  return {
    animal_id: row.id,
    main_tag: row.main_tag ?? '',
    tags: tags.map(({ kind, typed }) => ({ kind, typed })),
    pen: row.pen,
    passes: answer.passes,
    overridden: answer.overridden,
    because: answer.because.map(shownReason),
    obstacles: answer.obstacles,
    changed: state === 'broken' && then !== null && isWorse(now, then),
    override:
      by !== null && reason !== null && override_at !== null ? { by, reason, at: iso(override_at) } : null,
  }
}

const shownReason = ({ clear_at, said, ...reason }: ReasonJson) => ({
  ...reason,
  said: said ?? null,
  clear_at: clear_at === null ? null : new Date(clear_at).toISOString(),
})

const shownLate = ({ clear_at, found_at, main_tag, ...late }: LateJson): LateTruth => ({
  ...late,
  main_tag: main_tag ?? '',
  clear_at: endOf(clear_at),
  found_at: iso(found_at),
})
