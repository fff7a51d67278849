import type { Database } from '../database/db.ts'
import { nameOf } from '../database/pipelined-client.ts'

/** Of each queue: how many jobs are due, counted no further than 10,000, and for how long the oldest has been. */
const whatWaits = `
  select q.name, w.waiting, w.oldest_seconds
  from unnest($1::text[]) as q (name) cross join lateral (
    select count(*)::int as waiting, coalesce(extract(epoch from now() - min(d.start_after)), 0)::float as oldest_seconds
    from (
      select j.start_after from pgboss.job as j
      where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= now()
      limit 10000
    ) as d
  ) as w`

interface Waiting {
  name: string
  waiting: number
  oldest_seconds: number
}

export async function waitingJobs({ pool }: Database, names: string[]): Promise<Waiting[]> {
  const { rows } = await pool.query<Waiting>({ name: nameOf(whatWaits), text: whatWaits, values: [names] })
  return rows
}
