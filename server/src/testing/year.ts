import type { BillingEntityId, SiteId } from '@byre/contract/subject-kinds'
import pino from 'pino'
import { accessTo } from '../customers/access.policy.ts'
import { chargeable } from '../customers/billing-entities/billing-entities.policy.ts'
import type { BillingEntityTerms, Place } from '../customers/index.ts'
import { byTheBillingRun } from '../payments/access.policy.ts'
import type { BillingContext } from '../payments/billing.policy.ts'
import { retryOpenInvoices } from '../payments/billing-run/charges.actions.ts'
import { happen } from '../payments/billing-run/engine.actions.ts'
import type { Payment, PaymentOutcome } from '../payments/ports.ts'
import type { Manner } from '../payments/tables.ts'
import { sandbox } from '../payments/gateways/sandbox.ts'
import { dateOf, dayOf } from '../payments/periods.policy.ts'
import { runBilling } from '../payments/billing-run/renewals.actions.ts'
import {
  changeSubscription,
  endSubscription,
  restoreSubscription,
} from '../payments/subscriptions/subscriptions.actions.ts'
import { idsOf } from '../payments/plan-choices.policy.ts'
import { extendTrial } from '../payments/subscriptions/trial-extensions.actions.ts'
import { findLatest, readSubscription } from '../payments/subscriptions.queries.ts'
import { within, type Database } from '../platform/database/db.ts'
import { transaction } from '../platform/database/transactions.ts'
import { newId } from '../platform/ids.ts'
import { Outbox } from '../platform/jobs/outbox.ts'
import { billOneByOne } from './one-by-one.ts'
import { startTrial } from './billing.ts'

/*
 * Payers who live through a year of days, one after the other: they begin, change their minds, pause,
 * delete, restore, lose cards and get others. Everything goes the ways that calls and jobs go.
 */

const dayMs = 86_400_000
const planIds = ['1111', '1211', '1311', '1112', '1212', '1312'].map(
  (digits) => `019a0000-0000-7000-8000-00000000${digits}`,
)
const inUsd = (plan: string) => plan.replace(/1(\d)$/, '2$1')
const manners: (Manner | null)[] = [
  'pays',
  'pays',
  'pays',
  'pays',
  'generic_decline',
  'fraudulent',
  'forgets',
  null,
]
const regions = ['AB', 'BC', 'ON', 'QC', 'NS', 'SK', 'MB', null]

export interface Year {
  /** How many places begin; about half of them on a day and at a payer's cost with another. */
  billingEntities: number
  days: number
  seed: number
  /** Each invoice by a charge of its own, as other books to compare with. */
  oneByOne?: boolean
}

interface Customer {
  billingEntity: BillingEntityTerms
  /** Runs every payer it ever has. */
  owner: string
  place: Place
  begins: number
  isGone: boolean
}

/** Numbers from 0 to 1, the same for the same seed. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Lets a year pass; gives how much was done. */
export async function liveAYear(database: Database, { billingEntities, days, seed, oneByOne }: Year) {
  const run = oneByOne ? billOneByOne : runBilling
  const random = randomOf(seed)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!
  const first = Date.UTC(2027, 0, 29, 9)
  let now = new Date(first)
  const db = within<'payments'>(database.db)
  const outbox = new Outbox(database, { work: false, onError: () => undefined })
  const context: BillingContext = {
    db,
    gateway: quietly(sandbox({ db, confirmUrl: 'http://localhost/sandbox', tell: async () => undefined })),
    // Jobs would be done by the run that issues them: nothing is left for a queue.
    outbox: Object.assign(outbox, { send: async () => undefined, wake: () => undefined }),
    clock: { now: () => now },
    log: pino({ level: 'silent' }),
    config: {
      seller: { name: 'Byre', address: '' },
      taxNumbers: { GST: '1', QST: '2', 'PST-BC': '3' },
      publicUrl: 'http://localhost',
    },
  }
  const customers: Customer[] = []
  for (let one = 0; one < billingEntities; one++) {
    const other = random() < 0.5 ? customers.at(-1) : undefined
    const begins = other?.begins ?? Math.floor(random() * days * 0.8)
    customers.push(await newCustomer(database, pick, begins, other))
  }

  const did = { commands: 0, steps: 0, charges: 0 }
  for (let day = 0; day < days; day++) {
    now = new Date(first + day * dayMs)
    for (const customer of customers) {
      if (customer.begins === day) {
        const plan = planOf(customer.billingEntity, pick)
        const { place, billingEntity } = customer
        await transaction(db, (db) => startTrial(context, db, { place, billingEntity, plan_id: plan }))
        did.commands += 1
      } else if (customer.begins < day && random() < 0.02) {
        await changeMind(database, context, customer, pick)
        did.commands += 1
      }
    }
    // Now and then nothing runs for some days.
    if (random() < 0.4) continue
    const ran = await run(context, now)
    did.steps += ran.steps
    did.charges += ran.charges
  }
  await run(context, now)
  return did
}

/** The gateway as its guard shows it: asked again when an answer is lost, and unknown in the end. */
function quietly(gateway: ReturnType<typeof sandbox>): BillingContext['gateway'] {
  const ask = async (payment: Payment, tries: number): Promise<PaymentOutcome> => {
    try {
      return await gateway.takePayment(payment)
    } catch {
      return tries > 1 ? ask(payment, tries - 1) : { outcome: 'unknown' }
    }
  }
  return { ...gateway, takePayment: (payment) => ask(payment, 4) }
}

type Pick = <T>(from: readonly T[]) => T

const planOf = ({ country }: BillingEntityTerms, pick: Pick) =>
  country === 'USA' ? inUsd(pick(planIds)) : pick(planIds)

async function newCustomer(
  { pool }: Database,
  pick: Pick,
  begins: number,
  other: Customer | undefined,
): Promise<Customer> {
  const owner = other?.owner ?? newId()
  await pool.query('insert into customers.users (id, email) values ($1, $2) on conflict do nothing', [
    owner,
    `${owner}@year.example`,
  ])
  const billingEntity = other?.billingEntity ?? (await newBillingEntity(pool, pick, owner))
  const id = newId<SiteId>()
  const name = `year-${id.slice(-12)}`
  await pool.query(
    `insert into customers.sites (id, name, description, subdomain, code, billing_entity_id, plan_id)
     values ($1, $2, '', $2, $3, $4, $5)`,
    [id, name, codeOf(id), billingEntity.id, planIds[0]],
  )
  if (!other) await giveCard(pool, billingEntity.id, pick(manners))
  return { billingEntity, owner, place: { kind: 'site', id }, begins, isGone: false }
}

const letters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const codeOf = (id: string) =>
  Array.from(
    { length: 8 },
    (_, at) => letters[parseInt(id.slice(-12).slice(at, at + 3), 16) % letters.length],
  ).join('')

async function newBillingEntity(
  pool: Database['pool'],
  pick: Pick,
  owner: string,
): Promise<BillingEntityTerms> {
  const [id, country] = [newId<BillingEntityId>(), pick(['Canada', 'Canada', 'Canada', 'USA'])]
  const currency = country === 'USA' ? ('usd' as const) : ('cad' as const)
  await pool.query(
    `insert into customers.billing_entities (id, name, email, phone, country, region, currency)
     values ($1, 'Somebody', 'office@year.example', '4035550100', $2, $3, $4)`,
    [id, country, country === 'USA' ? 'MT' : pick(regions), currency],
  )
  await pool.query(
    `insert into customers.members (place_id, user_id, kind, role) values ($1, $2, 'billing_entity', 'Owner')`,
    [id, owner],
  )
  return { id, currency, country }
}

/** A card of this manner instead of whatever there was; null: none. */
async function giveCard(pool: Database['pool'], billingEntity: string, manner: Manner | null): Promise<void> {
  await pool.query('delete from payments.cards where billing_entity_id = $1', [billingEntity])
  if (manner === null) return
  const id = newId()
  await pool.query(
    `insert into payments.sandbox_cards (id, customer, brand, last_four, exp_month, exp_year, manner)
     values ($1, $2, 'visa', '4242', 12, 2040, $3)`,
    [`sandbox_card_${id}`, `sandbox_payer_${billingEntity}`, manner],
  )
  await pool.query(
    `insert into payments.gateway_customers (gateway, billing_entity_id, customer)
     values ('sandbox', $1, $2) on conflict do nothing`,
    [billingEntity, `sandbox_payer_${billingEntity}`],
  )
  await pool.query(
    `insert into payments.cards (id, billing_entity_id, gateway, gateway_card_id, brand, last_four, exp_month, exp_year)
     values ($1, $2, 'sandbox', $3, 'visa', '4242', 12, 2040)`,
    [id, billingEntity, `sandbox_card_${id}`],
  )
}

const wishes = [
  'change',
  'change',
  'change',
  'cancel',
  'keep',
  'pause',
  'card',
  'card',
  'card',
  'move',
  'end',
] as const
/** A trial is short: so that many of them are extended. */
const wishesInTrial = [...wishes, ...Array.from({ length: 9 }, () => 'extend' as const)]

async function changeMind(
  database: Database,
  context: BillingContext,
  customer: Customer,
  pick: Pick,
): Promise<void> {
  const { db } = context
  const { place } = customer
  const here = { kind: place.kind, place_id: place.id, user_id: customer.owner }
  const owner = { role: 'Owner' } as const
  const at = context.clock.now()
  const day = dayOf(at)
  const latest = async (of: typeof db) => (await findLatest(of, idsOf(place)))[0]
  const inTrial = (await latest(db))?.status === 'trialing'
  const wish = customer.isGone ? 'restore' : pick(inTrial ? wishesInTrial : wishes)

  if (wish === 'card') {
    await giveCard(database.pool, customer.billingEntity.id, pick(manners))
    return retryOpenInvoices(context, customer.billingEntity.id, at)
  }
  if (wish === 'move') {
    customer.billingEntity = await newBillingEntity(database.pool, pick, customer.owner)
    await giveCard(database.pool, customer.billingEntity.id, pick(manners))
  }
  await transaction(db, async (db) => {
    if (wish === 'change' || wish === 'move')
      return changeSubscription(context, db, {
        place,
        billingEntity: chargeable({ ...customer.billingEntity, role: 'Owner' })!,
        plan_id: planOf(customer.billingEntity, pick),
      })
    if (wish === 'end') return endSubscription(context, db, accessTo('delete', here, owner))
    if (wish === 'restore') return restoreSubscription(context, db, accessTo('restore', here, owner))
    const subscription = await latest(db)
    if (!subscription || subscription.status === 'canceled') return null
    if (wish === 'extend') {
      const [row] = await readSubscription(db, { id: subscription.id })
      const ends = dayOf(row?.trial_ends_at ?? at)
      return extendTrial(context, db, place, dateOf(Math.max(ends, day) + pick([1, 5, 30, 60])))
    }
    return happen(context, db, { id: byTheBillingRun(subscription.id), at }, ({ state }) => {
      if (wish !== 'pause') return { kind: wish, day }
      return { kind: 'pause', day, until: (state.period?.end ?? day) + pick([10, 40, 90]) }
    })
  })
  if (wish === 'end' || wish === 'restore') customer.isGone = wish === 'end'
}
