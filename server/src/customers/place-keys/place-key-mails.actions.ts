import type { Context } from '../../context.ts'
import { queue } from '../../platform/jobs/outbox.ts'
import { wordsOf } from '../../platform/languages/languages.ts'
import { writeMail } from '../../platform/mail/mail-layout.ts'
import { daily, shareOf } from '../../platform/mail/mail-limits.ts'
import { placePage, placeWords, shortName } from '../mails.ts'
import { findKeyMail } from './place-keys.queries.ts'

interface DueMail {
  key_id: string
  user_id: string
}

export const placeKeyMail = queue<DueMail>('customers.mailPlaceKey', {
  retryLimit: 1000,
  retryDelaySeconds: 5,
  retryDelayMaxSeconds: 300,
  keepSeconds: 7 * 24 * 3600,
})

/** Tells a place's Owners that a key of it was made, unless it was revoked since: it goes on when its maker has left. */
export function sendPlaceKeyMails(context: Context<'customers'>): void {
  const { db, outbox, mailer, branding, config, secrets } = context
  const mailContext = { secrets, limitFactor: config.limitFactor }
  outbox.handle(placeKeyMail, async ({ id, data }) => {
    const [facts] = await findKeyMail(db, data)
    if (!facts) return

    const { kind, place_id } = facts
    const place = shortName(facts.place_name)
    const ofPlace = { limit: daily('keysOfPlace', mailContext), who: place_id }
    const shares = [shareOf('keys', mailContext, facts.email), ofPlace]
    const words = wordsOf(facts.language)
    const { t } = words
    const heading = t`An API key was made for ${place}`
    const mail = writeMail(
      branding,
      {
        to: facts.email,
        subject: heading,
        heading,
        paragraphs: [
          t`${shortName(facts.made_by)} made the API key “${shortName(facts.name)}” for the ${placeWords[kind]} “${place}”. Programs use it to work there until it runs out or one of you revokes it.`,
        ],
        note: t`If none of you knows what it is for, revoke it.`,
        button: { label: t`See its keys`, url: `${placePage(config.publicUrl, kind, place_id)}?tab=keys` },
      },
      words,
    )
    await mailer.send(id, mail, { shares, isOwed: true })
  })
}
