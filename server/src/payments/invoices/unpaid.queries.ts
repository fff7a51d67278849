import type { BillingEntityId, ClinicId, SiteId } from '@byre/contract/subject-kinds'
import type { Subscription } from '@byre/contract/billing/subscriptions'
import { sql } from 'kysely'
import { billingEntitiesOfCaller } from '../../customers/index.ts'
import { withCaller } from '../../platform/authentication/authenticate.ts'
import { callersList } from '../../platform/authentication/proven-lists.ts'
import type { CallerRow } from '../lists.policy.ts'
import '../tables.ts'

/** A place whose payer owes something for it, or which is shut for want of a card. */
export interface UnpaidPlace {
  id: string
  billing_entity_id: BillingEntityId
  site_id: SiteId | null
  clinic_id: ClinicId | null
  status: Exclude<Subscription['status'], 'trialing' | 'canceled'>
  /** Minor units. */
  owed: number
  currency: 'cad' | 'usd' | null
  is_asked: boolean
  next_try_at: string | null
  has_card: boolean
}

/** No caller needs more to see what is wrong. */
const atMost = 2000

/** Of the payers that the caller runs. Costs the healthy one look at their subscriptions and at what is open. */
export const listUnpaidPlaces = callersList<'payments'>()((db, p: { token_hash: Buffer }) =>
  withCaller(db, p.token_hash)
    .with('places', () => billingEntitiesOfCaller())
    .with('open', (q) =>
      q
        .selectFrom('places')
        .innerJoin('payments.invoices as v', 'v.billing_entity_id', 'places.place_id')
        .where('v.status', '=', sql.lit('open'))
        .select([
          'v.subscription_id',
          sql<number>`sum(v.total - v.credited)::int`.as('owed'),
          sql<'cad' | 'usd'>`min(v.currency)`.as('currency'),
          sql<string | null>`min(v.next_try_at)`.as('next_try_at'),
          sql<boolean>`bool_or(exists (select from payments.charge_attempts a
            where a.invoice_id = v.id and a.outcome = 'requires_action'))`.as('is_asked'),
        ])
        .groupBy('v.subscription_id'),
    )
    .with('unpaid', (q) =>
      q
        .selectFrom('places')
        .innerJoin('payments.subscriptions as s', 's.billing_entity_id', 'places.place_id')
        .leftJoin('open', 'open.subscription_id', 's.id')
        .leftJoin('payments.cards as c', 'c.billing_entity_id', 's.billing_entity_id')
        .where((e) =>
          e.or([
            e('open.is_asked', 'is', true),
            e.and([
              sql<boolean>`s.status in ('past_due', 'read_only', 'stopped')`,
              e('s.phase', '<>', sql.lit('paused')),
              // What waits for its first charge at a card that is there is charged by itself.
              e.or([e('open.subscription_id', 'is not', null), e('c.id', 'is', null)]),
            ]),
          ]),
        )
        .where('s.status', '<>', sql.lit('canceled'))
        .select((e) => [
          's.id',
          's.billing_entity_id',
          's.site_id',
          's.clinic_id',
          's.status',
          e.fn.coalesce('open.owed', sql.lit(0)).as('owed'),
          'open.currency',
          'open.next_try_at',
          e.fn.coalesce('open.is_asked', sql.lit(false)).as('is_asked'),
          e('c.id', 'is not', null).as('has_card'),
        ])
        .orderBy('s.id')
        .limit(atMost),
    )
    .selectFrom('caller')
    .leftJoin('unpaid', (join) => join.onTrue())
    .selectAll('unpaid')
    .select('caller.user_id as caller_id')
    .$castTo<CallerRow<UnpaidPlace>>(),
)
