import type { Language } from '@byre/contract/languages'
import type { Role } from '@byre/contract/rights'
import { sql } from 'kysely'
import { prepared } from '../../platform/database/db.ts'
import { auditColumns, auditLine, auditValues } from '../audit.queries.ts'
import { wantsMail } from '../mail-topics.queries.ts'
import { inviteKeptDays } from './invites.policy.ts'
import { inviterName, shownStatus } from './invites.queries.ts'

/** What mails about an invitation say; no row when it or its place is gone. */
export const findInviteMail = prepared<'customers'>()((db, p: { id: string; inviters: readonly Role[] }) =>
  db
    .selectFrom('customers.invites as i')
    .innerJoin('customers.users as u', 'u.id', 'i.invited_by')
    .innerJoin('customers.places as p', (join) =>
      join.onRef('p.id', '=', 'i.place_id').onRef('p.kind', '=', 'i.kind'),
    )
    .leftJoin('customers.users as a', 'a.id', 'i.answered_by')
    .leftJoin('customers.users as h', (join) =>
      join.onRef('h.email', '=', 'i.email').on('h.left_at', 'is', null),
    )
    .select([
      'i.id',
      'i.email',
      'i.role',
      'i.kind',
      'i.place_id',
      'i.mailing',
      'i.mail',
      'i.expired_at',
      'p.name as place_name',
      'u.email as inviter_email',
      'u.language as inviter_language',
      // Whoever has an account reads their own; a stranger that of whoever invites.
      sql<Language | null>`case when h.email is null then u.language else h.language end`.as('language'),
      'i.invited_by',
      wantsMail('u.id', 'answers'),
      inviterName.as('inviter_name'),
      sql<string>`trim(concat_ws(' ', a.first_name, a.last_name))`.as('invited_name'),
      shownStatus(p.inviters).as('status'),
    ])
    .where('i.id', '=', p.id)
    .where('u.left_at', 'is', null)
    .where('p.deleted_at', 'is', null),
)

/** What became of the mail of one sending, told to whoever listens; of an older one it is no longer of interest. */
export const markMail = prepared<'customers'>()(
  (
    db,
    p: { id: string; mailing: number; mail: 'sent' | 'failed'; mail_problem: string | null; audit: string },
  ) =>
    db
      .with('marked', (q) =>
        q
          .updateTable('customers.invites')
          .set({ mail: p.mail, mail_problem: p.mail_problem })
          .where('id', '=', p.id)
          .where('mailing', '=', p.mailing)
          .returning('id'),
      )
      .insertInto('platform.audit')
      .columns(auditColumns)
      .expression((e) => e.selectFrom(['marked', auditLine(p.audit)]).select(auditValues)),
)

/** Takes the invitations whose second or sixth day is over and that were not reminded of since. */
export const takeDueReminders = prepared<'customers'>()((db, p: { at_most: number }) =>
  db
    .with('due', (q) =>
      q
        .selectFrom('customers.invites')
        .select('id')
        .where('status', '=', sql.lit('sent'))
        .where('mail', '=', sql.lit('sent'))
        .where('expired_at', '>', sql<string>`now()`)
        .where(
          sql<boolean>`(reminders < 1 and expired_at <= now() + interval '5 days'
            or reminders < 2 and expired_at <= now() + interval '1 day')`,
        )
        .orderBy('email')
        .limit(p.at_most)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('customers.invites as i')
    .from('due')
    .set({ reminders: sql<number>`case when i.expired_at <= now() + interval '1 day' then 2 else 1 end` })
    .whereRef('i.id', '=', 'due.id')
    .returning(['i.id', 'i.email', 'i.mailing']),
)

/** Those that ended long ago, and those of places that are gone for good. */
export const deleteOldInvites = prepared<'customers'>()((db) =>
  db
    .deleteFrom('customers.invites as i')
    .where('i.expired_at', '<', sql<string>`now()`)
    .where(
      sql<boolean>`(i.expired_at < now() - make_interval(days => ${sql.lit(inviteKeptDays)})
        or not exists (select from customers.places as p where p.id = i.place_id))`,
    ),
)
