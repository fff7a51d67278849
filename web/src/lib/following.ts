import { liveLimits } from '@byre/contract/events'
import { clock } from './clock.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { isOnline, subscribe } from './online.ts'

/*
 * What others change shows without a reload. One tab of the browser reads the stream and tells the rest;
 * when it is closed, the next one goes on where it was. Where no stream can be had, it is asked every ten
 * seconds instead.
 */

/** A stream that ends sooner than this was no success. */
const shortMs = 5_000

interface Followed<T extends { cursor: string }> {
  /** Of the browser's tabs one at a time reads under it. */
  lock: string
  /** By it that one tells the others. */
  channel: string
  /** Reads one stream until it ends; `after` is where an earlier one broke off. */
  read(after: string | null, signal: AbortSignal, tell: (batch: T) => void): Promise<void>
  /** What changed since a cursor. */
  ask(since: string, signal: AbortSignal): Promise<T>
  take(batch: T): void
}

/** Hears what changes, until the signal ends it. */
export async function follow<T extends { cursor: string }>(
  followed: Followed<T>,
  signal: AbortSignal,
): Promise<void> {
  let cursor: string | null = null
  const take = (batch: T) => {
    cursor = batch.cursor
    followed.take(batch)
  }
  const others = new BroadcastChannel(followed.channel)
  others.addEventListener('message', ({ data }) => take(data as T))
  signal.addEventListener('abort', () => others.close())
  const tell = (batch: T) => {
    if (signal.aborted) return
    take(batch)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
    others.postMessage(batch)
  }
  await oneAtATime(followed.lock, () => lead(followed, signal, { cursor: () => cursor, tell }))
}

interface Leading<T> {
  cursor(): string | null
  tell(batch: T): void
}

/** Reads for all tabs, until the session ends. */
async function lead<T extends { cursor: string }>(
  followed: Followed<T>,
  signal: AbortSignal,
  { cursor, tell }: Leading<T>,
) {
  let failures = 0
  while (!signal.aborted) {
    const begun = clock.now()
    try {
      await followed.read(cursor(), signal, tell)
      failures = clock.now() - begun < shortMs ? failures + 1 : 0
    } catch {
      failures += 1
      await askOnce(followed, signal, { cursor, tell })
    }
    await pause(failures, signal)
  }
}

async function askOnce<T extends { cursor: string }>(
  followed: Followed<T>,
  signal: AbortSignal,
  { cursor, tell }: Leading<T>,
) {
  if (signal.aborted) return
  try {
    // What was never told stands for the beginning: everything is asked for again once.
    tell(await followed.ask(cursor() ?? 'none', signal))
  } catch {
    // Whatever is in the way is shown by the calls of the page itself.
  }
}

/** Longer after each failure, with chance between browsers; ends as soon as the server can be reached again. */
async function pause(failures: number, signal: AbortSignal) {
  const ms = Math.min(liveLimits.pollMs, 500 * 2 ** failures) * (0.5 + Math.random() / 2)
  await new Promise<void>((resolve) => {
    const off = subscribe(() => isOnline() && resolve())
    clock
      .wait(ms, signal)
      .catch(() => undefined)
      .finally(() => {
        off()
        resolve()
      })
  })
}
