import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { plain } from '../fields.ts'
import { whole } from '../lists.ts'
import { subjectKinds } from '../subject-kinds.ts'

/** The least that somebody is found by. */
export const leastSought = 2
const mostAtOnce = 50
const tooShort = `q must be ${leastSought} characters or more.`

/** Somebody on the list of a place of the caller's, once however many places both share. */
const Colleague = z.object({
  /** Of an unregistered member as of a member. */
  id: z.string(),
  first_name: z.nullable(z.string()),
  last_name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  /** The first by name of the places where the caller may see them. */
  place: z.object({ kind: z.enum(subjectKinds), id: z.string(), name: z.string() }),
  places: z.number(),
})
export type Colleague = z.infer<typeof Colleague>

export const findColleagues = endpoint({
  name: 'findColleagues',
  service: 'customers',
  method: 'GET',
  path: '/api/v1/colleagues',
  summary: 'People by a part of their name or address, at the places whose people the signed-in user may see',
  who: 'signed in',
  query: z.object({
    q: plain(100, 'q').check(z.minLength(leastSought, tooShort)),
    per_page: z._default(whole(1, mostAtOnce, `per_page must be 1 to ${mostAtOnce}.`), 10),
  }),
  reply: z.object({
    /** By name; the first of those that were found. */
    colleagues: z.array(Colleague),
    /** Whether others were found besides. */
    more: z.boolean(),
  }),
})
