import { rolesFor } from '@byre/contract/rights'
import type { SubjectKind } from '@byre/contract/subject-kinds'
import type { Words } from '@byre/contract/words'
import type { Context } from '../../context.ts'
import { platformOf, type Db } from '../../platform/database/db.ts'
import { queue, type Outbox } from '../../platform/jobs/outbox.ts'
import { wordsOf } from '../../platform/languages/languages.ts'
import { writeMail } from '../../platform/mail/mail-layout.ts'
import { daily, shareOf } from '../../platform/mail/mail-limits.ts'
import { placePage, placeWords, shortName } from '../mails.ts'
import { findWebhookMail, listReaders } from './webhook-mails.queries.ts'

interface DueMail {
  webhook_id: string
  user_id: string
}

const webhookMail = queue<DueMail>('customers.mailWebhook', {
  retryLimit: 1000,
  retryDelaySeconds: 5,
  retryDelayMaxSeconds: 300,
  keepSeconds: 7 * 24 * 3600,
})

/** Has whoever keeps a webhook told that it was switched off, once this has committed. */
export async function mailKeepers(
  db: Db<'customers'>,
  outbox: Outbox,
  {
    webhook_id,
    kind,
    place_id,
    added_by,
  }: { webhook_id: string; kind: SubjectKind; place_id: string; added_by: string },
): Promise<void> {
  const keepers = rolesFor('connect', kind)
  for (const { user_id } of await listReaders(db, { kind, place_id, added_by, keepers }))
    await outbox.send(platformOf(db), webhookMail, { webhook_id, user_id })
}

const why = {
  failing: ({ t }: Words) => t`Nothing we sent it in the last three days arrived.`,
  gone: ({ t }: Words) => t`It told us that it is gone (410).`,
}

/** Tells people that a webhook was switched off, unless it is on again. */
export function sendWebhookMails(context: Context<'customers'>): void {
  const { db, outbox, mailer, branding, config, secrets } = context
  const mailContext = { secrets, limitFactor: config.limitFactor }
  outbox.handle(webhookMail, async ({ id, data }) => {
    const [facts] = await findWebhookMail(db, data)
    if (!facts || facts.off_because === null || facts.off_because === 'asked') return

    const { kind, place_id } = facts
    const place = shortName(facts.place_name)
    const host = new URL(facts.url).hostname.replaceAll('.', ' . ')
    const ofPlace = { limit: daily('webhooksOfPlace', mailContext), who: place_id }
    const shares = [shareOf('webhooks', mailContext, facts.email), ofPlace]
    const words = wordsOf(facts.language)
    const { t } = words
    const heading = t`A webhook of ${place} was switched off`
    const mail = writeMail(
      branding,
      {
        to: facts.email,
        subject: heading,
        heading,
        paragraphs: [
          `${t`The webhook of the ${placeWords[kind]} “${place}” to ${host} was switched off.`} ${why[facts.off_because](words)}`,
          t`What happens from now on is kept for 30 days. Once the address answers again, switch the webhook on and have it sent what it missed.`,
        ],
        button: {
          label: t`See its webhooks`,
          url: `${placePage(config.publicUrl, kind, place_id)}?tab=webhooks`,
        },
      },
      words,
    )
    await mailer.send(id, mail, { shares })
  })
}
