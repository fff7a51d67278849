import { t } from '@byre/contract/words'
import {
  checkClinicDomain,
  checkSiteDomain,
  getClinicDomain,
  getSiteDomain,
  type DomainState,
} from '@byre/contract/places/domain-claims'
import type { StatusKind } from '../ui/badge.tsx'

export const domainCalls = {
  site: { get: getSiteDomain, check: checkSiteDomain },
  clinic: { get: getClinicDomain, check: checkClinicDomain },
}

/** How the proof of a domain stands, as a word beside it. */
export const domainStates: Record<DomainState, { is: StatusKind; word: string }> = {
  pending: { is: 'waiting', word: t`Pending` },
  verified: { is: 'success', word: t`Verified` },
  failing: { is: 'warning', word: t`Failing` },
  removed: { is: 'danger', word: t`Removed` },
}

/** Whether the place answers there, now. */
export const answersAt = (state: DomainState) => state === 'verified' || state === 'failing'
