import { domainCut, typedDomain } from '@byre/contract/places/domains'
import { textMask } from '../ui/forms/masks.ts'

/** `https://` typed key by key stays until it is whole, and goes then: dropping its colon alone would leave `https`. */
const schemeOnItsWay = /^https?:\/?$/i
const scheme = /^https?:\/{0,2}/i

function domainMask(isNew: boolean) {
  const tidy = (text: string) =>
    schemeOnItsWay.test(text) ? text.toLowerCase() : typedDomain(text.replace(scheme, ''), { isNew })
  const inserted = (text: string) => (text === ':' || text === '/' ? text : tidy(text))
  const mask = textMask(/^(?:https?:\/{0,2})?[a-z0-9.-]*$/, tidy, inserted)
  return { ...mask, cut: (text: string) => domainCut(text.replace(scheme, ''), { isNew }) }
}

/** What is kept of a domain while it is typed: of a new place's, one dot only. */
export const domainMasks = { fresh: domainMask(true), kept: domainMask(false) }
