import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type Compilable,
  type CompiledQuery,
  type Dialect,
} from 'kysely'
import { batchedRead, type BatchedRead, type EachType } from './batches.ts'
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
  readonly batched: BatchedRead | undefined
  parametersOf(values: P): unknown[]
}

/** Compiles what `build` makes of a marker for each value. */
export function fixedQuery<P extends object, Row>(
  build: (p: P) => Compilable<Row>,
  each: Each<P> | undefined,
): FixedQuery<P, Row> {
  const compiled = build(new Proxy({} as P, { get: (_, name) => new Marker(name) })).compile()
  const places = compiled.parameters
  return {
    compiled,
    name: nameOf(compiled.sql),
    batched: each && batchedRead(compiled.sql, places.map(nameAmong(each)), each as Record<string, EachType>),
    parametersOf: (values) =>
      places.map((place) => (place instanceof Marker ? values[place.name as keyof P] : place)),
  }
}

const nameAmong = (each: object) => (place: unknown) =>
  place instanceof Marker && place.name in each ? String(place.name) : null
