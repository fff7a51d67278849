import { answered } from '../platform/authentication/authenticate.ts'
import { refuse } from '../platform/errors.ts'
import { countersOf } from '../platform/lists.ts'

/*
 * What reads begun with `withCaller` have in common: who asked stands in every row, and when nothing
 * was found one row stands alone, its columns null.
 */

export type CallerRow<Thing> = (Thing & { caller_id: string }) | { caller_id: string; id: null }
export type Counted<Thing> = CallerRow<Thing> & { total: number }
type OwnColumns<Row> = Omit<Extract<Row, { id: string }>, 'caller_id' | 'total'>

/** A page's things and its counters. */
export function pageOf<Row extends Counted<{ id: string }>>(
  rows: Row[],
  page: Parameters<typeof countersOf>[1],
) {
  const [{ total }] = answered(rows)
  const things = rows.flatMap((row) => {
    const { caller_id: _, total: __, ...thing } = row
    return thing.id === null ? [] : [thing as unknown as OwnColumns<Row>]
  })
  return { things, counters: countersOf(total, page) }
}

/** The one thing that was asked for; refuses when it is not there or not the caller's to see. */
export function foundIn<Row extends CallerRow<{ id: string }>>(rows: Row[]): OwnColumns<Row> {
  const [{ caller_id: _, ...thing }] = answered(rows)
  if (thing.id === null) refuse('not_found')
  return thing as unknown as OwnColumns<Row>
}
