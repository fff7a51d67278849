import { confirmSignUp, signUp } from '@byre/contract/accounts/auth'
import { logIn } from '@byre/contract/accounts/sign-ins'
import { createBillingEntity } from '@byre/contract/billing/billing-entities'
import { createClinic } from '@byre/contract/places/clinics'
import type { Endpoint, ReplyOf } from '@byre/contract/endpoint'
import { listPlans } from '@byre/contract/billing/plans'
import { createSite } from '@byre/contract/places/sites'
import { updateUser } from '@byre/contract/people/users'
import type { Product } from './product.ts'

/** Someone who has walked the road already: signed in, onboarded, with a payer and some sites. */
export interface Ready {
  id: string
  email: string
  password: string
  token: string
  /** What the client keeps in local storage. */
  record: string
  billingEntityId: string
  siteIds: string[]
  clinicIds: string[]
}

const password = 'Corral-9-gate!'

/** Calls a running product as the client does. */
export async function callProduct<E extends Endpoint>(
  product: Product,
  endpoint: E,
  options: {
    token?: string
    params?: Record<string, string>
    query?: Record<string, string>
    body?: Record<string, string>
  } = {},
): Promise<ReplyOf<E>> {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => options.params?.[name] ?? '')
  const search = options.query ? `?${new URLSearchParams(options.query)}` : ''
  const answer = await fetch(product.url + path + search, {
    method: endpoint.method,
    headers: options.token ? { authorization: `Bearer ${options.token}` } : {},
    body: options.body ? new URLSearchParams(options.body) : undefined,
  })
  const envelope = (await answer.json()) as { data?: unknown }
  if (answer.status !== endpoint.status)
    throw new Error(`${endpoint.name}: ${answer.status} ${JSON.stringify(envelope)}`)
  return (endpoint.service === 'auth' ? envelope : envelope.data) as ReplyOf<E>
}

/** The newest six digits that the mail page shows for an address, once they are others than those of an `earlier` mail. */
export async function newestCode(product: Product, email: string, earlier?: string): Promise<string> {
  const deadline = Date.now() + 30_000
  while (Date.now() < deadline) {
    const list = await (await fetch(`${product.url}/dev/mail`)).text()
    for (const [, path] of list.matchAll(/href="(\/dev\/mail\/[0-9a-f-]{36})"/g)) {
      const mail = await (await fetch(product.url + path)).text()
      const code = mail.includes(`To ${email},`) ? /^\s*(\d{6})\s*$/m.exec(mail)?.[1] : undefined
      if (code && code !== earlier) return code
    }
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error(`no code was mailed to ${email}`)
}

/** Makes someone ready through the product's own calls. */
export async function ready(
  product: Product,
  options: { name?: string; sites?: number; clinics?: number } = {},
): Promise<Ready> {
  const name = options.name ?? 'alice'
  const email = `${name}@ranch.example`
  await callProduct(product, signUp, { body: { username: email, email, password } })
  await callProduct(product, confirmSignUp, { body: { email, code: await newestCode(product, email) } })
  const login = await callProduct(product, logIn, { body: { username: email, password } })
  const { token, id, user, refresh } = login
  const profile = {
    first_name: 'Alice',
    last_name: 'Ardley',
    city: 'Calgary',
    country: 'Canada',
    region: 'AB',
    onboarded: '1',
  }
  await callProduct(product, updateUser, { token, params: { id }, body: profile })
  const billingEntity = await callProduct(product, createBillingEntity, {
    token,
    body: { name: 'Ardley Cattle', email, phone: '4035550101', country: 'Canada', region: 'AB' },
  })
  const { plans } = await callProduct(product, listPlans, {
    token,
    query: { product: 'sites', currency: 'cad', interval: 'month' },
  })
  const siteIds: string[] = []
  for (let n = 1; n <= (options.sites ?? 0); n++) {
    const body = {
      name: `Ardley ${n}`,
      description: '',
      subdomain: `${name}-${n}`,
      billing_entity_id: billingEntity.id,
      plan_id: plans[0]!.id,
    }
    siteIds.push((await callProduct(product, createSite, { token, body })).id)
  }
  const clinicIds: string[] = []
  for (let n = 1; n <= (options.clinics ?? 0); n++) {
    const body = {
      name: `Ardley Clinic ${n}`,
      subdomain: `${name}-clinic-${n}`,
      domain: `${name}-clinic-${n}.ca`,
      email,
      phone: '4035550177',
      billing_entity_id: billingEntity.id,
    }
    clinicIds.push((await callProduct(product, createClinic, { token, body })).id)
  }
  const record = JSON.stringify({ id, user, uuid: id, token, refresh })
  return { id, email, password, token, record, billingEntityId: billingEntity.id, siteIds, clinicIds }
}
