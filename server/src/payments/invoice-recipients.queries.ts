import { limits } from '@byre/contract/limits'
import { sql } from 'kysely'
import { placesOfAsker } from '../customers/index.ts'
import { withAsker } from '../platform/actor.ts'
import { prepared } from '../platform/db.ts'
import './tables.ts'

const { atMost, days } = limits.invoiceRecipients

const columns = ['id', 'billing_entity_id', 'email', 'created_at', 'confirmed_at'] as const
const expiresAt = sql<string>`asked_at + make_interval(days => ${sql.lit(days)})`.as('expires_at')

/** Who gets the invoices of a payer that the asker runs, oldest first. */
export const listRecipients = prepared<'payments'>()(
  (db, p: { token_hash: Buffer; billing_entity_id: string }) =>
    withAsker(db, p.token_hash)
      .with('places', () => placesOfAsker())
      .with('found', (q) =>
        q
          .selectFrom('payments.invoice_recipients')
          .select([...columns, expiresAt])
          .where('billing_entity_id', '=', p.billing_entity_id)
          .limit(atMost),
      )
      .selectFrom('asker')
      .leftJoin('places', (join) => join.on('places.place_id', '=', p.billing_entity_id))
      .leftJoin('found', (join) => join.onRef('found.billing_entity_id', '=', 'places.place_id'))
      .select(columns.map((column) => `found.${column}` as const))
      .select(['found.expires_at', 'asker.user_id as asker_id', 'places.place_id as payer_id'])
      .orderBy('found.id'),
)

/** Adds an address; no row when it is there already. */
export const insertRecipient = prepared<'payments'>()(
  (db, p: { id: string; billing_entity_id: string; email: string; added_by: string }) =>
    db
      .insertInto('payments.invoice_recipients')
      .values({ id: p.id, billing_entity_id: p.billing_entity_id, email: p.email, added_by: p.added_by })
      .onConflict((conflict) => conflict.columns(['billing_entity_id', 'email']).doNothing())
      .returning([...columns, expiresAt]),
)

export const countRecipients = prepared<'payments'>()((db, p: { billing_entity_id: string }) =>
  db
    .selectFrom('payments.invoice_recipients')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('billing_entity_id', '=', p.billing_entity_id),
)

export const lockRecipient = prepared<'payments'>()((db, p: { id: string; billing_entity_id: string }) =>
  db
    .selectFrom('payments.invoice_recipients')
    .select(['id', 'email', 'confirmed_at'])
    .where('id', '=', p.id)
    .where('billing_entity_id', '=', p.billing_entity_id)
    .forUpdate(),
)

/** Makes the links that were mailed before useless, for one that is good from now. */
export const askRecipientAgain = prepared<'payments'>()((db, p: { id: string }) =>
  db
    .updateTable('payments.invoice_recipients')
    .set((e) => ({ mailing: e('mailing', '+', 1), asked_at: sql<string>`now()` }))
    .where('id', '=', p.id)
    .where('confirmed_at', 'is', null)
    .returning([...columns, expiresAt]),
)

export const deleteRecipient = prepared<'payments'>()((db, p: { id: string; billing_entity_id: string }) =>
  db
    .deleteFrom('payments.invoice_recipients')
    .where('id', '=', p.id)
    .where('billing_entity_id', '=', p.billing_entity_id)
    .returning(['id', 'email']),
)

/** Whoever a link or a letter is about. */
export const findRecipient = prepared<'payments'>()((db, p: { id: string }) =>
  db
    .selectFrom('payments.invoice_recipients')
    .select(['id', 'billing_entity_id', 'email', 'mailing', 'confirmed_at'])
    .where('id', '=', p.id),
)

/** Confirms an address with the link of its newest mail, once and while it is good. */
export const markRecipientConfirmed = prepared<'payments'>()((db, p: { id: string; mailing: number }) =>
  db
    .updateTable('payments.invoice_recipients')
    .set({ confirmed_at: sql<string>`now()` })
    .where('id', '=', p.id)
    .where('mailing', '=', p.mailing)
    .where('confirmed_at', 'is', null)
    .where(sql<boolean>`asked_at > now() - make_interval(days => ${sql.lit(days)})`)
    .returning(['billing_entity_id', 'email']),
)

/** Whom invoices of a payer go to beside its own address. */
export const listConfirmed = prepared<'payments'>()((db, p: { billing_entity_id: string }) =>
  db
    .selectFrom('payments.invoice_recipients')
    .select(['id'])
    .where('billing_entity_id', '=', p.billing_entity_id)
    .where('confirmed_at', 'is not', null)
    .orderBy('id')
    .limit(atMost),
)

/** Payers whose invoices somebody gets copies of, by id after one. */
export const listPayersWithRecipients = prepared<'payments'>()(
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
