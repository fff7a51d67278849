import * as contract from '@byre/contract/accounts/api-keys'
import type { Context } from '../../context.ts'
import { createApiKey, listApiKeys, revokeApiKey } from './api-keys.actions.ts'

export function apiKeyRoutes(context: Context<'auth'>): void {
  const { serve, db } = context
  serve(contract.listApiKeys, ({ caller }) => listApiKeys(db, caller))
  serve(contract.createApiKey, ({ actor, body, ...doing }) => createApiKey(context, doing, actor, body))
  serve(contract.revokeApiKey, ({ actor, params, ...doing }) => revokeApiKey(doing, actor, params.id))
}
