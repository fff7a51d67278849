import { t } from '@byre/contract/words'
import { toast } from './toast.ts'

/** Whether it was copied; says so when the browser does not allow it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // Without a secure context there is no clipboard to write to.
    toast.warning(t`Your browser does not let this page copy. Please select the text and copy it yourself.`)
    return false
  }
}
