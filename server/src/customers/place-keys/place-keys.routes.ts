import * as contract from '@byre/contract/places/place-keys'
import type { Context } from '../../context.ts'
import { sendPlaceKeyMails } from './place-key-mails.actions.ts'
import { createKey, keysOf, revokeKeyOf } from './place-keys.actions.ts'

const lists = { site: contract.listSiteApiKeys, clinic: contract.listClinicApiKeys }
const creations = { site: contract.createSiteApiKey, clinic: contract.createClinicApiKey }
const revocations = { site: contract.revokeSiteApiKey, clinic: contract.revokeClinicApiKey }

/** Keys with which programs call as a site or clinic. */
export function placeKeysRoutes(context: Context<'customers'>): void {
  const { serve, db, config } = context
  sendPlaceKeyMails(context)
  for (const kind of ['site', 'clinic'] as const) {
    const at = ({ id }: { id: string }) => ({ kind, placeId: id })
    serve(lists[kind], ({ caller, params }) => keysOf(db, caller, at(params)))
    serve(creations[kind], ({ params, body, ...acting }) =>
      createKey(acting, at(params), body, config.limitFactor),
    )
    serve(revocations[kind], ({ params, ...acting }) => revokeKeyOf(acting, at(params), params.keyId))
  }
}
