import { longDate as longDateIn } from '@byre/contract/dates'
import { mailTopics, type MailTopic } from '@byre/contract/people/mail-preferences'
import type { MailLeave, MailLeaving } from '../platform/mail/mail-leaving.ts'
import { oneLine } from '../platform/text.ts'
import type { SubjectKind } from './tables.ts'

/** A name that somebody else chose, as part of a sentence. */
export const shortName = (name: string) => [...oneLine(name)].slice(0, 100).join('')

/** What a place is called before its name. */
export const placeWords: Record<SubjectKind, string> = {
  site: 'the site',
  clinic: 'the clinic',
  billing_entity: 'the billing information',
}

/** Where a place is shown, for a mail's button. */
export function placePage(publicUrl: string, kind: SubjectKind, id: string): string {
  return kind === 'billing_entity' ? `${publicUrl}/billing-entities/${id}` : `${publicUrl}/${kind}/${id}`
}

/** `November 20th 2026`, by the UTC calendar that trials are counted in. */
export const longDate = (time: string): string => longDateIn(time, 'UTC')

/** The link by which somebody has no more news of a topic mailed. */
export const leaveOf = (mailLeaving: MailLeaving, topic: MailTopic, userId: string): MailLeave => ({
  url: mailLeaving.linkOf(topic, userId),
  about: mailTopics[topic].about,
})
