import { typedDomain } from '@byre/contract/domains'
import { textMask } from '../ui/masks.ts'

/** What is kept of a domain while it is typed: of a new place's, one dot only. */
export const domainMasks = {
  fresh: textMask(/^[a-z0-9.-]*$/, (text) => typedDomain(text, { isNew: true })),
  kept: textMask(/^[a-z0-9.-]*$/, (text) => typedDomain(text, { isNew: false })),
}
