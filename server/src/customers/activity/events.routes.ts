import * as contract from '@byre/contract/events'
import type { Context } from '../../context.ts'
import { LiveStreams } from '../../platform/live/live.ts'
import { trailReading } from '../../platform/audit/trail-reading.ts'
import { auditSource, followEvents, newsReading } from './events.actions.ts'

export function eventsRoutes({ app, serve, db, config, secrets, log }: Context<'customers'>): void {
  const reading = newsReading(trailReading(config.eventCursor), secrets)
  const streams = new LiveStreams(auditSource(db, reading), (error) =>
    log.warn({ err: error }, 'what changed could not be read'),
  )
  // Before the server waits for its connections, of which these would never end by themselves.
  app.addHook('preClose', async () => streams.close())

  serve(contract.followEvents, ({ caller, query }) => followEvents(db, caller, query, { streams, reading }))
}
