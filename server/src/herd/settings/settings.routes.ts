import * as contract from '@byre/contract/herd/settings'
import type { Context } from '../../context.ts'
import type { ServeSite } from '../../tenants/index.ts'
import { answerPlanSize, changeSettings, getMe } from './settings.actions.ts'

export function settingsRoutes(context: Context<'herd'>, serve: ServeSite<'herd'>): void {
  serve(contract.getMe, ({ db, caller }) => getMe(db, caller, context))
  serve(contract.getPlanSize, answerPlanSize)
  serve(contract.changeSettings, (doing) => changeSettings(doing))
}
