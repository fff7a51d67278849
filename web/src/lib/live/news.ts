import type { LiveEvent } from '@byre/contract/events'
import { useSyncExternalStore } from 'react'
import { onCommand } from '../api.ts'
import { clock } from '../clock.ts'
import { hearEvents } from './live.ts'
import { currentSession, onSession } from '../session.ts'
import { hearToasts, type ToastMessage } from '../toast.ts'

/*
 * The last of what was said in passing and of what others changed, for whoever looked away. Kept for this tab as
 * long as its session lasts, a reload included; nobody who signs in afterwards sees it.
 */

type Said = Pick<ToastMessage, 'kind' | 'text' | 'why' | 'requestId'>
export type NewsItem = { key: string; at: number } & (
  { said: Said; changed?: undefined } | { changed: Pick<LiveEvent, 'kind' | 'id'>; said?: undefined }
)

interface News {
  of: string
  items: readonly NewsItem[]
  unread: number
}

const mostKept = 50
const storageKey = 'byre.news'
/** What is told of something so soon before or after a command of one's own about it is that command's own news. */
const ownMs = 3_000

const listeners = new Set<() => void>()
const person = () => currentSession()?.uuid ?? ''
let news = stored()
let own: { about: string; at: number }[] = []
let count = 0

function stored(): News {
  const none = { of: person(), items: [], unread: 0 }
  try {
    const kept = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as News | null
    return kept?.of === person() ? kept : none
  } catch {
    return none
  }
}

function put(next: News) {
  news = next
  try {
    if (news.of === '') sessionStorage.removeItem(storageKey)
    else sessionStorage.setItem(storageKey, JSON.stringify(news))
  } catch {
    // A full or forbidden storage costs what a reload would have kept.
  }
  for (const listener of listeners) listener()
}

function note(item: NewsItem, isSame: (other: NewsItem) => boolean) {
  if (news.of === '') return
  const at = news.items.findIndex(isSame)
  const others = news.items.filter((_, index) => index !== at)
  // What stood unread already is counted once.
  const more = at >= 0 && at < news.unread ? 0 : 1
  put({
    ...news,
    items: [item, ...others].slice(0, mostKept),
    unread: Math.min(news.unread + more, mostKept),
  })
}

const newKey = () => `${clock.now()}-${count++}`

function heardToast({ kind, text, why, requestId }: ToastMessage) {
  note({ key: newKey(), at: clock.now(), said: { kind, text, why, requestId } }, () => false)
}

function heardEvents(events: readonly LiveEvent[]) {
  own = own.filter(({ at }) => clock.now() - at < ownMs)
  for (const { kind, id, at } of events) {
    if (kind === 'everything' || own.some(({ about }) => about.includes(id))) continue
    const isSame = ({ changed }: NewsItem) => changed?.kind === kind && changed.id === id
    note({ key: newKey(), at: Date.parse(at), changed: { kind, id } }, isSame)
  }
}

/** The news of it may be here before its answer. */
function heardCommand(input: unknown, reply: unknown) {
  const about = JSON.stringify([input, reply])
  own.push({ about, at: clock.now() })
  const isOwn = ({ key, changed }: NewsItem) =>
    changed !== undefined && about.includes(changed.id) && clock.now() - Number.parseInt(key) < ownMs
  const unread = news.items.slice(0, news.unread)
  if (!unread.some(isOwn)) return
  const items = news.items.filter((item) => !isOwn(item))
  put({ ...news, items, unread: unread.filter((item) => !isOwn(item)).length })
}

export function markRead() {
  if (news.unread > 0) put({ ...news, unread: 0 })
}

hearToasts(heardToast)
hearEvents(heardEvents)
onCommand(heardCommand)
onSession(() => {
  if (person() !== news.of) put({ of: person(), items: [], unread: 0 })
})

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useNews = () => useSyncExternalStore(subscribe, () => news)
