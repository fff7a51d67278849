import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { Refusal, sentenceOf } from '../../lib/refusal.ts'
import { toast } from '../../lib/toast.ts'
import { Banner } from '../banner.tsx'
import { FailureWords } from '../failure-words.tsx'
import type { Memory } from './form-memory.ts'

/** Puts what was thrown where it belongs: onto its fields, else above the buttons; and into a toast. */
export function useRefusals(form: UseFormReturn<Record<string, string>>, memory: Memory) {
  const [failure, setFailure] = useState<unknown>(null)

  const place = (error: unknown) => {
    const fieldErrors = error instanceof Refusal ? error.fieldErrors : []
    const [first, ...others] = fieldErrors.filter(({ field }) => memory.fields.has(field))
    const onFields = first ? [first, ...others] : []
    // The first last: focus goes to it, whatever order the fields were named in.
    for (const { field, message } of onFields.toReversed()) {
      form.setError(field, { type: 'server', message }, { shouldFocus: field === first?.field })
    }
    if (onFields.length === 0) {
      setFailure(error)
      toast.failure(error)
    } else toast.error(sentenceOf(error))
    if (!(error instanceof Error)) throw error
  }

  return { failure, place, clear: () => setFailure(null) }
}

export function FormFailure({ failure }: { failure: unknown }) {
  if (failure === null) return null
  return (
    <Banner is="danger">
      <FailureWords of={failure} />
    </Banner>
  )
}
