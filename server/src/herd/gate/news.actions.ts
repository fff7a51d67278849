import type { SiteId } from '@byre/contract/subject-kinds'
import type { Stored } from '@byre/rules/fold-events'
import { platformOf, type Db, type PlatformDb } from '../../platform/database/db.ts'
import { queue, type Queue } from '../../platform/jobs/outbox.ts'
import { answersOf, isWorse, newReasons, readAnswer } from './gate.policy.ts'
import { followed, lateTruth, writeNews, type FollowedRow, type LateRow } from './gate.queries.ts'

/** Sends a job with the transaction: an outbox's, or a command's. */
export type Enqueue = <T extends object>(db: PlatformDb, queue: Queue<T>, data: T) => Promise<void>

/** With the job queue of a command. */
export const enqueueOf = (command: { enqueue: Enqueue }): Enqueue => {
  return (db, queue, data) => command.enqueue(db, queue, data)
}

/** Lists that broke, and lists of which something became known after they had left. */
export interface ShipListNews {
  site_id: SiteId
  broken: string[]
  late: string[]
}

export const shipListNews = queue<ShipListNews>('herd.shipListNews', {
  retryLimit: 100,
  retryDelaySeconds: 5,
  retryDelayMaxSeconds: 300,
})

export interface Arrived {
  /** Those that are locked or have left, with any of the animals. */
  lists: readonly string[]
  animals: readonly string[]
  /** What was recorded of them may keep others here: by a tag that two bear, by head that could not be read in their pen. */
  isFeltByOthers: boolean
  events: readonly Stored[]
  now: Date
  enqueue: Enqueue
}

const endless = '9999-12-31T00:00:00.000Z'

/**
 * Judges changed animals of lists again, with the event that changed them, and where others may feel it all animals of locked
 * lists: a locked list of which an animal may not leave any more, or for another reason, is broken; of one that has left it is a
 * late truth.
 */
export async function followShipLists(
  db: Db<'herd'>,
  site: SiteId,
  { lists, animals, isFeltByOthers, events, now, enqueue }: Arrived,
): Promise<void> {
  const rows = await followed(db, site, { lists, animals, isFeltByOthers })
  const broken = new Set<string>()
  const late: LateRow[] = []
  for (const row of rows) {
    if (row.answer === null) continue
    const [is] = answersOf([row], row)
    const was = readAnswer(row.answer)
    if (row.state === 'departed') late.push(...newReasons(is!, was).map((reason) => lateOf(row, reason)))
    else if (isWorse(is!, was)) broken.add(row.list_id)
  }
  const fresh = await writeNews(db, site, {
    now: now.toISOString(),
    broken: [...broken],
    lists,
    animals,
    late,
    settled: settledBy(events),
  })
  if (broken.size > 0 || fresh.length > 0)
    await enqueue(platformOf(db), shipListNews, { site_id: site, broken: [...broken], late: fresh })
}

const lateOf = (
  { list_id, id }: FollowedRow,
  { event_id, market, product_name, clear_at }: ReturnType<typeof newReasons>[number],
): LateRow => ({
  list_id,
  animal_id: id,
  event_id,
  market,
  product_name,
  clear_at: clear_at === null ? endless : new Date(clear_at).toISOString(),
})

const settledBy = (events: readonly Stored[]) =>
  events.flatMap(({ event }) => {
    const settles = event.kind === 'noted' ? event.body.settles : undefined
    if (settles?.finding !== lateTruth) return []
    return event.animals.map((animal_id) => ({ event_id: settles.event, animal_id }))
  })
