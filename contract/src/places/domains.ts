import { t } from '../words.ts'
import * as z from 'zod/mini'
import { asciiLower } from '../fields.ts'
import { limits } from '../limits.ts'

/*
 * Custom domains. The page corrects while typing (`typedDomain`); the server lowercases, strips one
 * `http(s)://` and refuses the rest with its warning, and never cuts (specification 5.2).
 */

/** A new place's form takes one dot; a place that is there can have `www.ranch.ca` (specification 5.2). */
interface Occasion {
  isNew: boolean
}

const scheme = /^https?:\/\//
const lettersOnly = /^[a-z0-9.-]*$/
const label = '[a-z0-9](?:[a-z0-9-]*[a-z0-9])?'
const hostShape = new RegExp(`^${label}(?:\\.${label})+$`)

const sentences = {
  startsWithDash: t`Domains may not start with a dash`,
  endsWithDash: t`Domains may not end with a dash.`,
  tooLong: t`Domains must be ${limits.domain.max} characters or less.`,
  secondDot: t`Domains may contain one dot only.`,
  notValid: t`Domain must be valid to continue`,
  unknownEnd: t`Domain does not contain a valid top level domain (e.g .com, .ca, .net, .org)`,
} as const

/** `ranch.ca` for `https://ranch.ca`, which is how a domain is stored; other texts in lower case. */
export function hostOfDomain(text: string): string {
  return asciiLower(text.trim()).replace(scheme, '')
}

/** Letters, digits, dots and dashes only, lower case, cut to 25: what the field keeps while typing. */
export const typedDomain = (text: string, occasion: Occasion): string =>
  uncut(text, occasion).slice(0, limits.domain.max)

/** The warning that a text was cut while it was typed, or null. */
export const domainCut = (text: string, occasion: Occasion): string | null =>
  uncut(text, occasion).length > limits.domain.max ? sentences.tooLong : null

function uncut(text: string, { isNew }: Occasion): string {
  const kept = hostOfDomain(text).replace(/[^a-z0-9.-]/g, '')
  const [first = '', ...rest] = kept.split('.')
  return isNew && rest.length > 0 ? `${first}.${rest.join('')}` : kept
}

/** The warning shown under a domain while typing, or null (specification 5.2). */
export function domainWarning(host: string): string | null {
  if (host.length > limits.domain.max) return sentences.tooLong
  if (host.startsWith('-')) return sentences.startsWithDash
  if (host.endsWith('-')) return sentences.endsWithDash
  return null
}

/**
 * What is wrong with a whole domain, or null. Its end is judged by `topLevelDomains` where that list is
 * at hand; the server judges it in any case.
 */
export function domainProblem(
  host: string,
  { isNew, topLevelDomains }: Occasion & { topLevelDomains?: ReadonlySet<string> },
): string | null {
  const warning = domainWarning(host)
  if (warning !== null) return warning
  if (!lettersOnly.test(host)) return sentences.notValid
  if (isNew && host.indexOf('.') !== host.lastIndexOf('.')) return sentences.secondDot
  if (!host.includes('.')) return sentences.unknownEnd
  if (!hostShape.test(host)) return sentences.notValid
  const end = host.slice(host.lastIndexOf('.') + 1)
  return topLevelDomains?.has(end) === false ? sentences.unknownEnd : null
}

/** A domain that need not be sent, stored as `https://ranch.ca`; an empty one clears the field (null). */
export function optionalDomain(occasion: Occasion) {
  return z.optional(
    z.pipe(
      z.string(sentences.notValid).check(
        z.maxLength(300, { error: sentences.tooLong, abort: true }),
        z.overwrite(hostOfDomain),
        z.check<string>((payload) => {
          const problem = payload.value === '' ? null : domainProblem(payload.value, occasion)
          if (problem !== null)
            payload.issues.push({ code: 'custom', message: problem, input: payload.value })
        }),
      ),
      z.transform((host) => (host === '' ? null : `https://${host}`)),
    ),
  )
}
