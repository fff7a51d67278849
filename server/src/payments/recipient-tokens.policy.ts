import { sameBytes, type Secrets } from '../platform/secrets.ts'

/* What the link of a mail proves: that whoever opens it reads that mail. */

interface Recipient {
  id: string
  mailing: number
}

/** Says yes, or no, to the question of one mailing. */
export const answerToken = (secrets: Secrets, { id, mailing }: Recipient): string =>
  secrets.mac('invoice recipient confirms', id, String(mailing)).toString('base64url')

/** Says no at any time. */
export const leaveToken = (secrets: Secrets, { id }: Pick<Recipient, 'id'>): string =>
  secrets.mac('invoice recipient leaves', id).toString('base64url')

export const isToken = (given: string, right: string): boolean =>
  sameBytes(Buffer.from(given), Buffer.from(right))

/** Where the links of mails lead, their facts after # so that they reach no log. */
export const answerLink = (publicUrl: string, secrets: Secrets, recipient: Recipient): string =>
  `${publicUrl}/invoice-copies#confirm.${recipient.id}.${answerToken(secrets, recipient)}`

export const leaveLink = (publicUrl: string, secrets: Secrets, recipient: Pick<Recipient, 'id'>): string =>
  `${publicUrl}/invoice-copies#leave.${recipient.id}.${leaveToken(secrets, recipient)}`
