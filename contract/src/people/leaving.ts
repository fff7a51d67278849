import { t } from '../words.ts'
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { email } from '../fields.ts'
import { subjectKinds } from '../subject-kinds.ts'

/** What someone may take along, and how they go. */

/**
 * What keeps someone here: a place whose last Owner they are, and what can be done about it. `hand_over`:
 * somebody else belongs to it who could take it. `invite`: nobody does yet. `delete`: it may go.
 */
export const Blocker = z.object({
  kind: z.enum(subjectKinds),
  id: z.string(),
  name: z.string(),
  ways: z.array(z.enum(['hand_over', 'invite', 'delete'])),
})
export type Blocker = z.infer<typeof Blocker>

export const exportMyData = endpoint({
  name: 'exportMyData',
  service: 'customers',
  method: 'GET',
  path: '/api/v1/me/export',
  summary: 'Everything about the signed-in user: one archive with data.json and a table (CSV) for each part',
  who: 'signed in',
  reply: z.string(),
  produces: 'application/zip',
  headers: { 'content-disposition': 'attachment; filename="byre-my-data.zip"' },
})

export const listBlockers = endpoint({
  name: 'listBlockers',
  service: 'customers',
  method: 'GET',
  path: '/api/v1/me/blockers',
  summary: 'What keeps the signed-in user from deleting their account',
  who: 'signed in',
  reply: z.object({ blockers: z.array(Blocker) }),
})

const missing = t`Please type your e-mail address.`
export const DeleteMe = z.object({
  email: email(missing, t`That is not the e-mail address of this account.`),
})

export const deleteMe = endpoint({
  name: 'deleteMe',
  service: 'customers',
  method: 'DELETE',
  path: '/api/v1/me',
  summary: 'Delete the signed-in user’s account for good; while something needs them, `blockers` names it',
  who: 'signed in',
  body: DeleteMe,
  reply: z.null(),
  refusals: ['account.wrong_email', 'account.needed', 'session.reauth_required'],
  // Nothing that was shown can be asked for again.
  idempotency: 'ignored',
})
