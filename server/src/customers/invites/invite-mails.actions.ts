import { inviteLink } from '@byre/contract/people/invites'
import { rolesFor } from '@byre/contract/rights'
import type { Words } from '@byre/contract/words'
import type { Context } from '../../context.ts'
import { transaction } from '../../platform/database/transactions.ts'
import { wordsOf } from '../../platform/languages/languages.ts'
import { writeMail, type MailText } from '../../platform/mail/mail-layout.ts'
import { mayMail, shareOf, type Cause } from '../../platform/mail/mail-limits.ts'
import { queue, type Job } from '../../platform/jobs/outbox.ts'
import { auditJson } from '../audit.queries.ts'
import { systemEvents } from '../events.policy.ts'
import { deleteOldInvites, findInviteMail, markMail, takeDueReminders } from './invite-mails.queries.ts'
import { mailProblemOf } from './invites.policy.ts'
import { leaveOf, longDate, placePage, placeWords, shortName } from '../mails.ts'

/** A mail about an invitation: to whoever is invited, or with the answer to whoever invited. */
type InviteMail =
  | { letter: 'invitation' | 'reminder'; invite_id: string; /** Which sending. */ mailing: number }
  | { letter: 'answer'; invite_id: string }

/** Tried again for as long as an invitation is good. */
export const mailInvite = queue<InviteMail>('customers.mailInvite', {
  retryLimit: 2100,
  retryDelaySeconds: 5,
  retryDelayMaxSeconds: 300,
  keepSeconds: 7 * 24 * 3600,
})

export const tendInvites = queue<object>('customers.tendInvites', {
  retryLimit: 3,
  retryDelaySeconds: 60,
  retryDelayMaxSeconds: 600,
})

/** Sends mails about invitations; hourly reminds of open ones and clears old ones away. */
export function handleInviteMails(context: Context<'customers'>): void {
  context.outbox.handle(mailInvite, (job) => sendMail(context, job))
  context.outbox.handle(tendInvites, () => tend(context), '13 * * * *')
}

type Facts = Awaited<ReturnType<typeof findInviteMail>>[number]

async function sendMail(context: Context<'customers'>, { id, data }: Job<InviteMail>): Promise<void> {
  const { db, mailer, mailLeaving, branding, secrets, config } = context
  const inviters = rolesFor('invite', 'site')
  const [facts] = await findInviteMail(db, { id: data.invite_id, inviters })
  if (!facts) return
  const send = async (to: string, words: Words, text: MailText, cause: Cause = 'counted') => {
    await mailer.send(id, writeMail(branding, { ...text, to }, words), cause)
  }

  if (data.letter === 'answer') {
    if (!facts.is_wanted) return
    const mailContext = { secrets, limitFactor: config.limitFactor }
    const { inviter_email: to } = facts
    // There are no more answers than whoever gets them has sent invitations.
    const cause = { shares: [shareOf('inviteAnswers', mailContext, to)], isOwed: true }
    const words = wordsOf(facts.inviter_language)
    const leave = leaveOf(words, mailLeaving, 'answers', facts.invited_by)
    return send(to, words, { ...answerWords(words, facts, branding.publicUrl), leave }, cause)
  }
  // Answered, taken back or sent again since.
  if (facts.status !== 'sent' || facts.mailing !== data.mailing) return
  const words = wordsOf(facts.language)
  const text = invitationWords(words, facts, branding.publicUrl, data.letter === 'reminder')
  if (data.letter === 'reminder') return send(facts.email, words, text)

  const audit = auditJson({
    actor_id: null,
    deed: 'mailInvite',
    kind: systemEvents.mail,
    subject_id: facts.place_id,
    from: { request_id: '', network: '' },
  })
  const sending = { id: facts.id, mailing: data.mailing, audit }
  try {
    await send(facts.email, words, text)
  } catch (error) {
    const { words: mail_problem, isFinal } = mailProblemOf(error)
    await markMail(db, { ...sending, mail: 'failed', mail_problem })
    if (isFinal) return
    throw error
  }
  await markMail(db, { ...sending, mail: 'sent', mail_problem: null })
}

const atOnce = 200

/** Each reminder is taken and sent in one transaction, so that two processes send it once. */
async function tend({ db, outbox, secrets, config }: Context<'customers'>): Promise<void> {
  const mailContext = { secrets, limitFactor: config.limitFactor }
  for (let taken = atOnce; taken === atOnce;) {
    taken = await transaction(db, async (db) => {
      const due = await takeDueReminders(db, { at_most: atOnce })
      for (const { id, email, mailing } of due.toSorted((a, b) => (a.email < b.email ? -1 : 1)))
        if (await mayMail(db, 'invitations', mailContext, email))
          await outbox.send(db, mailInvite, { letter: 'reminder', invite_id: id, mailing })
      return due.length
    })
  }
  await deleteOldInvites(db, {})
}

function invitationWords(words: Words, facts: Facts, publicUrl: string, isReminder: boolean): MailText {
  const { t } = words
  const [inviter, place] = [shortName(facts.inviter_name), shortName(facts.place_name)]
  const heading = t`${inviter} invites you to ${place}`
  return {
    subject: isReminder ? t`Reminder: ${heading}` : heading,
    heading,
    paragraphs: [
      t`${inviter} invites you to the ${placeWords[facts.kind]} “${place}”. Your role there will be ${facts.role}.`,
      t`The invitation was sent to ${facts.email} and is good until ${longDate(words, facts.expired_at)}. If you have no account yet, create one with this address on the way.`,
    ],
    button: { label: t`See the invitation`, url: inviteLink(publicUrl, facts.id, facts.email) },
    addresses: [facts.inviter_email], // stands for a name that is not given yet
    note: t`If you do not know who is inviting you, ignore this mail: nothing happens.`,
  }
}

function answerWords({ t }: Words, facts: Facts, publicUrl: string): MailText {
  const who = facts.invited_name === '' ? facts.email : `${shortName(facts.invited_name)} (${facts.email})`
  const [place, kind] = [shortName(facts.place_name), placeWords[facts.kind]]
  const isAccepted = facts.status === 'accepted'
  const heading = isAccepted
    ? t`Your invitation to ${place} was accepted`
    : t`Your invitation to ${place} was declined`
  return {
    subject: heading,
    heading,
    paragraphs: [
      isAccepted
        ? t`${who} now belongs to the ${kind} “${place}”, as ${facts.role}.`
        : t`${who} does not want to join the ${kind} “${place}”.`,
    ],
    button: {
      label: t`Open ${place}`,
      url: placePage(publicUrl, facts.kind, facts.place_id),
    },
    addresses: [facts.email],
  }
}
