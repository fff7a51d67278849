import type { MailTopic } from '@byre/contract/people/mail-preferences'
import { sql } from 'kysely'

/** Whether the person behind a column has news of a topic mailed; everybody does who has not chosen otherwise. */
export const wantsMail = (userId: string, topic: MailTopic) =>
  sql<boolean>`coalesce((select w.${sql.ref(topic)} from customers.mail_preferences as w
    where w.user_id = ${sql.ref(userId)}), true)`.as('is_wanted')
