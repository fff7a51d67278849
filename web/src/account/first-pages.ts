import { useAsk, type Ask } from '../lib/query.ts'
import { clinicKind, subjectKinds, siteKind, type Kind } from '../products.ts'
import { firstPage, type placesAddress } from './list-address.ts'

export type PlacesAsk = Ask<Kind['calls']['list']>

/** A page of one kind's list; nothing is asked for a product that this build does not manage. */
export const usePage = (
  kind: Kind,
  page: typeof firstPage | ReturnType<typeof placesAddress>,
  { keep = false } = {},
): PlacesAsk => useAsk(kind.calls.list, subjectKinds.includes(kind) ? page : null, { keep })

/** The first page of each kind's list, which also says how many there are, in the brand's order. */
export function useFirstPages(): PlacesAsk[] {
  const first = {
    sites: usePage(siteKind, firstPage),
    clinics: usePage(clinicKind, firstPage),
  }
  return subjectKinds.map(({ product }) => first[product])
}
