import { validateDomain } from '@byre/contract/places/host-names'
import type { ReplyOf } from '@byre/contract/endpoint'
import { useEffect, useState } from 'react'
import { useFormState } from 'react-hook-form'
import { call } from '../lib/api.ts'
import { Refusal } from '../lib/refusal.ts'
import type { Texts } from '../ui/forms/form-shell.tsx'

/** The server is asked once the typing rests. */
const restMs = 400

type Reply = ReplyOf<typeof validateDomain>
type Name = 'subdomain' | 'domain'

export type Availability<N extends Name> =
  | { is: 'unknown' }
  | { is: 'checking' }
  | { is: 'free'; reply: NonNullable<Reply[N]> }
  | { is: 'taken'; sentence: string }

interface Question<N extends Name> {
  name: N
  typed: string
  /** False while the typing is not done. */
  isWhole: boolean
  /** The place that is edited. */
  placeId: string | undefined
}

/**
 * Whether a subdomain or a domain can be had, while it is typed. A question that fails is no answer: it
 * stops nobody. Its answers are not kept with what `useAsk` knows, which would ask again after every save.
 */
export function useAvailability<N extends Name>({
  name,
  typed,
  isWhole,
  placeId,
}: Question<N>): Availability<N> {
  // Once the form is on its way, or was taken, the name is this place's own; what was refused says so itself.
  const { dirtyFields, errors, isSubmitting } = useFormState<Texts>({ name })
  const isAskable = isWhole && !isSubmitting && dirtyFields[name] === true && errors[name] === undefined
  const [answer, setAnswer] = useState<{ to: string; availability: Availability<N> } | null>(null)

  useEffect(() => {
    if (!isAskable) return
    const leaving = new AbortController()
    const ask = async () => {
      const availability = await availabilityOf(name, typed, placeId, leaving.signal)
      if (!leaving.signal.aborted) setAnswer({ to: typed, availability })
    }
    const timer = setTimeout(() => void ask(), restMs)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [name, typed, placeId, isAskable])

  if (!isAskable) return { is: 'unknown' }
  return answer?.to === typed ? answer.availability : { is: 'checking' }
}

async function availabilityOf<N extends Name>(
  name: N,
  typed: string,
  id: string | undefined,
  signal: AbortSignal,
): Promise<Availability<N>> {
  try {
    const { [name]: reply } = await call(validateDomain, { [name]: typed, id }, { signal })
    return reply ? { is: 'free', reply } : { is: 'unknown' }
  } catch (error) {
    const refused = error instanceof Refusal && error.status === 400
    return refused ? { is: 'taken', sentence: error.message } : { is: 'unknown' }
  }
}
