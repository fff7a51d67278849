import type { SiteId } from '@byre/contract/subject-kinds'
import { sql, type RawBuilder } from 'kysely'
import { prepared, type Db } from '../../platform/database/db.ts'
import { lateTruth } from '../gate/gate.queries.ts'
import {
  projected,
  projectionNames,
  sharedTag,
  writtenRow,
  type Changes,
  type ProjectionName,
  type Projections,
  type Row,
} from './projections.policy.ts'
import '../tables.ts'

const list = (parts: RawBuilder<unknown>[]) => sql.join(parts, sql`, `)

/** Rows as JSON, by the projection and what is done with them. */
type Written = { site: SiteId } & Record<`${ProjectionName}_${'gone' | 'new' | 'put'}`, string>

/**
 * Writes what changed of all projections: one statement, of fixed shape. `arrived` are events that nobody knew before: a row of one
 * of them cannot be there yet, and is not looked for (decision 0145).
 */
export async function writeProjections(
  db: Db<'herd'>,
  site: SiteId,
  changes: Record<ProjectionName, Changes>,
  arrived: ReadonlySet<string> = new Set(),
): Promise<void> {
  const rows = projectionNames.flatMap((name) => {
    const isNew = ({ event_id }: Row) => arrived.has(String(event_id))
    const written = (some: readonly Row[]) => JSON.stringify(some.map((row) => writtenRow(name, row, site)))
    return [
      [`${name}_gone`, JSON.stringify(changes[name].gone)],
      [`${name}_new`, written(changes[name].put.filter(isNew))],
      [`${name}_put`, written(changes[name].put.filter((row) => !isNew(row)))],
    ]
  })
  await write(db, { ...(Object.fromEntries(rows) as Omit<Written, 'site'>), site })
}

const write = prepared<'herd'>()((db, p: Written) => {
  const parts = projectionNames.flatMap((name) => [
    sql`${sql.id(`${name}_gone`)} as (${deleted(name, p)})`,
    ...('event_id' in projected[name].columns
      ? [sql`${sql.id(`${name}_new`)} as (${inserted(name, p[`${name}_new`], p.site)})`]
      : []),
    sql`${sql.id(`${name}_put`)} as (${put(name, p)})`,
  ])
  return { compile: () => sql`with ${list(parts)} select`.compile(db) }
})

const recordset = (name: ProjectionName, rows: string, columns: readonly string[]) => {
  const types: Readonly<Record<string, string>> = projected[name].columns
  const shape = columns.map((column) => sql`${sql.id(column)} ${sql.raw(types[column]!)}`)
  return sql`jsonb_to_recordset(${rows}::jsonb) as r (${list(shape)})`
}

function deleted(name: ProjectionName, p: Written) {
  const key: readonly string[] = projected[name].key
  const same = key.map((column) => sql`t.${sql.id(column)} = r.${sql.id(column)}`)
  return sql`delete from ${sql.table(`herd.${name}`)} as t using ${recordset(name, p[`${name}_gone`], key)}
    where t.site_id = ${p.site}::uuid and ${sql.join(same, sql` and `)}`
}

const columnsOf = (name: ProjectionName) => Object.keys(projected[name].columns)

function inserted(name: ProjectionName, rows: string, site: SiteId) {
  const columns = columnsOf(name)
  return sql`insert into ${sql.table(`herd.${name}`)} (site_id, ${list(columns.map((column) => sql.id(column)))})
    select ${site}::uuid, ${list(columns.map((column) => sql`r.${sql.id(column)}`))} from ${recordset(name, rows, columns)}`
}

function put(name: ProjectionName, p: Written) {
  const key: readonly string[] = projected[name].key
  const changing = columnsOf(name).filter((column) => !key.includes(column))
  const change =
    changing.length === 0
      ? sql`nothing`
      : sql`update set ${list(changing.map((column) => sql`${sql.id(column)} = excluded.${sql.id(column)}`))}`
  return sql`${inserted(name, p[`${name}_put`], p.site)}
    on conflict (site_id, ${list(key.map((column) => sql.id(column)))}) do ${change}`
}

/** How many rows were written, and of these how many are new. */
export interface SharedTags {
  changed: number
  found: number
}

/** Electronic tags that two living animals bear, among these values: put where they are, taken away where they are not. */
export async function writeSharedTags(
  db: Db<'herd'>,
  site: SiteId,
  values: readonly string[],
): Promise<SharedTags> {
  const { rows } = await sql<SharedTags>`
    with bearing as (
      select distinct i.value, i.animal_id
      from herd.identifiers i join herd.animals a on a.site_id = i.site_id and a.id = i.animal_id and a.status = 'here'
      where i.site_id = ${site} and i.value = any(${values}) and i.kind = 'eid' and i.to_at is null),
    shared as (
      select b.value, b.animal_id from bearing b
      where exists (select from bearing o where o.value = b.value and o.animal_id <> b.animal_id)),
    gone as (
      delete from herd.findings f
      where f.site_id = ${site} and f.kind = ${sharedTag} and f.subject = any(${values})
        and not exists (select from shared s where s.value = f.subject and s.animal_id = f.animal_id)
      returning 1),
    put as (
      insert into herd.findings (site_id, kind, subject, animal_id)
      select ${site}, ${sharedTag}, s.value, s.animal_id from shared s
      on conflict do nothing returning 1)
    select (select count(*) from gone) + (select count(*) from put) as changed, (select count(*) from put) as found`.execute(
    db,
  )
  return rows[0]!
}

/** What is stored of animals, as it would be written. */
export async function storedProjections(
  db: Db<'herd'>,
  site: SiteId,
  animals: readonly string[],
): Promise<Projections> {
  const parts = projectionNames.map((name) => {
    const { animal, columns } = projected[name]
    const derived = name === 'identifiers' ? ['reversed', 'grams'] : []
    const compared = Object.entries(columns).filter(([column]) => !derived.includes(column))
    const pairs = compared.flatMap(([column, type]) => [
      sql.lit(column),
      type === 'timestamptz'
        ? sql`(extract(epoch from t.${sql.id(column)}) * 1000)::int8`
        : sql`t.${sql.id(column)}`,
    ])
    return sql`(select coalesce(json_agg(json_build_object(${list(pairs)})), '[]') from ${sql.table(`herd.${name}`)} t
      where t.site_id = ${site} and t.${sql.id(animal)} = any(${animals})
      ${name === 'findings' ? sql`and t.kind not in (${sharedTag}, ${lateTruth})` : sql``}) as ${sql.id(name)}`
  })
  const { rows } = await sql<Projections>`select ${list(parts)}`.execute(db)
  return rows[0]!
}
