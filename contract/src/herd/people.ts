import * as z from 'zod/mini'
import { appCall } from '../app-calls.ts'
import { id } from '../fields.ts'
import { siteRoles } from '../site-rights.ts'

/** So many are listed, by name. */
export const peopleListed = 1000

const SitePerson = z.object({
  id: z.string(),
  name: z.string(),
  /** What they are in the app now. */
  role: z.enum(siteRoles),
  /** What their role at the site makes of them, which a viewer is again once they are none. */
  usual_role: z.enum(siteRoles),
})
export type SitePerson = z.infer<typeof SitePerson>

export const listPeople = appCall({
  name: 'listPeople',
  app: 'site',
  service: 'herd',
  method: 'GET',
  path: '/app/v1/people',
  summary: 'Who belongs to the site, with what they are in its app; the first thousand by name',
  right: 'editPeople',
  reply: z.object({ people: z.array(SitePerson) }),
})

export const makeViewer = appCall({
  name: 'makeViewer',
  app: 'site',
  service: 'herd',
  method: 'POST',
  path: '/app/v1/people/:id/viewer',
  summary: 'Let a member of the site see its app and change nothing; no Owner, and not oneself',
  right: 'editPeople',
  params: z.object({ id }),
  reply: SitePerson,
})

export const endViewer = appCall({
  name: 'endViewer',
  app: 'site',
  service: 'herd',
  method: 'POST',
  path: '/app/v1/people/:id/viewer/removal',
  summary: 'Let a viewer do again what their role at the site allows',
  right: 'editPeople',
  params: z.object({ id }),
  reply: SitePerson,
})
