import { Banner } from '../ui/banner.tsx'
import { Status } from '../ui/badge.tsx'

export interface InviteResult {
  email: string
  /** `not mailed`: invited, and the mail does not reach them; the list offers the link. */
  is: 'sent' | 'not mailed' | 'refused'
  sentence: string | null
}

const faces = {
  sent: { is: 'success', word: 'Invite sent.' },
  'not mailed': { is: 'warning', word: 'Invited, but not by mail.' },
  refused: { is: 'danger', word: 'Not invited.' },
} as const

/** What became of each address of a list. */
export function InviteResults({
  results,
  onDismiss,
}: {
  results: readonly InviteResult[]
  onDismiss: () => void
}) {
  if (results.length === 0) return null
  const sent = results.filter(({ is }) => is !== 'refused').length
  return (
    <Banner is={sent === results.length ? 'success' : 'warning'} live onDismiss={onDismiss}>
      <p>
        {sent} of {results.length} invited.
        {sent < results.length && ' The others stand in the form again.'}
      </p>
      <ul className="invite-results">
        {results.map(({ email, is, sentence }) => (
          <li key={email}>
            <strong>{email}</strong> <Status is={faces[is].is}>{faces[is].word}</Status> {sentence}
          </li>
        ))}
      </ul>
    </Banner>
  )
}
