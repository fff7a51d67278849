import type { QueryOf } from '@byre/contract/endpoint'
import { may, type Role } from '@byre/contract/rights'
import { kindNames } from '@byre/contract/subject-kinds'
import type { listedReply as listedFields } from '@byre/contract/places/place-fields'
import type { ListedSite, listSites } from '@byre/contract/places/sites'
import { answered, type Caller } from '../../platform/authentication/authenticate.ts'
import type { Db } from '../../platform/database/db.ts'
import { refuse } from '../../platform/errors.ts'
import type { HostConfig } from '../../platform/hosts.ts'
import { listed, rowsOf } from '../../platform/lists.ts'
import type { Billing } from '../ports.ts'
import type { Listed, PlaceLists, Restorable } from './place-lists.queries.ts'
import { asPlace, placeReply } from './place-replies.actions.ts'
import { findPlace, type CallerRow, type Kind, type Rows } from './places.queries.ts'

type Query = QueryOf<typeof listSites>

interface Listing<K extends Kind> {
  hosts: HostConfig
  billing: Pick<Billing, 'withTax'>
  lists: PlaceLists<K>
}

/** The caller's places of one kind, or with `deleted=1` those they can restore. */
export async function listPlaces<K extends Kind>(
  kind: K,
  db: Db<'customers'>,
  { caller, query }: { caller: Caller; query: Query },
  { hosts, billing, lists }: Listing<K>,
) {
  const rows = answered(await listsIn(lists, db, caller, query))
  const places = rows.flatMap((row) => {
    const place = rowIn<Rows[K] & (Listed | Deleted)>(row)
    if (!place) return []
    const reply = placeReply[kind](place, hosts)
    const further: ListedReply =
      'deleted_at' in place
        ? { deleted_at: place.deleted_at, restorable_until: place.restorable_until }
        : listedReply(place, billing)
    return [{ ...reply, ...further }]
  })
  return listed(kindNames[kind].path, places, rows[0].total ?? 0, query)
}

type ListedReply = Pick<ListedSite, keyof typeof listedFields>
type Deleted = Pick<Restorable<unknown>, 'deleted_at' | 'restorable_until'>

type ListRows<K extends Kind> = CallerRow<Rows[K] & (Listed | Deleted)> & { total: number | null }

function listsIn<K extends Kind>(lists: PlaceLists<K>, db: Db<'customers'>, caller: Caller, query: Query) {
  const { sort, deleted, q = '' } = query
  const state = query.state ?? ('' as const)
  const wanted = { ...caller, ...rowsOf(query) }
  const sought = { ...wanted, q, state }
  const rows =
    deleted === '1'
      ? lists.restorable[sort](db, sought)
      : q === '' && state === '' && (sort === 'created_at' || sort === '-created_at')
        ? lists.inOrder[sort](db, wanted)
        : lists.sought[sort](db, sought)
  return rows as Promise<ListRows<K>[]>
}

/** What is charged next is told to those who run the place. */
function listedReply(place: Listed & { role: Role }, billing: Pick<Billing, 'withTax'>) {
  const { state, people, plan_name, is_charged, next_at, amount, currency } = place
  const address = { country: place.payer_country, region: place.payer_region }
  const isTold = is_charged === true && may(place.role, 'seeCost', 'place')
  return {
    state,
    people,
    plan_name,
    next_charge:
      isTold && amount !== null && currency !== null
        ? { at: next_at, total: billing.withTax(amount, address), currency }
        : null,
  }
}

/** A row of a left join as a place, or null where nothing was joined. */
export function rowIn<Row extends Rows[Kind]>(row: CallerRow<Row>): Row | null {
  return row.id === null || row.role === null ? null : (row as Row)
}

export async function getPlace<K extends Kind>(
  kind: K,
  db: Db<'customers'>,
  wanted: Caller & { id: string },
  hosts: HostConfig,
) {
  const [row] = answered(await findPlace[kind](db, wanted))
  const place = rowIn<Rows[K]>(row)
  if (!place) refuse('not_found')
  return asPlace(kind, place, hosts)
}
