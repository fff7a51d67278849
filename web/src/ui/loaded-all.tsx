import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Loaded } from './loaded.tsx'

type Asks = Readonly<Record<string, UseQueryResult<unknown>>>
type Came<T> = { -readonly [K in keyof T]: T[K] extends UseQueryResult<infer D> ? D : never }

interface LoadedAllProps<T extends Asks> {
  /** At least one. */
  asks: T
  skeleton: ReactNode
  /** As of `Loaded`. */
  failed?: string
  /** What came, by the names of the asks. */
  children: (came: Came<T>) => ReactNode
}

/** Waits for several asks at once, so that a form comes whole and nothing in it moves afterwards. */
export function LoadedAll<T extends Asks>({ asks, skeleton, failed: sentence, children }: LoadedAllProps<T>) {
  const all = Object.values(asks)
  const failed = all.filter((ask) => ask.isError && ask.data === undefined)
  const waiting = all.find((ask) => ask.data === undefined)
  const again = () => failed.forEach((ask) => void ask.refetch())
  return (
    <Loaded ask={failed[0] ?? waiting ?? all[0]!} skeleton={skeleton} failed={sentence} onRetry={again}>
      {() =>
        children(Object.fromEntries(Object.entries(asks).map(([name, { data }]) => [name, data])) as Came<T>)
      }
    </Loaded>
  )
}
