import { t } from '@byre/contract/words'
import { logOut, refreshSession, type logIn } from '@byre/contract/accounts/sign-ins'
import type { ReplyOf } from '@byre/contract/endpoint'
import { limits } from '@byre/contract/limits'
import { useSyncExternalStore } from 'react'
import { clock } from './clock.ts'
import { dropDrafts } from './drafts.ts'
import { isOnline, subscribe as onConnection } from './online.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { dropRecent } from './recent.ts'
import { renewPatiently } from './renewal.ts'
import { attempt } from './wire.ts'

/** Who is signed in, kept in local storage under the names of specification 3.3. */
export interface AuthRecord {
  id: string
  user: { id: string; email: string; groups: readonly string[] }
  uuid: string
  token: string
  refresh: string
}

/** How the last session of this tab ended: by its own Logout, in another tab, by the server, without a token, or for good. */
export type Ending = 'signed out' | 'elsewhere' | 'expired' | 'no token' | 'deleted'

/** A session that could not be renewed ended against its person's will: that is an alert. */
const alerts: Partial<Record<Ending, string>> = {
  expired: t`Could not authenticate with the server.`,
  'no token': t`No token currently set.`,
}

export const authKey = 'byre.auth'
/** A tab that shows a visit of staff has a record of its own, which ends with the tab (`staff/support-visit.ts`). */
const kept = sessionStorage[authKey] ? sessionStorage : localStorage
const renewalLock = 'byre.refresh'

const listeners = new Set<() => void>()
let raw: string | null | undefined
let record: AuthRecord | null = null
let ending: Ending | null = null
let isAlertDue = false

/** The stored record as it is now, also when another tab has just written it. */
export function currentSession(): AuthRecord | null {
  const stored = kept.getItem(authKey)
  if (stored !== raw) {
    raw = stored
    record = readRecord(stored)
  }
  return record
}

export function useSession(): AuthRecord | null {
  return useSyncExternalStore(onSession, currentSession, currentSession)
}

/** Why nobody is signed in, for the note on the login page; null on a first visit. */
export function useEnding(): Ending | null {
  return useSyncExternalStore(onSession, currentEnding, currentEnding)
}

export const currentEnding = (): Ending | null => (currentSession() ? null : ending)

/** The alert about how the session ended, and whether it is still to be raised: once. */
export function endingAlert(): { sentence: string | null; take: () => boolean } {
  const take = () => {
    const due = isAlertDue
    isAlertDue = false
    return due
  }
  return { sentence: (ending && alerts[ending]) ?? null, take }
}

/** Called whenever a session begins, ends or gets new tokens, in this tab or another. */
export function onSession(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function signIn(reply: ReplyOf<typeof logIn>) {
  ending = null
  write({ id: reply.id, user: reply.user, uuid: reply.id, token: reply.token, refresh: reply.refresh })
}

/** Ends the session everywhere; this browser forgets it at once, even when offline. */
export function signOut(how: 'signed out' | 'deleted' = 'signed out') {
  const token = currentSession()?.token
  dropDrafts()
  end(how)
  if (token) void attempt(logOut, { token }).catch(() => undefined)
}

/** Follows what other tabs do. What is stored without its tokens cannot be renewed. */
export function watchSession() {
  if (kept.getItem(authKey) !== null && !currentSession()) end('no token')
  addEventListener('storage', (event) => {
    if (event.key !== authKey && event.key !== null) return
    if (!currentSession()) {
      ending ??= 'elsewhere'
      dropRecent()
    }
    tell()
  })
}

let renewing: Promise<string | null> | undefined
let lastStarted = -Infinity

/**
 * The token to use instead of `stale`, or null when the session has ended. Asks the server at most
 * once at a time in this browser; a token that was already replaced is simply answered.
 */
export function renew(stale: string): Promise<string | null> {
  const stored = currentSession()
  if (!stored || stored.token !== stale) return Promise.resolve(stored?.token ?? null)
  renewing ??= throttled(() => oneAtATime(renewalLock, () => renewHeld(stale))).finally(() => {
    renewing = undefined
  })
  return renewing
}

async function throttled<T>(command: () => Promise<T>): Promise<T> {
  const wait = lastStarted + limits.refresh.throttleMs - clock.now()
  if (wait > 0) await clock.wait(wait)
  lastStarted = clock.now()
  return command()
}

async function renewHeld(stale: string): Promise<string | null> {
  const held = currentSession()
  if (!held || held.token !== stale) return held?.token ?? null
  const renewal = await renewPatiently(
    () => attempt(refreshSession, { token: held.refresh, user: held.uuid }),
    pauseWhileOnline,
  )
  const now = currentSession()
  // Signed out, or somebody else signed in, while the answer was on its way: it is not ours to store.
  if (!now || now.uuid !== held.uuid) return now?.token ?? null
  if (renewal.is === 'fresh') {
    write({ ...now, token: renewal.tokens.token, refresh: renewal.tokens.refresh })
    return renewal.tokens.token
  }
  if (renewal.is === 'ended') end(renewal.code === 'session.no_token' ? 'no token' : 'expired')
  return null
}

function write(next: AuthRecord) {
  kept.setItem(authKey, JSON.stringify(next))
  tell()
}

function end(how: Ending) {
  if (kept.getItem(authKey) !== null) {
    ending = how
    isAlertDue = true
  }
  kept.removeItem(authKey)
  dropRecent()
  tell()
}

function tell() {
  for (const listener of listeners) listener()
}

/** A record of another shape (an older build, a curious hand) counts as none. */
function readRecord(stored: string | null): AuthRecord | null {
  if (!stored) return null
  try {
    const { id, user, uuid, token, refresh } = JSON.parse(stored) as AuthRecord
    const whole = [id, uuid, token, refresh, user?.id, user?.email].every(
      (part) => typeof part === 'string' && part,
    )
    return whole && Array.isArray(user.groups) ? { id, user, uuid, token, refresh } : null
  } catch {
    return null
  }
}

/** A browser without a network spends no attempt: the wait ends after the connection is back. */
async function pauseWhileOnline(ms: number) {
  if (navigator.onLine === false && !isOnline()) {
    await new Promise<void>((resolve) => {
      const off = onConnection(() => {
        if (isOnline()) resolve(off())
      })
    })
  }
  await clock.wait(ms)
}
