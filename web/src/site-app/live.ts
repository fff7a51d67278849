import { followSite, type SiteNews } from '@byre/contract/herd/live'
import { callApp } from '../lib/app-call.ts'
import { clock } from '../lib/clock.ts'
import { readStream } from '../lib/event-stream.ts'
import { follow } from '../lib/following.ts'
import { Refusal } from '../lib/refusal.ts'
import { askAgainWhere, forgetAnswers } from './asks.ts'

/* What others at the site do shows without a reload. */

/** Nothing that is recorded of animals changes what these say. */
const ofTheSite = new Set(['getMe', 'listPeople', 'listProducts', 'listImports'])
/** A herd that is brought changes many times a second; nobody reads so fast. */
const atMostEveryMs = 1_000

let isWatching = false

/** Hears what changes at the site for as long as the page lives. Told twice it does nothing more. */
export function watchSite() {
  if (isWatching) return
  isWatching = true
  const name = 'byre.site'
  void follow({ lock: name, channel: name, read, ask, take }, new AbortController().signal)
}

const read = (after: string | null, signal: AbortSignal, tell: (news: SiteNews) => void) =>
  readStream(
    (signal) =>
      fetch(after === null ? followSite.path : `${followSite.path}?after=${after}`, {
        headers: { accept: 'text/event-stream' },
        signal,
        credentials: 'same-origin',
        cache: 'no-store',
      }),
    signal,
    tell,
  )

async function ask(since: string, signal: AbortSignal): Promise<SiteNews> {
  try {
    return await callApp(followSite, { since }, { signal })
  } catch (error) {
    // Whoever may not listen may not look either: the page's own calls say why.
    if (error instanceof Refusal && error.status !== 429) void forgetAnswers()
    throw error
  }
}

const waiting = new Set<SiteNews['events'][number]['kind']>()
let askedAt = 0
let isDue = false

function take({ events }: SiteNews) {
  for (const { kind } of events) waiting.add(kind)
  if (waiting.size === 0 || isDue) return
  isDue = true
  void clock.wait(Math.max(0, askedAt + atMostEveryMs - clock.now())).then(askAgain)
}

function askAgain() {
  const isAll = waiting.has('site')
  waiting.clear()
  isDue = false
  askedAt = clock.now()
  askAgainWhere((call) => isAll || !ofTheSite.has(call))
}
