import type { getAnimal, listAnimals } from '@byre/contract/herd/animals'
import { guideOf, kindsOf, type FindingActor, type listFindings } from '@byre/contract/herd/findings'
import type { AppReplyOf } from '@byre/contract/app-calls'
import type { Stored } from '@byre/rules/fold-events'
import { refuse } from '../../platform/errors.ts'
import { platformOf, type Db } from '../../platform/database/db.ts'
import { visited } from '../../platform/authentication/visitors.ts'
import { namesOf, type SiteCall } from '../../tenants/index.ts'
import { coursesOf } from '../courses.policy.ts'
import { endless, gramsIn, reversed } from '../events/projections.policy.ts'
import { joined } from '../joined.policy.ts'
import { findAnimal, type AnimalJson, type TimelineJson } from './animal.queries.ts'
import {
  findByFragment,
  listAnimals as findAnimals,
  listFindings as findOdd,
  type Narrowing,
  type OddRow,
} from './animals.queries.ts'
import {
  cursorOf,
  noId,
  paged,
  readCursor,
  shownCard,
  shownWithdrawal,
  type NamedRow,
} from './cards.policy.ts'

const begun = (field: string) => refuse('request.invalid', { field, message: 'Please begin anew.' })

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
    return { animals: joined<NamedRow>(rows).map(shownCard), next: null }
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
  const { page, next } = paged(joined<NamedRow>(rows), limit, (row) => cursorOf(row.main_tag, row.id))
  return { animals: page.map(shownCard), next }
}

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
  const voids = JSON.parse(row.voids) as Stored[]
  const reasons = new Map(
    voids.flatMap(({ event }) => (event.kind === 'void' ? [[event.body.event, event.body.reason]] : [])),
  )
  const iso = (time: string | number) => new Date(time).toISOString()
  const { page, next } = paged(JSON.parse(row.events) as TimelineJson[], query.limit, (one) =>
    cursorOf(iso(one.at), one.stored.n),
  )
  const nameOf = await namingOf(db, row.people, page)
  return {
    animal: shownCard(row),
    identifiers: row.identifiers.map(({ from_at, to_at, ...tag }) => ({
      ...tag,
      from_at: iso(from_at),
      to_at: to_at === null ? null : iso(to_at),
    })),
    withdrawals: row.withdrawals.map(shownWithdrawal),
    findings: row.findings,
    courses: coursesOf(row.courses, voids),
    weights: row.weights.map(({ at: when, ...weight }) => ({ ...weight, at: iso(when) })),
    events: page.map(({ stored, at: when, pen_name, lot_name, fed_to }) => {
      const { event, n: number, person, received_at } = stored
      const { id, kind, precision, day, by, body, animals } = event
      return {
        n: number,
        id,
        kind,
        at: iso(when),
        precision,
        day,
        received_at,
        head: animals.length,
        person,
        person_name: nameOf(person),
        by,
        by_name: by?.name ?? (by?.person && (nameOf(by.person) ?? undefined)),
        voided: reasons.get(id) ?? null,
        pen_name: pen_name ?? undefined,
        lot_name: lot_name ?? undefined,
        fed_to: fed_to === null ? undefined : iso(fed_to),
        body: { ...body },
      }
    }),
    next,
  }
}

/** What people are called; those who belong to the site no more are asked for by themselves. */
async function namingOf(
  db: Db<'herd'>,
  people: AnimalJson['people'],
  events: readonly TimelineJson[],
): Promise<(person: string) => string | null> {
  const all = events.flatMap(({ stored: { person, event } }) => [person, event.by?.person ?? person])
  const others = await namesOf(platformOf(db), [...new Set(all.filter((person) => !(person in people)))])
  return (person) => people[person] ?? others.get(person) ?? null
}

const notManagers = [...kindsOf('crew'), ...kindsOf('veterinarian')]

/** Which kinds a list is of: those alone, but for those. */
function kindsAsked({ kind, who }: { kind?: string | undefined; who?: FindingActor | undefined }) {
  // What nobody has described is a manager's.
  const [only, but] = who === 'manager' ? [null, notManagers] : [who ? kindsOf(who) : null, []]
  return { only: kind === undefined ? only : [kind], but }
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
      ...kindsAsked(query),
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
    findings: page.map(({ id: animal_id, kind: of, subject: about, main_tag, pen_name, event }) => {
      const { who, settled_by } = guideOf(of)
      return {
        kind: of,
        subject: about,
        animal_id,
        main_tag,
        pen_name,
        who,
        settled_by: [...settled_by],
        about: event,
      }
    }),
    next,
    kinds: countedKinds(rows[0].kinds),
  }
}

/** With who must act on each. */
export const countedKinds = (rows: readonly { kind: string; head: number }[]) =>
  rows.map(({ kind, head }) => ({ kind, who: guideOf(kind).who, head }))
