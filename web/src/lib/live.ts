import { followEvents, liveLimits, type LiveEvents } from '@byre/contract/events'
import { call } from './api.ts'
import { clock } from './clock.ts'
import { concerns } from './live-keys.ts'
import { readStream } from './live-stream.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { isOnline, subscribe } from './online.ts'
import { askAgainWhere } from './query.ts'
import { currentSession, onSession } from './session.ts'

/*
 * What others change shows without a reload. One tab of the browser reads the stream and tells the rest;
 * when it is closed, the next one goes on where it was. Where no stream can be had, it is asked every ten
 * seconds instead.
 */

const name = 'byre.live'
/** A stream that ends sooner than this was no success. */
const shortMs = 5_000

let hearing: { uuid: string; controller: AbortController } | null = null
let isWatching = false
let hearer: ((events: LiveEvents['events']) => void) | null = null

/** Somebody who keeps what was told, in this tab. */
export const hearEvents = (listener: typeof hearer) => void (hearer = listener)

/** Hears what changes for whoever is signed in, until they sign out. Told twice it does nothing more. */
export function watchLive() {
  if (isWatching) return
  isWatching = true
  onSession(follow)
  follow()
}

function follow() {
  const uuid = currentSession()?.uuid
  if (hearing?.uuid === uuid) return
  hearing?.controller.abort()
  hearing = null
  if (uuid === undefined) return
  const controller = new AbortController()
  hearing = { uuid, controller }
  void hear(uuid, controller.signal)
}

async function hear(uuid: string, signal: AbortSignal) {
  let cursor: string | null = null
  const take = (batch: LiveEvents) => {
    cursor = batch.cursor
    if (batch.events.length === 0) return
    hearer?.(batch.events)
    askAgainWhere((queryKey) => batch.events.some((event) => concerns(event, queryKey)))
  }
  const others = new BroadcastChannel(`${name}.${uuid}`)
  others.addEventListener('message', ({ data }) => take(data as LiveEvents))
  signal.addEventListener('abort', () => others.close())
  const tell = (batch: LiveEvents) => {
    if (signal.aborted) return
    take(batch)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
    others.postMessage(batch)
  }
  await oneAtATime(name, () => lead(signal, () => cursor, tell))
}

/** Reads for all tabs, until the session ends. */
async function lead(signal: AbortSignal, cursor: () => string | null, tell: (batch: LiveEvents) => void) {
  let failures = 0
  while (!signal.aborted) {
    const begun = clock.now()
    try {
      await readStream(cursor(), signal, tell)
      failures = clock.now() - begun < shortMs ? failures + 1 : 0
    } catch {
      failures += 1
      await askOnce(signal, cursor(), tell)
    }
    await pause(failures, signal)
  }
}

async function askOnce(signal: AbortSignal, cursor: string | null, tell: (batch: LiveEvents) => void) {
  if (signal.aborted) return
  try {
    // What was never told stands for the beginning: everything is asked for again once.
    tell((await call(followEvents, { since: cursor ?? 'none' }, { signal })) as LiveEvents)
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
