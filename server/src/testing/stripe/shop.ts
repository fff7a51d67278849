import type { BillingEntityId } from '@byre/contract/subject-kinds'
import { addCard, setUpCard } from '@byre/contract/billing/cards'
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { cardReconciliation } from '../../payments/cards/card-reconciliation.actions.ts'
import type { App } from '../../app.ts'
import { newBillingEntity } from '../places.ts'
import { StripeStandIn } from './stand-in.ts'
import { TestApp, type Person } from '../test-app.ts'

/** The portal with Stripe's stand-in behind it, and what both books hold. */
export class StripeShop {
  readonly testApp: TestApp
  readonly standIn: StripeStandIn

  private constructor(testApp: TestApp, standIn: StripeStandIn) {
    this.testApp = testApp
    this.standIn = standIn
  }

  static async open(env: Record<string, string> = {}): Promise<StripeShop> {
    const standIn = await StripeStandIn.open()
    return new StripeShop(await TestApp.start({ ...environmentOf(standIn), ...env }), standIn)
  }

  async close(): Promise<void> {
    await this.testApp.close()
    await this.standIn.close()
  }

  /** A payer whom the gateway knows. */
  async billingEntityOf(person: Person): Promise<{ billingEntity: string; customer: string }> {
    const billingEntity = (await newBillingEntity(this.testApp, person)).id
    await this.meet(person, billingEntity)
    const { rows } = await this.testApp.database.pool.query<{ customer: string }>(
      'select customer from payments.gateway_customers where billing_entity_id = $1',
      [billingEntity],
    )
    return { billingEntity, customer: rows[0]!.customer }
  }

  /** A call that the gateway answers. */
  async meet(person: Person, billingEntity: string): Promise<void> {
    const { status } = await this.testApp.call(setUpCard, {
      as: person,
      body: { billing_entity_id: billingEntity },
    })
    assert.equal(status, 200)
  }

  add(as: Person, billing_entity_id: string, payment_method: string, at?: App) {
    return this.testApp.call(addCard, {
      as,
      body: { billing_entity_id, payment_method },
      ...(at ? { at } : {}),
    })
  }

  /** Whose a payment method is at the gateway. */
  ownerOf(method: string): unknown {
    return this.standIn.book.find(method)?.customer
  }

  async cardsOf(billingEntity: string): Promise<{ id: string; gateway_card_id: string }[]> {
    return this.testApp.database.db
      .selectFrom('payments.cards')
      .select(['id', 'gateway_card_id'])
      .where('billing_entity_id', '=', billingEntity as BillingEntityId)
      .execute()
  }

  /** What is open at the gateway on our side. */
  async attempts(): Promise<number> {
    return (await this.testApp.database.db.selectFrom('payments.card_attempts').select('id').execute()).length
  }

  async reconcile(): Promise<void> {
    await this.testApp.app.outbox.send(this.testApp.database.db, cardReconciliation, {})
    await this.testApp.settle()
  }

  /** Two hours later nobody can still be at work on a card; what was left lying is tidied up. */
  async reconcileLater(): Promise<void> {
    await this.testApp.database.db
      .updateTable('payments.card_attempts')
      .set({ started_at: sql<string>`now() - interval '2 hours'` })
      .execute()
    await this.reconcile()
    await this.reconcile()
  }
}

/** What the portal is told in order to find the stand-in. */
export const environmentOf = (standIn: StripeStandIn) => ({
  PAYMENT_GATEWAY: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_stories',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_stories',
  STRIPE_WEBHOOK_SECRET: 'whsec_stories',
  STRIPE_API_BASE: standIn.url,
})
