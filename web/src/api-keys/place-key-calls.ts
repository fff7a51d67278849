import * as contract from '@byre/contract/places/place-keys'

/** Whose keys they are. */
export interface KeyPlace {
  kind: 'site' | 'clinic'
  id: string
  name: string
  /** None is made where it is not `ok`. */
  access: 'ok' | 'read_only' | 'stopped'
}

export const placeKeyCalls = {
  site: {
    list: contract.listSiteApiKeys,
    create: contract.createSiteApiKey,
    revoke: contract.revokeSiteApiKey,
  },
  clinic: {
    list: contract.listClinicApiKeys,
    create: contract.createClinicApiKey,
    revoke: contract.revokeClinicApiKey,
  },
}
