import * as contract from '@byre/contract/places/domain-claims'
import type { Context } from '../../context.ts'
import { checkDomain, getDomain } from './domain-claims.actions.ts'

export function domainClaimsRoutes({ serve, db, config, resolver }: Context<'customers'>): void {
  serve(contract.getSiteDomain, ({ asker, params }) =>
    getDomain(db, asker, { kind: 'site', place_id: params.id }, config),
  )
  serve(contract.getClinicDomain, ({ asker, params }) =>
    getDomain(db, asker, { kind: 'clinic', place_id: params.id }, config),
  )
  serve(contract.checkSiteDomain, ({ deed, actor, params }) =>
    checkDomain(deed, actor, { kind: 'site', place_id: params.id }, { config, resolver }),
  )
  serve(contract.checkClinicDomain, ({ deed, actor, params }) =>
    checkDomain(deed, actor, { kind: 'clinic', place_id: params.id }, { config, resolver }),
  )
}
