import { followEvents, liveLimits, type LiveEvents } from '@byre/contract/events'
import { sawAnswer, sawSilence } from './online.ts'
import { readRefusal, Unreachable } from './refusal.ts'
import { currentSession, renew } from './session.ts'
import { addressed } from './wire.ts'

/** A first word comes at once; later than this, something in between collects what should be passed on. */
const firstWordMs = 5_000
/** Two heartbeats may be late before a connection counts as dead. */
const silenceMs = 2 * liveLimits.heartbeatMs + firstWordMs

/**
 * Reads one stream of what changes until the server ends it; `after` is where an earlier one broke off.
 * Throws when it cannot be had, goes silent or is cut.
 */
export async function readStream(
  after: string | null,
  signal: AbortSignal,
  tell: (batch: LiveEvents) => void,
): Promise<void> {
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), firstWordMs)
  try {
    const response = await openStream(after, AbortSignal.any([signal, silence.signal]))
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    let unread = ''
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), silenceMs)
      const messages = (unread + value).split('\n\n')
      unread = messages.pop() ?? ''
      for (const message of messages) tell(JSON.parse(message.slice('data: '.length)) as LiveEvents)
    }
  } finally {
    clearTimeout(timer)
  }
}

async function openStream(after: string | null, signal: AbortSignal): Promise<Response> {
  const { url } = addressed(followEvents, { after })
  const ask = (token: string | undefined) =>
    fetch(url, {
      headers: { accept: 'text/event-stream', authorization: `Bearer ${token}` },
      signal,
      credentials: 'same-origin',
      cache: 'no-store',
    })
  const token = currentSession()?.token
  let response: Response
  try {
    response = await ask(token)
    const next = response.status === 401 && token && (await renew(token))
    if (next) response = await ask(next)
  } catch (error) {
    if (!signal.aborted) sawSilence()
    throw new Unreachable(error)
  }
  sawAnswer()
  if (!response.ok || !response.body) throw readRefusal(response, null)
  return response
}
