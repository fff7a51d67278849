import { followEvents, type LiveEvents } from '@byre/contract/events'
import { call } from '../api.ts'
import { follow } from '../following.ts'
import { concerns } from './live-keys.ts'
import { readStream } from '../event-stream.ts'
import { askAgainWhere } from '../query.ts'
import { currentSession, onSession, renew } from '../session.ts'
import { addressed } from '../wire.ts'

const name = 'byre.live'

let hearing: { uuid: string; controller: AbortController } | null = null
let isWatching = false
let hearer: ((events: LiveEvents['events']) => void) | null = null

/** Somebody who keeps what was told, in this tab. */
export const hearEvents = (listener: typeof hearer) => void (hearer = listener)

/** Hears what changes for whoever is signed in, until they sign out. Told twice it does nothing more. */
export function watchLive() {
  if (isWatching) return
  isWatching = true
  onSession(followSession)
  followSession()
}

function followSession() {
  const uuid = currentSession()?.uuid
  if (hearing?.uuid === uuid) return
  hearing?.controller.abort()
  hearing = null
  if (uuid === undefined) return
  const controller = new AbortController()
  hearing = { uuid, controller }
  const channel = `${name}.${uuid}`
  void follow({ lock: name, channel, read: readEvents, ask, take }, controller.signal)
}

const ask = async (since: string, signal: AbortSignal) =>
  (await call(followEvents, { since }, { signal })) as LiveEvents

function take({ events }: LiveEvents) {
  if (events.length === 0) return
  hearer?.(events)
  askAgainWhere((queryKey) => events.some((event) => concerns(event, queryKey)))
}

/** Reads the stream of whoever is signed in; `after` is where an earlier one broke off. */
function readEvents(
  after: string | null,
  signal: AbortSignal,
  tell: (batch: LiveEvents) => void,
): Promise<void> {
  const { url } = addressed(followEvents, { after })
  return readStream(
    async (signal) => {
      const ask = (token: string | undefined) =>
        fetch(url, {
          headers: { accept: 'text/event-stream', authorization: `Bearer ${token}` },
          signal,
          credentials: 'same-origin',
          cache: 'no-store',
        })
      const token = currentSession()?.token
      const response = await ask(token)
      const next = response.status === 401 && token && (await renew(token))
      return next ? ask(next) : response
    },
    signal,
    tell,
  )
}
