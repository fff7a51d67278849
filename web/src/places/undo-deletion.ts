import { t } from '@byre/contract/words'
import { call } from '../lib/api.ts'
import { inWords } from '../lib/refusal.ts'
import { toast } from '../lib/toast.ts'
import type { Kind, Place } from '../products.ts'

/** Brings back what was deleted a moment ago, and says what did not come with it; what keeps it from that is said. */
export async function undoDeletion(kind: Kind, { id, name, domain }: Place): Promise<void> {
  try {
    await call(kind.calls.restore, { id }).catch(
      inWords({ 'server.failed': t`An error occurred while restoring the ${kind.one}.` }),
    )
    toast.success(t`${name} was restored.`)
    if (domain !== null) toast.info(t`Its domain has to be proven again.`)
  } catch (error) {
    toast.failure(error)
  }
}
