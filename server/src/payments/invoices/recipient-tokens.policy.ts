import type { BillingEntityId } from '@byre/contract/subject-kinds'
import { refuse } from '../../platform/errors.ts'
import { prove } from '../../platform/proven.ts'
import { keyPurpose, sameBytes, type Secret, type Secrets } from '../../platform/secrets.ts'

/* What the link of a mail proves: that whoever opens it reads that mail. */

interface Recipient {
  id: string
  mailing: number
}

const answering = keyPurpose('invoice recipient confirms')
const leaving = keyPurpose('invoice recipient leaves')

/** The secrets, whose first makes a token, or one of them. */
type Maker = Pick<Secret, 'mac'>

/** Says yes, or no, to the question of one mailing. */
export const answerToken = (secret: Maker, { id, mailing }: Recipient): string =>
  secret.mac(answering, id, String(mailing)).toString('base64url')

/** Says no at any time. */
export const leaveToken = (secret: Maker, { id }: Pick<Recipient, 'id'>): string =>
  secret.mac(leaving, id).toString('base64url')

/**
 * The recipient at whom a mail's link was opened, which may answer for its address alone. Refuses a token that none
 * of these ways makes for it.
 */
export function openedBy<R extends Recipient & { billing_entity_id: BillingEntityId }>(
  given: string,
  secrets: Secrets,
  ways: readonly (typeof answerToken | typeof leaveToken)[],
  recipient: R | undefined,
) {
  if (!recipient || !ways.some((make) => isToken(given, secrets, make, recipient))) refuse('link.dead')
  return openedInMail(recipient)
}

/** The same where the sealed link of a mail's header has named it (`MailLeaving`). */
export function openedInMail<R extends Recipient & { billing_entity_id: BillingEntityId }>(recipient: R) {
  const { id, billing_entity_id } = recipient
  return { ...recipient, id: prove('link', id), billing_entity_id: prove('link', billing_entity_id) }
}

/** Whether a token was made for this recipient under any of the secrets. */
const isToken = (
  given: string,
  { list }: Secrets,
  make: typeof answerToken | typeof leaveToken,
  recipient: Recipient,
): boolean => list.some((secret) => sameBytes(Buffer.from(given), Buffer.from(make(secret, recipient))))

/** Where the links of mails lead, their facts after # so that they reach no log. */
export const answerLink = (publicUrl: string, secrets: Secrets, recipient: Recipient): string =>
  `${publicUrl}/invoice-copies#confirm.${recipient.id}.${answerToken(secrets, recipient)}`

export const leaveLink = (publicUrl: string, secrets: Secrets, recipient: Pick<Recipient, 'id'>): string =>
  `${publicUrl}/invoice-copies#leave.${recipient.id}.${leaveToken(secrets, recipient)}`

/** What the sealed links of mails to a payer's addresses lead to. */
export const leavableInvoices = 'invoices'
