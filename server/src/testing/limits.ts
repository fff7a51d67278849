import type { World } from './world.ts'

/** Counts `spent` uses of an exact limit, in this window and the next one. */
export async function useUp(
  world: World,
  { name, windowSeconds }: { name: string; windowSeconds: number },
  who: string,
  spent: number,
): Promise<void> {
  await world.database.pool.query(
    `insert into platform.rate_counters (bucket, window_start, spent)
     select $1, to_timestamp((floor(extract(epoch from now()) / $2::int) + n) * $2::int), $3
     from generate_series(0, 1) n
     on conflict (bucket, window_start) do update set spent = excluded.spent`,
    [`${name}:${who}`, windowSeconds, spent],
  )
}
