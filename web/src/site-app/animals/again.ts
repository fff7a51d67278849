import type { TimelineEvent } from '@byre/contract/herd/animals'
import type { HerdEvent } from '@byre/contract/herd/events'
import { nextEvent } from '../recording/ids.ts'

/* Taking back, and recording again what was taken back: nothing that was recorded is ever changed. */

type Sent = Record<string, unknown> & { id: string }

const asEvent = (sent: Sent) => sent as unknown as HerdEvent

/** When something was, as it is sent. */
export type When = { precision: 'day'; day: string } | { precision: 'instant'; at: string }

/** As the server believes it. */
export const whenOf = ({ precision, day, at }: TimelineEvent): When =>
  precision === 'day' && day !== undefined ? { precision: 'day', day } : { precision: 'instant', at }

/** It is of when it arrives, and of the animals of what it takes back. */
export const takingBack = (event: TimelineEvent, reason: string): HerdEvent =>
  asEvent({
    ...nextEvent(),
    kind: 'void',
    v: 1,
    precision: 'not_after',
    animals: [],
    body: { event: event.id, reason },
  })

/** The same of one animal, with what is different. */
export const recordedAgain = (
  { kind, by, ...event }: TimelineEvent,
  animal: string,
  {
    body = event.body,
    when = whenOf({ kind, by, ...event }),
  }: { body?: TimelineEvent['body']; when?: When } = {},
): HerdEvent =>
  asEvent({
    ...nextEvent(),
    kind,
    v: 1,
    ...when,
    ...(when.precision === 'instant' && {
      clock: { device_at: new Date().toISOString(), offset_ms: 0 },
    }),
    ...(by && { by }),
    animals: [animal],
    body,
  })
