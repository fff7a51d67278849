import { t } from '../words.ts'
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { idParams } from '../fields.ts'

/*
 * News that people may have mailed or not. What they must learn (codes, security, invitations, offers, whatever is about
 * money or a place that is about to close) is mailed whatever they choose, and stands in no topic.
 */

/** Each topic in its words: its name, and when a mail leaves. */
export const mailTopics = {
  roles: {
    label: t`Your roles`,
    hint: t`Somebody gave you another role, added you or removed you.`,
  },
  answers: {
    label: t`Answers`,
    hint: t`Somebody accepted or declined your invitation or the plan you proposed, or declined to take over from you.`,
  },
  domains: {
    label: t`Verified domains`,
    hint: t`The domain of a site or clinic of yours was verified.`,
  },
} as const

export type MailTopic = keyof typeof mailTopics
export const mailTopicNames = Object.keys(mailTopics) as MailTopic[]

/** Whether news of each topic are mailed; all of them unless chosen otherwise. */
export const MailPreferences = z.object({ roles: z.boolean(), answers: z.boolean(), domains: z.boolean() })
export type MailPreferences = z.infer<typeof MailPreferences>

const chosen = z.optional(z.enum(['0', '1'], t`Please send 0 or 1.`))

export const getMailPreferences = endpoint({
  name: 'getMailPreferences',
  service: 'customers',
  method: 'GET',
  path: '/api/v1/users/:id/mail-preferences',
  summary: 'Which news the signed-in user has mailed',
  who: 'signed in',
  params: idParams,
  reply: MailPreferences,
  refusals: ['not_found'],
})

export const updateMailPreferences = endpoint({
  name: 'updateMailPreferences',
  service: 'customers',
  method: 'PUT',
  path: '/api/v1/users/:id/mail-preferences',
  summary: 'Choose which news the signed-in user has mailed',
  who: 'signed in',
  params: idParams,
  body: z.object({ roles: chosen, answers: chosen, domains: chosen }),
  reply: MailPreferences,
  refusals: ['not_found', 'request.stale'],
})
