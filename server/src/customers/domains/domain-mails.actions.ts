import { txtNameOf, type DomainState } from '@byre/contract/places/domain-claims'
import type { Words } from '@byre/contract/words'
import type { Context } from '../../context.ts'
import { wordsOf } from '../../platform/languages/languages.ts'
import { writeMail, type MailText } from '../../platform/mail/mail-layout.ts'
import { shareOf, type Cause } from '../../platform/mail/mail-limits.ts'
import { queue } from '../../platform/jobs/outbox.ts'
import { reasonIn, recordsOf } from './domain-claims.policy.ts'
import { findDomainMail } from './domain-claims.queries.ts'
import { leaveOf, longDate } from '../mails.ts'

/** Tells one Owner of a place what became of its domain. */
export interface DomainMail {
  letter: Exclude<DomainState, 'pending'>
  claim_id: string
  user_id: string
}

export const domainMail = queue<DomainMail>('customers.domain-mail', {
  retryLimit: 50,
  retryDelaySeconds: 5,
  retryDelayMaxSeconds: 300,
})

type Facts = Awaited<ReturnType<typeof findDomainMail>>[number]

/** Sends mails about domains; one that is no longer true is not sent. */
export function sendDomainMails(context: Context<'customers'>): void {
  const { db, outbox, mailer, mailLeaving, branding, config, secrets } = context
  const mailContext = { secrets, limitFactor: config.limitFactor }
  /** Only time makes a domain fail; the rest another Owner may do again and again. */
  const causeOf = (letter: DomainMail['letter'], placeId: string, email: string): Cause => {
    if (letter === 'failing') return 'time'
    const { limit, who } = shareOf('domains', mailContext, email)
    return { shares: [{ limit, who: `${placeId} ${who}` }], isOwed: letter === 'removed' }
  }
  outbox.handle(domainMail, async ({ id, data }) => {
    const [facts] = await findDomainMail(db, { id: data.claim_id, user_id: data.user_id })
    if (!facts || facts.state !== data.letter) return
    const isNews = data.letter === 'verified'
    if (isNews && !facts.is_wanted) return
    const words = wordsOf(facts.language)
    const { t } = words
    const page = `${branding.publicUrl}/${facts.kind}/${facts.place_id}`
    const button = { label: t`Open ${facts.kind}`, url: page }
    const text = isNews
      ? verifiedWords(words, facts, config.publicUrl)
      : lostWords(words, facts, reasonIn(words, facts, config.tenantARecord))
    const records = recordsOf(facts, config.tenantARecord).map(({ type, name, value }) =>
      value === null ? t`${type} record: ${name}, none` : t`${type} record: ${name} = ${value}`,
    )
    const { paragraphs, ...rest } = text
    const addresses = [facts.domain, originOf(facts.domain, config.publicUrl), txtNameOf(facts.domain)]
    const leave = isNews ? { leave: leaveOf(words, mailLeaving, 'domains', data.user_id) } : {}
    const parts = {
      ...rest,
      paragraphs: [...paragraphs, ...records],
      button,
      addresses,
      to: facts.email,
      ...leave,
    }
    await mailer.send(
      id,
      writeMail(branding, parts, words),
      causeOf(data.letter, facts.place_id, facts.email),
    )
  })
}

function originOf(domain: string, publicUrl: string): string {
  const { protocol, port } = new URL(publicUrl)
  return `${protocol}//${domain}${port && `:${port}`}`
}

function verifiedWords({ t }: Words, { domain, name }: Facts, publicUrl: string): MailText {
  return {
    subject: t`${domain} is verified`,
    heading: t`${domain} is verified`,
    paragraphs: [
      t`${name} answers at ${originOf(domain, publicUrl)}/ from now on.`,
      t`Please leave both records as they are; we check them again every day:`,
    ],
  }
}

function lostWords(
  words: Words,
  { domain, name, kind, state, off_at }: Facts,
  reason: string | null,
): MailText {
  const { t } = words
  const why = reason === null ? [] : [reason]
  if (state === 'failing')
    return {
      subject: t`The records of ${domain} are wrong`,
      heading: t`${domain} needs your attention`,
      paragraphs: [
        t`The records of ${domain}, the domain of ${name}, have been wrong for two days.`,
        ...why,
        t`Unless they are corrected, ${name} stops answering there on ${longDate(words, off_at)}; its other addresses keep working. This is what they should be:`,
      ],
    }
  return {
    subject: t`${domain} was removed`,
    heading: t`${domain} no longer leads to your ${kind}`,
    paragraphs: [
      t`${name} no longer answers at ${domain}; its other addresses keep working.`,
      ...why,
      t`To start again, set these records and choose “Check now” on the page of the ${kind}:`,
    ],
  }
}
