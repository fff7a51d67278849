import { useEffect, useState, type ComponentType } from 'react'
import { beginAnew, withSheets } from '../../lib/gone-part.ts'
import { probe, useOnline } from '../../lib/online.ts'
import { Unreachable } from '../../lib/refusal.ts'

export type Fetch<P> = () => Promise<ComponentType<P>>

/** A file of the client that is fetched as what it holds is first drawn, and may fail to come. */
export interface File<P> {
  fetch: Fetch<P>
  /** What it holds, once it was fetched. */
  known?: ComponentType<P>
  /** Where it is gone because the client was renewed the page begins anew, once none are left: it loses what was chosen or typed. */
  triesLeft: number
}

export const fileOf = <P>(fetch: Fetch<P>, triesLeft = 1): File<P> => ({
  fetch: withSheets(fetch),
  triesLeft,
})

/** Fetched when it is first drawn, and again with another number of `tries`, or when the server can be reached once more. */
export function useFile<P>(file: File<P>, tries = 0) {
  const [failure, setSettled] = useState<Unreachable | null>()
  const isOnline = useOnline()
  useEffect(() => {
    if (file.known) return
    let isLeft = false
    const fetchIt = async () => {
      try {
        file.known = await file.fetch()
        setSettled(null)
      } catch (error) {
        if (isLeft) return
        setSettled(new Unreachable(error))
        void probe()
        if (file.triesLeft-- <= 0) beginAnew(error)
      }
    }
    void fetchIt()
    return () => void (isLeft = true)
  }, [file, tries, isOnline])
  return { came: file.known, failure, isOnline }
}
