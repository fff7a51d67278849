import * as contract from '@byre/contract/events'
import type { Context } from '../../context.ts'
import { LiveStreams } from '../../platform/live/live.ts'
import { auditSource, followEvents } from './events.actions.ts'

export function eventsRoutes({ app, serve, db, secrets, log }: Context<'customers'>): void {
  const streams = new LiveStreams(auditSource(db, secrets), (error) =>
    log.warn({ err: error }, 'what changed could not be read'),
  )
  // Before the server waits for its connections, of which these would never end by themselves.
  app.addHook('preClose', async () => streams.close())

  serve(contract.followEvents, ({ caller, query }) => followEvents(db, caller, query, { streams, secrets }))
}
