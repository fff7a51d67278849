import { sql } from 'kysely'
import type { ListedBilling, ListedBillingColumns, Place } from '../../customers/index.ts'

/** When a subscription `u` is charged next, as `nextChargeOf` reckons; null: once it can be paid for, or never. */
export const nextAt = sql<string | null>`case when u.cancel_at is null then case u.phase
  when 'trial' then u.trial_ends_at
  when 'period' then coalesce(u.resumes_at, u.current_period_end)
  when 'paused' then u.resumes_at end end`

/** Expressions of a statement of customers, by the names of its ports.ts. */
export function listedBilling(kind: Place['kind']): ListedBillingColumns {
  const live = sql`u.${sql.ref(`${kind}_id`)} = s.id and u.status <> 'canceled'`
  return {
    billing: sql<ListedBilling | null>`(
      select jsonb_build_object('at', ${nextAt}, 'is_charged', u.cancel_at is null,
        'plan_name', p.name, 'amount', p.amount, 'currency', p.currency)
      from payments.subscriptions as u join payments.plans as p on p.id = s.plan_id where ${live})`,
    state: sql<'running' | 'trial' | 'past_due' | null>`(
      select case u.status when 'trialing' then 'trial' when 'past_due' then 'past_due' else 'running' end
      from payments.subscriptions as u where ${live})`,
    nextAt: sql<string | null>`(select ${nextAt} from payments.subscriptions as u where ${live})`,
  }
}
