import type { BodyOf } from '@byre/contract/endpoint'
import {
  mailTopicNames,
  type MailPreferences,
  type updateMailPreferences as updateMailPreferencesCall,
} from '@byre/contract/people/mail-preferences'
import type { Words } from '@byre/contract/words'
import type { Context } from '../../context.ts'
import { writeAudit, type AuditLine } from '../../platform/audit/audit.ts'
import { answered, type Caller } from '../../platform/authentication/authenticate.ts'
import type { Db } from '../../platform/database/db.ts'
import { transaction } from '../../platform/database/transactions.ts'
import { refuse } from '../../platform/errors.ts'
import { reply, type Reply } from '../../platform/reply.ts'
import { aboutTopic } from '../mails.ts'
import type { AccountCommand, Acting } from '../ports.ts'
import { findOwnPreferences, holdPreferences, putPreferences } from './mail-preferences.queries.ts'

type Kept = MailPreferences & { version: number }

const asPreferences = ({ version, ...chosen }: Kept): Reply<MailPreferences> =>
  reply(chosen, { etag: version })

export async function getMailPreferences(db: Db<'customers'>, caller: Caller, id: string) {
  const [{ id: found, caller_id: _, ...kept }] = answered(await findOwnPreferences(db, { ...caller, id }))
  if (found === null) refuse('not_found')
  return asPreferences(kept as Kept)
}

/** Changes the topics that were sent. */
export async function updateMailPreferences(
  id: string,
  doing: AccountCommand & Pick<Acting, 'command'> & { body: BodyOf<typeof updateMailPreferencesCall> },
) {
  const { command, actor, body, from } = doing
  if (id !== actor.user_id) refuse('not_found')

  const sent = mailTopicNames.flatMap((topic) =>
    body[topic] === undefined ? [] : [[topic, body[topic] === '1'] as const],
  )
  return command.transaction(async (db) => {
    const by = { actor_id: id, deed: 'updateMailPreferences', from } as const
    const kept = await choose(db, id, Object.fromEntries(sent), { ...by, if_match: from.if_match })
    return asPreferences(kept ?? refuse('not_found'))
  })
}

type By = Pick<AuditLine, 'actor_id' | 'deed' | 'from'> & { if_match: number | null }

/** What somebody has chosen then; null for whoever is no longer here. */
async function choose(
  db: Db<'customers'>,
  user_id: string,
  wanted: Partial<MailPreferences>,
  { if_match, ...by }: By,
): Promise<Kept | null> {
  const [row] = await holdPreferences(db, { id: user_id })
  if (!row) return null
  const kept = row as Kept
  const changed = mailTopicNames.filter((topic) => (wanted[topic] ?? kept[topic]) !== kept[topic])
  if (changed.length === 0) return kept
  if (if_match !== null && if_match !== kept.version) refuse('request.stale')

  const { version, ...chosen } = { ...kept, ...wanted }
  await putPreferences(db, { user_id, ...chosen })
  const after = Object.fromEntries(changed.map((topic) => [topic, chosen[topic]]))
  await writeAudit(db, { ...by, kind: 'user', subject_id: user_id, after })
  return { ...chosen, version: version + 1 }
}

const leavingWords = ({ t }: Words) => ({
  stays: t`Invitations, receipts and whatever concerns the security of your account are mailed all the same.`,
  again: t`If you change your mind: sign in and open your profile. Under Mail you choose what is mailed to you.`,
})

/** Lets mails of each topic be left by the link that they carry, which is good for as long as the account. */
export function addLeavableTopics({ db, mailLeaving }: Context<'customers'>): void {
  for (const topic of mailTopicNames)
    mailLeaving.add(topic, {
      wordsOf: async (words) => ({ about: aboutTopic[topic](words), ...leavingWords(words) }),
      leave: (user_id, from) =>
        transaction(db, async (db) => {
          // Whoever reads the mail need not be signed in.
          const by = { actor_id: null, deed: 'leaveMails', from, if_match: null } as const
          await choose(db, user_id, { [topic]: false }, by)
        }),
    })
}
