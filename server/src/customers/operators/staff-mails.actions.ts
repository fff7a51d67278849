import type { Words } from '@byre/contract/words'
import type { Context } from '../../context.ts'
import { tenantOrigin } from '../../platform/hosts.ts'
import type { RequestFacts } from '../../platform/audit/audit.ts'
import { newId } from '../../platform/ids.ts'
import { queue } from '../../platform/jobs/outbox.ts'
import { wordsOf } from '../../platform/languages/languages.ts'
import { writeMail, type MailText } from '../../platform/mail/mail-layout.ts'
import { longDate, placePage, shortName } from '../mails.ts'
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
    const words = wordsOf(facts.language)
    const { t } = words
    const text = textOf(words, data, {
      place: shortName(facts.name),
      host,
      moved,
      isDeleted,
      isOpen: facts.standing === 'ok',
    })
    const button = {
      label: t`Open the ${kind}`,
      url: placePage(config.publicUrl, kind, place_id),
    }
    const note = t`If none of you asked us for this, please tell us.`
    const parts = { to: facts.email, note, addresses: [host, moved], ...text }
    await mailer.send(id, writeMail(branding, isDeleted ? parts : { ...parts, button }, words), 'reader')
  })
}

interface Facts {
  place: string
  /** Where the place answers now. */
  host: string
  /** The address that a mail about one is about. */
  moved: string
  isDeleted: boolean
  isOpen: boolean
}

function textOf(words: Words, due: DueMail, { place, host, moved, isDeleted, isOpen }: Facts): MailText {
  const { t } = words
  const { kind } = due
  if (due.letter === 'address given') {
    const isDomain = due.address.includes('.')
    return {
      subject: isDomain ? t`${moved} was moved to ${place}` : t`${place} answers at ${moved}`,
      heading: isDomain ? t`${moved} was moved to ${place}` : t`${place} has another address`,
      paragraphs: isDomain
        ? [
            t`Our staff moved ${moved} to the ${kind} “${place}”.`,
            t`It leads there once it is proven, also where it was proven before: the page of the ${kind} shows the records to set, which are checked from now on.`,
          ]
        : [
            t`Our staff gave the ${kind} “${place}” the address ${moved}, at which it answers from now on.`,
            t`Its former address leads there for 90 days. Whoever was signed in there has to open it once more.`,
          ],
    }
  }
  if (due.letter === 'address taken')
    return {
      subject: t`${moved} no longer leads to ${place}`,
      heading: t`${moved} no longer leads to ${place}`,
      paragraphs: [
        t`Our staff took ${moved} from the ${kind} “${place}”.`,
        isDeleted
          ? t`If the ${kind} is restored, it is given another address.`
          : due.isPresent
            ? t`It answers at ${host} from now on. Please tell whoever uses the old address.`
            : t`It answers at ${host} as before.`,
      ],
    }
  if (due.letter === 'trial extended') {
    const heading = t`The free trial of ${place} was extended`
    return {
      subject: heading,
      heading,
      paragraphs: [
        t`Our staff extended the free trial of the ${kind} “${place}”. It ends on ${longDate(words, due.ends_at)} now.`,
        t`Nothing is charged before that day.`,
      ],
    }
  }
  const heading = t`${place} was restored`
  return {
    subject: heading,
    heading,
    paragraphs: [
      t`Our staff restored the ${kind} “${place}”. It answers at ${host}, with its people and everything in it.`,
      isOpen
        ? t`What was left of its trial or its paid days goes on, and it is charged as before.`
        : t`It is read-only until its payment is settled.`,
    ],
  }
}
