import { sql } from 'kysely'
import { prepared, type Db } from '../platform/database/db.ts'
import './tables.ts'

interface Allowance {
  name: string
  place_id: string
}

/** A row when a certificate was allowed for this name of this place before. */
export const findAllowed = prepared<'tenants'>()((db, p: Allowance) =>
  db
    .selectFrom('tenants.certificate_names')
    .select('name')
    .where('name', '=', p.name)
    .where('place_id', '=', p.place_id),
)

/**
 * Allows a certificate for a name that had none; no row when the place had its share of the last 24 hours.
 * Exact under the lock of the place alone: what others allow at the same instant is not counted.
 */
export const allowAnother = prepared<'tenants'>()((db, p: Allowance & { at_most: number }) =>
  db
    .insertInto('tenants.certificate_names')
    .columns(['name', 'place_id'])
    .expression(
      sql`select ${p.name}, ${p.place_id}::uuid
        where (select count(*) from tenants.certificate_names as c
          where c.place_id = ${p.place_id}::uuid and c.allowed_at > now() - interval '24 hours') < ${p.at_most}::int
        or exists (select from tenants.certificate_names as c
          where c.place_id = ${p.place_id}::uuid and c.name = ${p.name})`,
    )
    .onConflict((conflict) =>
      conflict.columns(['name', 'place_id']).doUpdateSet((e) => ({ name: e.ref('excluded.name') })),
    )
    .returning('name'),
)

/** A name that is asked for after that is counted as a new one again. */
export async function deleteOldAllowances(db: Db<'tenants'>): Promise<void> {
  await db
    .deleteFrom('tenants.certificate_names')
    .where('allowed_at', '<', sql<string>`now() - interval '100 days'`)
    .execute()
}
