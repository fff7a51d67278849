import { subdomain as subdomainRule } from '@byre/contract/fields'
import { validateDomain } from '@byre/contract/sites'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { call } from '../lib/api.ts'
import { Refusal } from '../lib/refusal.ts'

/** The server is asked once the typing rests. */
const restMs = 400

export type Availability =
  | { is: 'unknown' }
  | { is: 'checking' }
  | { is: 'free'; launchUrl: string }
  | { is: 'taken'; sentence: string }

const unknown: Availability = { is: 'unknown' }

/**
 * Whether a subdomain can be had, while it is typed. A question that fails is no answer: it stops
 * nobody. Its answers are not kept with what `useAsk` knows, which would ask again after every save.
 */
export function useAvailability(typed: string, siteId: string | undefined, own: string): Availability {
  const [answer, setAnswer] = useState<{ to: string; availability: Availability } | null>(null)
  const askable = typed !== own && z.safeParse(subdomainRule(), typed).success

  useEffect(() => {
    if (!askable) return
    const leaving = new AbortController()
    const ask = async () => {
      const availability = await availabilityOf(typed, siteId, leaving.signal)
      if (!leaving.signal.aborted) setAnswer({ to: typed, availability })
    }
    const timer = setTimeout(() => void ask(), restMs)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [typed, siteId, askable])

  if (!askable) return unknown
  return answer?.to === typed ? answer.availability : { is: 'checking' }
}

async function availabilityOf(subdomain: string, id: string | undefined, signal: AbortSignal) {
  try {
    const { subdomain: found } = await call(validateDomain, { subdomain, id }, { signal })
    return found?.available ? { is: 'free' as const, launchUrl: found.launch_url } : unknown
  } catch (error) {
    const refused = error instanceof Refusal && error.status === 400
    return refused ? { is: 'taken' as const, sentence: error.message } : unknown
  }
}
