import * as z from 'zod/mini'
import { appCall } from '../app-calls.ts'
import { firstOnly } from '../fields.ts'
import { whole } from '../lists.ts'
import type { EventKind } from './event-bodies.ts'

interface Guide {
  /** Who must act. */
  who: 'crew' | 'manager' | 'veterinarian'
  /** The events any of which settles it; what was seen to be right is said by a note that names it. */
  settled_by: readonly EventKind[]
}

/** What to do about each kind of finding. */
const guides: Readonly<Record<string, Guide>> = {
  'test tag': { who: 'crew', settled_by: ['tag_removed', 'noted'] },
  'cannot be a transponder': { who: 'crew', settled_by: ['tag_removed', 'noted'] },
  'check digit': { who: 'crew', settled_by: ['tag_removed', 'noted'] },
  'Greece is EL': { who: 'crew', settled_by: ['tag_removed', 'noted'] },
  'one tag on two animals': { who: 'manager', settled_by: ['same_animal', 'tag_removed'] },
  'clock cannot be trusted': { who: 'manager', settled_by: ['noted', 'void'] },
  'possible double entry': { who: 'manager', settled_by: ['void', 'noted'] },
  'recorded after its end': { who: 'manager', settled_by: ['void', 'entered', 'noted'] },
  'extra-label without a figure': { who: 'veterinarian', settled_by: ['void'] },
  'banned use': { who: 'manager', settled_by: ['noted', 'void'] },
  prohibited: { who: 'manager', settled_by: ['noted', 'void'] },
  'unread head': { who: 'crew', settled_by: ['noted', 'void'] },
}
/** Of one that nobody has described: a manager looks at it. */
export const guideOf = (kind: string): Guide => guides[kind] ?? { who: 'manager', settled_by: ['noted'] }

const Finding = z.object({
  kind: z.string(),
  /** The event it is about, or the value of a tag. */
  subject: z.string(),
  animal_id: z.string(),
  main_tag: z.string(),
  who: z.enum(['crew', 'manager', 'veterinarian']),
  settled_by: z.array(z.string()),
})

export const listFindings = appCall({
  name: 'listFindings',
  app: 'site',
  service: 'herd',
  method: 'GET',
  path: '/app/v1/findings',
  summary: 'What is odd, by kind: who must act, and which events settle it',
  right: 'see',
  query: z.object({
    after: z.optional(
      z
        .string('Please begin anew.')
        .check(z.regex(/^[A-Za-z0-9_-]{1,400}$/, firstOnly('Please begin anew.'))),
    ),
    limit: z._default(whole(1, 200, 'limit must be 1 to 200.'), 50),
  }),
  reply: z.object({ findings: z.array(Finding), next: z.nullable(z.string()) }),
})
