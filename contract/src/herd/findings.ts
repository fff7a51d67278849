import * as z from 'zod/mini'
import { appCall } from '../app-calls.ts'
import { plain } from '../fields.ts'
import type { EventKind } from './event-bodies.ts'
import { cursor, limit, next } from './pages.ts'

const actors = ['crew', 'manager', 'veterinarian'] as const
export type FindingActor = (typeof actors)[number]

interface Guide {
  /** Who must act. */
  who: FindingActor
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
  'no approved tag': { who: 'crew', settled_by: ['tagged', 'noted'] },
  'tag to retire': { who: 'manager', settled_by: ['tag_removed', 'noted'] },
  'tag to cross-reference': { who: 'manager', settled_by: ['noted'] },
  'head count differs': { who: 'crew', settled_by: ['counted', 'moved', 'void'] },
  'late truth': { who: 'manager', settled_by: ['noted', 'void'] },
}
/** Of one that nobody has described: a manager looks at it. */
export const guideOf = (kind: string): Guide => guides[kind] ?? { who: 'manager', settled_by: ['noted'] }

/** Those kinds that are described, and that one must act on. */
export const kindsOf = (who: FindingActor): string[] =>
  Object.keys(guides).filter((kind) => guideOf(kind).who === who)

const who = z.enum(actors, 'who must be crew, manager or veterinarian.')

/** How many there are of a kind. */
export const FindingCount = z.object({ kind: z.string(), who, head: z.number() })

const Finding = z.object({
  kind: z.string(),
  /** The event it is about, or the value of a tag. */
  subject: z.string(),
  /** The animal, or the pen where it is about one. */
  animal_id: z.string(),
  main_tag: z.string(),
  pen_name: z.nullable(z.string()),
  who,
  settled_by: z.array(z.string()),
  /** The event, where it is about one: a moment, or only a day. */
  about: z.nullable(
    z.object({
      event_kind: z.string(),
      at: z.nullable(z.string()),
      day: z.nullable(z.string()),
      product_name: z.nullable(z.string()),
    }),
  ),
})
export type Finding = z.infer<typeof Finding>

export const listFindings = appCall({
  name: 'listFindings',
  app: 'site',
  service: 'herd',
  method: 'GET',
  path: '/app/v1/findings',
  summary: 'What is odd, by kind: who must act, and which events settle it',
  right: 'see',
  query: z.object({
    kind: z.optional(plain(60, 'kind')),
    who: z.optional(who),
    after: cursor,
    limit,
  }),
  reply: z.object({
    findings: z.array(Finding),
    next,
    /** Of all, however the list is narrowed. */
    kinds: z.array(FindingCount),
  }),
})
