import * as z from 'zod/mini'
import { appCall } from '../app-calls.ts'
import { id, requiredText } from '../fields.ts'
import { Course } from './animals.ts'
import { EndingFigure } from './fields.ts'

const NewGroup = z.object({ name: requiredText(60, 'Name') })
/** A pen or a lot. */
const Group = z.object({ id: z.string(), name: z.string() })
const CountedGroup = z.object({ ...Group.shape, head: z.number(), held: z.number() })

/** A list of pens or lots is whole: nobody has more. */
export const groupsAtMost = 1000

export const listPens = appCall({
  name: 'listPens',
  app: 'site',
  service: 'herd',
  method: 'GET',
  path: '/app/v1/pens',
  summary: 'All pens by name, with head and how many are held',
  right: 'see',
  reply: z.object({ pens: z.array(CountedGroup) }),
})

export const addPen = appCall({
  name: 'addPen',
  app: 'site',
  service: 'herd',
  method: 'POST',
  path: '/app/v1/pens',
  summary: 'Add a pen',
  right: 'record',
  body: NewGroup,
  reply: Group,
  status: 201,
  refusals: ['name.taken', 'list.full'],
})

export const renamePen = appCall({
  name: 'renamePen',
  app: 'site',
  service: 'herd',
  method: 'POST',
  path: '/app/v1/pens/:id',
  summary: 'Call a pen otherwise; its animals stay in it',
  right: 'record',
  params: z.object({ id }),
  body: NewGroup,
  reply: Group,
  refusals: ['name.taken'],
})

/** A time of the ledger: a moment, or where nothing but its day is known that day. */
const FeedTime = z.object({ at: z.string(), day: z.nullable(z.string()) })

const Feeding = z.object({
  event_id: z.string(),
  product_name: z.string(),
  rate: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /** For how many it was ordered. */
  days: z.nullable(z.number()),
  /** Whose figure counts beside the label's, and what it rests on. */
  vet: z.nullable(
    z.object({
      name: z.string(),
      basis: z.string(),
      prescription: z.nullable(z.string()),
      figures: z.array(EndingFigure),
    }),
  ),
  started: FeedTime,
  /** Null while it is fed. */
  stopped: z.nullable(z.object({ event_id: z.string(), ...FeedTime.shape })),
})
export type Feeding = z.infer<typeof Feeding>

const HeadCount = z.object({
  event_id: z.string(),
  head: z.number(),
  /** How many stood there then, as far as the records say now. */
  told: z.number(),
  counted: FeedTime,
  text: z.nullable(z.string()),
})
export type HeadCount = z.infer<typeof HeadCount>

/** Of each animal that stands there, the courses of which doses are still to come. */
const PenCourse = z.object({ animal_id: z.string(), main_tag: z.string(), ...Course.shape })
export type PenCourse = z.infer<typeof PenCourse>

/** So many events of a pen are looked at, the latest; and so many of its counts are shown. */
export const penShows = { events: 1000, counts: 20 } as const

export const getPen = appCall({
  name: 'getPen',
  app: 'site',
  service: 'herd',
  method: 'GET',
  path: '/app/v1/pens/:id',
  summary:
    'A pen: its head, the doses that its animals are still to get, and what medicated feed it was given and what was counted in it, the latest first',
  right: 'see',
  params: z.object({ id }),
  reply: z.object({
    ...CountedGroup.shape,
    courses: z.array(PenCourse),
    feeds: z.array(Feeding),
    counts: z.array(HeadCount),
  }),
})

export const listLots = appCall({
  name: 'listLots',
  app: 'site',
  service: 'herd',
  method: 'GET',
  path: '/app/v1/lots',
  summary: 'All lots by name, with head and how many are held',
  right: 'see',
  reply: z.object({ lots: z.array(CountedGroup) }),
})

export const addLot = appCall({
  name: 'addLot',
  app: 'site',
  service: 'herd',
  method: 'POST',
  path: '/app/v1/lots',
  summary: 'Add a lot',
  right: 'record',
  body: NewGroup,
  reply: Group,
  status: 201,
  refusals: ['name.taken', 'list.full'],
})

export const renameLot = appCall({
  name: 'renameLot',
  app: 'site',
  service: 'herd',
  method: 'POST',
  path: '/app/v1/lots/:id',
  summary: 'Call a lot otherwise; its animals stay in it',
  right: 'record',
  params: z.object({ id }),
  body: NewGroup,
  reply: Group,
  refusals: ['name.taken'],
})
