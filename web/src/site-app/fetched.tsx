/*
 * partIn    (fetch, failed, waiting?)  a part of a page or dialog whose file is fetched when it is first drawn
 * screenIn  (fetch)                    a whole screen, as the address map takes it
 *           where a file cannot be had, that is said; what is on screen stays, and what was typed
 */
import { useState, type ComponentType, type ReactNode } from 'react'
import { failedAs } from '../lib/refusal.ts'
import { fileOf, useFile, type Fetch } from '../ui/fetched/file.ts'
import { Page } from '../ui/page.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { ErrorState } from '../ui/states.tsx'
import { Coming } from './loaded.tsx'

export function partIn<P extends object>(
  fetch: Fetch<P>,
  failed: string,
  waiting: ReactNode = <Skeleton height="12rem" />,
): ComponentType<P> {
  const file = fileOf(fetch)
  return function Part(props: P) {
    const [tries, setTries] = useState(0)
    const { came: Came, failure } = useFile(file, tries)
    if (Came) return <Came {...props} />
    if (!failure) return <Coming>{waiting}</Coming>
    return <ErrorState error={failedAs(failed, failure)} onRetry={() => setTries(tries + 1)} />
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
  const file = fileOf(async () => (await fetch()).Component, 0)
  return function Late() {
    const [tries, setTries] = useState(0)
    const { came: Came, failure, isOnline } = useFile(file, tries)
    if (Came) return <Came />
    // Some browsers ask for a file that failed no second time, until the page is loaded anew.
    const retry = tries > 0 && isOnline ? () => location.reload() : () => setTries(tries + 1)
    return (
      <Page title="Not loaded">
        {failure && (
          <ErrorState error={failedAs('This screen could not be loaded.', failure)} onRetry={retry} />
        )}
      </Page>
    )
  }
}
