import { liveLimits } from '@byre/contract/events'
import { sawAnswer, sawSilence } from './online.ts'
import { readRefusal, Unreachable } from './refusal.ts'

/** A first word comes at once; later than this, something in between collects what should be passed on. */
const firstWordMs = 5_000
/** Two heartbeats may be late before a connection counts as dead. */
const silenceMs = 2 * liveLimits.heartbeatMs + firstWordMs

/**
 * Reads one stream of what changes until the server ends it; `ask` opens it. Throws when it cannot be had, goes silent or is
 * cut.
 */
export async function readStream<T>(
  ask: (signal: AbortSignal) => Promise<Response>,
  signal: AbortSignal,
  tell: (batch: T) => void,
): Promise<void> {
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), firstWordMs)
  try {
    const response = await opened(ask, AbortSignal.any([signal, silence.signal]))
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    let unread = ''
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), silenceMs)
      const messages = (unread + value).split('\n\n')
      unread = messages.pop() ?? ''
      for (const message of messages) tell(JSON.parse(message.slice('data: '.length)) as T)
    }
  } finally {
    clearTimeout(timer)
  }
}

async function opened(
  ask: (signal: AbortSignal) => Promise<Response>,
  signal: AbortSignal,
): Promise<Response> {
  let response: Response
  try {
    response = await ask(signal)
  } catch (error) {
    if (!signal.aborted) sawSilence()
    throw new Unreachable(error)
  }
  sawAnswer()
  if (!response.ok || !response.body) throw readRefusal(response, null)
  return response
}
