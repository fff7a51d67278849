import {
  commandWords,
  type Activity,
  type Change,
  type exportSiteActivity,
  type listSiteActivity,
} from '@byre/contract/activity'
import type { QueryOf } from '@byre/contract/endpoint'
import type { SubjectKind } from '@byre/contract/subject-kinds'
import { may, rolesFor } from '@byre/contract/rights'
import { Readable } from 'node:stream'
import { answered, type Caller } from '../../platform/authentication/authenticate.ts'
import { changesIn } from '../../platform/audit/changes.ts'
import { csvBeginning, csvLine } from '@byre/contract/csv'
import type { Db } from '../../platform/database/db.ts'
import { refuse } from '../../platform/errors.ts'
import { listActivity } from './activity.queries.ts'

interface Subject {
  kind: SubjectKind
  placeId: string
}
type Filters = QueryOf<typeof exportSiteActivity>

/** What was done to a place, newest first, for those who may know. */
export async function listPlaceActivity(
  db: Db<'customers'>,
  caller: Caller,
  subject: Subject,
  { per_page, after, ...filters }: QueryOf<typeof listSiteActivity>,
) {
  const page = { ...filters, after: after ?? null, limit: per_page + 1 }
  const lines = await linesOf(db, caller, subject, page)
  const activity = lines.slice(0, per_page)
  return { activity, next: lines.length > per_page ? (activity.at(-1)?.id ?? null) : null }
}

const atOnce = 500

/**
 * The same as a table, read page by page as it leaves; whoever may not see it is refused before the
 * first line, and whoever is removed meanwhile gets no more.
 */
export async function exportPlaceActivity(
  db: Db<'customers'>,
  caller: Caller,
  subject: Subject,
  filters: Filters,
): Promise<Readable> {
  const first = await linesOf(db, caller, subject, { ...filters, after: null, limit: atOnce })

  async function* table() {
    yield csvBeginning + csvLine(columns)
    for (let page = first; page.length > 0;) {
      yield page.map((line) => csvLine(cellsOf(line))).join('')
      const next = { ...filters, after: page.at(-1)!.id, limit: atOnce }
      page = page.length < atOnce ? [] : await linesOf(db, caller, subject, next)
    }
  }
  return Readable.from(table())
}

const columns = ['When (UTC)', 'Who', 'What', 'About', 'Where', 'Before', 'After', 'From']

function cellsOf(line: Activity): string[] {
  const { at, actor_name, key_name, what, about_name, place_name, changes, network } = line
  const changesText = (side: 'before' | 'after') =>
    changes
      .flatMap((change) => (change[side] === null ? [] : [`${change.field}: ${change[side]}`]))
      .join('\n')
  const who = [actor_name, key_name && `by key ${key_name}`].filter(Boolean).join(' ')
  const names = [who, what, about_name ?? '', place_name ?? '']
  return [at, ...names, changesText('before'), changesText('after'), network]
}

async function linesOf(
  db: Db<'customers'>,
  caller: Caller,
  { kind, placeId }: Subject,
  { who, deed, from, to, after, limit }: Filters & { after: string | null; limit: number },
): Promise<Activity[]> {
  const rows = answered(
    await listActivity(db, {
      ...caller,
      place_id: placeId,
      kind,
      seers: rolesFor('seeActivity', kind),
      who: who ?? null,
      deed: deed ?? null,
      from: from ?? null,
      to: to ?? null,
      after,
      limit,
    }),
  )
  const own = rows[0].own_role
  if (own === null) refuse('not_found')
  if (!may(own, 'seeActivity', kind)) refuse('role.insufficient')
  return rows.flatMap((row) => asActivity(row))
}

/** Of an account that is gone. */
const formerKey = 'that is gone'

type Row = Awaited<ReturnType<typeof listActivity>>[number]

function asActivity(row: Row): Activity[] {
  const { id, at, deed, network } = row
  if (id === null || at === null || deed === null) return []
  return [
    {
      id,
      at,
      actor_id: row.actor_id,
      actor_name: row.actor_name ?? staffOf(row) ?? placeKeyOf(row),
      key_name: row.key_id === null || isOfPlace(row) ? null : (row.key_name ?? formerKey),
      deed,
      what: commandWords[deed] ?? deed,
      about_id: row.about_id,
      about_name: row.about_name,
      place_id: row.abroad_id,
      place_name: row.abroad_name,
      changes: changesOf(row),
      network: network ?? '',
    },
  ]
}

/** Whoever runs the installation has no account; a line of theirs says who they were. */
const staffOf = ({ after }: Row): string | null =>
  typeof after?.['staff'] === 'string' ? `Staff (${after['staff']})` : null

/** A place's own key is nobody's: it did it itself. */
const isOfPlace = ({ key_id, actor_id }: Row) => key_id !== null && key_id === actor_id

const placeKeyOf = (row: Row): string | null => (isOfPlace(row) ? `Key (${row.key_name ?? formerKey})` : null)

/** Who it was done to, and by which staff, has fields of its own. */
const people = new Set(['user_id', 'hand_id', 'staff'])
/** All that a payer learns of what was done to a place it pays for: what it costs, and from when. */
const costs = new Set(['billing_entity_id', 'plan_id', 'trial_ends_on'])

const changesOf = ({ before, after, is_abroad }: Row): Change[] =>
  changesIn({ before, after }).filter(({ field }) => (is_abroad ? costs.has(field) : !people.has(field)))
