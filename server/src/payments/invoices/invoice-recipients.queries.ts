import type { BillingEntityId } from '@byre/contract/subject-kinds'
import { recipientLimits } from '@byre/contract/billing/invoice-recipients'
import { sql } from 'kysely'
import { billingEntitiesOfCaller, type ProvenBillingEntityId } from '../../customers/index.ts'
import { withCaller } from '../../platform/authentication/authenticate.ts'
import { prepared, type Db } from '../../platform/database/db.ts'
import type { Proven } from '../../platform/proven.ts'
import '../tables.ts'

const { atMost, days } = recipientLimits

const columns = ['id', 'billing_entity_id', 'email', 'created_at', 'confirmed_at'] as const
const expiresAt = sql<string>`asked_at + make_interval(days => ${sql.lit(days)})`.as('expires_at')

/** Who gets copies of the invoices of a payer that the caller runs, or is asked, oldest first. */
export const listRecipients = prepared<'payments'>()(
  (db, p: { token_hash: Buffer; billing_entity_id: BillingEntityId }) =>
    withCaller(db, p.token_hash)
      .with('places', () => billingEntitiesOfCaller())
      .with('found', (q) =>
        q
          .selectFrom('payments.invoice_recipients')
          .select([...columns, expiresAt])
          .where('billing_entity_id', '=', p.billing_entity_id)
          .where('is_copy', '=', sql.lit(true))
          .where('refused_at', 'is', null)
          .limit(atMost),
      )
      .selectFrom('caller')
      .leftJoin('places', (join) => join.on('places.place_id', '=', p.billing_entity_id))
      .leftJoin('found', (join) => join.onRef('found.billing_entity_id', '=', 'places.place_id'))
      .select(columns.map((column) => `found.${column}` as const))
      .select(['found.expires_at', 'caller.user_id as caller_id', 'places.place_id as payer_id'])
      .orderBy('found.id'),
)

/** An address of a payer whose mails the actor may change. */
type EditedRecipient = { id: string; billing_entity_id: ProvenBillingEntityId<'edit'> }

/** An address whose own mail's link was opened. */
type AnsweringId = Proven<'link', string>

/** Has an address get copies; no row when it does or may already, or has said no. */
export const insertRecipient = prepared<'payments'>()(
  (db, p: EditedRecipient & { email: string; added_by: string }) =>
    db
      .insertInto('payments.invoice_recipients')
      .values({ id: p.id, billing_entity_id: p.billing_entity_id, email: p.email, added_by: p.added_by })
      .onConflict((conflict) =>
        conflict
          .columns(['billing_entity_id', 'email'])
          .doUpdateSet((e) => ({
            is_copy: true,
            mailing: e('payments.invoice_recipients.mailing', '+', 1),
            asked_at: sql<string>`now()`,
          }))
          .where('payments.invoice_recipients.is_copy', '=', sql.lit(false))
          .where('payments.invoice_recipients.refused_at', 'is', null),
      )
      .returning([...columns, expiresAt]),
)

/** Has a payer's own address asked; no row when it was before. Asks for no proof: it follows from setting that address. */
export const insertBillingEmail = prepared<'payments'>()(
  (db, p: { id: string; billing_entity_id: BillingEntityId; email: string; added_by: string }) =>
    db
      .insertInto('payments.invoice_recipients')
      .values({
        id: p.id,
        billing_entity_id: p.billing_entity_id,
        email: p.email,
        added_by: p.added_by,
        is_copy: false,
      })
      .onConflict((conflict) => conflict.columns(['billing_entity_id', 'email']).doNothing())
      .returning(['id', 'asked_at']),
)

/** What an address was asked about a payer's mails, and has said. */
export const findByAddress = prepared<'payments'>()(
  (db, p: { billing_entity_id: BillingEntityId; email: string }) =>
    db
      .selectFrom('payments.invoice_recipients')
      .select(['id', 'added_by', 'asked_at', 'confirmed_at', 'refused_at'])
      .where('billing_entity_id', '=', p.billing_entity_id)
      .where('email', '=', p.email),
)

/** Exact under the lock of the payer alone. */
export const countRecipients = prepared<'payments'>()((db, p: { billing_entity_id: BillingEntityId }) =>
  db
    .selectFrom('payments.invoice_recipients')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('billing_entity_id', '=', p.billing_entity_id)
    .where('is_copy', '=', sql.lit(true))
    .where('refused_at', 'is', null),
)

export const lockRecipient = prepared<'payments'>()((db, p: EditedRecipient) =>
  db
    .selectFrom('payments.invoice_recipients')
    .select(['id', 'email', 'confirmed_at'])
    .where('id', '=', p.id)
    .where('billing_entity_id', '=', p.billing_entity_id)
    .where('is_copy', '=', sql.lit(true))
    .where('refused_at', 'is', null)
    .forUpdate(),
)

/** Makes the links that were mailed before useless, for one that is good from now; no row so soon after the last. */
export const askRecipientAgain = prepared<'payments'>()(
  (db, p: EditedRecipient & { pause_seconds: number }) =>
    db
      .updateTable('payments.invoice_recipients')
      .set((e) => ({ mailing: e('mailing', '+', 1), asked_at: sql<string>`now()` }))
      .where('id', '=', p.id)
      .where('billing_entity_id', '=', p.billing_entity_id)
      .where('confirmed_at', 'is', null)
      .where('refused_at', 'is', null)
      .where(sql<boolean>`asked_at <= now() - make_interval(secs => ${p.pause_seconds}::float8)`)
      .returning([...columns, expiresAt, 'asked_at']),
)

/** Sends an address copies no longer; what it has said to being the payer's own stays. */
export const endCopies = prepared<'payments'>()((db, p: EditedRecipient) =>
  db
    .updateTable('payments.invoice_recipients')
    .set({ is_copy: false })
    .where('id', '=', p.id)
    .where('billing_entity_id', '=', p.billing_entity_id)
    .where('is_copy', '=', sql.lit(true))
    .returning(['id', 'email']),
)

export const deleteRecipient = prepared<'payments'>()((db, p: EditedRecipient) =>
  db
    .deleteFrom('payments.invoice_recipients')
    .where('id', '=', p.id)
    .where('billing_entity_id', '=', p.billing_entity_id)
    .where('is_copy', '=', sql.lit(true))
    .where('refused_at', 'is', null)
    .returning(['id', 'email']),
)

/** Forgets an address that was the payer's for a moment, before any mail could ask it. */
export const forgetUnasked = prepared<'payments'>()((db, p: { id: string }) =>
  db
    .deleteFrom('payments.invoice_recipients')
    .where('id', '=', p.id)
    .where('mailing', '=', 1)
    .where('is_copy', '=', sql.lit(false))
    .where('confirmed_at', 'is', null)
    .where('refused_at', 'is', null),
)

/** Whoever a link or a mail is about. */
export const findRecipient = prepared<'payments'>()((db, p: { id: string }) =>
  db
    .selectFrom('payments.invoice_recipients')
    .select(['id', 'billing_entity_id', 'email', 'added_by', 'mailing', 'is_copy'])
    .select(['confirmed_at', 'refused_at'])
    .where('id', '=', p.id),
)

/** Confirms an address with the link of its newest mail, once and while it is good; also after a no. */
export const markRecipientConfirmed = prepared<'payments'>()((db, p: { id: AnsweringId; mailing: number }) =>
  db
    .updateTable('payments.invoice_recipients')
    .set({ confirmed_at: sql<string>`now()`, refused_at: null })
    .where('id', '=', p.id)
    .where('mailing', '=', p.mailing)
    .where('confirmed_at', 'is', null)
    .where(sql<boolean>`asked_at > now() - make_interval(days => ${sql.lit(days)})`)
    .returning(['billing_entity_id', 'email']),
)

/** An address wants no more of a payer's mails, for good. */
export const markRecipientRefused = prepared<'payments'>()((db, p: { id: AnsweringId }) =>
  db
    .updateTable('payments.invoice_recipients')
    .set({ confirmed_at: null, refused_at: sql<string>`coalesce(refused_at, now())` })
    .where('id', '=', p.id),
)

/** Whom invoices of a payer go to beside its own address. */
export const listConfirmed = prepared<'payments'>()((db, p: { billing_entity_id: BillingEntityId }) =>
  db
    .selectFrom('payments.invoice_recipients')
    .select(['id'])
    .where('billing_entity_id', '=', p.billing_entity_id)
    .where('is_copy', '=', sql.lit(true))
    .where('confirmed_at', 'is not', null)
    .orderBy('id')
    .limit(atMost),
)

/** Payers whose invoices somebody gets copies of, by id after one. */
export const listBillingEntitiesWithRecipients = prepared<'payments'>()(
  (db, p: { after: string | null; limit: number }) =>
    db
      .selectFrom('payments.invoice_recipients')
      .select('billing_entity_id as id')
      .distinct()
      .where(sql<boolean>`(${p.after}::uuid is null or billing_entity_id > ${p.after}::uuid)`)
      .orderBy('billing_entity_id')
      .limit(p.limit),
)

export const deleteRecipientsOf = prepared<'payments'>()((db, p: { ids: string[] }) =>
  db.deleteFrom('payments.invoice_recipients').where(sql<boolean>`billing_entity_id = any(${p.ids}::uuid[])`),
)

/** Links in mails sent before a moment that nothing but that mail holds: how many, and until when. */
export async function listRecipientLinksLeft(
  db: Db<'payments'>,
  since: string,
): Promise<{ value: string; left: number; until: string | null }[]> {
  const { rows } = await sql<{ value: string; left: number; until: string | null }>`
    select 'questions whether an address wants invoices' as value, count(*)::int as left,
        max(asked_at) + interval '7 days' as until
      from payments.invoice_recipients
      where confirmed_at is null and asked_at > now() - interval '7 days' and asked_at < ${since}
    union all
    select 'addresses whose older invoice mails have a link that ends them', count(*)::int, null
      from payments.invoice_recipients where confirmed_at < ${since}
  `.execute(db)
  return rows
}
