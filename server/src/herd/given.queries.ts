import { sql } from 'kysely'
import './tables.ts'

/**
 * Beside rows `herd.withdrawals w` the treatment `t` that each follows from, with nothing in it where none does. It is looked
 * up by its whole key: joined, all that its animal was ever given was read for it.
 */
export const treatmentOf = sql`left join lateral (
  select t.event_id, t.row::json ->> 'product_name' as product_name from herd.treatments t
  where t.site_id = w.site_id and t.animal_id = w.animal_id and t.event_id = w.event_id offset 0) t on true`
