import type { BillingEntityId } from '@byre/contract/subject-kinds'
import type { Role } from '@byre/contract/rights'
import type { TaxNumberKey } from '@byre/contract/billing/tax-numbers'
import { sql, type Selectable } from 'kysely'
import { prepared } from '../../platform/database/db.ts'
import { auditColumns, auditLine, auditValues, changeValues } from '../audit.queries.ts'
import { isRunnersEmail } from './billing-emails.queries.ts'
import type { ProvenBillingEntityId } from './billing-entities.policy.ts'
import { billingEntityColumns } from './billing-entities.queries.ts'
import { difference } from '../changes.queries.ts'
import type { CustomersTables, EmailState } from '../tables.ts'

type Row = Selectable<CustomersTables['customers.billing_entities']>
export type NewBillingEntityRow = Pick<
  Row,
  'id' | 'name' | 'email' | 'phone' | 'address' | 'city' | 'region' | 'country' | 'postal_code' | TaxNumberKey
>

/** A billing entity, its Owner and the audit line. */
export const insertBillingEntity = prepared<'customers'>()(
  (db, p: NewBillingEntityRow & { user_id: string; audit: string }) =>
    db
      .with('entity', (q) =>
        q
          .insertInto('customers.billing_entities')
          .values({
            id: p.id,
            name: p.name,
            email: p.email,
            // The creator's own address is proven.
            email_state: sql<EmailState>`case when ${p.email} = (
              select u.email from customers.users as u where u.id = ${p.user_id}::uuid)
              then 'confirmed' else 'waiting' end`,
            email_asked_at: null,
            phone: p.phone,
            address: p.address,
            city: p.city,
            region: p.region,
            country: p.country,
            postal_code: p.postal_code,
            gst_hst_number: p.gst_hst_number,
            qst_number: p.qst_number,
            ein: p.ein,
          })
          .returning(['id', 'created_at', 'version', 'email_state', 'email_asked_at']),
      )
      .with('member', (q) =>
        q
          .insertInto('customers.members')
          .columns(['place_id', 'user_id', 'kind', 'role'])
          .expression((e) =>
            e
              .selectFrom('entity')
              .select([
                'entity.id',
                sql<string>`${p.user_id}::uuid`.as('user_id'),
                sql<'billing_entity'>`'billing_entity'`.as('kind'),
                sql<'Owner'>`'Owner'`.as('role'),
              ]),
          ),
      )
      .with('audited', (q) =>
        q
          .insertInto('platform.audit')
          .columns(auditColumns)
          .expression((e) => e.selectFrom(['entity', auditLine(p.audit)]).select(auditValues)),
      )
      .selectFrom('entity')
      .select(['created_at', 'version', 'email_state', 'email_asked_at']),
)

interface Change {
  id: BillingEntityId
  user_id: string
  editors: readonly Role[]
  /** The sent fields as JSON; those that equal what is stored change nothing. */
  changes: string
  if_match: number | null
  /** True: all was judged under the row's lock. */
  is_judged: boolean
  audit: string
}

/**
 * Changes a billing entity and writes the audit line in one statement; gives it as it is then. No row
 * when nothing differs, somebody was faster, or more must be judged than one statement can. It is its own check: `m`,
 * with one of the `editors`' roles, is part of what is changed.
 */
export const changeBillingEntity = prepared<'customers'>()((db, p: Change) =>
  db
    .with('changed', (q) =>
      q
        .updateTable('customers.billing_entities as b')
        .from([
          'customers.members as m',
          'customers.billing_entities as o',
          difference(p.changes),
          sql<Row>`jsonb_populate_record(o, d.after)`.as('n'),
        ])
        .set((e) => ({
          name: e.ref('n.name'),
          email: e.ref('n.email'),
          email_state: sql<EmailState>`case when n.email = o.email then b.email_state when ${isRunnersEmail('n.email')} then 'confirmed' else 'waiting' end`,
          email_asked_at: sql<string | null>`case when n.email = o.email then b.email_asked_at end`,
          phone: e.ref('n.phone'),
          address: e.ref('n.address'),
          city: e.ref('n.city'),
          region: e.ref('n.region'),
          country: e.ref('n.country'),
          postal_code: e.ref('n.postal_code'),
          gst_hst_number: e.ref('n.gst_hst_number'),
          qst_number: e.ref('n.qst_number'),
          ein: e.ref('n.ein'),
          version: e('b.version', '+', 1),
        }))
        .where('b.id', '=', p.id)
        .where('b.deleted_at', 'is', null)
        .where('m.place_id', '=', p.id)
        .where('m.user_id', '=', p.user_id)
        .where('m.kind', '=', 'billing_entity')
        .where(sql<boolean>`m.role = any(${p.editors}::text[])`)
        .where('o.id', '=', p.id)
        // An edit that came between reading `o` and locking `b` shows in the version.
        .whereRef('o.version', '=', 'b.version')
        .where('d.after', 'is not', null)
        // Another address is asked by mail, which takes a transaction.
        .where(sql<boolean>`(${p.is_judged}::boolean or n.email = o.email)`)
        .where(sql<boolean>`(${p.is_judged}::boolean or coalesce(o.version = ${p.if_match}::int, true))`)
        .returning([...billingEntityColumns, 'm.role', 'd.before', 'd.after']),
    )
    .with('audited', (q) =>
      q
        .insertInto('platform.audit')
        .columns(auditColumns)
        .expression((e) => e.selectFrom(['changed as d', auditLine(p.audit)]).select(changeValues)),
    )
    .selectFrom('changed as b')
    .select([...billingEntityColumns, 'b.role']),
)

/** A billing entity as one of its members sees it, locked against every use until the transaction ends. */
export const lockBillingEntity = prepared<'customers'>()((db, p: { id: BillingEntityId; user_id: string }) =>
  db
    .selectFrom('customers.members as m')
    .innerJoin('customers.billing_entities as b', 'b.id', 'm.place_id')
    .select([...billingEntityColumns, 'm.role'])
    .where('m.place_id', '=', p.id)
    .where('m.user_id', '=', p.user_id)
    .where('m.kind', '=', 'billing_entity')
    .where('b.deleted_at', 'is', null)
    .forUpdate('b'),
)

export const markBillingEntityDeleted = prepared<'customers'>()(
  (db, p: { id: ProvenBillingEntityId<'delete'>; audit: string }) =>
    db
      .with('entity', (q) =>
        q
          .updateTable('customers.billing_entities')
          .set((e) => ({ deleted_at: sql<string>`now()`, version: e('version', '+', 1) }))
          .where('id', '=', p.id)
          .returning(['id', 'deleted_at']),
      )
      .with('members', (q) =>
        q
          .updateTable('customers.members as m')
          .from('entity')
          .set((e) => ({ place_deleted_at: e.ref('entity.deleted_at') }))
          .whereRef('m.place_id', '=', 'entity.id'),
      )
      .with('audited', (q) =>
        q
          .insertInto('platform.audit')
          .columns(auditColumns)
          .expression((e) => e.selectFrom(['entity', auditLine(p.audit)]).select(auditValues)),
      )
      .selectFrom('entity')
      .select('id'),
)
