import * as contract from '@byre/contract/places/domain-claims'
import type { Context } from '../../context.ts'
import { checkDomain, getDomain } from './domain-claims.actions.ts'

export function domainClaimsRoutes({ serve, db, config, resolver }: Context<'customers'>): void {
  serve(contract.getSiteDomain, ({ caller, params }) =>
    getDomain(db, caller, { kind: 'site', place_id: params.id }, config),
  )
  serve(contract.getClinicDomain, ({ caller, params }) =>
    getDomain(db, caller, { kind: 'clinic', place_id: params.id }, config),
  )
  serve(contract.checkSiteDomain, ({ command, actor, params }) =>
    checkDomain(command, actor, { kind: 'site', place_id: params.id }, { config, resolver }),
  )
  serve(contract.checkClinicDomain, ({ command, actor, params }) =>
    checkDomain(command, actor, { kind: 'clinic', place_id: params.id }, { config, resolver }),
  )
}
