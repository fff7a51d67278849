import { limits } from '@byre/contract/limits'
import { answered } from '../platform/actor.ts'
import { refuse } from '../platform/errors.ts'

/*
 * What reads begun with `withAsker` have in common: who asked stands in every row, and when nothing
 * was found one row stands alone, its columns null.
 */

export type Asked<Thing> = (Thing & { asker_id: string }) | { asker_id: string; id: null }
export type Counted<Thing> = Asked<Thing> & { total: number }
type Found<Row> = Omit<Extract<Row, { id: string }>, 'asker_id' | 'total'>

interface PageQuery {
  page: number
  per_page: number
}

/** Which rows a page holds; refuses one that begins below the deepest row of a public list. */
export function rowsOf({ page, per_page }: PageQuery): { limit: number; offset: number } {
  const offset = (page - 1) * per_page
  if (offset >= limits.listDepth)
    refuse('request.invalid', { field: 'page', message: 'Lists end here; please filter instead.' })
  return { limit: Math.min(per_page, limits.listDepth - offset), offset }
}

/** A page's things and its counters; `total` counts to one more than the deepest row. */
export function pageOf<Row extends Counted<{ id: string }>>(rows: Row[], { page, per_page }: PageQuery) {
  const [{ total }] = answered(rows)
  const capped = total > limits.listDepth ? { total_capped: true } : {}
  const things = rows.flatMap((row) => {
    const { asker_id: _, total: __, ...thing } = row
    return thing.id === null ? [] : [thing as unknown as Found<Row>]
  })
  return { things, counters: { total, ...capped, page, per_page } }
}

/** The one thing that was asked for; refuses when it is not there or not the asker's to see. */
export function foundIn<Row extends Asked<{ id: string }>>(rows: Row[]): Found<Row> {
  const [{ asker_id: _, ...thing }] = answered(rows)
  if (thing.id === null) refuse('not_found')
  return thing as unknown as Found<Row>
}
