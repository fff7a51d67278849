import { kindNames } from '@byre/contract/subject-kinds'
import type { Context } from '../../context.ts'
import { tenantOrigin } from '../../platform/hosts.ts'
import { queue } from '../../platform/jobs/outbox.ts'
import { writeMail, type MailParts } from '../../platform/mail/mail-layout.ts'
import { longDate, placePage, placeWords, shortName } from '../mails.ts'
import type { Place } from '../ports.ts'
import { findStaffMail } from './staff-mails.queries.ts'

/** Tells one Owner of a place what staff did to it. */
type DueMail = {
  kind: Place['kind']
  place_id: string
  user_id: string
} & ({ letter: 'restored' } | { letter: 'trial extended'; ends_at: string })

export const staffMail = queue<DueMail>('customers.mailStaff', {
  retryLimit: 1000,
  retryDelaySeconds: 5,
  retryDelayMaxSeconds: 300,
  keepSeconds: 7 * 24 * 3600,
})

/** Sends mails about what staff did for somebody who asked. */
export function sendStaffMails({ db, outbox, mailer, branding, config }: Context<'customers'>): void {
  outbox.handle(staffMail, async ({ id, data }) => {
    const [facts] = await findStaffMail(db, data)
    if (!facts) return // deleted in the meantime
    const { kind, place_id } = data
    const host = new URL(tenantOrigin(facts.subdomain, config)).host
    const words = wordsOf(data, { place: shortName(facts.name), host, isOpen: facts.standing === 'ok' })
    const button = {
      label: `Open the ${kindNames[kind].words}`,
      url: placePage(config.publicUrl, kind, place_id),
    }
    const note = 'If none of you asked us for this, please tell us.'
    await mailer.send(
      id,
      writeMail(branding, { to: facts.email, button, note, addresses: [host], ...words }),
      'reader',
    )
  })
}

type Words = Pick<MailParts, 'subject' | 'heading' | 'paragraphs'>

function wordsOf(
  due: DueMail,
  { place, host, isOpen }: { place: string; host: string; isOpen: boolean },
): Words {
  const { kind } = due
  if (due.letter === 'trial extended') {
    const heading = `The free trial of ${place} was extended`
    return {
      subject: heading,
      heading,
      paragraphs: [
        `Our staff extended the free trial of ${placeWords[kind]} “${place}”. It ends on ${longDate(due.ends_at)} now.`,
        'Nothing is charged before that day.',
      ],
    }
  }
  const heading = `${place} was restored`
  return {
    subject: heading,
    heading,
    paragraphs: [
      `Our staff restored ${placeWords[kind]} “${place}”. It answers at ${host}, with its people and everything in it.`,
      isOpen
        ? 'What was left of its trial or its paid days goes on, and it is charged as before.'
        : 'It is read-only until its payment is settled.',
    ],
  }
}
