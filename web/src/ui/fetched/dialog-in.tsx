import { t } from '@byre/contract/words'
import { useEffect, type ComponentType } from 'react'
import { failedAs } from '../../lib/refusal.ts'
import { toast } from '../../lib/toast.ts'
import { fileOf, useFile, type Fetch } from './file.ts'

/** A dialog whose file is fetched when it is opened. Where it cannot be had, that is said; what is on screen stays, and what was typed. */
export function dialogIn<P extends { onClose: () => void }>(fetch: Fetch<P>): ComponentType<P> {
  const file = fileOf(fetch)
  return function Dialog(props: P) {
    const { onClose } = props
    const { came: Came, failure } = useFile(file)
    useEffect(() => {
      if (!failure) return
      toast.failure(failedAs(t`This could not be opened.`, failure))
      onClose()
    }, [failure, onClose])
    return Came && <Came {...props} />
  }
}
