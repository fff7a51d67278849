import { t } from '@byre/contract/words'
import * as z from 'zod/mini'
import { NewInvite } from '@byre/contract/people/invites'

/** More than these are pasted in two goes. */
export const addressesAtOnce = 50

const Address = NewInvite.shape.email
const inBrackets = /<([^<>]*)>/

/**
 * The addresses of what was typed or pasted, each once: one a line, or parted by commas, semicolons or
 * blanks, also as mail programs copy them ('Bob Barns <bob@ranch.example>').
 */
export function addressesIn(text: string): string[] {
  const entries = text.split(/[\n,;]+/).flatMap((part) => {
    const [, address] = inBrackets.exec(part) ?? []
    return address === undefined ? part.split(/\s+/) : [address.trim()]
  })
  return [...new Set(entries.filter((entry) => entry !== '').map((entry) => entry.toLowerCase()))]
}

export const isAddress = (text: string) => z.safeParse(Address, text).success

/** What is wrong with what was typed, in a form's sentences (specification 7.2); names the culprit among several. */
function problemIn(text: string): string | null {
  const addresses = addressesIn(text)
  if (addresses.length === 0) return t`Please input your email address!`
  if (addresses.length > addressesAtOnce) return t`Please invite at most ${addressesAtOnce} at once.`
  const wrong = addresses.find((address) => !isAddress(address))
  if (wrong === undefined) return null
  return addresses.length === 1
    ? t`Please enter a valid email`
    : t`Please enter a valid email instead of ${wrong}`
}

/** What is wrong with one of several, as it is said on it. */
export const faultOf = (address: string) => (isAddress(address) ? undefined : t`Please enter a valid email`)

/** A field's text: a line for each address that is whole, and last what is being typed. */
export const textOf = (chips: readonly string[], typed: string) => [...chips, typed].join('\n')

export function whatIsTyped(text: string): { chips: string[]; typed: string } {
  const chips = text.split('\n')
  const typed = chips.pop() ?? ''
  return { chips: chips.filter((chip) => chip !== ''), typed }
}

/** Checked while typing. */
export const Addresses = z
  .string()
  .check(
    z.refine((text) => problemIn(text) === null, { error: ({ input }) => problemIn(String(input)) ?? '' }),
  )
