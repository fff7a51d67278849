import type { InvitedRole, InviteStatus } from '@byre/contract/people/invites'
import { placeLimits } from '@byre/contract/limits'
import type { Role } from '@byre/contract/rights'
import { sql } from 'kysely'
import { prepared } from '../../platform/database/db.ts'
import type { Access } from '../access.policy.ts'
import { auditColumns, auditLine, auditValues } from '../audit.queries.ts'
import { newcomerDays, type InvitingAccess } from './invites.policy.ts'
import type { SubjectKind, AccessState } from '../tables.ts'

/** How long whoever took an invitation back may think better of it. */
const undoableFor = '10 minutes'

/* In each statement `i` is the invitation and `u` whoever sent it. */

/** Good from now on for as long as an invitation is. */
const goodUntil = sql<string>`now() + make_interval(days => ${sql.lit(placeLimits.invites.days)})`

export const inviterName = sql<string>`coalesce(nullif(trim(concat_ws(' ', u.first_name, u.last_name)), ''), u.email)`

/**
 * Whether whoever sent it may still invite, and there still is what they invited to. Not `exists`, which
 * would rather read all members than look one up for each of some hundred invitations.
 */
const isVouched = (inviters: readonly Role[]) => sql<boolean>`coalesce((
  select v.role = any(${inviters}::text[]) and v.place_deleted_at is null from customers.members as v
  where v.place_id = i.place_id and v.kind = i.kind and v.user_id = i.invited_by), false)`

/** The status as everyone sees it. */
export const shownStatus = (inviters: readonly Role[]) => sql<InviteStatus>`case
  when i.status <> 'sent' then i.status
  when not ${isVouched(inviters)} then 'revoked'
  when i.expired_at <= now() then 'expired'
  else 'sent' end`

/** Whether it can be answered: as a condition of the statement that does so. */
export const isOpen = (inviters: readonly Role[]) =>
  sql<boolean>`(i.status = 'sent' and i.expired_at > now() and ${isVouched(inviters)})`

/** What replies to inviters tell of an invitation's own row. */
const ownColumns = [
  'id',
  'email',
  'role',
  'hand_id',
  'invited_by',
  'created_at',
  'expired_at',
  'mail',
  'mail_problem',
  'version',
] as const
export const inviteColumns = ownColumns.map((column) => `i.${column}` as const)

const tables = {
  site: sql.table('customers.sites'),
  clinic: sql.table('customers.clinics'),
  billing_entity: sql.table('customers.billing_entities'),
}

/** A place's own row, `p`, by kind: the view of all places cannot be locked. */
export const placeRow = (kind: SubjectKind) =>
  sql<{ id: string; name: string; deleted_at: string | null }>`${tables[kind]}`.as('p')

/**
 * A place with the caller's role and name. Until the transaction ends it is neither deleted nor renamed,
 * and the caller keeps the role: whoever takes it away finds what was sent by it.
 */
const lockPlaceOf = (kind: SubjectKind) =>
  prepared<'customers'>()((db, p: { id: string; user_id: string }) =>
    db
      .selectFrom('customers.members as m')
      .innerJoin(placeRow(kind), 'p.id', 'm.place_id')
      .innerJoin('customers.users as u', 'u.id', 'm.user_id')
      .select([
        'm.role',
        'p.name',
        kind === 'billing_entity'
          ? sql<AccessState>`'ok'`.as('standing')
          : sql<AccessState>`p.standing`.as('standing'),
        inviterName.as('inviter_name'),
        sql<boolean>`u.created_at > now() - make_interval(days => ${sql.lit(newcomerDays)})`.as(
          'is_newcomer',
        ),
      ])
      .where('m.place_id', '=', p.id)
      .where('m.user_id', '=', p.user_id)
      .where('m.kind', '=', sql.lit(kind))
      .where('p.deleted_at', 'is', null)
      .forShare(['p', 'm']),
  )
export const lockPlace = {
  site: lockPlaceOf('site'),
  clinic: lockPlaceOf('clinic'),
  billing_entity: lockPlaceOf('billing_entity'),
}

type NewInvite = InvitingAccess & {
  id: string
  email: string
  role: InvitedRole
  hand_id: string | null
  mail: 'queued' | 'failed'
  mail_problem: string | null
  audit: string
}

/**
 * Invites an address, or renews its open invitation. One row: without an `id` the address `is_member`
 * already, there is no such hand (`has_hand`), or else too many invitations are open.
 */
export const putInvite = prepared<'customers'>()((db, p: NewInvite) =>
  db
    .with('facts', (q) =>
      q.selectNoFrom([
        sql<boolean>`exists (
          select from customers.users as known
          join customers.members as m on m.user_id = known.id and m.place_id = ${p.place_id} and m.kind = ${p.kind}
          where known.email = ${p.email})`.as('is_member'),
        sql<boolean>`(${p.hand_id}::uuid is null or exists (
          select from customers.hands as h
          where h.id = ${p.hand_id}::uuid and h.place_id = ${p.place_id} and h.kind = ${p.kind} and h.user_id is null))`.as(
          'has_hand',
        ),
        sql<boolean>`(
          select count(*) from customers.invites as o
          where o.place_id = ${p.place_id} and o.kind = ${p.kind} and o.status = 'sent' and o.expired_at > now() and o.email <> ${p.email}
        ) < ${sql.lit(placeLimits.invites.openAtMost)}`.as('has_room'),
      ]),
    )
    .with('invite', (q) =>
      q
        .insertInto('customers.invites')
        .columns([
          'id',
          'place_id',
          'kind',
          'email',
          'role',
          'hand_id',
          'invited_by',
          'expired_at',
          'mail',
          'mail_problem',
        ])
        .expression((e) =>
          e
            .selectFrom('facts')
            .select([
              sql<string>`${p.id}::uuid`.as('id'),
              sql<string>`${p.place_id}::uuid`.as('place_id'),
              sql<SubjectKind>`${p.kind}::text`.as('kind'),
              sql<string>`${p.email}::text`.as('email'),
              sql<InvitedRole>`${p.role}::text`.as('role'),
              sql<string | null>`${p.hand_id}::uuid`.as('hand_id'),
              sql<string>`${p.user_id}::uuid`.as('invited_by'),
              goodUntil.as('expired_at'),
              sql<'queued' | 'failed'>`${p.mail}::text`.as('mail'),
              sql<string | null>`${p.mail_problem}::text`.as('mail_problem'),
            ])
            .where(sql<boolean>`not is_member and has_hand and has_room`),
        )
        .onConflict((conflict) =>
          conflict
            .columns(['place_id', 'email'])
            .where(sql<boolean>`status = 'sent'`)
            .doUpdateSet((e) => ({
              role: e.ref('excluded.role'),
              hand_id: e.ref('excluded.hand_id'),
              invited_by: e.ref('excluded.invited_by'),
              expired_at: e.ref('excluded.expired_at'),
              mail: e.ref('excluded.mail'),
              mail_problem: e.ref('excluded.mail_problem'),
              mailing: e('customers.invites.mailing', '+', 1),
              reminders: 0,
              version: e('customers.invites.version', '+', 1),
            })),
        )
        .returning([...ownColumns, 'mailing']),
    )
    .with('audited', (q) =>
      q
        .insertInto('platform.audit')
        .columns(auditColumns)
        .expression((e) => e.selectFrom(['invite', auditLine(p.audit)]).select(auditValues)),
    )
    .selectFrom('facts')
    .leftJoin('invite as i', (join) => join.onTrue())
    .select(['facts.is_member', 'facts.has_hand', ...inviteColumns, 'i.mailing']),
)

/** An invitation to a place, locked until the transaction ends. */
export const lockInvite = prepared<'customers'>()(
  (db, p: InvitingAccess & { id: string; inviters: readonly Role[] }) =>
    db
      .selectFrom('customers.invites as i')
      .innerJoin('customers.users as u', 'u.id', 'i.invited_by')
      .select([...inviteColumns, shownStatus(p.inviters).as('status'), inviterName.as('inviter_name')])
      .where('i.id', '=', p.id)
      .where('i.place_id', '=', p.place_id)
      .where('i.kind', '=', p.kind)
      .forNoKeyUpdate('i'),
)

export const setInvitedRole = prepared<'customers'>()(
  (db, p: InvitingAccess & { id: string; role: InvitedRole }) =>
    db
      .updateTable('customers.invites as i')
      .set((e) => ({ role: p.role, version: e('i.version', '+', 1) }))
      .where('i.id', '=', p.id)
      .where('i.place_id', '=', p.place_id)
      .returning(inviteColumns),
)

/** Leaves one alone that is revoked already. */
export const markRevoked = prepared<'customers'>()((db, p: InvitingAccess & { id: string }) =>
  db
    .updateTable('customers.invites as i')
    .set((e) => ({ status: 'revoked', version: e('i.version', '+', 1) }))
    .where('i.id', '=', p.id)
    .where('i.place_id', '=', p.place_id)
    .where('i.status', '<>', 'revoked'),
)

/**
 * Opens an invitation again that this actor took back a moment ago, unless it ran out, somebody invited the address
 * anew or it belongs to a member by now.
 */
export const reopenInvite = prepared<'customers'>()(
  (db, p: InvitingAccess & { id: string; role: InvitedRole; revoke: string }) =>
    db
      .updateTable('customers.invites as i')
      .set((e) => ({ status: 'sent', version: e('i.version', '+', 1) }))
      .where('i.id', '=', p.id)
      .where('i.place_id', '=', p.place_id)
      .where('i.role', '=', p.role)
      .where('i.status', '=', sql.lit('revoked'))
      .where('i.expired_at', '>', sql<string>`now()`)
      .where(
        sql<boolean>`exists (select from platform.audit as a
          where a.kind = ${p.kind} and a.subject_id = ${p.place_id} and a.actor_id = ${p.user_id}
            and a.deed = ${p.revoke} and a.before->>'email' = i.email
            and a.at > now() - ${sql.lit(undoableFor)}::interval)`,
      )
      .where(
        sql<boolean>`not exists (select from customers.invites as o
          where o.place_id = i.place_id and o.email = i.email and o.status = 'sent')`,
      )
      .where(
        sql<boolean>`not exists (select from customers.members as m
          join customers.users as u on u.id = m.user_id
          where m.place_id = i.place_id and m.kind = i.kind and u.email = i.email)`,
      )
      .returning(inviteColumns),
)

/** Good for another seven days, by the word of whoever sends it again. */
export const renewInvite = prepared<'customers'>()((db, p: InvitingAccess & { id: string }) =>
  db
    .updateTable('customers.invites as i')
    .set((e) => ({
      invited_by: p.user_id,
      expired_at: goodUntil,
      mail: 'queued',
      mail_problem: null,
      mailing: e('i.mailing', '+', 1),
      reminders: 0,
      version: e('i.version', '+', 1),
    }))
    .where('i.id', '=', p.id)
    .where('i.place_id', '=', p.place_id)
    .returning([...inviteColumns, 'i.mailing']),
)

/**
 * Ends for good what someone sent and can still be answered; of one place, or of all where none is named. Asks for no
 * proof: it follows from a right that was taken away, or from a person's leaving.
 */
export const revokeInvitesBy = prepared<'customers'>()(
  (db, p: { user_id: string; place_id: string | null }) =>
    db
      .updateTable('customers.invites as i')
      .set((e) => ({ status: 'revoked', version: e('i.version', '+', 1) }))
      .where('i.invited_by', '=', p.user_id)
      .where('i.status', '=', sql.lit('sent'))
      .where('i.expired_at', '>', sql<string>`now()`)
      .where(sql<boolean>`(${p.place_id}::uuid is null or i.place_id = ${p.place_id}::uuid)`)
      .returning(['i.place_id', 'i.kind', 'i.email', 'i.role']),
)

/** What was open when its place was deleted stays closed, also when the place is restored. */
export const revokeInvitesOf = prepared<'customers'>()((db, p: Access<'delete'>) =>
  db
    .updateTable('customers.invites as i')
    .set((e) => ({ status: 'revoked', version: e('i.version', '+', 1) }))
    .where('i.place_id', '=', p.place_id)
    .where('i.kind', '=', p.kind)
    .where('i.status', '=', sql.lit('sent')),
)
