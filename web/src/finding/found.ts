import { t } from '@byre/contract/words'
import { listBillingEntities } from '@byre/contract/billing/billing-entities'
import { listInvoices } from '@byre/contract/billing/invoices'
import { findColleagues, leastSought } from '@byre/contract/people/colleagues'
import { may } from '@byre/contract/rights'
import { formatDate, formatMoney, formatPerson } from '../lib/format.ts'
import { useAsk } from '../lib/query.ts'
import { paths } from '../paths.ts'
import { clinicKind, placesIn, siteKind, subjectKinds, type Kind, type ListedPlace } from '../products.ts'

/** A line of the palette: where it leads, or what it does. */
export interface Result {
  key: string
  words: string
  detail?: string | undefined
  to?: string
  state?: unknown
  /** Outside the portal, in a tab of its own. */
  href?: string
  does?: () => void
}

export interface ResultGroup {
  name: string
  lines: readonly Result[]
}

const atMost = 5
const opens = { site: paths.site, clinic: paths.clinic, billing_entity: paths.billingEntity }

/** What the server finds for at least two characters: the reader's own and nothing else. */
export function useFound(q: string) {
  const isAsked = q.length >= leastSought
  const page = { q, per_page: atMost, page: 1 } as const
  const list = isAsked ? ({ ...page, sort: 'name' } as const) : null
  const sites = useAsk(siteKind.calls.list, subjectKinds.includes(siteKind) ? list : null)
  const clinics = useAsk(clinicKind.calls.list, subjectKinds.includes(clinicKind) ? list : null)
  const billingEntities = useAsk(listBillingEntities, list)
  const people = useAsk(findColleagues, isAsked ? { q, per_page: atMost } : null)
  const invoices = useAsk(listInvoices, isAsked ? { ...page, sort: '-issued_at' } : null)

  const asks = [sites, clinics, billingEntities, people, invoices]
  const places = [
    ...(sites.data ? linesOf(siteKind, placesIn(sites.data)) : []),
    ...(clinics.data ? linesOf(clinicKind, placesIn(clinics.data)) : []),
  ]
  const groups: ResultGroup[] = [
    { name: t`Places`, lines: places.map(({ line }) => line) },
    {
      name: t`People`,
      lines: (people.data?.colleagues ?? []).map(({ place, places: count, ...person }) => ({
        key: person.id,
        words: formatPerson(person) || person.first_name || '',
        detail: [person.email, count > 1 ? t`${place.name} and ${count - 1} more` : place.name]
          .filter(Boolean)
          .join(' · '),
        to: opens[place.kind](place.id),
      })),
    },
    {
      name: t`Invoices`,
      lines: (invoices.data?.invoices ?? []).map((invoice) => ({
        key: invoice.id,
        words: invoice.number,
        detail: [
          invoice.place_name,
          formatMoney(invoice.total, invoice.currency),
          // Billing counts UTC days, the same for everybody.
          formatDate(invoice.issued_at, 'UTC'),
          invoice.status === 'open' ? t`not paid` : '',
        ]
          .filter(Boolean)
          .join(' · '),
        to: paths.invoice(invoice.billing_entity_id, invoice.id),
      })),
    },
    {
      name: t`Billing information`,
      lines: (billingEntities.data?.billing_entities ?? []).map(({ id, name, email }) => ({
        key: id,
        words: name,
        detail: email ?? undefined,
        to: paths.billingEntity(id),
      })),
    },
  ]
  return {
    groups,
    /** Of the first places, what may be done there. */
    shortcuts: places.slice(0, 3).flatMap(({ shortcuts }) => shortcuts),
    isPending: isAsked && asks.some(({ isPending, fetchStatus }) => isPending && fetchStatus === 'fetching'),
    failed: asks.filter(({ isError, data }) => isError && data === undefined),
  }
}

/** A place, and what its reader may do with it. */
function linesOf(kind: Kind, places: readonly ListedPlace[]) {
  return places.map((place) => {
    const { id, name, city, region, role, launch_url: href } = place
    const detail = [kind.title, city, region].filter(Boolean).join(' · ')
    const shortcuts: Result[] = []
    if (may(role, 'launch', kind.one) && place.access_state !== 'stopped')
      shortcuts.push({ key: `launch ${id}`, words: t`Launch ${name}`, href })
    if (may(role, 'edit', kind.one))
      shortcuts.push({ key: `edit ${id}`, words: t`Edit ${name}`, to: kind.paths.edit(id) })
    return { line: { key: id, words: name, detail, to: kind.paths.open(id) }, shortcuts }
  })
}
