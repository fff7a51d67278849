import { isDeepStrictEqual } from 'node:util'
import type { Invoice } from '@byre/contract/billing/invoices'
import { apply, type BillingEvent, type State } from '../payments/engine.policy.ts'
import type { Database } from '../platform/database/db.ts'

/*
 * The books recomputed from what was written down, with none of the engine's reckoning: dates by
 * JavaScript's own calendar, money by floating point and a tolerance, taxes by a list of their own. Only
 * the last part runs the engine again, to see that the same events give the same books.
 */

const dayMs = 86_400_000
const dayOf = (date: string) => Date.parse(`${date}T00:00:00Z`) / dayMs

export interface Audit {
  complaints: string[]
  figures: {
    subscriptions: number
    events: number
    invoices: number
    paid: number
    billed: number
    collected: number
    days_bought: number
    /** How often a trial was extended. */
    extensions: number
  }
}

type InvoiceRow = Pick<
  Invoice,
  | 'id'
  | 'subscription_id'
  | 'billing_entity_id'
  | 'currency'
  | 'lines'
  | 'taxes'
  | 'subtotal'
  | 'tax'
  | 'total'
  | 'status'
  | 'payer'
> & { sequence: number; issued_at: string }

interface Step {
  subscription_id: string
  before: State
  event: BillingEvent
  invoice_id: string | null
}

export async function auditBooks({ pool }: Database): Promise<Audit> {
  const complaints: string[] = []
  const say = (what: string) => void complaints.push(what)
  const rows = async <Row>(text: string) => (await pool.query(text)).rows as Row[]

  const invoices = await rows<InvoiceRow>(
    'select * from payments.invoices order by billing_entity_id, sequence',
  )
  const steps = await rows<Step>('select * from payments.subscription_events order by subscription_id, n')
  const byId = new Map(invoices.map((invoice) => [invoice.id, invoice]))
  checkInvoices(invoices, say)

  const ends = await rows<End>(
    'select id, phase, current_period_end as end, trial_ends_at from payments.subscriptions',
  )
  const stepsOf = Map.groupBy(steps, (step) => step.subscription_id)
  let days = 0
  for (const end of ends) days += checkSubscription(end, stepsOf.get(end.id) ?? [], byId, say)
  await checkReminders(rows, say)
  for (const { subscription_id, id } of invoices)
    if (!stepsOf.get(subscription_id)?.some((step) => step.invoice_id === id))
      say(`${id} belongs to no event`)

  const kept = await checkPayments(invoices, rows, say)

  const sum = (amounts: number[]) => amounts.reduce((all, one) => all + one, 0)
  return {
    complaints,
    figures: {
      subscriptions: ends.length,
      events: steps.length,
      invoices: invoices.length,
      paid: invoices.filter(({ status }) => status === 'paid').length,
      billed: sum(invoices.map(({ total }) => total)),
      collected: sum([...kept.values()]),
      days_bought: days,
      extensions: steps.filter(({ event }) => event.kind === 'extend').length,
    },
  }
}

type Say = (what: string) => void
type Rows = <Row>(text: string) => Promise<Row[]>

/**
 * What the gateway kept for each invoice: its payments, each parted by the shares it was asked for, without what was
 * given back for them; and once more by payer, whom a charge is of.
 */
async function checkPayments(invoices: InvoiceRow[], rows: Rows, say: Say): Promise<Map<string, number>> {
  const payments = await rows<{
    key: string
    state: string
    amount: number
    payer: string
    currency: string
  }>('select key, state, amount, billing_entity_id as payer, currency from payments.sandbox_payments')
  const shares = await rows<{ key: string; invoice_id: string; amount: number; back: number }>(
    `select c.key, a.invoice_id, a.amount, coalesce((select sum(r.amount) from payments.sandbox_refunds r
       where r.key like a.invoice_id || ':' || a.n || ':refund%'), 0)::int8 as back
     from payments.charge_attempts a join payments.charges c on c.id = a.charge_id`,
  )
  const byId = new Map(invoices.map((invoice) => [invoice.id, invoice]))
  const sharesOf = Map.groupBy(shares, ({ key }) => key)
  const [kept, ofPayers] = [new Map<string, number>(), new Map<string, number>()]
  const add = (to: Map<string, number>, name: string, amount: number) =>
    void to.set(name, (to.get(name) ?? 0) + amount)
  for (const { key, state, amount, payer, currency } of payments) {
    const parts = sharesOf.get(key) ?? []
    if (parts.reduce((all, share) => all + share.amount, 0) !== amount)
      say(`${key} is not the sum of its shares`)
    for (const { invoice_id, amount: part, back } of parts) {
      const invoice = byId.get(invoice_id)
      if (invoice?.billing_entity_id !== payer || invoice.currency !== currency)
        say(`${key} took ${invoice_id} from another payer, or in another currency`)
      if (state !== 'succeeded') continue
      add(kept, invoice_id, part - back)
      add(ofPayers, payer, part - back)
    }
  }
  for (const { id, total, status, billing_entity_id } of invoices) {
    const owed = status === 'paid' ? total : 0
    if ((kept.get(id) ?? 0) !== owed) say(`${id}, ${status}: the gateway kept ${kept.get(id)}`)
    add(ofPayers, billing_entity_id, -owed)
  }
  for (const [payer, left] of ofPayers)
    if (left !== 0) say(`${payer}: what was taken and paid differs by ${left}`)
  const given = await rows<{ amount: number }>('select amount from payments.sandbox_refunds')
  const back = shares.reduce((all, share) => all + share.back, 0)
  if (given.reduce((all, { amount }) => all + amount, 0) !== back) say('a refund belongs to no share')
  return kept
}

/** Percent by province, as an accountant would write them down; only GST, QST and BC's PST have numbers. */
const percents: Record<string, number[]> = {
  AB: [5],
  SK: [5],
  MB: [5],
  ON: [13],
  NS: [14],
  QC: [5, 9.975],
  BC: [5, 7],
}

function checkInvoices(invoices: InvoiceRow[], say: Say): void {
  let [billingEntity, last] = ['', 0]
  for (const {
    id,
    billing_entity_id,
    sequence,
    lines,
    taxes,
    subtotal,
    tax,
    total,
    ...invoice
  } of invoices) {
    if (billing_entity_id !== billingEntity) [billingEntity, last] = [billing_entity_id, 0]
    if (sequence !== (last += 1)) say(`${id} has number ${sequence} after ${last - 1}`)
    const sum = lines.reduce((all, line) => all + line.amount, 0)
    if (sum !== subtotal || subtotal + tax !== total || total < 0) say(`${id} does not add up`)

    const { country, region } = invoice.payer
    const wanted = country === 'USA' ? [] : (percents[region ?? ''] ?? [5])
    const exact = wanted.map((percent) => (subtotal * percent) / 100)
    const isRight =
      taxes.length === exact.length &&
      taxes.every(({ amount }, at) => Math.abs(amount - exact[at]!) <= 0.5001)
    if (!isRight) say(`${id} has taxes ${JSON.stringify(taxes)} for ${country} ${region}`)
  }
}

/** The day `months` later, on the same day of the month or the last there is. */
function monthsLater(date: string, months: number, anchor: number): string {
  const [year, month] = date.split('-').map(Number) as [number, number]
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0))
  return `${last.toISOString().slice(0, 8)}${String(Math.min(anchor, last.getUTCDate())).padStart(2, '0')}`
}

/** How a subscription stands at the end. */
interface End {
  id: string
  phase: State['phase']
  end: string | null
  trial_ends_at: string | null
}

/**
 * A trial ends on its first day of end, or on the last that it was extended to: each time later, by 90 days at most. No
 * day of it is charged, and what follows it without a pause begins on the day it ends.
 */
function checkTrial(
  { id, trial_ends_at }: End,
  steps: Step[],
  charged: ReadonlyMap<number, number>,
  say: Say,
): void {
  const [first] = steps
  if (!first) return
  let end = first.before.trial_ends
  for (const { before, event } of steps) {
    if (event.kind !== 'extend') continue
    const added = end === null ? 0 : event.until - end
    if (before.phase !== 'trial' || added < 1 || added > 90 || event.until <= event.day)
      say(`${id}: a trial was extended by ${added} days`)
    end = event.until
  }
  const stored = trial_ends_at === null ? null : Math.floor(Date.parse(trial_ends_at) / dayMs)
  if (stored !== end) say(`${id}: its trial ends on day ${stored}, not ${end}`)
  const firstCharged = Math.min(...charged.keys())
  if (end !== null && firstCharged < end) say(`${id}: a day of its trial was charged`)
  const left = steps.find(({ before, event }) => before.phase === 'trial' && event.kind === 'due')
  if (left && left.invoice_id !== null && firstCharged !== end)
    say(`${id}: its first period began on day ${firstCharged}, its trial ended on ${end}`)
}

/** No reminder of a trial's end was sent too early, but before it was extended to a day that near. */
async function checkReminders(rows: Rows, say: Say): Promise<void> {
  type Sent = Record<'id' | 'kind' | 'sent_at' | 'trial_ends_at', string> & { extended_at: string | null }
  const sent = await rows<Sent>(
    `select s.id, n.kind, n.sent_at, s.trial_ends_at, (select max(e.at) from payments.subscription_events e
       where e.subscription_id = s.id and e.event ->> 'kind' = 'extend') as extended_at
     from payments.notices n join payments.subscriptions s on s.id = n.about_id where n.kind like 'trial %'`,
  )
  for (const { id, kind, sent_at, trial_ends_at, extended_at } of sent) {
    const from = Date.parse(trial_ends_at) - Number(kind.split(' ')[1]) * dayMs
    const isExtendedSince = extended_at !== null && Date.parse(extended_at) >= from
    if (Date.parse(sent_at) < from && !isExtendedSince) say(`${id}: "${kind}" was sent on ${sent_at}`)
  }
}

/** Each day charged once, at the price of the plan it was bought on; gives how many. */
function checkSubscription(
  subscription: End,
  steps: Step[],
  invoices: Map<string, InvoiceRow>,
  say: Say,
): number {
  const { id, phase, end } = subscription
  const charged = new Map<number, number>()
  let [money, lines] = [0, 0]
  for (const { invoice_id } of steps)
    for (const line of invoices.get(invoice_id ?? '')?.lines ?? []) {
      lines += 1
      money += line.amount
      for (let day = dayOf(line.from); day < dayOf(line.to); day++)
        charged.set(day, (charged.get(day) ?? 0) + (line.kind === 'credit' ? -1 : 1))
    }
  if ([...charged.values()].some((times) => times !== 0 && times !== 1)) say(`${id}: a day was charged twice`)

  checkTrial(subscription, steps, charged, say)
  const bought = new Map<number, number>()
  steps.forEach(({ event }, at) => {
    const replayed = apply(steps[at]!.before, event).state
    const after = steps[at + 1]?.before ?? replayed
    if (!isDeepStrictEqual(JSON.parse(JSON.stringify(replayed)), after))
      say(`${id}: event ${at + 1} gives other books`)
    const { period, plan, anchor } = after
    if (!period) return
    const [start, stop] = [period.start, period.end].map((day) =>
      new Date(day * dayMs).toISOString().slice(0, 10),
    )
    const isMonth = monthsLater(start!, 1, anchor ?? 0) === stop
    const isYear = monthsLater(start!, 12, anchor ?? 0) === stop
    if (!isMonth && !isYear) say(`${id}: a period from ${start} to ${stop}`)
    const until = steps[at + 1]?.event.day ?? Infinity
    const isNew = !isDeepStrictEqual(period, steps[at]!.before.period)
    // One that was begun late, after days on which nothing ran, still began on its day.
    for (
      let day = isNew ? period.start : Math.max(event.day, period.start);
      day < Math.min(until, period.end);
      day++
    )
      bought.set(day, plan.amount / (period.end - period.start))
  })
  const last = steps.at(-1)
  if (
    last &&
    (apply(last.before, last.event).state.phase !== phase || (end === null) !== (bought.size === 0))
  )
    say(`${id} is not what its last event made of it`)

  const price = [...bought.values()].reduce((all, one) => all + one, 0)
  if (Math.abs(price - money) > lines + 1e-6) say(`${id}: ${money} charged for days worth ${price}`)
  const times = [...charged.values()].filter((count) => count === 1).length
  if (times !== bought.size) say(`${id}: ${times} days charged, ${bought.size} bought`)
  return bought.size
}
