import { useAsk } from '../lib/query.ts'
import { clinicKind, siteKind, subjectKinds, type Kind } from '../products.ts'
import { useFirstPages } from './first-pages.ts'

/**
 * Whether they belong to a site or clinic, or had one that can be brought back; so it is taken to be where that cannot be had.
 * Undefined while it is not known, and where it `matters` to nobody.
 */
export function useHasPlaces(matters: boolean): boolean | undefined {
  const present = useFirstPages()
  const isNone = present.every(({ data }) => data?.total === 0)
  const deleted = [useDeleted(siteKind, matters && isNone), useDeleted(clinicKind, matters && isNone)]
  if (!matters) return undefined
  const lists = isNone ? deleted : present
  if (lists.some(({ data, isLoadingError }) => isLoadingError || (data?.total ?? 0) > 0)) return true
  return lists.some(({ isPending, fetchStatus }) => isPending && fetchStatus !== 'idle') ? undefined : false
}

const useDeleted = (kind: Kind, isAsked: boolean) =>
  useAsk(kind.calls.list, isAsked && subjectKinds.includes(kind) ? { deleted: '1', per_page: 1 } : null)
