import { spokenHere } from '@byre/contract/words'
import { passkeyObstacle } from '../lib/passkey-support.ts'
import { currentEnding, currentSession } from '../lib/session.ts'
import { paths } from '../paths.ts'
import { invitedAddress } from './invited.ts'

/** What the markup of /login was made for; the year stands in the footer. */
export const prerenderedFor = () => `${spokenHere().language} ${new Date().getFullYear()}`

/**
 * Whether the page came with the markup of what is to be drawn: /login as a stranger sees it. Whoever has a
 * session, comes by an invitation or is told something there sees another page, which is drawn anew.
 */
export const isPrerendered = (root: HTMLElement): boolean =>
  root.dataset['prerendered'] === prerenderedFor() &&
  location.pathname === paths.login() &&
  !(history.state as { usr?: unknown } | null)?.usr &&
  !currentSession() &&
  currentEnding() === null &&
  invitedAddress() === '' &&
  passkeyObstacle() === null
