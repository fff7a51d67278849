import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  type Compilable,
  type CompiledQuery,
  type Dialect,
  type RawBuilder,
} from 'kysely'
import { batchedRead, callersAtMost, type Batched, type EachType } from './batches.ts'
import { nameOf } from './pipelined-client.ts'

/* Queries that are compiled once and run again with new values. */

/** Builds statements and reaches no database. */
export const compilerOnly: Dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
}
export const compiler = new Kysely<object>({ dialect: compilerOnly })

/** The values of a read in which callers differ who ask it together, with their types in PostgreSQL. */
export type Each<P> = {
  readonly [K in keyof P]?: P[K] extends Buffer ? 'bytea' : P[K] extends string ? 'uuid' | 'text' : never
}

class Marker {
  readonly name: PropertyKey
  constructor(name: PropertyKey) {
    this.name = name
  }
}

export interface FixedQuery<P, Row> {
  readonly compiled: CompiledQuery<Row>
  readonly name: string
  /** The same for many callers, where they may differ in something. */
  readonly batched: Batched | undefined
  parametersOf(values: P): unknown[]
}

/** Compiles what `build` makes of a marker for each value; so many callers at most are answered by one statement. */
export function fixedQuery<P extends object, Row>(
  build: (p: P) => Compilable<Row>,
  each: Each<P> | undefined,
  atMost = callersAtMost,
): FixedQuery<P, Row> {
  const compiled = build(new Proxy({} as P, { get: (_, name) => new Marker(name) })).compile()
  const places = compiled.parameters
  return {
    compiled,
    name: nameOf(compiled.sql),
    batched:
      each &&
      batchedRead(compiled.sql, places.map(nameAmong(each)), each as Record<string, EachType>, atMost),
    parametersOf: (values) =>
      places.map((place) => (place instanceof Marker ? values[place.name as keyof P] : place)),
  }
}

const nameAmong = (each: object) => (place: unknown) =>
  place instanceof Marker && place.name in each ? String(place.name) : null

/** The types in PostgreSQL of what callers bring to a write that they share. */
export type ColumnTypes<P> = { readonly [K in keyof P]: EachType }

/** A caller's row in `callers`, and their number, which each row of the answer tells, too. */
export type Numbered<P> = P & { nth: number }

/** Compiles what `build` makes of the table `callers`, which has a row for each of them. */
export function fixedWrite<P extends object, Row>(
  types: ColumnTypes<P>,
  build: (callers: RawBuilder<Numbered<P>>) => Compilable<Row>,
): FixedQuery<P, Row> & { readonly batched: Batched } {
  const columns = Object.entries<EachType>(types)
  const arrays = columns.map(([column, type]) => sql`${new Marker(column)}::${sql.raw(type)}[]`)
  const names = [...columns.map(([column]) => column), 'nth']
  const query = fixedQuery<P, Row>(
    () =>
      build(sql`(select * from unnest(${sql.join(arrays)}) with ordinality
        as callers(${sql.join(names.map((name) => sql.ref(name)))}))`),
    undefined,
  )
  const places = query.compiled.parameters.map((value, place) => ({ place, isEach: value instanceof Marker }))
  const batched = {
    name: query.name,
    text: query.compiled.sql,
    each: places.flatMap(({ place, isEach }) => (isEach ? place : [])),
    shared: places.flatMap(({ place, isEach }) => (isEach ? [] : place)),
    callersAtMost,
    alone: null,
  }
  return { ...query, batched }
}
