import type { VisitorRole } from '@byre/contract/site-rights'
import { formatPhone } from '@byre/contract/phones'
import { readInstallPreference } from '@byre/contract/places/sites'
import { speciesName } from '@byre/contract/species'
import type { Words } from '@byre/contract/words'
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

type PageFacts = NonNullable<PageParts['facts']>

function factsOf(words: Words, { kind, install_preference, email, phone }: Tenant): PageFacts {
  const { t } = words
  if (kind === 'clinic')
    return [
      [t`E-mail`, email ?? ''],
      [t`Phone`, formatPhone(phone, words.language)],
    ]
  const preference = readInstallPreference(install_preference)
  const species = preference?.operation_type && speciesName(preference.operation_type)
  const units = { metric: t`Metric`, imperial: t`Imperial` }
  const notChosen = t`Not chosen yet`
  return [
    [t`Species`, species ? words.of(species) : notChosen],
    [t`Unit`, preference ? units[preference.unit] : notChosen],
  ]
}

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
  words: Words,
  { tenant, visitor, colleagues }: HomeOf,
  portal: string,
  signOutToken: string,
): PageParts {
  const { t } = words
  const isStopped = tenant.standing === 'stopped'
  const facts: PageFacts = [
    ...factsOf(words, tenant),
    [t`Signed in as`, visitor.name],
    [t`Role`, roleIn(words, visitor.role)],
  ]
  return {
    title: tenant.name,
    heading: tenant.name,
    drawing: drawings[tenant.kind],
    notice: noticeOf(words, tenant),
    facts: isStopped ? [] : facts,
    people: colleagues ? peopleIn(words, colleagues) : undefined,
    links: [{ label: t`Back to the portal`, href: portal, quiet: true }],
    button: { label: t`Sign out`, action: '/sign-out', fields: { token: signOutToken } },
  }
}

const roleIn = ({ t }: Words, role: VisitorRole | null): string =>
  role === null ? '' : { Owner: t`Owner`, Admin: t`Admin`, User: t`User`, Viewer: t`Viewer` }[role]

function peopleIn(words: Words, { people, total }: Colleagues): PageParts['people'] {
  const { t } = words
  return {
    title: t`Who works here`,
    rows: people.map(({ name, email, role }) => ({ name, email, detail: roleIn(words, role) })),
    more: total > people.length ? t`And ${total - people.length} more, in the portal.` : undefined,
  }
}

function noticeOf({ t }: Words, { kind, standing }: Tenant): string | undefined {
  if (standing === 'stopped')
    return t`This ${kind} is stopped until its payment is settled. Everything in it is kept.`
  if (standing === 'read_only') return t`This ${kind} is read-only until its payment is settled.`
  return undefined
}

export function signedOutPage({ t }: Words, portal: string): PageParts {
  return {
    title: t`Signed out`,
    heading: t`You are signed out here`,
    lead: t`You may still be signed in to the portal.`,
    links: [
      { label: t`Sign in again`, href: '/' },
      { label: t`Back to the portal`, href: portal },
    ],
  }
}

export function refusedPage({ t, of }: Words, problem: Refusal, portal: string): PageParts {
  const again = problem.code === 'not_found' ? [] : [{ label: t`Try again`, href: '/' }]
  return {
    title: of(problem.message),
    heading: of(problem.message),
    links: [...again, { label: t`Take me home`, href: portal }],
  }
}
