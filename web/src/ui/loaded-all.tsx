import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Loaded } from './states.tsx'

type Came<T> = { -readonly [K in keyof T]: T[K] extends UseQueryResult<infer D> ? D : never }

interface LoadedAllProps<T extends readonly [UseQueryResult<unknown>, ...UseQueryResult<unknown>[]]> {
  asks: T
  skeleton: ReactNode
  /** As of `Loaded`. */
  failed?: string
  children: (...came: Came<T>) => ReactNode
}

/** Waits for several asks at once, so that a form comes whole and nothing in it moves afterwards. */
export function LoadedAll<const T extends readonly [UseQueryResult<unknown>, ...UseQueryResult<unknown>[]]>({
  asks,
  skeleton,
  failed: sentence,
  children,
}: LoadedAllProps<T>) {
  const failed = asks.filter((ask) => ask.isError && ask.data === undefined)
  const waiting = asks.find((ask) => ask.data === undefined)
  const again = () => failed.forEach((ask) => void ask.refetch())
  return (
    <Loaded ask={failed[0] ?? waiting ?? asks[0]} skeleton={skeleton} failed={sentence} onRetry={again}>
      {() => children(...(asks.map((ask) => ask.data) as Came<T>))}
    </Loaded>
  )
}
