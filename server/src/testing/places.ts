import type { BillingEntityId, ClinicId, SiteId } from '@byre/contract/subject-kinds'
import type { BillingEntity } from '@byre/contract/billing/billing-entities'
import { createBillingEntity } from '@byre/contract/billing/billing-entities'
import { createClinic, type Clinic } from '@byre/contract/places/clinics'
import type { Role } from '@byre/contract/rights'
import { createSite, type Site } from '@byre/contract/places/sites'
import { speciesLibrary } from '@byre/contract/species'
import type { Person, TestApp } from './test-app.ts'

/** Plans as every database is seeded with them. */
export const plans = {
  ranch: '019a0000-0000-7000-8000-000000001111',
  herd: '019a0000-0000-7000-8000-000000001211',
  feedlot: '019a0000-0000-7000-8000-000000001311',
  ranchInUsd: '019a0000-0000-7000-8000-000000001121',
  solo: '019a0000-0000-7000-8000-000000002111',
  practice: '019a0000-0000-7000-8000-000000002211',
}

let made = 0

/** A name that no other test has. */
export const newName = (start = 'site') => `${start}-${(made += 1)}`

/** A payer that nobody has said where it is. */
export const billingEntityFields = {
  name: 'North Ranch Ltd',
  email: 'office@north.example',
  phone: '4035550100',
}

/** In Alberta, or the same in the USA: with both known, a card is taken without asking for them. */
const homeIn = (country = 'Canada') => ({ country, region: country === 'USA' ? 'MT' : 'AB' })

/** A payer whose address has said yes to its mails, and was asked in nobody's test. */
export async function newBillingEntity(
  testApp: TestApp,
  person: Person,
  fields: Record<string, string> = {},
): Promise<BillingEntity & { id: BillingEntityId }> {
  const billingEntity = await newUnprovenBillingEntity(testApp, person, fields)
  await testApp.database.pool.query(
    `with asked as (delete from payments.invoice_recipients where billing_entity_id = $1 returning id),
       mail as (delete from pgboss.job using asked
         where name = 'payments.mail' and data ->> 'recipient_id' = asked.id::text)
     update customers.billing_entities set email_state = 'confirmed', email_asked_at = null where id = $1`,
    [billingEntity.id],
  )
  return { ...billingEntity, email_state: 'confirmed', email_asked_at: null }
}

/** A payer as it is when somebody has filled in its form: nobody has proven its address. */
export async function newUnprovenBillingEntity(
  testApp: TestApp,
  person: Person,
  fields: Record<string, string> = {},
): Promise<BillingEntity & { id: BillingEntityId }> {
  const { status, reply, body } = await testApp.call(createBillingEntity, {
    as: person,
    body: { ...billingEntityFields, ...homeIn(fields['country']), ...fields },
  })
  if (status !== 201) throw new Error(`no payer: ${JSON.stringify(body)}`)
  return reply as Awaited<ReturnType<typeof newBillingEntity>>
}

export function siteFields(billingEntityId: string, fields: Record<string, string> = {}) {
  return {
    name: 'North Pasture',
    description: 'Behind the creek',
    subdomain: newName(),
    city: 'Olds',
    country: 'Canada',
    region: 'AB',
    postal_code: 'T4H 1A1',
    install_preference: JSON.stringify({ unit: 'metric', operation_type: speciesLibrary[0]?.id }),
    billing_entity_id: billingEntityId,
    plan_id: plans.ranch,
    ...fields,
  }
}

/** A site with a payer of its own unless one is named. */
export async function newSite(
  testApp: TestApp,
  person: Person,
  fields: Record<string, string> = {},
): Promise<Site & { id: SiteId }> {
  const billingEntityId = fields['billing_entity_id'] ?? (await newBillingEntity(testApp, person)).id
  const { status, reply, body } = await testApp.call(createSite, {
    as: person,
    body: siteFields(billingEntityId, fields),
  })
  if (status !== 201) throw new Error(`no site: ${JSON.stringify(body)}`)
  return reply as Awaited<ReturnType<typeof newSite>>
}

export function clinicFields(billingEntityId: string, fields: Record<string, string> = {}) {
  return {
    name: 'Foothills Veterinary',
    description: 'Large animals, day and night',
    email: 'desk@foothills.example',
    phone: '4035550177',
    subdomain: newName('clinic'),
    city: 'Olds',
    country: 'Canada',
    region: 'AB',
    postal_code: 'T4H 1A1',
    billing_entity_id: billingEntityId,
    plan_id: plans.solo,
    ...fields,
  }
}

/** A clinic with a payer of its own unless one is named. */
export async function newClinic(
  testApp: TestApp,
  person: Person,
  fields: Record<string, string> = {},
): Promise<Clinic & { id: ClinicId }> {
  const billingEntityId = fields['billing_entity_id'] ?? (await newBillingEntity(testApp, person)).id
  const { status, reply, body } = await testApp.call(createClinic, {
    as: person,
    body: clinicFields(billingEntityId, fields),
  })
  if (status !== 201) throw new Error(`no clinic: ${JSON.stringify(body)}`)
  return reply as Awaited<ReturnType<typeof newClinic>>
}

/** Makes someone a member, as an accepted invite does. */
export async function join(
  testApp: TestApp,
  person: Person,
  { kind, id }: { kind: 'site' | 'clinic' | 'billing_entity'; id: string },
  role: Role,
): Promise<void> {
  await testApp.database.pool.query(
    `insert into customers.members (place_id, user_id, kind, role) values ($1, $2, $3, $4)
     on conflict (place_id, user_id) do update set role = excluded.role`,
    [id, person.id, kind, role],
  )
}

const placeTables = [
  'customers.sites',
  'customers.host_names',
  'customers.members',
  'customers.billing_entities',
  'payments.subscriptions',
  'platform.audit',
  'pgboss.job',
]

/** How many rows each table has that a new site writes to. */
export async function placeCounts(testApp: TestApp): Promise<number[]> {
  const counts = placeTables.map((table) => `(select count(*)::int from ${table})`)
  const { rows } = await testApp.database.pool.query(`select array[${counts.join(', ')}] as counts`)
  return rows[0].counts
}
