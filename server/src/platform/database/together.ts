/**
 * Sends several statements of one transaction without waiting between them; they are done in the order
 * given. Waits for all before it fails, so that none is still under way when the transaction ends.
 */
export async function together<const P extends readonly Promise<unknown>[]>(
  ...statements: P
): Promise<{ -readonly [K in keyof P]: Awaited<P[K]> }> {
  const ends = await Promise.allSettled(statements)
  const failed = ends.find((end) => end.status === 'rejected')
  if (failed) throw failed.reason
  return Promise.all(statements)
}
