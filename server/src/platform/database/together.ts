import pg from 'pg'

/** What every statement fails with after one that failed: it says nothing of why. */
const aborted = '25P02'

/**
 * Sends several statements of one transaction without waiting between them; they are done in the order
 * given. Waits for all before it fails, so that none is still under way when the transaction ends, and then
 * with the failure that the others follow from.
 */
export async function together<const P extends readonly unknown[]>(
  ...statements: P
): Promise<{ -readonly [K in keyof P]: Awaited<P[K]> }> {
  const ends = await Promise.allSettled(statements)
  const failures = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []))
  if (failures.length > 0)
    throw failures.find((why) => !(why instanceof pg.DatabaseError && why.code === aborted)) ?? failures[0]
  return Promise.all(statements) as never
}
