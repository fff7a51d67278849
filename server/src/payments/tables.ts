import type { Plan } from '@byre/contract/billing/plans'
import type { Subscription } from '@byre/contract/billing/subscriptions'
import type { BillingEntityId, ClinicId, SiteId } from '@byre/contract/subject-kinds'
import type { MoneyLine, TaxLine } from '@byre/contract/billing/money'
import type { Invoice } from '@byre/contract/billing/invoices'
import type { ColumnType, Generated } from 'kysely'
import type { GatheredMail } from './billing.policy.ts'
import type { BillingEvent, Phase, State } from './engine.policy.ts'
import type { GatewayEvent, ShownCard } from './ports.ts'

/**
 * How a kept card behaves when it is to pay. `asks`: the bank wants its holder each time. `slow`: it takes
 * seconds to settle. `forgets`: the money is taken but the first answers are lost on the way.
 */
export type Manner =
  'pays' | 'asks' | 'slow' | 'forgets' | 'insufficient_funds' | 'generic_decline' | 'fraudulent'

type GatewayName = 'sandbox' | 'stripe'

/** Written as a text, read as what it says; frozen. */
type Frozen<T> = ColumnType<T, string, never>

declare module '../platform/database/db.ts' {
  interface DB {
    'payments.plans': {
      id: string
      product: Plan['product']
      name: string
      currency: Plan['currency']
      amount: number
      interval: Plan['interval']
      interval_count: Generated<number>
      description: string
      features: string[]
      trial_days: Generated<number>
      active: Generated<boolean>
      head: Generated<number | null>
      version: Generated<number>
      created_at: Generated<string>
    }
    'payments.subscriptions': {
      id: string
      billing_entity_id: BillingEntityId
      site_id: SiteId | null
      clinic_id: ClinicId | null
      status: Subscription['status']
      trial_ends_at: string | null
      current_period_start: Generated<string | null>
      current_period_end: Generated<string | null>
      cancel_at: Generated<string | null>
      resumes_at: Generated<string | null>
      pending_billing_entity_id: Generated<BillingEntityId | null>
      phase: Generated<Phase>
      anchor_day: Generated<number | null>
      due_at: Generated<string | null>
      events: Generated<number>
      ended_at: Generated<string | null>
      version: Generated<number>
      created_at: Generated<string>
    }
    'payments.subscription_items': {
      id: string
      subscription_id: string
      billing_entity_id: BillingEntityId
      plan_id: string
      pending_plan_id: Generated<string | null>
      created_at: Generated<string>
    }
    'payments.subscription_events': {
      subscription_id: string
      n: number
      at: string
      before: Frozen<State>
      event: Frozen<BillingEvent>
      invoice_id: string | null
    }
    'payments.invoice_counters': {
      billing_entity_id: BillingEntityId
      last_sequence: number
    }
    'payments.invoices': {
      id: string
      billing_entity_id: BillingEntityId
      sequence: number
      number: string
      kind: Generated<Invoice['kind']>
      corrects_id: Generated<string | null>
      subscription_id: string
      site_id: SiteId | null
      clinic_id: ClinicId | null
      place_name: string
      payer: Frozen<Invoice['payer']>
      seller: Frozen<Invoice['seller']>
      lines: Frozen<MoneyLine[]>
      taxes: Frozen<TaxLine[]>
      currency: Plan['currency']
      subtotal: number
      tax: number
      total: number
      status: Invoice['status']
      issued_at: string
      paid_at: Generated<string | null>
      next_try_at: Generated<string | null>
      tries: Generated<number>
      failed_at: Generated<string | null>
      credited: Generated<number>
      credited_lines: Generated<number[]>
      reason: Generated<string | null>
      paid_by_id: Generated<string | null>
      refund: Generated<number>
      refunded_at: Generated<string | null>
      version: Generated<number>
    }
    'payments.invoice_recipients': {
      id: string
      billing_entity_id: BillingEntityId
      email: string
      added_by: string
      created_at: Generated<string>
      mailing: Generated<number>
      asked_at: Generated<string>
      confirmed_at: Generated<string | null>
      is_copy: Generated<boolean>
      refused_at: Generated<string | null>
    }
    'payments.charges': {
      id: string
      key: string
      billing_entity_id: BillingEntityId
      amount: number
      currency: Plan['currency']
      asked_at: string
    }
    'payments.charge_attempts': {
      invoice_id: string
      n: number
      charge_id: string
      gateway: GatewayName
      gateway_card_id: string
      brand: Generated<string | null>
      last_four: Generated<string | null>
      amount: number
      outcome: Generated<'asked' | 'processing' | 'requires_action' | 'succeeded' | 'declined' | 'refunded'>
      reason: Generated<'hard' | 'soft' | null>
      code: Generated<string | null>
      gateway_payment_id: Generated<string | null>
      action_url: Generated<string | null>
      asked_at: string
      ended_at: Generated<string | null>
    }
    'payments.refunds': {
      id: string
      invoice_id: string
      gateway: GatewayName
      gateway_payment_id: string
      amount: number
      currency: Plan['currency']
      created_at: string
      asked_at: Generated<string | null>
      refusals: Generated<number>
      refused_code: Generated<string | null>
      next_try_at: string | null
      done_at: Generated<string | null>
    }
    'payments.gathered_mails': {
      id: string
      billing_entity_id: BillingEntityId
      letter: GatheredMail['letter']
      days: Generated<number | null>
      about_id: string
    }
    'payments.notices': {
      about_id: string
      kind: string
      sent_at: string
    }
    'payments.cards': {
      id: string
      billing_entity_id: BillingEntityId
      gateway: GatewayName
      gateway_card_id: string
      brand: string
      last_four: string
      exp_month: number
      exp_year: number
      attempt_id: Generated<string | null>
      version: Generated<number>
      created_at: Generated<string>
    }
    'payments.card_attempts': {
      id: string
      billing_entity_id: BillingEntityId
      gateway: GatewayName
      abandoned: Generated<boolean>
      started_at: Generated<string>
      card_id: string | null
      gateway_card_id: string
      gateway_setup_id: Generated<string | null>
      actor_id: string | null
      shown: Generated<ShownCard | null>
    }
    'payments.card_declines': {
      who: string
      counted: number
      until: string
    }
    'payments.gateway_customers': {
      billing_entity_id: BillingEntityId
      gateway: GatewayName
      customer: string
      checked_at: Generated<string>
    }
    'payments.gateway_events': {
      gateway: GatewayName
      id: string
      type: string
      about_kind: GatewayEvent['about']['kind']
      about_id: string
      received_at: Generated<string>
      done_at: Generated<string | null>
    }
    'payments.sandbox_cards': {
      id: string
      customer: string
      brand: string
      last_four: string
      exp_month: number
      exp_year: number
      manner: Manner
      state: 'kept' | 'waiting' | 'refused'
      return_url: string | null
      created_at: Generated<string>
    }
    'payments.sandbox_payments': {
      id: string
      key: string
      asked: Generated<number>
      card_id: string
      invoice_id: string
      billing_entity_id: string
      amount: number
      currency: 'cad' | 'usd'
      description: string
      state: 'succeeded' | 'processing' | 'requires_action' | 'declined' | 'canceled'
      decline_code: string | null
      settles_at: string | null
      return_url: string
      created_at: Generated<string>
    }
    'payments.sandbox_refunds': {
      id: string
      key: string
      payment_id: string
      amount: number
      created_at: Generated<string>
    }
  }
}
