import { subdomainCut, typedSubdomain } from '@byre/contract/places/subdomains'
import { textMask } from '../ui/forms/masks.ts'

/** Letters, digits and dashes, lower case, at most 25. */
export const subdomainMask = { ...textMask(/^[a-z0-9-]*$/, typedSubdomain), cut: subdomainCut }
