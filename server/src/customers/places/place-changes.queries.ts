import { sql, type Compilable } from 'kysely'
import { prepared, sharedWrite, type Db } from '../../platform/database/db.ts'
import { auditColumns, auditLineColumns, auditTypes, type auditValuesOf } from '../audit.queries.ts'
import type { Access } from '../access.policy.ts'
import {
  filledColumns,
  placeColumns,
  tableOf,
  typesOfFilled,
  type Filled,
  type Kind,
  type Rows,
} from './places.queries.ts'

/** What a place shall be, and the proof that the actor may make it so; its own id is not looked at. */
type PlaceChange<Row> = Access<'edit'> & Row & ReturnType<typeof auditValuesOf>

type ChangeRow = { place_id: string; version: number } & { [C in Filled]?: string | null } & ReturnType<
    typeof auditValuesOf
  >

/**
 * Sets what people fill in of a place to what it shall be from now on, and writes the audit line, if it
 * is still the `version` that this was judged by; gives the new one. No row: somebody was faster, or holds it.
 */
const change = (kind: Kind) =>
  sharedWrite<'customers'>()<ChangeRow, { version: number }>(
    {
      place_id: 'uuid',
      version: 'int',
      ...auditTypes,
      ...typesOfFilled(kind),
    },
    (db) =>
      db
        .with('free', (q) =>
          q
            .selectFrom(`${tableOf(kind)} as s`)
            .innerJoin('callers as c', (join) =>
              join.onRef('c.place_id', '=', 's.id').onRef('c.version', '=', 's.version'),
            )
            .select('s.id')
            .where('s.deleted_at', 'is', null)
            .orderBy('s.id')
            .forNoKeyUpdate('s')
            .skipLocked(),
        )
        .with('changed', (q) =>
          q
            .updateTable(`${tableOf(kind)} as s`)
            .from('callers as c')
            .set((e) => ({
              ...Object.fromEntries(filledColumns(kind).map((column) => [column, e.ref(`c.${column}`)])),
              version: e('s.version', '+', 1),
            }))
            .whereRef('s.id', '=', 'c.place_id')
            .whereRef('s.version', '=', 'c.version')
            .where('s.id', 'in', (e) => e.selectFrom('free').select('free.id'))
            .returning(['s.version', 'c.nth', ...auditLineColumns.map((column) => `c.${column}` as const)]),
        )
        .with('audited', (q) =>
          q
            .insertInto('platform.audit')
            .columns(auditColumns)
            .expression((e) => e.selectFrom('changed').select(auditLineColumns)),
        )
        .selectFrom('changed')
        .select(['version', 'nth']),
  )

export const changePlace: {
  [K in Kind]: (db: Db<'customers'>, p: PlaceChange<Rows[K]>) => Promise<{ version: number }[]>
} = {
  site: change('site'),
  clinic: change('clinic'),
}

/** A place as one of its members sees it, locked until the transaction ends. */
const lock = <Row>(kind: Kind) =>
  prepared<'customers'>()(
    (db, p: { id: string; user_id: string }) =>
      db
        .selectFrom('customers.role_holders as m')
        .innerJoin(`${tableOf(kind)} as s`, 's.id', 'm.place_id')
        .leftJoin('customers.billing_entities as b', (join) =>
          join.onRef('b.id', '=', 's.billing_entity_id').on('b.deleted_at', 'is', null),
        )
        .select([
          ...placeColumns(kind),
          's.deleted_at',
          sql<boolean>`coalesce(s.deleted_at > now() - interval '30 days', true)`.as('is_kept'),
          'm.role',
        ])
        .where('m.place_id', '=', p.id)
        .where('m.user_id', '=', p.user_id)
        .where('m.kind', '=', kind)
        .forNoKeyUpdate('s') as Compilable<unknown> as Compilable<Row & Locked>,
  )

interface Locked {
  /** Null: it lives. */
  deleted_at: string | null
  /** False: deleted so long ago that it can no longer be restored. */
  is_kept: boolean
}

export const lockPlace: { [K in Kind]: ReturnType<typeof lock<Rows[K]>> } = {
  site: lock('site'),
  clinic: lock('clinic'),
}
