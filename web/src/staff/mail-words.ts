/** What only a name of its queue does not say. */
const words: Readonly<Record<string, string>> = {
  'payments.mail': 'Billing',
  'customers.mail': 'A new place',
  'customers.mailMember': 'Membership',
  'customers.mailStaff': 'From the staff',
  'customers.domain-mail': 'Custom domain',
  'customers.mailPlaceKey': 'API key of a place',
  'auth.mailReset': 'Forgotten password',
  'auth.mailNotice': 'Security notice',
  'auth.mailFarewell': 'Account deleted',
  'auth.mailAddressKnown': 'Registered already',
  'auth.mailEmailAsked': 'Change of address, asked',
  'auth.mailEmailChanged': 'Change of address, done',
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
