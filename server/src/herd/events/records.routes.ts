import * as contract from '@byre/contract/herd/records'
import type { Context } from '../../context.ts'
import type { ServeSite } from '../../tenants/index.ts'
import { recordSent } from './records.actions.ts'

export function recordsRoutes({ clock }: Context<'herd'>, serve: ServeSite<'herd'>): void {
  serve(contract.recordEvents, (asked) => recordSent(asked, clock))
}
