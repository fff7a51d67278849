import { peekNext } from '../lib/next.ts'

/**
 * The address an invitation was sent to, from the `#to=` of its link: of the page itself, or of
 * where its reader was going when asked to sign in. Empty when nobody was invited.
 */
export function invitedAddress(): string {
  const next = peekNext() ?? ''
  return addressIn(location.hash) || addressIn(next.slice(next.indexOf('#')))
}

const addressIn = (hash: string) => new URLSearchParams(hash.replace(/^#/, '')).get('to') ?? ''
