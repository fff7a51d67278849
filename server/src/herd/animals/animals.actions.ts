import type { getAnimal, listAnimals, listHolds } from '@byre/contract/herd/animals'
import { guideOf, type listFindings } from '@byre/contract/herd/findings'
import type { AppReplyOf } from '@byre/contract/app-calls'
import { endOfDay, localOf } from '@byre/rules/dates'
import type { FoldContext } from '@byre/rules/fold-animal'
import { refuse } from '../../platform/errors.ts'
import { visited } from '../../platform/authentication/visitors.ts'
import type { SiteCall } from '../../tenants/index.ts'
import { storedOf } from '../events/events.policy.ts'
import { endless, gramsIn, reversed } from '../events/projections.policy.ts'
import { joined } from '../joined.policy.ts'
import type { AnimalRow } from '../tables.ts'
import {
  findAnimal,
  listHolds as findHolds,
  type AnimalJson,
  type HeldRow,
  type WithdrawalJson,
} from './animal.queries.ts'
import {
  findByFragment,
  listAnimals as findAnimals,
  listFindings as findOdd,
  type Narrowing,
  type OddRow,
} from './animals.queries.ts'
import { cursorOf, endOf, readCursor, shownCard } from './cards.policy.ts'

const noId = '00000000-0000-0000-0000-000000000000'
const begun = (field: string) => refuse('request.invalid', { field, message: 'Please begin anew.' })

/** One more row than a page has says that there is another. */
function paged<Row>(rows: readonly Row[], limit: number, cursor: (row: Row) => string) {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { page, next: rows.length > limit && last ? cursor(last) : null }
}

export async function answerAnimals({
  db,
  caller,
  query,
}: SiteCall<typeof listAnimals, 'herd'>): Promise<AppReplyOf<typeof listAnimals>> {
  const { q, limit } = query
  if (q !== undefined && q !== '') {
    const fragment = q.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')
    const rows = visited(
      await findByFragment(db, {
        ...caller,
        fragment,
        beyond: `${fragment}\u{10FFFF}`,
        backwards: reversed(fragment),
        backwards_beyond: `${reversed(fragment)}\u{10FFFF}`,
        grams: gramsIn(fragment),
        limit: fragment === '' ? 0 : limit,
      }),
    )
    return { animals: joined<AnimalRow>(rows).map(shownCard), next: null }
  }
  const [tag, id] = query.after ? (readCursor(query.after, ['text', 'id']) ?? begun('after')) : ['', noId]
  const by: Narrowing[] = [
    query.status === 'here' ? 'here' : 'status',
    ...(query.pen ? (['pen'] as const) : []),
    ...(query.lot ? (['lot'] as const) : []),
    ...(query.held ? ([query.held === 'yes' ? 'held' : 'free'] as const) : []),
  ]
  const rows = visited(
    await findAnimals(by)(db, {
      ...caller,
      status: query.status,
      pen: query.pen,
      lot: query.lot,
      after_tag: tag!,
      after_id: id!,
      limit: limit + 1,
    }),
  )
  const { page, next } = paged(joined<AnimalRow>(rows), limit, (row) => cursorOf(row.main_tag, row.id))
  return { animals: page.map(shownCard), next }
}

const shownWithdrawal = ({ clear_at, provisional, ...row }: WithdrawalJson) => ({
  ...row,
  clear_at: endOf(clear_at),
  provisional: provisional === 'yes',
})

export async function answerAnimal({
  db,
  caller,
  params,
  query,
}: SiteCall<typeof getAnimal, 'herd'>): Promise<AppReplyOf<typeof getAnimal>> {
  const [at, n] = query.before
    ? (readCursor(query.before, ['time', 'number']) ?? begun('before'))
    : [endless, Number.MAX_SAFE_INTEGER]
  const [row] = joined<AnimalJson>(
    visited(
      await findAnimal(db, {
        ...caller,
        id: params.id,
        before_at: String(at),
        before_n: Number(n),
        limit: query.limit + 1,
      }),
    ),
  )
  if (!row) refuse('not_found')
  const reasons = new Map(
    row.voids
      .map(storedOf)
      .flatMap(({ event }) => (event.kind === 'void' ? [[event.body.event, event.body.reason]] : [])),
  )
  const iso = (time: string) => new Date(time).toISOString()
  const { page, next } = paged(row.events, query.limit, (one) => cursorOf(iso(one.at), one.n))
  return {
    animal: shownCard(row),
    identifiers: row.identifiers.map(({ from_at, to_at, ...tag }) => ({
      ...tag,
      from_at: iso(from_at),
      to_at: to_at === null ? null : iso(to_at),
    })),
    withdrawals: row.withdrawals.map(shownWithdrawal),
    findings: row.findings,
    events: page.map(({ at: when, record }) => {
      const { event, n: number, person, received_at } = storedOf(record)
      const { id, kind, precision, by, body } = event
      const voided = reasons.get(id) ?? null
      return {
        n: number,
        id,
        kind,
        at: iso(when),
        precision,
        received_at,
        person,
        by,
        voided,
        body: { ...body },
      }
    }),
    next,
  }
}

export async function answerHolds({
  db,
  caller,
  query,
}: SiteCall<typeof listHolds, 'herd'>): Promise<AppReplyOf<typeof listHolds>> {
  const [at, id] = query.after
    ? (readCursor(query.after, ['time', 'id']) ?? begun('after'))
    : ['1970-01-01T00:00:00.000Z', noId]
  if (query.to !== undefined && Number.isNaN(Date.parse(query.to)))
    refuse('request.invalid', { field: 'to', message: 'There is no such time.' })
  const rows = visited(
    await findHolds(db, {
      ...caller,
      to: query.to ?? endless,
      after_at: at!,
      after_id: id!,
      limit: query.limit + 1,
    }),
  )
  const zone = rows[0].context ? (JSON.parse(rows[0].context) as FoldContext).zone : 'UTC'
  const { page, next } = paged(joined<HeldRow>(rows), query.limit, (row) => cursorOf(row.clear_at!, row.id))
  return {
    holds: page.map((row) => ({
      animal: shownCard(row),
      because: row.because.map(shownWithdrawal),
    })),
    next,
    today_ends_at: new Date(endOfDay(localOf(Date.now(), zone).slice(0, 10), zone)).toISOString(),
  }
}

export async function answerFindings({
  db,
  caller,
  query,
}: SiteCall<typeof listFindings, 'herd'>): Promise<AppReplyOf<typeof listFindings>> {
  const [kind, subject, id] = query.after
    ? (readCursor(query.after, ['text', 'text', 'id']) ?? begun('after'))
    : ['', '', noId]
  const rows = visited(
    await findOdd(db, {
      ...caller,
      after_kind: kind!,
      after_subject: subject!,
      after_id: id!,
      limit: query.limit + 1,
    }),
  )
  const { page, next } = paged(joined<OddRow>(rows), query.limit, (row) =>
    cursorOf(row.kind, row.subject, row.id),
  )
  return {
    findings: page.map(({ id: animal_id, kind: of, subject: about, main_tag }) => {
      const { who, settled_by } = guideOf(of)
      return { kind: of, subject: about, animal_id, main_tag, who, settled_by: [...settled_by] }
    }),
    next,
  }
}
