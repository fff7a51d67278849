import { email } from '@byre/contract/fields'
import * as z from 'zod/mini'
import { peekNext } from '../lib/next.ts'

/**
 * The address an invitation was sent to, from the `#to=` of its link: of the page itself, or of
 * where its reader was going when asked to sign in. Empty when nobody was invited.
 */
export const invitedAddress = () => addressIn(location.hash) || addressIn(peekNext() ?? '')

/** A `+` somebody left unescaped reads as a blank, which no address has. */
export function addressIn(link: string): string {
  const [, hash = ''] = link.split('#', 2)
  const to = new URLSearchParams(hash).get('to')?.replaceAll(' ', '+')
  const address = z.safeParse(email(), to)
  return address.success ? address.data : ''
}
