import { createClinic, deleteClinic, updateClinic } from '@byre/contract/places/clinics'
import { createSite, deleteSite, updateSite } from '@byre/contract/places/sites'
import { changeSubscriptionItem } from '@byre/contract/billing/subscriptions'
import { cardNumbers, giveCard } from '../billing.ts'
import { clinicFields, join, newBillingEntity, newUnprovenBillingEntity, siteFields } from '../places.ts'
import type { Person, TestApp } from '../test-app.ts'

/* The sites, clinics and payers of one owner, with a history of two months behind them. */

export const tenantKinds = ['site', 'clinic'] as const
export type TenantKind = (typeof tenantKinds)[number]

/** Whoever pays for those that move or are paid elsewhere is not, or will not be, run by their Owner. */
export const states = {
  site: [
    '',
    ' other',
    ' fresh',
    ' deleted',
    ' ending',
    ' paused',
    ' replanned',
    ' moving',
    ' paid elsewhere',
    ' paid where User',
  ],
  clinic: ['', ' other', ' fresh', ' deleted', ' moving', ' paid elsewhere'],
} as const
/** What a stranger has. */
export const fewStates = { site: ['', ' deleted'], clinic: ['', ' deleted'] } as const

const create = { site: createSite, clinic: createClinic } as const
const update = { site: updateSite, clinic: updateClinic } as const
const remove = { site: deleteSite, clinic: deleteClinic } as const

export interface BillingEntities {
  main: string
  other: string
  idle: string
  cardless: string
  deleted: string
}

/** Ids of places by name: `site`, `clinic ending`. */
export type Places = Record<string, string>

/** Every text of an owner's begins with this word, by which it is known where it must not be. */
const texts = (word: string, name: string) => ({ name: `${word} ${name}`, description: `${word} described` })

export async function newBillingEntities(
  testApp: TestApp,
  owner: Person,
  word: string,
): Promise<BillingEntities> {
  const make = async (name: string, of = newBillingEntity) => {
    const fields = { name: `${word} ${name}`, email: `${name}@${word}.example` }
    return (await of(testApp, owner, fields)).id
  }
  const billingEntities = {
    main: await make('main'),
    other: await make('other'),
    idle: await make('idle'),
    cardless: await make('cardless', newUnprovenBillingEntity),
    deleted: await make('deleted'),
  }
  for (const name of ['main', 'other', 'idle'] as const)
    await giveCard(testApp, owner, billingEntities[name], { number: cardNumbers.pays })
  return billingEntities
}

/** A place of each kind and of each of these states. */
export async function newPlaces(
  testApp: TestApp,
  owner: Person,
  {
    billingEntities,
    word,
    names,
  }: { billingEntities: BillingEntities; word: string; names: Record<TenantKind, readonly string[]> },
): Promise<Places> {
  const places: Places = {}
  for (const kind of tenantKinds)
    for (const name of names[kind]) {
      const billingEntity = name === ' other' ? billingEntities.other : billingEntities.main
      const fields = kind === 'site' ? siteFields(billingEntity) : clinicFields(billingEntity)
      const contact = kind === 'site' ? {} : { email: `desk@${word}.example` }
      const body = { ...fields, ...texts(word, kind + name), ...contact }
      const { status, reply, body: answer } = await testApp.call(create[kind], { as: owner, body })
      if (status !== 201) throw new Error(`no ${kind}${name}: ${JSON.stringify(answer)}`)
      places[kind + name] = reply.id
    }
  return places
}

/** Someone else pays for a place: their payer's Owner, who owns it for that moment, takes it over. */
export async function payElsewhere(
  testApp: TestApp,
  { kind, id }: { kind: TenantKind; id: string },
  by: Person,
  billingEntity: string,
): Promise<void> {
  await join(testApp, by, { kind, id }, 'Owner')
  const body = { billing_entity_id: billingEntity }
  const { status } = await testApp.call(update[kind], { as: by, params: { id }, body })
  if (status !== 200) throw new Error(`${kind} is not paid elsewhere: ${status}`)
  const { pool } = testApp.database
  await pool.query('delete from customers.members where place_id = $1 and user_id = $2', [id, by.id])
}

export async function itemOf(
  testApp: TestApp,
  place: string,
): Promise<{ item: string; subscription: string }> {
  const { rows } = await testApp.database.pool.query(
    `select i.id as item, i.subscription_id as subscription from payments.subscription_items i
     join payments.subscriptions s on s.id = i.subscription_id where coalesce(s.site_id, s.clinic_id) = $1`,
    [place],
  )
  return rows[0] ?? { item: '', subscription: '' }
}

export async function ask(testApp: TestApp, as: Person, place: string, body: Record<string, string>) {
  const params = { id: (await itemOf(testApp, place)).item }
  const { status, body: answer } = await testApp.call(changeSubscriptionItem, { as, params, body })
  if (status !== 200) throw new Error(`${JSON.stringify(body)}: ${JSON.stringify(answer)}`)
}

export async function deletePlace(testApp: TestApp, as: Person, kind: TenantKind, id: string): Promise<void> {
  const { status } = await testApp.call(remove[kind], { as, params: { id } })
  if (status !== 200) throw new Error(`${kind} is not deleted: ${status}`)
}

/** A place without a plan, as after a subscription that has ended. */
export async function endPlan(testApp: TestApp, place: string): Promise<void> {
  await testApp.database.pool.query(
    `update payments.subscriptions
     set status = 'canceled', phase = 'ended', ended_at = now(), due_at = null
     where coalesce(site_id, clinic_id) = $1`,
    [place],
  )
}

/** Rests until then: its paid period ended yesterday. */
export async function pausePlace(testApp: TestApp, place: string): Promise<void> {
  const day = (days: number) =>
    new Date(Math.floor(testApp.clock.now().getTime() / 86_400_000 + days) * 86_400_000)
  await testApp.database.pool.query(
    `update payments.subscriptions
     set status = 'read_only', phase = 'paused', resumes_at = $2, due_at = $2,
       current_period_start = $3, current_period_end = $4
     where coalesce(site_id, clinic_id) = $1`,
    [place, day(60), day(-31), day(-1)],
  )
}

/** Trials end, and cards are charged. */
export async function passTrials(testApp: TestApp): Promise<void> {
  testApp.clock.pass(15)
  await testApp.app.runBilling(testApp.clock.now())
  await testApp.settle()
}
