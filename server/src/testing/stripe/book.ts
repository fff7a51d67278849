import type { Fields, StripeAnswer, Temper } from './answers.ts'
import { randomBytes } from 'node:crypto'
import { fault, metadataOf, missing, ok, refusalOf, unusable, wrong } from './answers.ts'

/*
 * What Stripe's published reference says of its objects, as far as the adapter asks for them: customers,
 * payment methods, setup intents, payment intents and refunds (docs.stripe.com/api). Written from that
 * page, not from the adapter.
 */

export type Thing = Record<string, unknown> & { id: string; object: string }

const id = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`
const now = () => Math.floor(Date.now() / 1000)

export class StripeBook {
  readonly #things = new Map<string, Thing>()
  readonly #tempers = new Map<string, Temper>()
  readonly #detached = new Set<string>()
  /** Called with every event, as Stripe would send it later. */
  readonly #tell: (type: string, object: Thing) => void
  /** How often money was really taken, by payment intent: the witness. */
  readonly taken: string[] = []

  constructor(tell: (type: string, object: Thing) => void) {
    this.#tell = tell
  }

  find(id: string): Thing | undefined {
    return this.#things.get(id)
  }

  #keep<T extends Thing>(thing: T): T {
    this.#things.set(thing.id, thing)
    return thing
  }

  /** What the browser does with a card: only the name of the method comes to the shop. */
  newMethod(temper: Temper = 'pays', card: object = {}, customer: string | null = null): string {
    const method = this.#keep({
      id: id('pm'),
      object: 'payment_method',
      type: 'card',
      created: now(),
      customer,
      card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2040, ...card },
    })
    this.#tempers.set(method.id, temper)
    return method.id
  }

  /** The holder answers on the bank's page. */
  holderAnswers(intentId: string, isApproved: boolean): void {
    const intent = this.#things.get(intentId)
    if (intent?.status !== 'requires_action') throw new Error(`${intentId} asks nothing`)
    const name = String(intent.object)
    intent.next_action = null
    const isTaken =
      name === 'setup_intent' && !this.#maySetUp(String(intent.payment_method), String(intent.customer))
    if (isApproved && !isTaken) {
      intent.status = 'succeeded'
      if (name === 'setup_intent') this.#attach(String(intent.payment_method), String(intent.customer))
      else this.taken.push(intentId)
    } else {
      const error = { type: 'card_error', code: `${name}_authentication_failure` }
      intent.status = 'requires_payment_method'
      intent[name === 'setup_intent' ? 'last_setup_error' : 'last_payment_error'] = error
    }
    const end = name === 'setup_intent' ? 'setup_failed' : 'payment_failed'
    this.#tell(`${name}.${isApproved ? 'succeeded' : end}`, intent)
  }

  /** What was processing settles. */
  settle(intentId: string): void {
    const intent = this.#things.get(intentId)
    if (intent?.status !== 'processing') throw new Error(`${intentId} is not processing`)
    intent.status = 'succeeded'
    this.taken.push(intentId)
    this.#tell('payment_intent.succeeded', intent)
  }

  /** The bank has sent a new card. */
  renewCard(methodId: string, card: object): void {
    const method = this.#things.get(methodId)!
    method.card = { ...(method.card as object), ...card }
    this.#tell('payment_method.automatically_updated', method)
  }

  /** Makes something look as old as it says. */
  age(thingId: string, seconds: number): void {
    this.#things.get(thingId)!.created = now() - seconds
  }

  /** Whether a customer has a method, or may still get it. */
  #maySetUp(methodId: string, customer: string): boolean {
    const owner = this.#things.get(methodId)?.customer
    return owner === customer || (owner === null && !this.#detached.has(methodId))
  }

  #attach(methodId: string, customer: string): void {
    const method = this.#things.get(methodId)
    if (method) method.customer = customer
  }

  /** One call of the API. */
  answer(method: string, path: string, fields: Fields): StripeAnswer {
    const [, noun = '', thingId = '', deed = ''] = /^\/v1\/(\w+)(?:\/(\w+))?(?:\/(\w+))?$/.exec(path) ?? []
    const call = `${method} ${noun}${thingId && '/:id'}${deed && `/${deed}`}`
    const known = thingId === '' ? undefined : this.#things.get(thingId)
    if (thingId !== '' && !known) return missing(noun)
    switch (call) {
      case 'POST customers':
        return ok(this.#keep({ id: id('cus'), object: 'customer', metadata: metadataOf(fields) }))
      case 'GET payment_methods':
        return ok({ object: 'list', has_more: false, data: this.#methodsOf(fields['customer'] ?? '') })
      case 'GET payment_methods/:id':
      case 'GET payment_intents/:id':
        return ok(known!)
      case 'POST payment_methods/:id':
        return this.#changeMethod(known!, fields)
      case 'POST payment_methods/:id/detach':
        return this.#detach(known!)
      case 'POST setup_intents':
        return this.#newSetup(fields)
      case 'GET setup_intents/:id':
        return ok({ ...known!, payment_method: this.#things.get(String(known!.payment_method)) ?? null })
      case 'POST payment_intents':
        return this.#newPayment(fields)
      case 'POST payment_intents/:id/confirm':
        return this.#confirm(known!, fields)
      case 'POST payment_intents/:id/cancel':
        return this.#cancel(known!)
      case 'POST refunds':
        return this.#refund(fields)
      default:
        return fault(404, { type: 'invalid_request_error', message: `Unrecognized request URL (${call})` })
    }
  }

  #methodsOf(customer: string): Thing[] {
    return [...this.#things.values()].filter(
      (thing) => thing.object === 'payment_method' && thing.customer === customer,
    )
  }

  #changeMethod(method: Thing, fields: Fields): StripeAnswer {
    const expiry = {
      exp_month: Number(fields['card[exp_month]']),
      exp_year: Number(fields['card[exp_year]']),
    }
    method.card = { ...(method.card as object), ...expiry }
    return ok(method)
  }

  #detach(method: Thing): StripeAnswer {
    if (method.customer === null) return wrong('payment_method_unexpected_state', 'It is not attached.')
    method.customer = null
    this.#detached.add(method.id)
    this.#tell('payment_method.detached', method)
    return ok(method)
  }

  #newSetup(fields: Fields): StripeAnswer {
    const intent = this.#keep({
      id: id('seti'),
      object: 'setup_intent',
      client_secret: id('seti_secret'),
      customer: fields['customer'] ?? null,
      payment_method: fields['payment_method'] ?? null,
      status: 'requires_payment_method',
      next_action: null as unknown,
      last_setup_error: null,
    })
    if (fields['confirm'] !== 'true') return ok(intent)
    const temper = this.#tempers.get(fields['payment_method'] ?? '')
    if (temper === undefined) return missing('payment_method')
    if (!this.#maySetUp(String(intent.payment_method), String(intent.customer))) return unusable
    const refusal = refusalOf(temper)
    if (refusal) return fault(402, { ...refusal, setup_intent: intent })
    if (temper.startsWith('asks')) askHolder(intent, fields)
    else {
      intent.status = 'succeeded'
      this.#attach(String(intent.payment_method), String(intent.customer))
      this.#tell('setup_intent.succeeded', intent)
    }
    return ok(intent)
  }

  #newPayment(fields: Fields): StripeAnswer {
    const method = this.#things.get(fields['payment_method'] ?? '')
    if (!method) return missing('payment_method')
    if (method.customer !== fields['customer'])
      return wrong('payment_method_customer_mismatch', 'The payment method belongs to another customer.')
    const intent = this.#keep({
      id: id('pi'),
      object: 'payment_intent',
      amount: Number(fields['amount']),
      currency: fields['currency'],
      customer: fields['customer'],
      payment_method: fields['payment_method'],
      metadata: metadataOf(fields),
      status: 'requires_payment_method',
      next_action: null as unknown,
      last_payment_error: null as unknown,
      amount_refunded: 0,
    })
    this.#tell('payment_intent.created', intent)
    const temper = this.#tempers.get(method.id) ?? 'pays'
    const refusal =
      temper === 'asks_always'
        ? { type: 'card_error', code: 'authentication_required', decline_code: 'authentication_required' }
        : refusalOf(temper)
    if (refusal) {
      intent.last_payment_error = refusal
      this.#tell('payment_intent.payment_failed', intent)
      return fault(402, { ...refusal, message: 'Your card was declined.', payment_intent: { ...intent } })
    }
    if (temper === 'slow') intent.status = 'processing'
    else {
      intent.status = 'succeeded'
      this.taken.push(intent.id)
      this.#tell('payment_intent.succeeded', intent)
    }
    return ok(intent)
  }

  #confirm(intent: Thing, fields: Fields): StripeAnswer {
    if (intent.status !== 'requires_payment_method')
      return wrong('payment_intent_unexpected_state', 'Not now.')
    askHolder(intent, fields)
    this.#tell('payment_intent.requires_action', intent)
    return ok(intent)
  }

  #cancel(intent: Thing): StripeAnswer {
    if (intent.status === 'succeeded') return wrong('payment_intent_unexpected_state', 'It has succeeded.')
    intent.status = 'canceled'
    this.#tell('payment_intent.canceled', intent)
    return ok(intent)
  }

  #refund(fields: Fields): StripeAnswer {
    const intent = this.#things.get(fields['payment_intent'] ?? '')
    if (!intent) return missing('payment_intent')
    const amount = Number(fields['amount'])
    const refunded = Number(intent.amount_refunded) + amount
    if (refunded > Number(intent.amount)) return wrong('amount_too_large', 'More than was paid.')
    intent.amount_refunded = refunded
    const refund = this.#keep({
      id: id('re'),
      object: 'refund',
      amount,
      payment_intent: intent.id,
      status: 'succeeded',
    })
    this.#tell('refund.created', refund)
    return ok(refund)
  }
}

function askHolder(intent: Thing, fields: Fields): void {
  intent.status = 'requires_action'
  const url = `https://hooks.stripe.example/redirect/${intent.id}`
  intent.next_action = { type: 'redirect_to_url', redirect_to_url: { url, return_url: fields['return_url'] } }
}
