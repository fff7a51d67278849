import type { recordEvents } from '@byre/contract/herd/records'
import type { AppReplyOf } from '@byre/contract/app-calls'
import { mayAtSite } from '@byre/contract/site-rights'
import type { Clock } from '../../platform/clock.ts'
import { refuse } from '../../platform/errors.ts'
import type { SiteCall } from '../../tenants/index.ts'
import { enqueueOf } from '../gate/news.actions.ts'
import { recordBatch } from './events.actions.ts'
import { isKeptUnpaid } from './unpaid.policy.ts'

export async function recordSent(
  { access, body, db, command }: SiteCall<typeof recordEvents, 'herd'>,
  clock: Clock,
): Promise<AppReplyOf<typeof recordEvents>> {
  const { events } = body
  if (access.is_read_only && !isKeptUnpaid(events)) refuse('place.read_only')

  const now = clock.now()
  const recorded = await recordBatch(db, events, {
    site: access.site_id,
    person: access.user_id,
    mayVoidAny: mayAtSite(access.role, 'voidAny'),
    now,
    enqueue: enqueueOf(command),
  })
  return { ...recorded, server_time: now.toISOString() }
}
