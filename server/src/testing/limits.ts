import assert from 'node:assert/strict'
import type { Spender } from '../platform/limits/limits.ts'
import type { TestApp } from './test-app.ts'

/** Counts `spent` uses of an exact limit, in this window and the next one. */
export async function useUp(
  testApp: TestApp,
  { name, windowSeconds }: { name: string; windowSeconds: number },
  who: Spender,
  spent: number,
): Promise<void> {
  await testApp.database.pool.query(
    `insert into platform.rate_counters (bucket, window_start, spent)
     select $1, to_timestamp((floor(extract(epoch from now()) / $2::int) + n) * $2::int), $3
     from generate_series(0, 1) n
     on conflict (bucket, window_start) do update set spent = excluded.spent`,
    [`${name}:${[who].flat()[0]}`, windowSeconds, spent],
  )
}

/** Uses up a limit for everyone who has met it, in this window and the next one. */
export async function useUpForAll(
  testApp: TestApp,
  name: string,
  most: number,
  seconds: number,
): Promise<void> {
  const bucket = `${name}:%`
  const counters = 'platform.rate_counters'
  const { rowCount } = await testApp.database.pool.query(
    `update ${counters} set spent = $2 where bucket like $1`,
    [bucket, most],
  )
  assert.ok(rowCount)
  await testApp.database.pool.query(
    `insert into ${counters} (bucket, window_start, spent)
     select bucket, window_start + make_interval(secs => $3), $2 from ${counters} where bucket like $1
     on conflict (bucket, window_start) do nothing`,
    [bucket, most, seconds],
  )
}
