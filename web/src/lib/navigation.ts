import { useSyncExternalStore } from 'react'
import {
  matchRoutes,
  NavigationType,
  UNSAFE_createBrowserHistory as createBrowserHistory,
  type Location,
  type Navigator,
  type RouteMatch,
  type RouteObject,
  type To,
} from 'react-router'
import { fetchLostSheets } from './gone-part.ts'
import { keepScroll } from './kept-scroll.ts'
import { asksFirst, type Way } from './way-guard.ts'

/*
 * Where the browser is, and how one gets elsewhere. React Router matches addresses and draws what matches; this waits for
 * the screen's file before anything is left, asks a changed form first, and keeps where a page was scrolled to. The
 * router's own data mode does the same for twice the weight (decision 0071).
 */

export interface Shown {
  location: Location
  action: NavigationType
  /** The routes that are drawn, each in the one before it; null: no address of ours. */
  matches: RouteMatch[] | null
  /** Asked for by whoever changes but a part of the page: it stays where it is scrolled to. */
  staysScrolled: boolean
  /** Another screen is on its way. */
  isLeaving: boolean
}

interface Departure {
  to: To
  action: NavigationType
  state?: unknown
  staysScrolled?: boolean | undefined
}

const history = createBrowserHistory()
const listeners = new Set<() => void>()
let routes: RouteObject[] = []
let shown: Shown | null = null
/** Of several departures, only the last arrives. */
let departures = 0
/** The browser's next step takes the one before back: nothing is to be shown for it. */
let isTakingBack = false
/** The browser's next step was asked about already. */
let isAgreed = false

/** Goes to the address that the browser is at; resolves once its screen's file is there. */
export async function beginNavigation(map: RouteObject[]): Promise<void> {
  routes = map
  history.listen(({ location, delta }) => stepped(location, delta))
  await go({ to: history.location, action: NavigationType.Pop })
}

/** What the router's links and `useNavigate` go by. */
export const navigator: Navigator = {
  createHref: history.createHref,
  encodeLocation: history.encodeLocation,
  go: history.go,
  push: (to, state: unknown, options) =>
    depart({ to, state, action: NavigationType.Push, staysScrolled: options?.preventScrollReset }),
  replace: (to, state: unknown, options) =>
    depart({ to, state, action: NavigationType.Replace, staysScrolled: options?.preventScrollReset }),
}

const wayTo = (to: To): Way => ({
  from: shown?.location.pathname ?? '',
  to: history.encodeLocation(to).pathname,
})

function depart(departure: Departure) {
  const goOn = () => void go(departure)
  if (!asksFirst(wayTo(departure.to), goOn)) goOn()
}

/** Back and Forward: the browser has changed the address already, and changes it back while somebody is asked. */
function stepped(to: Location, delta: number | null) {
  if (isTakingBack) {
    isTakingBack = false
    return
  }
  const goOn = () => {
    isAgreed = true
    history.go(delta ?? 0)
  }
  if (!isAgreed && delta !== null && asksFirst(wayTo(to), goOn)) {
    isTakingBack = true
    return history.go(-delta)
  }
  isAgreed = false
  void go({ to, action: NavigationType.Pop })
}

async function go({ to, state, action, staysScrolled = false }: Departure): Promise<void> {
  const departure = ++departures
  const matches = matchRoutes(routes, history.encodeLocation(to))
  const missing = matches?.map(({ route }) => route).filter(({ lazy }) => lazy) ?? []
  if (shown && missing.length > 0) show({ ...shown, isLeaving: true })
  await Promise.all(missing.map(fetchScreen))
  if (departure !== departures) return

  if (shown) keepScroll(shown.location.key)
  if (action === NavigationType.Push) history.push(to, state)
  if (action === NavigationType.Replace) history.replace(to, state)
  show({ location: history.location, action, matches, staysScrolled, isLeaving: false })
}

/** Where the file cannot be had, the screen fails when it is drawn, and is fetched again the next time. */
async function fetchScreen(route: RouteObject): Promise<void> {
  const { lazy } = route
  if (typeof lazy !== 'function') return
  try {
    await fetchLostSheets()
    route.Component = (await lazy()).Component
    delete route.lazy
  } catch (error) {
    route.Component = () => {
      throw error
    }
  }
}

function show(next: Shown) {
  shown = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** What is to be drawn: something, once the navigation has begun. */
const isShown = () => shown
export const useShown = () => useSyncExternalStore(subscribe, isShown, isShown) as Shown

/** Told apart from any other visit, of the same page too. */
export const currentVisit = () => shown?.location.key

/** Whether another screen is on its way. */
export const useLeaving = () => useSyncExternalStore(subscribe, () => shown?.isLeaving === true)
