import { t } from '@byre/contract/words'
import {
  checkClinicDomain,
  checkSiteDomain,
  getClinicDomain,
  getSiteDomain,
  type DomainState,
} from '@byre/contract/places/domain-claims'
import type { Kind, Place } from '../products.ts'
import type { StatusKind } from '../ui/badge.tsx'

export const domainCalls = {
  site: { get: getSiteDomain, check: checkSiteDomain },
  clinic: { get: getClinicDomain, check: checkClinicDomain },
}

/** What leads from anywhere to the field for a domain. */
export const toDomainField = (kind: Kind, { id }: Place) => ({
  pathname: kind.paths.edit(id),
  search: '?domain=1',
})

/** The place's page, where a domain that is new to it has its records. */
export const pathAfterSaving = (kind: Kind, { id, domain }: Place, former: string | null) => ({
  pathname: kind.paths.open(id),
  search: domain !== null && domain !== former ? '?tab=domain' : '',
})

/** How the proof of a domain stands, as a word beside it. */
export const domainStates: Record<DomainState, { is: StatusKind; word: string }> = {
  pending: { is: 'waiting', word: t`Pending` },
  verified: { is: 'success', word: t`Verified` },
  failing: { is: 'warning', word: t`Failing` },
  removed: { is: 'danger', word: t`Removed` },
}

/** Whether the place answers there, now. */
export const answersAt = (state: DomainState) => state === 'verified' || state === 'failing'
