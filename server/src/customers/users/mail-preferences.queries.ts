import { mailTopicNames, type MailPreferences } from '@byre/contract/people/mail-preferences'
import { sql } from 'kysely'
import { withCaller } from '../../platform/authentication/authenticate.ts'
import { prepared } from '../../platform/database/db.ts'
import '../tables.ts'

/** `m` in each statement; all are mailed where there is no row. */
const topics = mailTopicNames.map((topic) => sql<boolean>`coalesce(${sql.ref(`m.${topic}`)}, true)`.as(topic))
const columns = [...topics, sql<number>`coalesce(m.version, 1)`.as('version')]

/** What the caller chose; a null id when `id` is somebody else's. */
export const findOwnPreferences = prepared<'customers'>()((db, p: { token_hash: Buffer; id: string }) =>
  withCaller(db, p.token_hash)
    .selectFrom('caller')
    .leftJoin('customers.users as u', (join) =>
      join.onRef('u.id', '=', 'caller.user_id').on('u.id', '=', p.id),
    )
    .leftJoin('customers.mail_preferences as m', 'm.user_id', 'u.id')
    .select(['caller.user_id as caller_id', 'u.id'])
    .select(columns),
)

/** What somebody chose, held until the transaction ends; no row for whoever is no longer here. */
export const holdPreferences = prepared<'customers'>()((db, p: { id: string }) =>
  db
    .selectFrom('customers.users as u')
    .leftJoin('customers.mail_preferences as m', 'm.user_id', 'u.id')
    .select(columns)
    .where('u.id', '=', p.id)
    .where('u.left_at', 'is', null)
    .forNoKeyUpdate('u'),
)

export const putPreferences = prepared<'customers'>()((db, p: MailPreferences & { user_id: string }) => {
  const { user_id, roles, answers, domains } = p
  return db
    .insertInto('customers.mail_preferences')
    .values({ user_id, roles, answers, domains })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((e) => ({
        roles,
        answers,
        domains,
        version: e('customers.mail_preferences.version', '+', 1),
      })),
    )
})

export const removePreferences = prepared<'customers'>()((db, p: { user_id: string }) =>
  db.deleteFrom('customers.mail_preferences').where('user_id', '=', p.user_id),
)

/** For whoever takes their data along. */
export const listPreferences = prepared<'customers'>()((db, p: { id: string }) =>
  db
    .selectFrom('customers.users as u')
    .leftJoin('customers.mail_preferences as m', 'm.user_id', 'u.id')
    .select(topics)
    .where('u.id', '=', p.id),
)
