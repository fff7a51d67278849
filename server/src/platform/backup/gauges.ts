import { sql } from 'kysely'
import type { PlatformDb } from '../database/db.ts'
import type { Quiet } from '../database/quiet.ts'

/** The last backup that was made of this database; null: none. */
export async function findLastBackup(
  db: PlatformDb,
): Promise<{ taken_at: string; age_seconds: number } | null> {
  const last = await db
    .selectFrom('platform.backups')
    .select(['taken_at', sql<number>`extract(epoch from now() - taken_at)::int`.as('age_seconds')])
    .orderBy('taken_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last ?? null
}

/** How old the last backup is, where there is one; and whether this is a quiet copy. */
export async function installationGauges(db: PlatformDb, quiet: Quiet) {
  const [last, isQuiet] = await Promise.all([findLastBackup(db), quiet.isSo()])
  return [
    {
      name: 'byre_backup_age_seconds',
      about: 'How long ago the last backup was made by npm run byre -- backup; absent where none was.',
      label: 'of',
      counts: last ? { database: last.age_seconds } : ({} as Record<string, number>),
    },
    {
      name: 'byre_quiet_copy',
      about: '1 while this is a restored copy that mails and charges nothing; see npm run byre -- resume.',
      label: 'of',
      counts: { database: Number(isQuiet) },
    },
  ]
}
