import { plural, type Words } from '@byre/contract/words'
import type { MailText } from '../platform/mail/mail-layout.ts'
import { shownReason } from './visits.policy.ts'

/* The words of mails about visits. */

interface About {
  staff: string
  minutes: number
  reason: string
  /** The page on which it is answered and ended. */
  url: string
}

export const visitAskedWords = ({ t }: Words, { staff, minutes, reason, url }: About): MailText => ({
  subject: t`${staff} of our support asks to see Byre as you`,
  heading: t`${staff} of our support asks to see Byre as you`,
  paragraphs: [
    t`Why: “${shownReason(reason)}”`,
    t`If you say yes, ${staff} sees your sites, clinics and bills as you do, for ${plural(minutes, { one: '# minute', other: '# minutes' })}, and can change nothing. Your account, your documents and your sites’ own apps stay closed to them, and you can end it at any moment.`,
    t`The question waits for a day. Without your yes nothing is shown.`,
  ],
  button: { label: t`Answer`, url },
  note: t`If you have not asked us for help, say no, and tell us.`,
})

export const visitStartedWords = ({ t }: Words, { staff, minutes, url }: About): MailText => ({
  subject: t`${staff} of our support sees Byre as you now`,
  heading: t`${staff} of our support sees Byre as you now`,
  paragraphs: [
    t`You allowed it. It ends by itself after ${plural(minutes, { one: '# minute', other: '# minutes' })}, and nothing can be changed until then.`,
    t`Your account shows what was opened.`,
  ],
  button: { label: t`See or end the visit`, url },
  note: t`If you did not allow it, end the visit, set a new password, and tell us.`,
})
