import * as contract from '@byre/contract/herd/live'
import type { Context } from '../../context.ts'
import type { IdempotentCommand } from '../../platform/idempotency/idempotency.ts'
import { LiveStreams } from '../../platform/live/live.ts'
import type { ServeSite, SiteAccess } from '../../tenants/index.ts'
import { followSite, siteSource } from './live.actions.ts'
import { noteChange } from './live.queries.ts'

export function liveRoutes({ app, db, log }: Context<'herd'>, serve: ServeSite<'herd'>): void {
  const streams = new LiveStreams(siteSource(db), (error) =>
    log.warn({ err: error }, 'what changed at sites could not be read'),
  )
  // Before the server waits for its connections, of which these would never end by themselves.
  app.addHook('preClose', async () => streams.close())

  serve(contract.followSite, (asked) => followSite(asked, streams))
}

/** Commands leave word of themselves in their own transaction, which open screens are told of. */
export const telling =
  (serve: ServeSite<'herd'>): ServeSite<'herd'> =>
  (call, handler) =>
    serve(call, (asked) => {
      const { command, access } = asked as { command?: IdempotentCommand<'herd'>; access?: SiteAccess }
      if (command && access) command.also(async (db) => void (await noteChange(db, access)))
      return handler(asked)
    })
