import { typedSubdomain } from '@byre/contract/subdomains'
import { textMask } from '../ui/masks.ts'

/** Letters, digits and dashes, lower case, at most 25. */
export const subdomainMask = textMask(/^[a-z0-9-]*$/, typedSubdomain)
