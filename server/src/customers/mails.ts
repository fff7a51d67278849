import { longDate as longDateIn } from '@byre/contract/dates'
import type { Words } from '@byre/contract/words'
import type { MailTopic } from '@byre/contract/people/mail-preferences'
import type { MailLeave, MailLeaving } from '../platform/mail/mail-leaving.ts'
import { oneLine } from '../platform/text.ts'
import type { SubjectKind } from './tables.ts'

/** A name that somebody else chose, as part of a sentence. */
export const shortName = (name: string) => [...oneLine(name)].slice(0, 100).join('')

/** What a place is called in a sentence. Translations choose by it, as it stands here. */
export const placeWords: Record<SubjectKind, string> = {
  site: 'site',
  clinic: 'clinic',
  billing_entity: 'billing information',
}

/** Where a place is shown, for a mail's button. */
export function placePage(publicUrl: string, kind: SubjectKind, id: string): string {
  return kind === 'billing_entity' ? `${publicUrl}/billing-entities/${id}` : `${publicUrl}/${kind}/${id}`
}

/** `November 20th 2026`, by the UTC calendar that trials are counted in. */
export const longDate = ({ language }: Words, time: string): string => longDateIn(time, 'UTC', language)

/** What mails of a topic are about, in the midst of a sentence. */
export const aboutTopic: Record<MailTopic, (words: Words) => string> = {
  roles: ({ t }) => t`your roles`,
  answers: ({ t }) => t`answers to you`,
  domains: ({ t }) => t`verified domains`,
}

/** The link by which somebody has no more news of a topic mailed. */
export const leaveOf = (
  words: Words,
  mailLeaving: MailLeaving,
  topic: MailTopic,
  userId: string,
): MailLeave => ({
  url: mailLeaving.linkOf(topic, userId),
  about: aboutTopic[topic](words),
})
