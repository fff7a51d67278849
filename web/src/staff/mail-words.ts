import { t } from '@byre/contract/words'
/** What only a name of its queue does not say. */
const words: Readonly<Record<string, string>> = {
  'payments.mail': t`Billing`,
  'customers.mail': t`A new place`,
  'customers.mailMember': t`Membership`,
  'customers.mailStaff': t`From the staff`,
  'customers.domain-mail': t`Custom domain`,
  'customers.mailPlaceKey': t`API key of a place`,
  'auth.mailReset': t`Forgotten password`,
  'auth.mailNotice': t`Security notice`,
  'auth.mailFarewell': t`Account deleted`,
  'auth.mailAddressKnown': t`Registered already`,
  'auth.mailEmailAsked': t`Change of address, asked`,
  'auth.mailEmailChanged': t`Change of address, done`,
}

/** The mails of a queue as people call them: `auth.mailNewDevice` is 'New device'. */
export function mailInWords(queue: string): string {
  const own = words[queue]
  if (own !== undefined) return own
  const name = queue.replace(/^\w+\./, '').replace(/^mail(?=.)/, '')
  return (
    name.charAt(0).toUpperCase() + name.slice(1).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  )
}
