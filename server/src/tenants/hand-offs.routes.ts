import * as contract from '@byre/contract/places/hand-offs'
import type { Context } from '../context.ts'
import { createHandOff } from './hand-offs.actions.ts'

export function handOffRoutes({ serve, config }: Context<'tenants'>): void {
  serve(contract.createHandOff, (call) => createHandOff(config, call))
}
