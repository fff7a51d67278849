import * as z from 'zod/mini'
import { appCall } from '../app-calls.ts'
import { firstOnly, id, idParams, requiredText } from '../fields.ts'
import { whole } from '../lists.ts'
import { eventId } from './fields.ts'
import {
  animalIds,
  Chosen,
  ShipList,
  ShipListPlan,
  shipListStates,
  ShipListSummary,
} from './ship-list-parts.ts'

/* Animals meant for one load: written as a draft, judged by the gate, locked, and gone. */

const Stands = z.object({ id: z.string(), state: z.enum(shipListStates) })
const Filled = z.object({
  ...Stands.shape,
  added: z.number(),
  /** Tags that no animal of the site bears, as they were sent. */
  unknown_tags: z.array(z.string()),
})

const common = { app: 'site', service: 'herd' } as const
/** The gate and its sheet are never off for want of payment. */
const command = { ...common, method: 'POST', whenUnpaid: 'allowed' } as const
const ofOne = { ...command, params: idParams } as const

export const listShipLists = appCall({
  ...common,
  name: 'listShipLists',
  method: 'GET',
  path: '/app/v1/ship-lists',
  summary: 'Ship lists by their planned load time: the latest first, of those that are open the next',
  right: 'see',
  query: z.object({
    /** Those that have not left, or those that have. */
    open: z.optional(z.enum(['yes', 'no'], 'open must be yes or no.')),
    after: z.optional(
      z
        .string('Please begin anew.')
        .check(z.regex(/^[A-Za-z0-9_-]{1,400}$/, firstOnly('Please begin anew.'))),
    ),
    limit: z._default(whole(1, 200, 'limit must be 1 to 200.'), 50),
  }),
  reply: z.object({ ship_lists: z.array(ShipListSummary), next: z.nullable(z.string()) }),
})

export const getShipList = appCall({
  ...common,
  name: 'getShipList',
  method: 'GET',
  path: '/app/v1/ship-lists/:id',
  summary: 'A ship list with each animal as the gate sees it for its load time and market, now or as it left',
  right: 'see',
  params: idParams,
  reply: ShipList,
})

export const makeShipList = appCall({
  ...command,
  name: 'makeShipList',
  path: '/app/v1/ship-lists',
  summary: 'Begin a ship list',
  right: 'record',
  body: z.object({
    ...ShipListPlan.shape,
    what: z._default(Chosen, {}),
    /** What the list is to be called, made where it is asked for: whoever asks twice with it makes one list. */
    made_as: z.optional(eventId),
  }),
  reply: Filled,
  status: 201,
  refusals: ['list.full'],
})

export const planShipList = appCall({
  ...ofOne,
  name: 'planShipList',
  path: '/app/v1/ship-lists/:id/plan',
  summary: 'Change where a list goes, when, and its transport fields; it is to be checked again',
  right: 'record',
  body: ShipListPlan,
  reply: Stands,
  refusals: ['ship_list.closed'],
})

export const addToShipList = appCall({
  ...ofOne,
  name: 'addToShipList',
  path: '/app/v1/ship-lists/:id/animals',
  summary: 'Put animals on a list that is not locked; those that are on it stay once',
  right: 'record',
  body: Chosen,
  reply: Filled,
  refusals: ['ship_list.closed', 'list.full'],
})

export const takeOffShipList = appCall({
  ...ofOne,
  name: 'takeOffShipList',
  path: '/app/v1/ship-lists/:id/removals',
  summary: 'Take animals off a list that is not locked: those named, or all that the gate holds',
  right: 'record',
  body: z.object({
    animals: z.optional(animalIds),
    held: z.optional(z.literal('yes', 'Is yes or left out.')),
  }),
  reply: z.object({ ...Stands.shape, removed: z.number() }),
  refusals: ['ship_list.closed'],
})

export const checkShipList = appCall({
  ...ofOne,
  name: 'checkShipList',
  path: '/app/v1/ship-lists/:id/check',
  summary: 'Have the gate judge each animal for the planned load time and the market of the destination',
  right: 'record',
  reply: z.object({ ...Stands.shape, may: z.number(), may_not: z.number() }),
  refusals: ['ship_list.closed', 'ship_list.empty'],
})

export const overrideHold = appCall({
  ...ofOne,
  name: 'overrideHold',
  path: '/app/v1/ship-lists/:id/overrides',
  summary:
    'Let a held animal pass on this list alone, for a typed reason that its sheet prints; it moves no clock',
  right: 'overrideHolds',
  body: z.object({ animal: id, reason: requiredText(200, 'Reason') }),
  reply: Stands,
  refusals: ['ship_list.closed', 'ship_list.not_held'],
})

export const lockShipList = appCall({
  ...ofOne,
  name: 'lockShipList',
  path: '/app/v1/ship-lists/:id/lock',
  summary: 'Lock a list, where the gate lets each of its animals pass',
  right: 'lockShipLists',
  reply: Stands,
  refusals: ['ship_list.closed', 'ship_list.empty', 'ship_list.held'],
})

export const reopenShipList = appCall({
  ...ofOne,
  name: 'reopenShipList',
  path: '/app/v1/ship-lists/:id/reopen',
  summary: 'Make a locked list a draft again',
  right: 'lockShipLists',
  reply: Stands,
  refusals: ['ship_list.closed'],
})

export const departShipList = appCall({
  ...ofOne,
  name: 'departShipList',
  path: '/app/v1/ship-lists/:id/departure',
  summary: 'Say that a locked list has left: its animals leave the site',
  right: 'lockShipLists',
  body: z.object({
    reason: z._default(
      z.enum(['sold', 'slaughter', 'transferred'], 'Must be sold, slaughter or transferred.'),
      'sold',
    ),
  }),
  reply: Stands,
  refusals: ['ship_list.not_locked', 'ship_list.held'],
})

export const dropShipList = appCall({
  ...ofOne,
  name: 'dropShipList',
  path: '/app/v1/ship-lists/:id/drop',
  summary: 'Throw away a list that was never locked',
  right: 'record',
  reply: z.object({ id: z.string() }),
  refusals: ['ship_list.closed'],
})

export const getClearanceSheet = appCall({
  ...common,
  name: 'getClearanceSheet',
  method: 'GET',
  path: '/app/v1/ship-lists/:id/sheet',
  summary: 'The clearance sheet of a list that is locked or has left, as a document',
  right: 'see',
  params: idParams,
  reply: z.string(),
  produces: 'application/pdf',
  refusals: ['ship_list.not_locked'],
})

export const getLateNotice = appCall({
  ...common,
  name: 'getLateNotice',
  method: 'GET',
  path: '/app/v1/ship-lists/:id/notice',
  summary: 'A notice of what became known after a list had left, as a document',
  right: 'see',
  params: idParams,
  reply: z.string(),
  produces: 'application/pdf',
})
