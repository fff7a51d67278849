import { t } from '@byre/contract/words'
import { limits } from '@byre/contract/limits'
import { sql, type RawBuilder } from 'kysely'
import { refuse } from './errors.ts'

/** How far a list's total is counted: one more than is exact, so that a capped total shows. */
export const countedTo = limits.listDepth + 1

interface Page {
  page: number
  per_page: number
}

const depthInWords = limits.listDepth.toLocaleString('en')

/** `limit` and `offset` of a list's page; refuses pages that begin deeper than lists go. */
export function rowsOf({ page, per_page }: Page): { limit: number; offset: number } {
  const offset = (page - 1) * per_page
  if (offset >= limits.listDepth) {
    refuse('request.invalid', {
      field: 'page',
      message: t`Pages end ${depthInWords} rows deep. Please search instead.`,
    })
  }
  return { limit: Math.min(per_page, limits.listDepth - offset), offset }
}

interface Rows {
  limit: number
  offset: number
}

/** One page of a statement's CTE `wanted`, under an alias that the order speaks of. */
export const pageOfWanted = <Row, A extends string>(alias: A, order: RawBuilder<unknown>, p: Rows) =>
  sql<Row>`(
    select ${sql.ref(alias)}.* from wanted as ${sql.ref(alias)}
    order by ${order} limit ${p.limit} offset ${p.offset})`.as(alias)

/** How many rows `wanted` has, counted no further than it goes. */
export const totalOfWanted = sql<number>`(select count(*) from wanted)`.as('total')

/** One page, as `page`, of a statement's CTE `matching`, in the order of a column and then of ids. */
export const pageOfMatching = <Column extends string>(by: Column, direction: 'asc' | 'desc', p: Rows) =>
  sql<Record<Column | 'id', unknown>>`(
    select * from matching order by ${sql.ref(by)} ${sql.raw(direction)}, id ${sql.raw(direction)}
    limit ${p.limit} offset ${p.offset})`.as('page')

/** How many rows `matching` has, counted to `countedTo`. */
export const totalOfMatching = sql<number>`(
  select count(*) from (select from matching limit ${sql.lit(countedTo)}) as counted)`.as('total')

/** What a list says of its length. `total` was counted no further than `countedTo`. */
export const countersOf = (total: number, { page, per_page }: Page) => ({
  total,
  ...(total > limits.listDepth ? { total_capped: true } : {}),
  page,
  per_page,
})

/** A list's reply. */
export function listed<N extends string, T>(plural: N, items: T[], total: number, page: Page) {
  return { ...({ [plural]: items } as Record<N, T[]>), ...countersOf(total, page) }
}
