import type { Language } from '@byre/contract/languages'
import type { BillingEntityId } from '@byre/contract/subject-kinds'
import { sql } from 'kysely'
import { prepared } from '../../platform/database/db.ts'
import type { ByProduct } from '../access.policy.ts'
import type { EmailState } from '../tables.ts'

/** As many Owners as get what cannot go to their payer's address. */
const ownersAtMost = 20

/** Whether an address, such as `b.email`, is the account's of one who runs the payer `b`. */
export const isRunnersEmail = (email: string) => sql<boolean>`exists (
  select from customers.members as r join customers.users as ru on ru.id = r.user_id
  where r.place_id = b.id and r.role in ('Owner', 'Admin') and ru.left_at is null and ru.email = ${sql.ref(email)})`

/** Who owns a payer, those first who have longest. */
export const listOwners = prepared<'customers'>()((db, p: { id: BillingEntityId }) =>
  db
    .selectFrom('customers.members as m')
    .innerJoin('customers.users as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.email', 'u.language'])
    .where('m.place_id', '=', p.id)
    .where('m.kind', '=', 'billing_entity')
    .where('m.role', '=', sql.lit('Owner'))
    .where('u.left_at', 'is', null)
    .orderBy('m.created_at')
    .orderBy('m.user_id')
    .limit(ownersAtMost),
)

/**
 * In which language an address reads what is about a payer: in its account's; without one in that of whoever had it asked, else
 * of the Owner who has it longest.
 */
export const findReaderLanguage = prepared<'customers'>()(
  (db, p: { id: BillingEntityId; email: string; asked_by: string | null }) =>
    db
      .selectFrom('customers.billing_entities as b')
      .leftJoin('customers.users as h', (join) =>
        join.on('h.email', '=', p.email).on('h.left_at', 'is', null),
      )
      .leftJoin('customers.users as a', (join) =>
        join.on(sql<boolean>`a.id = ${p.asked_by}::uuid`).on('a.left_at', 'is', null),
      )
      .select(
        sql<Language | null>`case when h.id is not null then h.language when a.id is not null then a.language else (
          select o.language from customers.members as m join customers.users as o on o.id = m.user_id
          where m.place_id = b.id and m.role = 'Owner' and o.left_at is null
          order by m.created_at, m.user_id limit 1) end`.as('language'),
      )
      .where('b.id', '=', p.id),
)

/** Writes down what a payer's address has said, as long as it is the payer's. */
export const setEmailState = prepared<'customers'>()(
  (
    db,
    p: {
      id: ByProduct<BillingEntityId>
      email: string
      email_state: EmailState
      email_asked_at: string | null
    },
  ) =>
    db
      .updateTable('customers.billing_entities')
      .set({
        email_state: p.email_state,
        email_asked_at: sql<string | null>`coalesce(${p.email_asked_at}::timestamptz, email_asked_at)`,
      })
      .where('id', '=', p.id)
      .where('email', '=', p.email)
      .returning('id'),
)

/** Confirms the address of a payer where one who runs it has it; no row otherwise. */
export const confirmRunnersEmail = prepared<'customers'>()((db, p: { id: ByProduct<BillingEntityId> }) =>
  db
    .updateTable('customers.billing_entities as b')
    .set({ email_state: 'confirmed' })
    .where('b.id', '=', p.id)
    .where('b.email_state', '=', sql.lit('waiting'))
    .where(isRunnersEmail('b.email'))
    .returning('b.id'),
)

/** A payer's address and what it has said; it stays so until the transaction ends. */
export const lockEmail = prepared<'customers'>()((db, p: { id: BillingEntityId }) =>
  db
    .selectFrom('customers.billing_entities')
    .select(['email', 'email_state', 'email_asked_at'])
    .where('id', '=', p.id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate(),
)
