import type { Plan } from '@byre/contract/plans'
import type { Subscription } from '@byre/contract/subscriptions'
import type { Generated } from 'kysely'

type GatewayName = 'sandbox' | 'stripe'

declare module '../platform/db.ts' {
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
      version: Generated<number>
      created_at: Generated<string>
    }
    'payments.subscriptions': {
      id: string
      billing_entity_id: string
      site_id: string | null
      clinic_id: string | null
      status: Subscription['status']
      trial_ends_at: string | null
      current_period_start: Generated<string | null>
      current_period_end: Generated<string | null>
      cancel_at: Generated<string | null>
      ended_at: Generated<string | null>
      version: Generated<number>
      created_at: Generated<string>
    }
    'payments.subscription_items': {
      id: string
      subscription_id: string
      billing_entity_id: string
      plan_id: string
      pending_plan_id: Generated<string | null>
      created_at: Generated<string>
    }
    'payments.cards': {
      id: string
      billing_entity_id: string
      gateway: GatewayName
      gateway_card_id: string
      brand: string
      last_four: string
      exp_month: number
      exp_year: number
      checked_at: Generated<string>
      version: Generated<number>
      created_at: Generated<string>
    }
    'payments.card_attempts': {
      id: string
      billing_entity_id: string
      gateway: GatewayName
      abandoned: Generated<boolean>
      started_at: Generated<string>
    }
    'payments.card_declines': {
      who: string
      counted: number
      until: string
    }
    'payments.sandbox_cards': {
      id: string
      reference: string
      brand: string
      last_four: string
      exp_month: number
      exp_year: number
      created_at: Generated<string>
    }
  }
}
