import type { MailParts } from '../platform/mail/mail-layout.ts'
import { shownReason } from './visits.policy.ts'

/* The words of mails about visits. */

type Words = Omit<MailParts, 'to'>

interface About {
  staff: string
  minutes: number
  reason: string
  /** The page on which it is answered and ended. */
  url: string
}

export const visitAskedWords = ({ staff, minutes, reason, url }: About): Words => ({
  subject: `${staff} of our support asks to see Byre as you`,
  heading: `${staff} of our support asks to see Byre as you`,
  paragraphs: [
    `Why: “${shownReason(reason)}”`,
    `If you say yes, ${staff} sees your sites, clinics and bills as you do, for ${minutes} minutes, and can change nothing. Your account, your documents and your sites’ own apps stay closed to them, and you can end it at any moment.`,
    'The question waits for a day. Without your yes nothing is shown.',
  ],
  button: { label: 'Answer', url },
  note: 'If you have not asked us for help, say no, and tell us.',
})

export const visitStartedWords = ({ staff, minutes, url }: About): Words => ({
  subject: `${staff} of our support sees Byre as you now`,
  heading: `${staff} of our support sees Byre as you now`,
  paragraphs: [
    `You allowed it. It ends by itself after ${minutes} minutes, and nothing can be changed until then.`,
    'Your account shows what was opened.',
  ],
  button: { label: 'See or end the visit', url },
  note: 'If you did not allow it, end the visit, set a new password, and tell us.',
})
