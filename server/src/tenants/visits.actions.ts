import { readInstallPreference } from '@byre/contract/places/sites'
import { speciesName } from '@byre/contract/species'
import { colleaguesAt, findTenant, type Colleagues, type Tenant } from '../customers/index.ts'
import type { Db } from '../platform/database/db.ts'
import type { Refusal } from '../platform/errors.ts'
import { canonicalHost, tenantName, tenantOrigin, type HostConfig } from '../platform/hosts.ts'
import type { PageParts } from '../platform/http/page.ts'
import { drawings } from './drawings.policy.ts'
import type { Visitor } from './sessions.actions.ts'

/* Who answers on a host, and what is seen there. */

/** The place that answers on a host, where a former name leads (`movedTo`), or null for nobody's host. */
export async function findAnswering(
  db: Db<'tenants'>,
  config: HostConfig,
  given: string | undefined,
): Promise<{ tenant: Tenant; host: string; movedTo: string | null } | null> {
  const host = canonicalHost(given, config)
  const name = tenantName(given, config)
  const namedTenant = host && name ? await findTenant(db, name) : null
  if (!host || !namedTenant) return null
  return {
    tenant: namedTenant.tenant,
    host,
    movedTo: namedTenant.is_former ? tenantOrigin(namedTenant.tenant.subdomain, config) : null,
  }
}

const notChosen = 'Not chosen yet'
const units = { metric: 'Metric', imperial: 'Imperial' }
type PageFacts = NonNullable<PageParts['facts']>

function factsOf({ kind, install_preference, email, phone }: Tenant): PageFacts {
  if (kind === 'clinic')
    return [
      ['E-mail', email ?? ''],
      ['Phone', phone === null ? '' : spokenPhone(phone)],
    ]
  const preference = readInstallPreference(install_preference)
  return [
    ['Species', (preference?.operation_type && speciesName(preference.operation_type)) ?? notChosen],
    ['Unit', preference ? units[preference.unit] : notChosen],
  ]
}

/** `+1 (403) 555-0100`; stored with its prefix. */
const spokenPhone = (phone: string) => phone.replace(/^1(\d{3})(\d{3})(\d{4})$/, '+1 ($1) $2-$3')

/** More are found in the portal, where they can be sought. */
const shownAtMost = 50

/** Who works there, for a member of a place that is not stopped; of one that is, nothing is shown. */
export const colleaguesFor = (db: Db<'tenants'>, tenant: Tenant): Promise<Colleagues | null> =>
  tenant.standing === 'stopped' ? Promise.resolve(null) : colleaguesAt(db, tenant, shownAtMost)

interface HomeOf {
  tenant: Tenant
  visitor: Visitor
  /** Null where the place is stopped. */
  colleagues: Colleagues | null
}

/** The first page of a place's own host, for a member: what it is, who works there and how to reach them. */
export function homePage(
  { tenant, visitor, colleagues }: HomeOf,
  portal: string,
  signOutToken: string,
): PageParts {
  const isStopped = tenant.standing === 'stopped'
  const facts: PageFacts = [...factsOf(tenant), ['Signed in as', visitor.name], ['Role', visitor.role ?? '']]
  return {
    title: tenant.name,
    heading: tenant.name,
    drawing: drawings[tenant.kind],
    notice: noticeOf(tenant),
    facts: isStopped ? [] : facts,
    people: colleagues ? peopleIn(colleagues) : undefined,
    links: [{ label: 'Back to the portal', href: portal, quiet: true }],
    button: { label: 'Sign out', action: '/sign-out', fields: { token: signOutToken } },
  }
}

const peopleIn = ({ people, total }: Colleagues): PageParts['people'] => ({
  title: 'Who works here',
  rows: people.map(({ name, email, role }) => ({ name, email, detail: role })),
  more: total > people.length ? `And ${total - people.length} more, in the portal.` : undefined,
})

function noticeOf({ kind, standing }: Tenant): string | undefined {
  if (standing === 'stopped')
    return `This ${kind} is stopped until its payment is settled. Everything in it is kept.`
  if (standing === 'read_only') return `This ${kind} is read-only until its payment is settled.`
  return undefined
}

export function signedOutPage(portal: string): PageParts {
  return {
    title: 'Signed out',
    heading: 'You are signed out here',
    lead: 'You may still be signed in to the portal.',
    links: [
      { label: 'Sign in again', href: '/' },
      { label: 'Back to the portal', href: portal },
    ],
  }
}

export function refusedPage(problem: Refusal, portal: string): PageParts {
  const again = problem.code === 'not_found' ? [] : [{ label: 'Try again', href: '/' }]
  return {
    title: problem.message,
    heading: problem.message,
    links: [...again, { label: 'Take me home', href: portal }],
  }
}
