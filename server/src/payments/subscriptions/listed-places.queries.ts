import { sql } from 'kysely'
import type { ListedBilling, ListedBillingSql, Place } from '../../customers/index.ts'

/** When a subscription `u` is charged next, as `nextChargeOf` reckons; null: once it can be paid for, or never. */
export const nextAt = sql<string | null>`case when u.cancel_at is null then case u.phase
  when 'trial' then u.trial_ends_at
  when 'period' then coalesce(u.resumes_at, u.current_period_end)
  when 'paused' then u.resumes_at end end`

const state = sql<'running' | 'trial' | 'past_due'>`
  case u.status when 'trialing' then 'trial' when 'past_due' then 'past_due' else 'running' end`

/** Parts of a statement of customers, by the names of its ports.ts. */
export function listedBilling(kind: Place['kind']): ListedBillingSql {
  const live = sql`u.${sql.ref(`${kind}_id`)} = s.id and u.status <> 'canceled'`
  return {
    row: sql<ListedBilling>`(
      select ${state} as billing_state, ${nextAt} as next_at, u.cancel_at is null as is_charged,
        p.name as plan_name, p.amount, p.currency
      from payments.subscriptions as u left join payments.plans as p on p.id = s.plan_id where ${live})`,
    state: sql`(select ${state} from payments.subscriptions as u where ${live})`,
    nextAt: sql`(select ${nextAt} from payments.subscriptions as u where ${live})`,
  }
}
