import type { AppCall } from '@byre/contract/app-calls'
import { visitorRolesWith } from '@byre/contract/site-rights'
import type { Context } from '../context.ts'
import type { Db, Module } from '../platform/database/db.ts'
import type { AnyAppHandler, AppCommand, AppDoor, AppRead, AppResult } from '../platform/http/app-calls.ts'
import { serveAppCall } from '../platform/http/app-route.ts'
import { sessionCookie } from './sessions.actions.ts'
import { siteAccess, siteCaller, type SiteAccess, type SiteCaller } from './site-access.policy.ts'
import { touchSession } from './sessions.queries.ts'
import { findAnswering } from './visits.actions.ts'

/** A read is handed the caller, whom its own statement proves; a command the proven access. */
export type SiteCall<C extends AppCall, M extends Module> = C['method'] extends 'GET'
  ? Omit<AppRead<C, M>, 'key'> & { caller: SiteCaller<C['right']> }
  : Omit<AppCommand<C, M>, 'visitor'> & { access: SiteAccess<C['right']> }

/** Serves a call of the site app: what the contract declares in, a route on sites' hosts out. */
export type ServeSite<M extends Module> = <C extends AppCall>(
  call: C,
  handler: (asked: SiteCall<C, M>) => Promise<AppResult<C>>,
) => void

/** What a module of the site app serves its calls with; `own` is its handle as the tenants' module sees it. */
export function siteCallsOn<M extends Module>(context: Context<M>, own: Db<'tenants'>): ServeSite<M> {
  const { config } = context
  const door: AppDoor = {
    cookieName: sessionCookie,
    rolesFor: ({ right }) => visitorRolesWith(right),
    isAnswering: async (host) => (await findAnswering(own, config, host))?.movedTo === null,
    touch: async (id) => void (await touchSession(own, { id })),
  }
  const checksReplies = config.nodeEnv !== 'production'
  return (call, handler) => {
    const serve = handler as unknown as (asked: object) => Promise<unknown>
    const proven: AnyAppHandler<M> = ({ key, visitor, ...asked }) =>
      serve(
        call.method === 'GET'
          ? { ...asked, caller: siteCaller(call.right, key) }
          : { ...asked, access: siteAccess(call.right, visitor) },
      )
    serveAppCall({ ...context, checksReplies, door }, call, proven)
  }
}
