/*
 * dialogIn  (fetch)                    a dialog whose file is fetched when it is opened
 * partIn    (fetch, failed, waiting?)  a part of a page or dialog, the same way
 * screenIn  (fetch)                    a whole screen, as the address map takes it
 *           where a file cannot be had, that is said; what is on screen stays, and what was typed
 */
import { useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { beginAnew } from '../lib/gone-part.ts'
import { probe, useOnline } from '../lib/online.ts'
import { failedAs, Unreachable } from '../lib/refusal.ts'
import { toast } from '../lib/toast.ts'
import { Page } from '../ui/page.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { ErrorState } from '../ui/states.tsx'
import { Coming } from './loaded.tsx'

type Fetch<P> = () => Promise<ComponentType<P>>

interface File<P> {
  fetch: Fetch<P>
  /** What it holds, once it was fetched. */
  known: () => ComponentType<P> | null
  failed: string
  /** Where it is gone because the app was renewed, the page begins anew: at the second try, for it loses what was chosen or typed. */
  giveUp: (error: unknown) => Promise<void>
}

function fileOf<P>(fetch: Fetch<P>, failed: string, triesLeft = 1): File<P> {
  let known: ComponentType<P> | null = null
  const giveUp = async (error: unknown) => {
    if (triesLeft-- <= 0) await beginAnew(error)
  }
  return { fetch: async () => (known = await fetch()), known: () => known, failed, giveUp }
}

/** Fetched when it is first drawn, and again when somebody asks for it or the server can be reached once more. */
function useFile<P>(file: File<P>) {
  const [came, setCame] = useState(file.known)
  const [failed, setFailed] = useState<{ attempt: string; failure: unknown } | null>(null)
  const [tries, setTries] = useState(0)
  const isOnline = useOnline()
  const attempt = `${tries} ${isOnline}`
  useEffect(() => {
    if (came) return undefined
    let isLeft = false
    const fetchIt = async () => {
      try {
        const fetched = await file.fetch()
        if (!isLeft) setCame(() => fetched)
      } catch (error) {
        if (isLeft) return
        void probe()
        setFailed({ attempt, failure: failedAs(file.failed, new Unreachable(error)) })
        await file.giveUp(error).catch(() => undefined)
      }
    }
    void fetchIt()
    return () => void (isLeft = true)
  }, [file, came, attempt])
  const again = () => setTries(tries + 1)
  return { came, failure: failed?.failure ?? null, again, isStuck: tries > 0 && isOnline }
}

export function dialogIn<P extends { onClose: () => void }>(fetch: Fetch<P>): ComponentType<P> {
  const file = fileOf(fetch, 'This could not be opened.')
  return function Dialog(props: P) {
    const { onClose } = props
    const { came: Came, failure } = useFile(file)
    useEffect(() => {
      if (failure === null) return
      toast.failure(failure)
      onClose()
    }, [failure, onClose])
    return Came && <Came {...props} />
  }
}

export function partIn<P extends object>(
  fetch: Fetch<P>,
  failed: string,
  waiting: ReactNode = <Skeleton height="12rem" />,
): ComponentType<P> {
  const file = fileOf(fetch, failed)
  return function Part(props: P) {
    const { came: Came, failure, again } = useFile(file)
    if (Came) return <Came {...props} />
    return failure === null ? <Coming>{waiting}</Coming> : <ErrorState error={failure} onRetry={again} />
  }
}

interface Screen {
  Component: ComponentType
}

export const screenIn = (fetch: () => Promise<Screen>) => async (): Promise<Screen> => {
  try {
    return await fetch()
  } catch {
    return { Component: lateScreen(fetch) }
  }
}

function lateScreen(fetch: () => Promise<Screen>): ComponentType {
  const file = fileOf(async () => (await fetch()).Component, 'This screen could not be loaded.', 0)
  return function Late() {
    const { came: Came, failure, again, isStuck } = useFile(file)
    if (Came) return <Came />
    // Some browsers ask for a file that failed no second time, until the page is loaded anew.
    const retry = isStuck ? () => location.reload() : again
    return (
      <Page title="Not loaded">{failure !== null && <ErrorState error={failure} onRetry={retry} />}</Page>
    )
  }
}
