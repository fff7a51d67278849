import { kindNames } from '@byre/contract/subject-kinds'
import type { Context } from '../../context.ts'
import { tenantOrigin } from '../../platform/hosts.ts'
import type { RequestFacts } from '../../platform/audit/audit.ts'
import { newId } from '../../platform/ids.ts'
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
} & (
  | { letter: 'restored' }
  | { letter: 'trial extended'; ends_at: string }
  /** A subdomain's name, or a whole custom domain; `isPresent`: the place was known by it above all. */
  | { letter: 'address given' | 'address taken'; address: string; isPresent?: boolean }
)

export const staffMail = queue<DueMail>('customers.mailStaff', {
  retryLimit: 1000,
  retryDelaySeconds: 5,
  retryDelayMaxSeconds: 300,
  keepSeconds: 7 * 24 * 3600,
})

/** Where staff ask from, as lines of the trail have it. */
export const consoleOr = (from: RequestFacts | undefined): RequestFacts =>
  from ?? { request_id: newId(), network: 'console' }

/** Sends mails about what staff did for somebody who asked. */
export function sendStaffMails({ db, outbox, mailer, branding, config }: Context<'customers'>): void {
  outbox.handle(staffMail, async ({ id, data }) => {
    const [facts] = await findStaffMail(db, data)
    if (!facts) return
    const isDeleted = facts.deleted_at !== null
    if (isDeleted && data.letter !== 'address taken') return // in the meantime
    const { kind, place_id } = data
    const hostOf = (name: string) => new URL(tenantOrigin(name, config)).host
    const host = hostOf(facts.subdomain)
    const moved =
      'address' in data ? (data.address.includes('.') ? data.address : hostOf(data.address)) : host
    const words = wordsOf(data, {
      place: shortName(facts.name),
      host,
      moved,
      isDeleted,
      isOpen: facts.standing === 'ok',
    })
    const button = {
      label: `Open the ${kindNames[kind].words}`,
      url: placePage(config.publicUrl, kind, place_id),
    }
    const parts = { to: facts.email, note, addresses: [host, moved], ...words }
    await mailer.send(id, writeMail(branding, isDeleted ? parts : { ...parts, button }), 'reader')
  })
}

const note = 'If none of you asked us for this, please tell us.'

type Words = Pick<MailParts, 'subject' | 'heading' | 'paragraphs'>

interface Facts {
  place: string
  /** Where the place answers now. */
  host: string
  /** The address that a mail about one is about. */
  moved: string
  isDeleted: boolean
  isOpen: boolean
}

function wordsOf(due: DueMail, { place, host, moved, isDeleted, isOpen }: Facts): Words {
  const { kind } = due
  if (due.letter === 'address given') {
    const isDomain = due.address.includes('.')
    return {
      subject: isDomain ? `${moved} was moved to ${place}` : `${place} answers at ${moved}`,
      heading: isDomain ? `${moved} was moved to ${place}` : `${place} has another address`,
      paragraphs: isDomain
        ? [
            `Our staff moved ${moved} to ${placeWords[kind]} “${place}”.`,
            `It leads there once it is proven, also where it was proven before: the page of the ${kindNames[kind].words} shows the records to set, which are checked from now on.`,
          ]
        : [
            `Our staff gave ${placeWords[kind]} “${place}” the address ${moved}, at which it answers from now on.`,
            'Its former address leads there for 90 days. Whoever was signed in there has to open it once more.',
          ],
    }
  }
  if (due.letter === 'address taken')
    return {
      subject: `${moved} no longer leads to ${place}`,
      heading: `${moved} no longer leads to ${place}`,
      paragraphs: [
        `Our staff took ${moved} from ${placeWords[kind]} “${place}”.`,
        isDeleted
          ? `If the ${kindNames[kind].words} is restored, it is given another address.`
          : due.isPresent
            ? `It answers at ${host} from now on. Please tell whoever uses the old address.`
            : `It answers at ${host} as before.`,
      ],
    }
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
