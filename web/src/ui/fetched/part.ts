import { useEffect, useState } from 'react'

/** A part of a screen that is fetched beside it. */
export interface Part<T> {
  readonly whenHere: Promise<T>
  /** Once it has come. */
  here?: T
  failure?: Error
}

/** Follows what is being fetched. */
export function partOf<T>(fetched: Promise<T>): Part<T> {
  const part: Part<T> = { whenHere: fetched }
  fetched.then(
    (here) => (part.here = here),
    (failure: Error) => (part.failure = failure),
  )
  return part
}

/**
 * A part once it is there; throws where it could not be fetched, as `lazy` does. For what a screen waits for anyway: what React
 * shows in place of a lazy part it goes on showing for 300 ms, however soon the part comes (decision 0174).
 */
export function usePart<T>(part: Part<T>): T | undefined {
  const [, setSettled] = useState(false)
  useEffect(() => {
    part.whenHere.catch(() => null).then(() => setSettled(true))
  }, [part])
  if (part.failure) throw part.failure
  return part.here
}
