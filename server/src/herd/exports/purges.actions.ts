import type { SiteId } from '@byre/contract/subject-kinds'
import { within, type PlatformDb } from '../../platform/database/db.ts'
import { projected } from '../events/projections.policy.ts'
import { keptTables } from '../kept.policy.ts'
import { deleteSlice } from './purges.queries.ts'

const atOnce = 2000

/** Every table with what names a row of it beside the site; the ledger is the last. */
const tables: readonly (readonly [table: string, key: readonly string[]])[] = [
  ...Object.entries({ ...projected, ...keptTables }).map(([name, { key }]) => [name, key] as const),
  ['event_animals', ['animal_id', 'at', 'n']],
  ['pen_events', ['pen_id', 'n']],
  ['events', ['n']],
  ['changes', []],
  ['ledgers', []],
]

/** Removes all of a site that is gone for good, in slices of their own; done again, it goes on. */
export async function forgetHerd(platform: PlatformDb, site: SiteId): Promise<void> {
  const db = within<'herd'>(platform)
  for (const [table, key] of tables) while ((await deleteSlice(db, site, { table, key, atOnce })) === atOnce);
}
