import { txtNameOf, type DomainState } from '@byre/contract/places/domain-claims'
import type { Context } from '../../context.ts'
import { writeMail, type MailParts } from '../../platform/mail/mail-layout.ts'
import { shareOf, type Cause } from '../../platform/mail/mail-limits.ts'
import { queue } from '../../platform/jobs/outbox.ts'
import { recordsOf } from './domain-claims.policy.ts'
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
    const page = `${branding.publicUrl}/${facts.kind}/${facts.place_id}`
    const button = { label: `Open ${facts.kind}`, url: page }
    const words = isNews ? verifiedWords(facts, config.publicUrl) : lostWords(facts)
    const records = recordsOf(facts, config.tenantARecord).map(({ type, name, value }) =>
      value === null ? `${type} record: ${name}, none` : `${type} record: ${name} = ${value}`,
    )
    const { paragraphs, ...rest } = words
    const addresses = [facts.domain, originOf(facts.domain, config.publicUrl), txtNameOf(facts.domain)]
    const leave = isNews ? { leave: leaveOf(mailLeaving, 'domains', data.user_id) } : {}
    const parts = {
      ...rest,
      paragraphs: [...paragraphs, ...records],
      button,
      addresses,
      to: facts.email,
      ...leave,
    }
    await mailer.send(id, writeMail(branding, parts), causeOf(data.letter, facts.place_id, facts.email))
  })
}

type Words = Pick<MailParts, 'subject' | 'heading' | 'paragraphs'>

function originOf(domain: string, publicUrl: string): string {
  const { protocol, port } = new URL(publicUrl)
  return `${protocol}//${domain}${port && `:${port}`}`
}

function verifiedWords({ domain, name }: Facts, publicUrl: string): Words {
  return {
    subject: `${domain} is verified`,
    heading: `${domain} is verified`,
    paragraphs: [
      `${name} answers at ${originOf(domain, publicUrl)}/ from now on.`,
      'Please leave both records as they are; we check them again every day:',
    ],
  }
}

function lostWords({ domain, name, kind, state, reason, off_at }: Facts): Words {
  const why = reason === null ? [] : [reason]
  if (state === 'failing')
    return {
      subject: `The records of ${domain} are wrong`,
      heading: `${domain} needs your attention`,
      paragraphs: [
        `The records of ${domain}, the domain of ${name}, have been wrong for two days.`,
        ...why,
        `Unless they are corrected, ${name} stops answering there on ${longDate(off_at)}; its other addresses keep working. This is what they should be:`,
      ],
    }
  return {
    subject: `${domain} was removed`,
    heading: `${domain} no longer leads to your ${kind}`,
    paragraphs: [
      `${name} no longer answers at ${domain}; its other addresses keep working.`,
      ...why,
      `To start again, set these records and choose “Check now” on the page of the ${kind}:`,
    ],
  }
}
