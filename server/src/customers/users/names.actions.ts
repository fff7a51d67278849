import { within, type PlatformDb } from '../../platform/database/db.ts'
import { listNames } from './users.queries.ts'

/** What people are called who did something at a place, by their ids; whoever asks may see that they did. */
export async function namesOf(db: PlatformDb, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = ids.length === 0 ? [] : await listNames(within<'customers'>(db), { ids })
  return new Map(rows.map(({ id, name }) => [id, name]))
}
