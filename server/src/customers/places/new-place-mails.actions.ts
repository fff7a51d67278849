import { limits } from '@byre/contract/limits'
import { plural } from '@byre/contract/words'
import type { Context } from '../../context.ts'
import { tenantOrigin } from '../../platform/hosts.ts'
import { wordsOf } from '../../platform/languages/languages.ts'
import { writeMail } from '../../platform/mail/mail-layout.ts'
import { queue } from '../../platform/jobs/outbox.ts'
import { longDate } from '../mails.ts'
import { findPlaceMail } from './new-place-mails.queries.ts'
import type { Place } from '../ports.ts'

/** A mail that is due; its words are put together when it leaves. */
interface DueMail {
  letter: 'place set up'
  kind: Place['kind']
  place_id: string
  user_id: string
}

export const customersMail = queue<DueMail>('customers.mail', {
  retryLimit: 50,
  retryDelaySeconds: 5,
  retryDelayMaxSeconds: 300,
})

/** Tells the Owner of a new place where it answers, as each falls due. */
export function sendNewPlaceMails({ db, outbox, mailer, branding, config }: Context<'customers'>): void {
  outbox.handle(customersMail, async ({ id, data }) => {
    const { kind } = data
    const [facts] = await findPlaceMail[kind](db, data)
    if (!facts) return // deleted in the meantime

    const words = wordsOf(facts.language)
    const { t } = words
    const address = tenantOrigin(facts.subdomain, config)
    await mailer.send(
      id,
      writeMail(
        branding,
        {
          to: facts.email,
          subject: t`${facts.name} is set up`,
          heading: t`${facts.name} is set up`,
          paragraphs: [
            t`Your ${kind} answers at ${new URL(address).host}.`,
            t`Its free trial of ${plural(limits.trialDays, { one: '# day', other: '# days' })} ends on ${longDate(words, facts.trial_ends_at)}. Add a card before then and nothing will be interrupted.`,
          ],
          button: { label: t`Open your ${kind}`, url: `${address}/` },
          addresses: [new URL(address).host],
        },
        words,
      ),
      'reader',
    )
  })
}
