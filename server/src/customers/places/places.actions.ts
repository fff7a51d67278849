import type { QueryOf } from '@byre/contract/endpoint'
import { kindNames } from '@byre/contract/subject-kinds'
import type { listSites } from '@byre/contract/places/sites'
import { answered, type Caller } from '../../platform/authentication/authenticate.ts'
import type { Db } from '../../platform/database/db.ts'
import { refuse } from '../../platform/errors.ts'
import type { HostConfig } from '../../platform/hosts.ts'
import { listed, rowsOf } from '../../platform/lists.ts'
import { listPlaces as listsOf, type Restorable } from './place-lists.queries.ts'
import { asPlace, placeReply } from './place-replies.actions.ts'
import { findPlace, type CallerRow, type Kind, type Rows } from './places.queries.ts'

type Query = QueryOf<typeof listSites>

/** The caller's places of one kind, or with `deleted=1` those they can restore. */
export async function listPlaces<K extends Kind>(
  kind: K,
  db: Db<'customers'>,
  { caller, query }: { caller: Caller; query: Query },
  hosts: HostConfig,
) {
  const rows = answered(await listsIn(kind, db, caller, query))
  const places = rows.flatMap((row) => {
    const place = rowIn<Rows[K] | Restorable<Rows[K]>>(row)
    if (!place) return []
    const { deleted_at, restorable_until } = place as Partial<Restorable<Rows[K]>>
    const reply = placeReply[kind](place, hosts)
    return deleted_at === undefined ? [reply] : [{ ...reply, deleted_at, restorable_until }]
  })
  return listed(kindNames[kind].path, places, rows[0].total ?? 0, query)
}

function listsIn<K extends Kind>(kind: K, db: Db<'customers'>, caller: Caller, query: Query) {
  const { sort, deleted, q = '' } = query
  const lists = listsOf[kind]
  const wanted = { ...caller, ...rowsOf(query) }
  if (deleted === '1') return lists.restorable[sort](db, { ...wanted, q })
  if (q === '' && (sort === 'created_at' || sort === '-created_at')) return lists.inOrder[sort](db, wanted)
  return lists.sought[sort](db, { ...wanted, q })
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
