import { t } from '@byre/contract/words'
import { Banner } from '../ui/banner.tsx'
import { Status } from '../ui/badge.tsx'

export interface InviteResult {
  email: string
  /** `not mailed`: invited, and the mail does not reach them; the list offers the link. */
  is: 'sent' | 'not mailed' | 'refused'
  sentence: string | null
}

const faces = {
  sent: { is: 'success', word: t`Invite sent.` },
  'not mailed': { is: 'warning', word: t`Invited, but not by mail.` },
} as const

/** What became of the addresses of a list; those that were refused say why in the form. */
export function InviteResults({
  results,
  onDismiss,
}: {
  results: readonly InviteResult[]
  onDismiss: () => void
}) {
  if (results.length === 0) return null
  const sent = results.flatMap(({ email, is, sentence }) =>
    is === 'refused' ? [] : [{ email, is, sentence }],
  )
  return (
    <Banner is={sent.length === results.length ? 'success' : 'warning'} live onDismiss={onDismiss}>
      <p>
        {t`${sent.length} of ${results.length} invited.`}
        {sent.length < results.length && <> {t`The others are back in the form, each with its reason.`}</>}
      </p>
      <ul className="invite-results">
        {sent.map(({ email, is, sentence }) => (
          <li key={email}>
            <strong>{email}</strong> <Status is={faces[is].is}>{faces[is].word}</Status> {sentence}
          </li>
        ))}
      </ul>
    </Banner>
  )
}
