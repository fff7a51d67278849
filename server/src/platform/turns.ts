import { setTimeout as pause } from 'node:timers/promises'

/**
 * Long work a turn at a time, its results in order. After each turn it rests for `rest` times as long as that took: whoever else is
 * served meanwhile waits for one turn at most, and has at least half of the server.
 */
export async function inTurns<T, R>(
  turns: readonly T[],
  take: (turn: T) => R | Promise<R>,
  rest = 1,
): Promise<Awaited<R>[]> {
  const results: Awaited<R>[] = []
  for (const turn of turns) {
    const startedAt = performance.now()
    results.push(await take(turn))
    await pause(rest * (performance.now() - startedAt))
  }
  return results
}

export const slicesOf = <T>(items: readonly T[], count: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / count) }, (_, at) =>
    items.slice(at * count, (at + 1) * count),
  )
