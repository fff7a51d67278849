import type { BillingEntityId, ClinicId, SiteId } from '@byre/contract/subject-kinds'
import type { Invoice, InvoiceHead } from '@byre/contract/billing/invoices'
import { sql } from 'kysely'
import { billingEntitiesOfCaller } from '../../customers/index.ts'
import { withCaller } from '../../platform/authentication/authenticate.ts'
import { callersList } from '../../platform/authentication/proven-lists.ts'
import { pageOfMatching, totalOfMatching } from '../../platform/lists.ts'
import { prepared } from '../../platform/database/db.ts'
import type { Proven } from '../../platform/proven.ts'
import type { InvoicedBillingEntityId } from '../access.policy.ts'
import type { CallerRow, Counted } from '../lists.policy.ts'
import '../tables.ts'

/** The payer's next number; whoever asks next waits until this transaction has ended. */
export const takeSequence = prepared<'payments'>()((db, p: { billing_entity_id: InvoicedBillingEntityId }) =>
  db
    .insertInto('payments.invoice_counters')
    .values({ billing_entity_id: p.billing_entity_id, last_sequence: 1 })
    .onConflict((conflict) =>
      conflict
        .column('billing_entity_id')
        .doUpdateSet({ last_sequence: sql<number>`invoice_counters.last_sequence + 1` }),
    )
    .returning('last_sequence as sequence'),
)

interface NewInvoice {
  id: string
  kind: 'invoice' | 'credit_note'
  corrects_id: string | null
  credited_lines: number[]
  reason: string | null
  paid_by_id: string | null
  refund: number
  billing_entity_id: InvoicedBillingEntityId
  sequence: number
  number: string
  subscription_id: string
  site_id: SiteId | null
  clinic_id: ClinicId | null
  place_name: string
  /** JSON texts. */
  payer: string
  seller: string
  lines: string
  taxes: string
  currency: 'cad' | 'usd'
  subtotal: number
  tax: number
  total: number
  status: 'open' | 'paid'
  issued_at: string
  paid_at: string | null
  next_try_at: string | null
  failed_at: string | null
}

export const insertInvoice = prepared<'payments'>()((db, p: NewInvoice) =>
  db.insertInto('payments.invoices').values({
    id: p.id,
    kind: p.kind,
    corrects_id: p.corrects_id,
    credited_lines: p.credited_lines,
    reason: p.reason,
    paid_by_id: p.paid_by_id,
    refund: p.refund,
    billing_entity_id: p.billing_entity_id,
    sequence: p.sequence,
    number: p.number,
    subscription_id: p.subscription_id,
    site_id: p.site_id,
    clinic_id: p.clinic_id,
    place_name: p.place_name,
    payer: p.payer,
    seller: p.seller,
    lines: p.lines,
    taxes: p.taxes,
    currency: p.currency,
    subtotal: p.subtotal,
    tax: p.tax,
    total: p.total,
    status: p.status,
    issued_at: p.issued_at,
    paid_at: p.paid_at,
    next_try_at: p.next_try_at,
    failed_at: p.failed_at,
  }),
)

const ofHead = [
  'id',
  'number',
  'kind',
  'corrects_id',
  'billing_entity_id',
  'subscription_id',
  'site_id',
  'clinic_id',
  'place_name',
  'currency',
  'subtotal',
  'tax',
  'total',
  'credited',
  'status',
  'issued_at',
  'paid_at',
  'next_try_at',
  'refund',
  'refunded_at',
] as const

const heads = ofHead.filter((column) => column !== 'total')
const frozen = [...heads, 'payer', 'seller', 'lines', 'taxes', 'reason'] as const

/** The page of the payer's bank, while a charge of this invoice waits for the payer. */
const actionUrlOf = (invoice: 'v' | 'page') =>
  sql<string | null>`(select a.action_url from payments.charge_attempts a
    where a.invoice_id = ${sql.ref(`${invoice}.id`)} and a.outcome = 'requires_action')`.as('action_url')

/** What an invoice `v` is told with: its neighbours, its bank's question, and the card that paid it. */
const relatedColumns = [
  actionUrlOf('v'),
  sql<string | null>`(select o.number from payments.invoices o where o.id = v.corrects_id)`.as(
    'corrects_number',
  ),
  sql<string | null>`(select n.number from payments.invoices n
    where n.corrects_id = v.id and n.kind = 'invoice')`.as('replaced_by_number'),
  sql<Invoice['paid_with']>`(select jsonb_build_object('brand', a.brand, 'last_four', a.last_four)
    from payments.charge_attempts a
    where a.invoice_id = coalesce(v.paid_by_id, v.id) and a.outcome = 'succeeded' and a.last_four is not null)`.as(
    'paid_with',
  ),
] as const
const whole = [...frozen, 'action_url', 'corrects_number', 'replaced_by_number', 'paid_with'] as const

/** An invoice's own total has another name beside a list's. */
type Named<I extends InvoiceHead> = Omit<I, 'total'> & { amount_due: number }

interface Wanted {
  token_hash: Buffer
  billing_entity_id: BillingEntityId | null
  site_id: SiteId | null
  clinic_id: ClinicId | null
  status: string | null
  /** A day or a month. */
  issued: string | null
  q: string | null
  limit: number
  offset: number
}

/** Invoices of the payers that the caller runs, in order of issue. */
function invoicesBy(direction: 'asc' | 'desc') {
  return callersList<'payments'>()((db, p: Wanted) =>
    withCaller(db, p.token_hash)
      .with('places', () => billingEntitiesOfCaller())
      .with('matching', (q) =>
        q
          .selectFrom('places')
          .innerJoin('payments.invoices as v', 'v.billing_entity_id', 'places.place_id')
          .select(ofHead.map((column) => `v.${column}` as const))
          .where(
            sql<boolean>`(${p.billing_entity_id}::uuid is null or v.billing_entity_id = ${p.billing_entity_id})`,
          )
          .where(sql<boolean>`(${p.site_id}::uuid is null or v.site_id = ${p.site_id})`)
          .where(sql<boolean>`(${p.clinic_id}::uuid is null or v.clinic_id = ${p.clinic_id})`)
          .where(sql<boolean>`(${p.status}::text is null or v.status = ${p.status})`)
          .where(
            sql<boolean>`(${p.issued}::text is null or starts_with(to_char(v.issued_at, 'YYYY-MM-DD'), ${p.issued}))`,
          )
          .where(
            sql<boolean>`(${p.q}::text is null or strpos(lower(v.number || ' ' || v.place_name), lower(${p.q})) > 0)`,
          ),
      )
      .selectFrom('caller')
      .leftJoin(pageOfMatching<(typeof heads)[number] | 'total'>('issued_at', direction, p), (join) =>
        join.onTrue(),
      )
      .select(heads.map((column) => `page.${column}` as const))
      .select([
        'caller.user_id as caller_id',
        'page.total as amount_due',
        actionUrlOf('page'),
        totalOfMatching,
      ])
      .orderBy('page.issued_at', direction)
      .orderBy('page.id', direction)
      .$castTo<Counted<Named<InvoiceHead>>>(),
  )
}

/** By every order that `sort` may name. */
export const listInvoicesIn = { issued_at: invoicesBy('asc'), '-issued_at': invoicesBy('desc') }

/** One invoice of a payer that the caller runs. */
export const findInvoice = prepared<'payments'>()((db, p: { token_hash: Buffer; id: string }) =>
  withCaller(db, p.token_hash)
    .with('places', () => billingEntitiesOfCaller())
    .with('found', (q) =>
      q
        .selectFrom('payments.invoices as v')
        .innerJoin('places', 'places.place_id', 'v.billing_entity_id')
        .select([...frozen, 'total', 'version'])
        .select(relatedColumns)
        .where('v.id', '=', p.id),
    )
    .selectFrom('caller')
    .leftJoin('found', (join) => join.onTrue())
    .select(whole.map((column) => `found.${column}` as const))
    .select(['found.total as amount_due', 'found.version', 'caller.user_id as caller_id'])
    .$castTo<CallerRow<Named<Invoice> & { version: number }>>(),
)

/** One invoice as its documents tell it, whoever asks. */
export const findDocument = prepared<'payments'>()((db, p: { id: string }) =>
  db
    .selectFrom('payments.invoices as v')
    .select([...frozen, 'total', 'version'])
    .select(relatedColumns)
    .where('v.id', '=', p.id),
)

/** What is still open for a place that was deleted will not be paid; what was given up so, opens again. */
export const setGivenUp = prepared<'payments'>()((db, p: { subscription_id: Proven<'delete', string> }) =>
  db
    .updateTable('payments.invoices')
    .set((e) => ({ status: 'uncollectible', next_try_at: null, version: e('version', '+', 1) }))
    .where('subscription_id', '=', p.subscription_id)
    .where('status', '=', 'open')
    .returning('id'),
)
/** Who owes what was given up when its place was deleted. */
export const listGivenUp = prepared<'payments'>()((db, p: { subscription_id: string }) =>
  db
    .selectFrom('payments.invoices')
    .select('billing_entity_id')
    .distinct()
    .where('subscription_id', '=', p.subscription_id)
    .where('status', '=', 'uncollectible'),
)
export const reopen = prepared<'payments'>()(
  (db, p: { subscription_id: Proven<'restore', string>; at: string }) =>
    db
      .updateTable('payments.invoices')
      .set((e) => ({ status: 'open', next_try_at: p.at, version: e('version', '+', 1) }))
      .where('subscription_id', '=', p.subscription_id)
      .where('status', '=', 'uncollectible')
      .returning(['id', 'billing_entity_id']),
)
