import * as contract from '@byre/contract/herd/live'
import type { Context } from '../../context.ts'
import { LiveStreams } from '../../platform/live/live.ts'
import type { ServeSite } from '../../tenants/index.ts'
import { followSite, siteSource } from './live.actions.ts'

export function liveRoutes({ app, db, log }: Context<'herd'>, serve: ServeSite<'herd'>): void {
  const streams = new LiveStreams(siteSource(db), (error) =>
    log.warn({ err: error }, 'what changed at sites could not be read'),
  )
  // Before the server waits for its connections, of which these would never end by themselves.
  app.addHook('preClose', async () => streams.close())

  serve(contract.followSite, (asked) => followSite(asked, streams))
}
