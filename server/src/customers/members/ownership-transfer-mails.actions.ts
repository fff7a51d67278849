import { kindNames, type SubjectKind } from '@byre/contract/subject-kinds'
import type { Words } from '@byre/contract/words'
import type { Context } from '../../context.ts'
import { wordsOf } from '../../platform/languages/languages.ts'
import { writeMail, type MailText } from '../../platform/mail/mail-layout.ts'
import { oneLine } from '../../platform/text.ts'
import type { Cause } from '../../platform/mail/mail-limits.ts'
import { queue } from '../../platform/jobs/outbox.ts'
import { findOfferMail } from './ownership-transfers.queries.ts'
import { leaveOf, longDate, placePage } from '../mails.ts'

interface DueMail {
  event: 'offered' | 'accepted' | 'declined'
  to: 'giver' | 'receiver'
  place_id: string
  kind: SubjectKind
  from_user_id: string
  to_user_id: string
  /** Of an offer: it is told only while it is open. */
  offer_id?: string
  expires_at?: string
}

export const ownershipTransferMail = queue<DueMail>('customers.mailHandOver', {
  retryLimit: 1000,
  retryDelaySeconds: 5,
  retryDelayMaxSeconds: 300,
  keepSeconds: 7 * 24 * 3600,
})

/** An answer is somebody else's to the giver, the offer to the receiver. */
const causes: Record<DueMail['event'], Record<DueMail['to'], Cause>> = {
  offered: { giver: 'reader', receiver: 'counted' },
  accepted: { giver: { shares: [] }, receiver: 'reader' },
  declined: { giver: { shares: [] }, receiver: 'reader' },
}

/** Tells both sides of an offer, and of its answer. */
export function sendOwnershipTransferMails({
  db,
  outbox,
  mailer,
  mailLeaving,
  branding,
  config,
}: Context<'customers'>): void {
  outbox.handle(ownershipTransferMail, async ({ id, data }) => {
    const [facts] = await findOfferMail(db, data)
    if (!facts || (data.offer_id && facts.open_offer_id !== data.offer_id)) return

    const words = wordsOf(data.to === 'giver' ? facts.from_language : facts.to_language)
    const { t } = words
    // Only that all stays as it is: whoever loses or gets a place must learn it.
    const isNews = data.event === 'declined'
    if (isNews && !facts.is_wanted) return
    const leave = isNews ? { leave: leaveOf(words, mailLeaving, 'answers', data.from_user_id) } : {}

    const text = textOf(words, data, {
      place: oneLine(facts.place_name),
      giver: oneLine(facts.from_name),
      receiver: oneLine(facts.to_name),
    })
    const to = data.to === 'giver' ? facts.from_email : facts.to_email
    const addresses = [facts.from_email, facts.to_email] // each stands for a name that is not given yet
    const url = placePage(config.publicUrl, data.kind, data.place_id)
    const button = { label: t`Open the ${kindNames[data.kind].words}`, url }
    await mailer.send(
      id,
      writeMail(branding, { to, button, addresses, ...text, ...leave }, words),
      causes[data.event][data.to],
    )
  })
}

interface Names {
  place: string
  giver: string
  receiver: string
}

function textOf(
  words: Words,
  { event, to, expires_at }: DueMail,
  { place, giver, receiver }: Names,
): MailText {
  const { t } = words
  const titled = (heading: string, ...paragraphs: string[]): MailText => ({
    subject: heading,
    heading,
    paragraphs,
  })
  const until = expires_at ? longDate(words, expires_at) : ''
  if (event === 'declined')
    return titled(t`${place} stays yours`, t`${receiver} declined to become the owner of ${place}.`)
  if (event === 'accepted')
    return to === 'giver'
      ? titled(
          t`${receiver} owns ${place} now`,
          t`${receiver} accepted your offer. You are an Admin of ${place} from now on.`,
        )
      : titled(t`${place} is yours`, t`You are the owner of ${place} now. ${giver} stays as an Admin.`)
  return to === 'giver'
    ? titled(
        t`You offered ${place} to ${receiver}`,
        t`${receiver} can accept until ${until}. You will then be an Admin of ${place}.`,
        t`If you did not do this, take the offer back and change your password.`,
      )
    : titled(
        t`${giver} offers you ${place}`,
        t`You would become its owner, and ${giver} an Admin. You can accept or decline until ${until}.`,
      )
}
