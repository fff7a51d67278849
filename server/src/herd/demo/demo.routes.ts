import * as contract from '@byre/contract/herd/demo'
import type { Context } from '../../context.ts'
import type { ServeSite } from '../../tenants/index.ts'
import { demoOf, putDemo, takeDemoAway } from './demo.actions.ts'

export function demoRoutes({ clock }: Context<'herd'>, serve: ServeSite<'herd'>): void {
  serve(contract.getDemo, demoOf)
  serve(contract.addDemo, (asked) => putDemo(asked, clock))
  serve(contract.removeDemo, (asked) => takeDemoAway(asked, clock))
}
