import { t } from '@byre/contract/words'
import type { InvoiceHead } from '@byre/contract/billing/invoices'
import { limits } from '@byre/contract/limits'
import { pageIn } from '../../lib/in-address.ts'
import type { PaidPlace } from '@byre/contract/billing/paid-places'

/* Which invoices an address asks for: `?tab=invoices&state=open&place={id}&day=2027-02-06&page=2`. */

export const statesOfInvoices: Readonly<Record<InvoiceHead['status'], string>> = {
  open: t`Open`,
  paid: t`Paid`,
  void: t`Void`,
  uncollectible: t`Written off`,
}

export interface InvoicesWanted {
  status?: InvoiceHead['status']
  site_id?: string
  clinic_id?: string
  /** A day or a month. */
  issued?: string
}

/** Never what the server refuses: what it does not know is as if it were not there. */
export function invoicesWanted(search: URLSearchParams, places: readonly PaidPlace[]): InvoicesWanted {
  const states = Object.keys(statesOfInvoices) as InvoiceHead['status'][]
  const status = states.find((state) => state === search.get('state'))
  const place = places.find((one) => placeIdOf(one) === search.get('place'))
  const day = search.get('day') ?? ''
  return {
    ...(status && { status }),
    ...(place?.site_id && { site_id: place.site_id }),
    ...(place?.clinic_id && { clinic_id: place.clinic_id }),
    ...(isDay(day) && { issued: day }),
  }
}

export const placeIdOf = ({ site_id: site, clinic_id: clinic }: PaidPlace) => site ?? clinic ?? ''

const isDay = (day: string) => /^\d{4}-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?$/.test(day)

export const pageWanted = (search: URLSearchParams) =>
  pageIn(search, 'page', limits.listDepth / limits.perPage.default)

/** Whether a day is unfolded: as it is at first, unless the address says otherwise. */
export const isDayOpen = (search: URLSearchParams, day: string, startsOpen: boolean) =>
  startsOpen ? !search.getAll('folded').includes(day) : search.getAll('unfolded').includes(day)

/** The address with a day folded or unfolded. */
export function withDay(search: URLSearchParams, day: string, isOpen: boolean, startsOpen: boolean) {
  const next = new URLSearchParams(search)
  next.delete('folded', day)
  next.delete('unfolded', day)
  if (isOpen !== startsOpen) next.append(isOpen ? 'unfolded' : 'folded', day)
  return next
}
