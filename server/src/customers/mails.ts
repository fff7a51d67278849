import { limits } from '@byre/contract/limits'
import type { Context } from '../platform/context.ts'
import { tenantOrigin } from '../platform/hosts.ts'
import { oneLine, writeLetter } from '../platform/letter.ts'
import { queue } from '../platform/outbox.ts'
import { findPlaceLetter } from './place-letters.queries.ts'
import type { Place } from './ports.ts'
import type { PlaceKind } from './tables.ts'

/** A letter that is due; its words are put together when it leaves. */
interface DueLetter {
  letter: 'place set up'
  kind: Place['kind']
  place_id: string
  user_id: string
}

export const customersMail = queue<DueLetter>('customers.mail', {
  retryLimit: 50,
  retryDelaySeconds: 5,
  retryDelayMaxSeconds: 300,
})

/** Sends letters as they fall due. */
export function sendLetters({ db, outbox, mailer, letterhead, config }: Context<'customers'>): void {
  outbox.handle(customersMail, async ({ id, data }) => {
    const { kind } = data
    const [facts] = await findPlaceLetter[kind](db, data)
    if (!facts) return // deleted in the meantime

    const address = tenantOrigin(facts.subdomain, config)
    await mailer.send(
      id,
      writeLetter(letterhead, {
        to: facts.email,
        subject: `${facts.name} is set up`,
        heading: `${facts.name} is set up`,
        paragraphs: [
          `Your ${kind} answers at ${new URL(address).host}.`,
          `Its free trial of ${limits.trialDays} days ends on ${longDate(facts.trial_ends_at)}. Add a card before then and nothing will be interrupted.`,
        ],
        button: { label: `Open your ${kind}`, url: `${address}/` },
        addresses: [new URL(address).host],
      }),
      'reader',
    )
  })
}

/** A name that somebody else chose, as part of a sentence. */
export const shortName = (name: string) => [...oneLine(name)].slice(0, 100).join('')

/** What a place is called before its name. */
export const placeWords: Record<PlaceKind, string> = {
  site: 'the site',
  clinic: 'the clinic',
  billing_entity: 'the billing information',
}

/** Where a place is shown, for a letter's button. */
export function placePage(publicUrl: string, kind: PlaceKind, id: string): string {
  return kind === 'billing_entity' ? `${publicUrl}/billing-entities/${id}` : `${publicUrl}/${kind}/${id}`
}

const ordinals = new Intl.PluralRules('en', { type: 'ordinal' })
const suffixes: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }

/** `November 20th 2026`, by the UTC calendar that trials are counted in. */
export function longDate(time: string): string {
  const date = new Date(time)
  const day = date.getUTCDate()
  const month = date.toLocaleDateString('en', { month: 'long', timeZone: 'UTC' })
  return `${month} ${day}${suffixes[ordinals.select(day)] ?? 'th'} ${date.getUTCFullYear()}`
}
