import * as contract from '@byre/contract/places/launch-codes'
import type { Context } from '../context.ts'
import { createHandOff } from './launch-codes.actions.ts'

export function launchCodeRoutes({ serve, config }: Context<'tenants'>): void {
  serve(contract.createHandOff, (call) => createHandOff(config, call))
}
