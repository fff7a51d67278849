import type { AppReplyOf } from '@byre/contract/app-calls'
import type { Feeding as ShownFeeding, getPen } from '@byre/contract/herd/pens'
import { endOfDay } from '@byre/rules/dates'
import { feedingsOf, type Feeding } from '@byre/rules/fold-feed'
import type { Stored } from '@byre/rules/fold-events'
import type { Given } from '@byre/rules/withdrawal'
import { visited } from '../../platform/authentication/visitors.ts'
import { refuse } from '../../platform/errors.ts'
import type { SiteCall } from '../../tenants/index.ts'
import { coursesOf } from '../courses.policy.ts'
import { storedOf } from '../events/events.policy.ts'
import { joined } from '../joined.policy.ts'
import { findPen, type PenRow } from './pen.queries.ts'

export async function answerPen({
  db,
  caller,
  params,
}: SiteCall<typeof getPen, 'herd'>): Promise<AppReplyOf<typeof getPen>> {
  const [pen] = joined<PenRow>(visited(await findPen(db, { ...caller, id: params.id })))
  if (!pen) refuse('not_found')
  const { id, name, head, held, records } = pen
  const { zone } = JSON.parse(pen.context ?? '{"zone":"UTC"}') as { zone: string }
  const feeds = feedingsOf(records.map(storedOf), { zone })
    .filter(({ isVoid }) => !isVoid)
    .toReversed()
    .map((feeding) => shown(feeding, zone))
  const counts = pen.counts.map(({ event_id, at, head: counted, told: onRecord, record }) => {
    const { event } = storedOf(record)
    const { text } = event.body as { text?: string }
    const day = event.precision === 'day' ? event.day! : null
    return {
      event_id,
      head: counted,
      told: onRecord,
      counted: { at: new Date(at).toISOString(), day },
      text: text ?? null,
    }
  })
  const courses = pen.courses.flatMap(({ animal_id, main_tag, skips, ...course }) =>
    coursesOf([course], JSON.parse(skips) as Stored[]).map((one) => ({ animal_id, main_tag, ...one })),
  )
  return { id, name, head, held, courses, feeds, counts }
}

function shown({ start, stop, to }: Feeding, zone: string): ShownFeeding {
  const { event, given } = start
  const { product_name, rate, reason, days, vet, vet_figures } = event.body
  return {
    event_id: event.id,
    product_name,
    rate: rate ?? null,
    reason: reason ?? null,
    days: days ?? null,
    vet: vet
      ? {
          name: vet.name,
          basis: vet.basis,
          prescription: vet.prescription ?? null,
          figures: [...(vet_figures ?? [])],
        }
      : null,
    started: shownTime(given, zone),
    stopped: to && { event_id: stop!, ...shownTime(to, zone) },
  }
}

const shownTime = (given: Given, zone: string) =>
  given.precision === 'day'
    ? { at: new Date(endOfDay(given.day, zone)).toISOString(), day: given.day }
    : { at: new Date(given.at).toISOString(), day: null }
