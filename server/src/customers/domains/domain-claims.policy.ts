import { t, wordsIn, type Words } from '@byre/contract/words'
import { txtNameOf, type DomainRecord, type DomainState } from '@byre/contract/places/domain-claims'
import { randomInt } from 'node:crypto'
import type { Looked } from '../../platform/dns/resolver.ts'
import type { Limit } from '../../platform/limits/limits.ts'

/* What is wanted of a domain, what follows from what was seen, and when to look again. */

const hour = 3600
const day = 24 * hour

/** Failing this long: its Owners are told, nothing answers there any more, the proof is void. */
const failing = { warnSeconds: 2 * day, offSeconds: 7 * day, removeSeconds: 14 * day }

/** Each minute for an hour, each ten minutes for three days, then daily. */
function secondsToNextCheck(age: number): number {
  if (age < hour) return 60
  return age < 3 * day ? 600 : day
}

/** How often one person may have domains looked up at once. */
export const checksAtOnce = (limitFactor: number): Limit => ({
  name: 'domain-looks',
  max: 10 * limitFactor,
  windowSeconds: 60,
})

// 36³² of them: none is guessed, and none is written wrong for its capitals.
const proofLetters = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** The token that a domain's TXT record must hold. */
export function newProof(): string {
  return Array.from({ length: 32 }, () => proofLetters[randomInt(proofLetters.length)]).join('')
}

interface Claimed {
  domain: string
  token: string
  seen_a: readonly string[]
  seen_aaaa: readonly string[]
  seen_txt: readonly string[]
}

/** The two records with what was seen in their place, and one that may not be there where it was seen. */
export function recordsOf(
  { domain, token, seen_a, seen_aaaa, seen_txt }: Claimed,
  address: string,
): DomainRecord[] {
  const isOurs = seen_a.length > 0 && seen_a.every((seen) => seen === address)
  return [
    { type: 'A', name: domain, value: address, seen: [...seen_a], ok: isOurs },
    { type: 'TXT', name: txtNameOf(domain), value: token, seen: [...seen_txt], ok: seen_txt.includes(token) },
    ...(seen_aaaa.length > 0
      ? [{ type: 'AAAA' as const, name: domain, value: null, seen: [...seen_aaaa], ok: false }]
      : []),
  ]
}

/** What was found at a domain: proven or not, or nothing that could be known. */
export interface Finding {
  isKnown: boolean
  isProven: boolean
  /** What is amiss, in words for the domain's owner. */
  reason: string | null
}

export function judge(
  { domain, token }: Pick<Claimed, 'domain' | 'token'>,
  { a, aaaa, txt }: { a: Looked; aaaa: Looked; txt: Looked },
  address: string,
): Finding {
  if (!a.isKnown || !aaaa.isKnown || !txt.isKnown)
    return {
      isKnown: false,
      isProven: false,
      reason: t`The name server did not answer. Nothing changes until it does; we keep asking.`,
    }
  const problems = problemsOf(wordsIn('en'), { domain, token }, { a, aaaa, txt }, address)
  return { isKnown: true, isProven: problems === null, reason: problems }
}

function problemsOf(
  words: Words,
  { domain, token }: Pick<Claimed, 'domain' | 'token'>,
  { a, aaaa, txt }: { a: Looked; aaaa: Looked; txt: Looked },
  address: string,
): string | null {
  const problems = [
    addressProblem(words, domain, a, address),
    wideAddressProblem(words, domain, aaaa),
    tokenProblem(words, domain, txt, token),
  ].filter((problem) => problem !== null)
  return problems.length === 0 ? null : problems.join(' ')
}

/** What was written down as amiss, for whoever reads another language: said again of what was seen, where that is it. */
export function reasonIn(
  words: Words,
  { reason, ...claim }: Claimed & { reason: string | null },
  address: string,
): string | null {
  if (reason === null) return null
  for (const isName of [true, false]) {
    const looked = (values: readonly string[]): Looked => ({ isKnown: true, isName, values: [...values] })
    const [a, aaaa, txt] = [claim.seen_a, claim.seen_aaaa, claim.seen_txt].map(looked) as [
      Looked,
      Looked,
      Looked,
    ]
    if (problemsOf(wordsIn('en'), claim, { a, aaaa, txt }, address) === reason)
      return problemsOf(words, claim, { a, aaaa, txt }, address)
  }
  return words.of(reason)
}

function addressProblem(
  { t }: Words,
  domain: string,
  { values, isName }: Looked,
  address: string,
): string | null {
  if (!isName) return t`We found no records of ${domain}.`
  if (values.length === 0) return t`${domain} has no A record.`
  const others = values.filter((value) => value !== address).join(', ')
  if (others === '') return null
  return values.includes(address)
    ? t`${domain} also points at ${others}; only ${address} may stand there.`
    : t`${domain} points at ${others}, not at ${address}.`
}

/** We have no address of IPv6, so one that stands there leads elsewhere, and authorities look there first. */
function wideAddressProblem({ t }: Words, domain: string, { values }: Looked): string | null {
  if (values.length === 0) return null
  return t`${domain} has an AAAA record too (${values.join(', ')}), which leads visitors elsewhere; please remove it.`
}

function tokenProblem({ t }: Words, domain: string, { values }: Looked, token: string): string | null {
  if (values.includes(token)) return null
  const name = txtNameOf(domain)
  return values.length === 0
    ? t`The TXT record ${name} is missing.`
    : t`The TXT record ${name} holds another text.`
}

/** A claim's state with its ages by the database's clock. */
export interface Aged {
  state: DomainState
  is_off: boolean
  /** Since looking began. */
  age: number
  /** Since the first failed look; null: the last one that got an answer was good, or it was never proven. */
  failing_age: number | null
}

export interface Step {
  state: DomainState
  is_off: boolean
  next_seconds: number | null
}

/** Where a claim goes after a look that proved it. */
export const proven: Step = { state: 'verified', is_off: false, next_seconds: day }

/** It stays where it is while the name server does not answer. */
export function afterSilence({ state, is_off, age }: Aged): Step {
  if (state === 'removed') return { state, is_off, next_seconds: null }
  return { state, is_off, next_seconds: state === 'pending' ? secondsToNextCheck(age) : 600 }
}

/** Where it goes after one that did not; time passes on failed looks alone, never on unanswered ones. */
export function afterFailure({ state, age, failing_age }: Aged): Step {
  if (state === 'pending' || state === 'removed')
    return { state, is_off: false, next_seconds: state === 'removed' ? null : secondsToNextCheck(age) }
  const failed = failing_age ?? 0
  if (failed >= failing.removeSeconds) return { state: 'removed', is_off: false, next_seconds: null }
  return {
    state: failed >= failing.warnSeconds ? 'failing' : 'verified',
    is_off: failed >= failing.offSeconds,
    next_seconds: secondsToNextCheck(failed),
  }
}
