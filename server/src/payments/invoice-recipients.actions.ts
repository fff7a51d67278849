import type {
  addInvoiceRecipient as AddRecipient,
  confirmInvoiceRecipient as ConfirmRecipient,
  InvoiceRecipient,
  removeInvoiceRecipient as RemoveRecipient,
  resendInvoiceRecipient as ResendRecipient,
} from '@byre/contract/invoice-recipients'
import { limits } from '@byre/contract/limits'
import { billingEntityFor, findPayingParty } from '../customers/index.ts'
import { answered, type Actor, type Asker } from '../platform/actor.ts'
import { writeAudit, type RequestFacts } from '../platform/audit.ts'
import type { Db } from '../platform/db.ts'
import { refuse } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { spend } from '../platform/limits.ts'
import type { Outbox } from '../platform/outbox.ts'
import type { Call } from '../platform/route.ts'
import { sameBytes, type Secrets } from '../platform/secrets.ts'
import { paymentsMail, type InvoiceLetter } from './billing.policy.ts'
import {
  askRecipientAgain,
  countRecipients,
  deleteRecipient,
  findRecipient,
  insertRecipient,
  listConfirmed,
  listRecipients,
  lockRecipient,
  markRecipientConfirmed,
} from './invoice-recipients.queries.ts'

/* Addresses that get a payer's invoices beside its own. Nothing but the question itself is sent to one that has not said yes. */

export interface RecipientDesk {
  secrets: Secrets
  limitFactor: number
}

const runners = ['Owner', 'Admin'] as const
const perPayer = { name: 'invoice-recipients', max: 30, windowSeconds: 3600 }
const perAddress = { name: 'invoice-recipient-mails', max: 5, windowSeconds: 24 * 3600 }

export async function listInvoiceRecipients(db: Db<'payments'>, asker: Asker, billingEntityId: string) {
  const rows = answered(await listRecipients(db, { ...asker, billing_entity_id: billingEntityId }))
  if (rows[0].payer_id === null) refuse('not_found')
  const invoice_recipients = rows.flatMap(({ asker_id: _, payer_id: __, ...row }) =>
    row.id === null ? [] : [row as InvoiceRecipient],
  )
  return { invoice_recipients }
}

export async function addInvoiceRecipient(
  desk: RecipientDesk,
  { deed, actor, params, body, from }: Call<typeof AddRecipient, 'payments'>,
): Promise<InvoiceRecipient> {
  return deed.transaction(async (db) => {
    const payer = await billingEntityFor(db, actor.user_id, params.id, runners)
    await takeFromLimits(db, desk, payer.id, body.email)
    const [added] = await insertRecipient(db, {
      id: newId(),
      billing_entity_id: payer.id,
      email: body.email,
      added_by: actor.user_id,
    })
    if (!added || payer.email === body.email) refuse('recipient.exists', { field: 'email' })
    const [counted] = await countRecipients(db, { billing_entity_id: payer.id })
    if ((counted?.count ?? 0) > limits.invoiceRecipients.atMost) refuse('recipient.too_many')

    await deed.enqueue(db, paymentsMail, { letter: 'confirm recipient', recipient_id: added.id })
    await writeAudit(db, {
      ...lineOf(actor, payer.id, from),
      deed: 'addInvoiceRecipient',
      after: { email: added.email },
    })
    return added
  })
}

export async function resendInvoiceRecipient(
  desk: RecipientDesk,
  { deed, actor, params, from }: Call<typeof ResendRecipient, 'payments'>,
): Promise<InvoiceRecipient> {
  return deed.transaction(async (db) => {
    const payer = await billingEntityFor(db, actor.user_id, params.id, runners)
    const [present] = await lockRecipient(db, { id: params.recipientId, billing_entity_id: payer.id })
    if (!present) refuse('not_found')
    if (present.confirmed_at !== null) refuse('recipient.confirmed')

    await takeFromLimits(db, desk, payer.id, present.email)
    const [asked] = await askRecipientAgain(db, { id: present.id })
    if (!asked) refuse('recipient.confirmed')
    await deed.enqueue(db, paymentsMail, { letter: 'confirm recipient', recipient_id: asked.id })
    await writeAudit(db, {
      ...lineOf(actor, payer.id, from),
      deed: 'resendInvoiceRecipient',
      after: { email: asked.email },
    })
    return asked
  })
}

/** The payer's counter is held until the transaction ends, so that its addresses are counted one by one. */
async function takeFromLimits(
  db: Db<'payments'>,
  { limitFactor }: RecipientDesk,
  payer: string,
  email: string,
) {
  await spend(db, { ...perPayer, max: perPayer.max * limitFactor }, payer)
  await spend(db, { ...perAddress, max: perAddress.max * limitFactor }, email)
}

export async function removeInvoiceRecipient({
  deed,
  actor,
  params,
  from,
}: Call<typeof RemoveRecipient, 'payments'>): Promise<null> {
  return deed.transaction(async (db) => {
    const payer = await billingEntityFor(db, actor.user_id, params.id, runners)
    const [removed] = await deleteRecipient(db, { id: params.recipientId, billing_entity_id: payer.id })
    if (!removed) refuse('not_found')
    await writeAudit(db, {
      ...lineOf(actor, payer.id, from),
      deed: 'removeInvoiceRecipient',
      before: { email: removed.email },
    })
    return null
  })
}

const lineOf = (actor: Actor | null, subject_id: string, from: RequestFacts) => ({
  actor_id: actor?.user_id ?? null,
  kind: 'billing_entity',
  subject_id,
  from,
})

/** What the link of a mail proves: that whoever opens it reads that mail. */
export const recipientTokens = {
  confirm: (secrets: Secrets, id: string, mailing: number) =>
    secrets.mac('invoice recipient confirms', id, String(mailing)).toString('base64url'),
  leave: (secrets: Secrets, id: string) => secrets.mac('invoice recipient leaves', id).toString('base64url'),
}

const isSame = (given: string, right: string) => sameBytes(Buffer.from(given), Buffer.from(right))

type ByLink = Call<typeof ConfirmRecipient, 'payments'>

/** Says yes to a payer's invoices: once, with the newest mail's link, within seven days. */
export async function confirmInvoiceRecipient(
  { secrets }: RecipientDesk,
  { deed, params, body, from }: ByLink,
) {
  const { id } = params
  return deed.transaction(async (db) => {
    const [found] = await findRecipient(db, { id })
    const isRight = found && isSame(body.token, recipientTokens.confirm(secrets, id, found.mailing))
    const [confirmed] = isRight ? await markRecipientConfirmed(db, { id, mailing: found.mailing }) : []
    if (!confirmed) refuse('link.dead')
    const { billing_entity_id, email } = confirmed

    await writeAudit(db, {
      ...lineOf(null, billing_entity_id, from),
      deed: 'confirmInvoiceRecipient',
      after: { email },
    })
    return answerOf(db, billing_entity_id, email)
  })
}

/** Says no more to a payer's invoices, with the link that each of their mails carries. */
export async function leaveInvoices({ secrets }: RecipientDesk, { deed, params, body, from }: ByLink) {
  const { id } = params
  return deed.transaction(async (db) => {
    const [found] = await findRecipient(db, { id })
    if (!found || !isSame(body.token, recipientTokens.leave(secrets, id))) refuse('link.dead')
    const { billing_entity_id, email } = found

    await deleteRecipient(db, { id, billing_entity_id })
    await writeAudit(db, {
      ...lineOf(null, billing_entity_id, from),
      deed: 'removeInvoiceRecipient',
      before: { email },
    })
    return answerOf(db, billing_entity_id, email)
  })
}

async function answerOf(db: Db<'payments'>, billingEntityId: string, email: string) {
  const payer = await findPayingParty(db, billingEntityId)
  return { email, payer_name: payer?.name ?? '' }
}

/** An invoice that was just issued is paid or refused within minutes, and that mail carries it. */
const issuedAfterSeconds = 3600

/** Sends a letter about an invoice to the payer and, one by one, to whoever else gets its invoices. */
export async function mailInvoice(
  { outbox }: { outbox: Outbox },
  db: Db<'payments'>,
  letter: InvoiceLetter,
  payer: string,
): Promise<void> {
  const options = letter.letter === 'invoice issued' ? { afterSeconds: issuedAfterSeconds } : {}
  await outbox.send(db, paymentsMail, letter, options)
  for (const { id } of await listConfirmed(db, { billing_entity_id: payer }))
    await outbox.send(db, paymentsMail, { ...letter, recipient_id: id }, options)
}
