import pg from 'pg'
import { reachDatabase, type ChosenDatabase, type DatabaseChoice } from './chosen-database.ts'

/** The chosen database as the role that owns its schema, and as the one that serves, where that is another. */
export interface OwningDatabase {
  owning: ChosenDatabase
  serving: { chosen: ChosenDatabase; role: string } | null
}

/** Reaches both, so that nothing is begun where one cannot be reached. */
export async function reachOwning(
  choice: DatabaseChoice & { migrateDatabaseUrl: string | undefined },
): Promise<OwningDatabase> {
  const isOne = choice.migrateDatabaseUrl === undefined
  const chosen = await reachDatabase({ ...choice, needsOneSession: isOne })
  if (isOne) return { owning: chosen, serving: null }
  const owning = await reachDatabase({
    ...choice,
    needsOneSession: true,
    databaseUrl: choice.migrateDatabaseUrl,
    setting: 'MIGRATE_DATABASE_URL',
  })
  return { owning, serving: { chosen, role: await roleAt(chosen.connection) } }
}

/** Asked, since a proxy may know it by another name. */
async function roleAt(connection: pg.PoolConfig): Promise<string> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const { rows } = await client.query<{ role: string }>('select current_user as role')
    return rows[0]!.role
  } finally {
    await client.end()
  }
}
