import { kindNames, type SubjectKind } from '@byre/contract/subject-kinds'
import type { Words } from '@byre/contract/words'
import type { Role } from '@byre/contract/rights'
import type { Context } from '../../context.ts'
import { wordsOf } from '../../platform/languages/languages.ts'
import { writeMail, type MailText } from '../../platform/mail/mail-layout.ts'
import { daily, shareOf } from '../../platform/mail/mail-limits.ts'
import { queue } from '../../platform/jobs/outbox.ts'
import { leaveOf, placePage, placeWords, shortName } from '../mails.ts'
import { findMemberMail } from './member-mails.queries.ts'

/** What somebody else did to a membership. It is told as long as it is so: never who did it. */
interface DueMail {
  kind: SubjectKind
  place_id: string
  user_id: string
  /** Null: none any more. */
  role: Role | null
}

export const memberMail = queue<DueMail>('customers.mailMember', {
  retryLimit: 1000,
  retryDelaySeconds: 5,
  retryDelayMaxSeconds: 300,
  keepSeconds: 7 * 24 * 3600,
})

/** Tells people that they were removed, or have another role. */
export function sendMemberMails(context: Context<'customers'>): void {
  const { db, outbox, mailer, mailLeaving, branding, config, secrets } = context
  const mailContext = { secrets, limitFactor: config.limitFactor }
  outbox.handle(memberMail, async ({ id, data }) => {
    const [facts] = await findMemberMail(db, data)
    if (!facts?.is_wanted || facts.role !== data.role) return

    const place = shortName(facts.place_name)
    const words = wordsOf(facts.language)
    const text =
      data.role === null
        ? removedWords(words, data, place)
        : roleWords(words, { ...data, role: data.role }, place, config)
    const ofPlace = { limit: daily('membershipsOfPlace', mailContext), who: data.place_id }
    const shares = [shareOf('memberships', mailContext, facts.email), ofPlace]
    const leave = leaveOf(words, mailLeaving, 'roles', data.user_id)
    await mailer.send(id, writeMail(branding, { to: facts.email, leave, ...text }, words), { shares })
  })
}

function removedWords({ t }: Words, { kind }: DueMail, place: string): MailText {
  const heading = t`You no longer have access to ${place}`
  return {
    subject: heading,
    heading,
    paragraphs: [t`You were removed from the ${placeWords[kind]} “${place}”.`],
    note: t`If you think this is a mistake, ask one of its Owners or Admins to invite you again.`,
  }
}

function roleWords(
  { t }: Words,
  { kind, place_id, role }: DueMail & { role: Role },
  place: string,
  { publicUrl }: Context<'customers'>['config'],
): MailText {
  const heading = t`Your role at ${place} is now ${role}`
  return {
    subject: heading,
    heading,
    paragraphs: [t`You belong to the ${placeWords[kind]} “${place}” as ${role} from now on.`],
    button: { label: t`Open the ${kindNames[kind].words}`, url: placePage(publicUrl, kind, place_id) },
  }
}
