import { useCallback } from 'react'
import { Refusal } from '../../lib/refusal.ts'
import { toast } from '../../lib/toast.ts'
import { forgetAnswers } from '../asks.ts'

/* What a list refuses because it is not as it was shown: somebody else was at it, or the herd changed. */

const words: Readonly<Record<string, string>> = {
  'ship_list.closed': 'Somebody changed this list meanwhile. You see it now as it stands.',
  'ship_list.not_locked': 'This list is not locked any more. You see it now as it stands.',
  'ship_list.held': 'Some of these animals may not leave. Take them off, or override their holds.',
  'ship_list.not_held': 'Nothing that can be overridden holds this animal any more.',
  'ship_list.empty': 'There is no animal on this list any more.',
  'list.full': 'A ship list is one load, of 500 animals at most. Make a second list for the others.',
}

/** The sentence for it, after the list has been asked for again; null where it is another failure. */
export async function changedMeanwhile(
  error: unknown,
  own: Readonly<Record<string, string>> = {},
): Promise<string | null> {
  if (!(error instanceof Refusal)) return null
  const said = own[error.code] ?? words[error.code]
  if (said === undefined) return null
  await forgetAnswers()
  return said
}

let before: Promise<unknown> = Promise.resolve()

/** What is pressed while another step is under way comes after it, as it was pressed: a list is not checked before an animal is off it. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const own = before.then(work)
  before = own.catch(() => undefined)
  return own
}

/** Does something, after what was pressed before, and tells what came of it; answers whether it was done. */
export function useTold() {
  return useCallback(
    async (
      work: () => Promise<string | null>,
      own: Readonly<Record<string, string>> = {},
    ): Promise<boolean> => {
      try {
        const said = await inTurn(work)
        if (said !== null) toast.success(said)
        return true
      } catch (error) {
        const meanwhile = await changedMeanwhile(error, own)
        if (meanwhile === null) toast.failure(error)
        else toast.warning(meanwhile)
        return false
      }
    },
    [],
  )
}
