import type { ReplyOf } from '@byre/contract/endpoint'
import { subdomain as subdomainRule } from '@byre/contract/fields'
import { validateDomain } from '@byre/contract/sites'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { call } from '../lib/api.ts'
import { kept } from '../lib/query.ts'
import { Refusal } from '../lib/refusal.ts'

/** The server is asked once the typing rests. */
const restMs = 400

export type Availability =
  | { is: 'unknown' }
  | { is: 'checking' }
  | { is: 'free'; launchUrl: string | undefined }
  | { is: 'taken'; sentence: string }

/** Whether a subdomain can be had, while it is typed. A question that fails is no answer: it never stops anyone. */
export function useAvailability(typed: string, siteId: string | undefined, own: string): Availability {
  const rested = useRested(typed)
  const askable = rested !== own && z.safeParse(subdomainRule(), rested).success
  const { data, error, isFetching } = useQuery<ReplyOf<typeof validateDomain>>(
    {
      queryKey: [validateDomain.name, { subdomain: rested, id: siteId }],
      queryFn: ({ signal }) => call(validateDomain, { subdomain: rested, id: siteId }, { signal }),
      enabled: askable,
      staleTime: 30_000,
    },
    kept,
  )
  if (typed !== rested) return { is: 'checking' }
  if (!askable) return { is: 'unknown' }
  if (error instanceof Refusal && error.status === 400) return { is: 'taken', sentence: error.message }
  if (data?.subdomain) {
    const { available, reason, launch_url: launchUrl } = data.subdomain
    return available
      ? { is: 'free', launchUrl }
      : { is: 'taken', sentence: reason ?? 'This subdomain is not available.' }
  }
  return isFetching ? { is: 'checking' } : { is: 'unknown' }
}

function useRested(value: string): string {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), restMs)
    return () => clearTimeout(timer)
  }, [value])
  return rested
}
