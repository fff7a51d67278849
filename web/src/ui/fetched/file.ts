import { useEffect, useState, type ComponentType } from 'react'
import { beginAnew, withSheets } from '../../lib/gone-part.ts'
import { probe, useOnline } from '../../lib/online.ts'
import { Unreachable } from '../../lib/refusal.ts'

export type Fetch<P> = () => Promise<ComponentType<P>>

/** A file of the client that is fetched as what it holds is first drawn, and may fail to come. */
export interface File<P> {
  fetch: () => Promise<void>
  /** What it holds, once it was fetched. */
  known: () => ComponentType<P> | undefined
  /** Where it is gone because the client was renewed the page begins anew, once no tries are left: it loses what was chosen or typed. */
  giveUp: (error: unknown) => void
}

export function fileOf<P>(load: Fetch<P>, triesLeft = 1): File<P> {
  let known: ComponentType<P> | undefined
  const fetchWhole = withSheets(load)
  return {
    fetch: async () => void (known = await fetchWhole()),
    known: () => known,
    giveUp: (error) => {
      if (triesLeft-- <= 0) void beginAnew(error)
    },
  }
}

/** Fetched when it is first drawn, and again with another number of `tries`, or when the server can be reached once more. */
export function useFile<P>(file: File<P>, tries = 0) {
  const [settled, setSettled] = useState<{ attempt: string; failure?: Unreachable }>()
  const isOnline = useOnline()
  const attempt = `${tries} ${isOnline}`
  useEffect(() => {
    if (file.known()) return
    let isLeft = false
    const fetchIt = async () => {
      try {
        await file.fetch()
        setSettled({ attempt })
      } catch (error) {
        if (isLeft) return
        setSettled({ attempt, failure: new Unreachable(error) })
        void probe()
        file.giveUp(error)
      }
    }
    void fetchIt()
    return () => void (isLeft = true)
  }, [file, attempt])
  return { came: file.known(), failure: settled?.failure, isOnline }
}
