import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BillingEntityId, SiteId } from '@byre/contract/subject-kinds'
import { accessTo } from '../customers/access.policy.ts'
import { billingEntityAccess, chargeable } from '../customers/billing-entities/billing-entities.policy.ts'
import type { Db } from '../platform/database/db.ts'
import { Refusal } from '../platform/errors.ts'
import { noteAccessState, noteBillingEmail, noteCard, noteCurrency } from '../customers/index.ts'
import { accessToEnd, accessToPay, accessToTakeUp, byOperator, byTheBillingRun } from './access.policy.ts'
import type { BillingContext } from './billing.policy.ts'
import { setOutcome } from './billing-run/charges.queries.ts'
import { setNextTry, setPaid } from './billing-run/due-invoices.queries.ts'
import { happen } from './billing-run/engine.actions.ts'
import { owe } from './billing-run/refunds.actions.ts'
import { correctable, creditable } from './credit-notes/credit-notes.policy.ts'
import { setCredited } from './credit-notes/credit-notes.queries.ts'
import { freeze } from './invoices/invoices.actions.ts'
import { reopen, setGivenUp, takeSequence } from './invoices/invoices.queries.ts'
import { insertEvent, saveSubscription } from './subscriptions.queries.ts'
import { insertSubscription } from './new-subscriptions.queries.ts'
import { accessToChange, accessToChoose, accessToStop } from './subscriptions/subscription-changes.policy.ts'
import {
  changePlan,
  changeSubscription,
  chooseSubscription,
  endSubscription,
  restoreSubscription,
} from './subscriptions/subscriptions.actions.ts'

const here = { kind: 'site', place_id: 'a site', user_id: 'alice' } as const
const place = { kind: 'site', id: 'a site' as SiteId } as const
const billingEntity = { id: 'a payer' as BillingEntityId, currency: null, country: null }
const item = {
  id: 'a subscription',
  billingEntity,
  roles: { ofPlace: 'Owner', ofBillingEntity: 'Admin' },
} as const
const bare = { id: 'an invoice', billing_entity_id: billingEntity.id }
const payable = billingEntityAccess('payWith', { ...billingEntity, role: 'Admin' })
const subscription = { id: 'a subscription', site_id: 'a site', clinic_id: null }

type Params<Query extends (db: Db<'payments'>, p: never) => unknown> = Parameters<Query>[1]

/* What is refused here is refused by the compiler: none of these functions is ever called. */

const wall = (db: Db<'payments'>, context: BillingContext) => {
  const { billingEntity: chosen, id } = accessToChange(item)
  const choice = { place, billingEntity: chosen, plan_id: 'a plan' }
  const saved = {} as Omit<Params<typeof saveSubscription>, 'id'>
  const happened = {} as Omit<Params<typeof insertEvent>, 'subscription_id'>
  const begun = {} as Omit<Params<typeof insertSubscription>, 'billing_entity_id'>
  const outcome = {} as Omit<Params<typeof setOutcome>, 'charge_id'>
  const owed = {} as Omit<Parameters<typeof owe>[2], 'invoice_id'>
  const said = {} as Parameters<typeof noteBillingEmail>[3]
  const invoice = {} as Omit<Parameters<typeof freeze>[1], 'billing_entity_id'>
  return [
    // @ts-expect-error -- the bare id of a subscription proves no right to change its plan
    () => changePlan(context, db, 'a subscription', choice),
    // @ts-expect-error -- who may stop paying may not choose another plan for that
    () => changePlan(context, db, accessToStop(item), choice),
    // @ts-expect-error -- nor does the bare id of a payer prove that somebody may pay with it
    () => changePlan(context, db, id, { ...choice, billingEntity }),
    // @ts-expect-error -- nor for a place that has no plan
    () => chooseSubscription(context, db, { ...choice, billingEntity }),
    // @ts-expect-error -- nor for one that other rooms' commands change
    () => changeSubscription(context, db, { ...choice, billingEntity }),
    // @ts-expect-error -- a bare place is none that somebody may delete
    () => endSubscription(context, db, here),
    // @ts-expect-error -- who may delete may not restore for that
    () => restoreSubscription(context, db, accessTo('delete', here, { role: 'Owner' })),
    // @ts-expect-error -- nothing happens to a subscription by its bare id
    () => happen(context, db, { id: 'a subscription', at: new Date(0) }, () => null),
    // @ts-expect-error -- nor is it saved
    () => saveSubscription(db, { ...saved, id: 'a subscription' }),
    // @ts-expect-error -- nor an event of it kept
    () => insertEvent(db, { ...happened, subscription_id: 'a subscription' }),
    // @ts-expect-error -- nor one begun at a payer's cost
    () => insertSubscription(db, { ...begun, billing_entity_id: billingEntity.id }),
    // @ts-expect-error -- what is owed is given up only with the place
    () => setGivenUp(db, { subscription_id: accessToStop(item) }),
    // @ts-expect-error -- and owed again only with the place
    () => reopen(db, { subscription_id: id, at: '' }),
    // @ts-expect-error -- the bare id of an invoice proves no right to credit it
    () => setCredited(db, { id: 'an invoice', amount: 1, is_void: false }),
    // @ts-expect-error -- nor does the billing run
    () => setCredited(db, { id: byTheBillingRun('an invoice'), amount: 1, is_void: false }),
    // @ts-expect-error -- nor may one be issued to a bare id
    () => freeze(db, { ...invoice, billing_entity_id: billingEntity.id }),
    // @ts-expect-error -- what somebody may pay they may not call paid
    () => setPaid(db, { id: accessToPay(payable.id, bare), at: '' }),
    // @ts-expect-error -- a bare id is no invoice to try again
    () => setNextTry(db, { id: bare.id, failed_at: null, next_try_at: '' }),
    // @ts-expect-error -- nor one whose payment ends
    () => setOutcome(db, { ...outcome, charge_id: bare.id }),
    // @ts-expect-error -- nor one that money goes back for
    () => owe(context, db, { ...owed, invoice_id: bare.id }, new Date(0)),
    // @ts-expect-error -- a place does not open at a bare id
    () => noteAccessState(db, place, 'open'),
    // @ts-expect-error -- nor does a payer that nobody may pay with get a currency
    () => noteCurrency(db, billingEntity.id, 'cad'),
    // @ts-expect-error -- nor a card
    () => noteCard(db, billingEntity.id, null),
    // @ts-expect-error -- nor an address that has said yes
    () => noteBillingEmail(db, billingEntity.id, '', said),
    // @ts-expect-error -- nor a number taken
    () => takeSequence(db, { billing_entity_id: billingEntity.id }),
  ]
}

/** What proofs are for: each of them is taken. */
const gate = (db: Db<'payments'>, context: BillingContext) => {
  const { billingEntity: chosen, id } = accessToChange(item)
  const choice = { place, billingEntity: chosen, plan_id: 'a plan' }
  const saved = {} as Omit<Params<typeof saveSubscription>, 'id'>
  const begun = {} as Omit<Params<typeof insertSubscription>, 'billing_entity_id'>
  return [
    () => changePlan(context, db, id, choice),
    () => happen(context, db, { id: accessToStop(item), at: new Date(0) }, () => null),
    () => saveSubscription(db, { ...saved, id: byTheBillingRun('a subscription') }),
    () => saveSubscription(db, { ...saved, id: byOperator('a subscription') }),
    () => setNextTry(db, { id: accessToPay(payable.id, bare), failed_at: null, next_try_at: '' }),
    () => setPaid(db, { id: byTheBillingRun('an invoice'), at: '' }),
    () => noteCurrency(db, payable.id, 'cad'),
    () => insertSubscription(db, { ...begun, billing_entity_id: payable.id }),
    () => endSubscription(context, db, accessTo('delete', here, { role: 'Owner' })),
    () => setCredited(db, { id: creditable(bare).id, amount: 1, is_void: false }),
  ]
}

test('a bare id, or the proof of another right, does not compile where a query changes something', () => {
  assert.equal(typeof wall, 'function')
  assert.equal(typeof gate, 'function')
})

const refusedWith = (code: string) => (error: unknown) => error instanceof Refusal && error.code === code

test('only the Owner of a place who runs its payer may change a plan; who runs the payer may stop', () => {
  const as = (ofPlace: 'Owner' | 'Admin' | null, ofBillingEntity: 'Admin' | 'User' | null) => ({
    ...item,
    roles: { ofPlace, ofBillingEntity },
  })
  assert.equal(accessToChange(item).id, item.id)
  assert.throws(() => accessToChange(as('Owner', 'User')), refusedWith('payer.right_missing'))
  assert.throws(() => accessToChange(as('Admin', 'Admin')), refusedWith('role.insufficient'))
  assert.equal(accessToStop(as(null, 'Admin')), item.id)
  assert.throws(() => accessToStop(as('Admin', null)), refusedWith('role.insufficient'))
  assert.equal(accessToChoose('Owner', { ...billingEntity, role: 'Admin' }).id, billingEntity.id)
  assert.throws(
    () => accessToChoose('Admin', { ...billingEntity, role: 'Admin' }),
    refusedWith('role.insufficient'),
  )
  assert.equal(chargeable({ ...billingEntity, role: 'User' }), null)
})

test('a proof is worth nothing for the subscription of another place, nor for the invoice of another payer', () => {
  const other = { ...subscription, site_id: 'another site' }
  const access = accessTo('delete', here, { role: 'Owner' })
  assert.equal(accessToEnd(access, subscription), subscription.id)
  assert.throws(() => accessToEnd(access, other), refusedWith('not_found'))
  const restoring = accessTo('restore', here, { role: 'Owner' })
  assert.equal(accessToTakeUp(restoring, subscription), subscription.id)
  assert.throws(() => accessToTakeUp(restoring, other), refusedWith('not_found'))

  const whole = {
    ...billingEntity,
    name: '',
    email: '',
    region: null,
    postal_code: null,
    role: 'Admin',
  } as const
  const editing = billingEntityAccess('edit', whole)
  assert.equal(correctable(editing, bare).billing_entity_id, billingEntity.id)
  const another = { ...bare, billing_entity_id: 'another' as BillingEntityId }
  assert.throws(() => correctable(editing, another), refusedWith('not_found'))
  assert.equal(accessToPay(payable.id, bare), bare.id)
  assert.throws(() => accessToPay(payable.id, another), refusedWith('not_found'))
})
