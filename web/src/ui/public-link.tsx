import { translated } from '@byre/contract/words'
import type { PublicLink as Shown } from '@byre/contract/public-links'

/** Leads to a page of whoever runs this installation; in a tab of its own, so that nothing half filled in is lost. */
export function PublicLink({ label, href }: Shown) {
  return href.startsWith('mailto:') ? (
    <a href={href}>{translated(label)}</a>
  ) : (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {translated(label)}
    </a>
  )
}
