import type { Role } from '@byre/contract/rights'
import { sql } from 'kysely'
import { prepared } from '../../platform/database/db.ts'
import { auditColumns, auditLine } from '../audit.queries.ts'
import { inviterName, isOpen, placeRow, shownStatus } from './invites.queries.ts'
import type { SubjectKind } from '../tables.ts'

/*
 * In each statement `i` is the invitation, `u` whoever sent it, `p` the place and `own` whoever answers.
 * An address is compared as it is stored: plain ASCII in lower case, the account's confirmed one.
 */

interface Answering {
  id: string
  kind: SubjectKind
  user_id: string
  inviters: readonly Role[]
}

const inviteColumns = [
  'i.id',
  'i.role',
  'i.invited_by',
  'i.created_at',
  'i.expired_at',
  'i.version',
  'p.id as place_id',
  'p.name as place_name',
] as const

/** An invitation to this person's address; no row: it is not there, or not theirs. */
export const findReceived = prepared<'customers'>()((db, p: Answering) =>
  db
    .selectFrom('customers.users as own')
    .innerJoin('customers.invites as i', 'i.email', 'own.email')
    .innerJoin('customers.places as p', (join) =>
      join.onRef('p.id', '=', 'i.place_id').onRef('p.kind', '=', 'i.kind'),
    )
    .innerJoin('customers.users as u', 'u.id', 'i.invited_by')
    .select([
      ...inviteColumns,
      'i.answered_by',
      'p.standing',
      shownStatus(p.inviters).as('status'),
      inviterName.as('inviter_name'),
    ])
    .where('own.id', '=', p.user_id)
    .where('i.id', '=', p.id)
    .where('i.kind', '=', p.kind),
)

/** The newest invitation to an address that is open, of whichever kind. */
export const findNewestTo = prepared<'customers'>()((db, p: { email: string; inviters: readonly Role[] }) =>
  db
    .selectFrom('customers.invites as i')
    .select('i.id')
    .where('i.email', '=', p.email)
    .where(isOpen(p.inviters))
    .orderBy('i.id', 'desc')
    .limit(1),
)

/** Holds the place of an invitation until the transaction ends, so that it is not deleted meanwhile. */
const holdPlaceOf = (kind: SubjectKind) =>
  prepared<'customers'>()((db, p: { id: string }) =>
    db
      .selectFrom('customers.invites as i')
      .innerJoin(placeRow(kind), 'p.id', 'i.place_id')
      .select('p.id')
      .where('i.id', '=', p.id)
      .forShare('p'),
  )
export const holdPlace = {
  site: holdPlaceOf('site'),
  clinic: holdPlaceOf('clinic'),
  billing_entity: holdPlaceOf('billing_entity'),
}

// The line is the place's, which the caller learns from this statement.
const answerValues = auditColumns.map((column) => {
  if (column === 'subject_id') return 'a.place_id' as const
  return column === 'after'
    ? sql<string>`jsonb_build_object('email', a.email, 'role', a.role)`.as('after')
    : (`audit_line.${column}` as const)
})

/**
 * Answers an invitation where it is still open; accepted, it makes the member and joins whoever was on
 * the list by name. Writes the audit line. No row: it was not open to this person, or its place takes
 * no members now.
 */
export const markAnswered = prepared<'customers'>()(
  (db, p: Answering & { status: 'accepted' | 'declined'; audit: string }) =>
    db
      .with('answered', (q) =>
        q
          .updateTable('customers.invites as i')
          .from(['customers.users as own', 'customers.users as u', 'customers.places as p'])
          .set((e) => ({
            status: p.status,
            answered_by: e.ref('own.id'),
            answered_at: sql<string>`now()`,
            version: e('i.version', '+', 1),
          }))
          .where('i.id', '=', p.id)
          .where('i.kind', '=', p.kind)
          .where('own.id', '=', p.user_id)
          .whereRef('own.email', '=', 'i.email')
          .whereRef('u.id', '=', 'i.invited_by')
          .whereRef('p.id', '=', 'i.place_id')
          .whereRef('p.kind', '=', 'i.kind')
          .where('p.deleted_at', 'is', null)
          .where(sql<boolean>`(${p.status}::text = 'declined' or p.standing = 'ok')`)
          .where(isOpen(p.inviters))
          .returning([
            ...inviteColumns,
            'i.kind',
            'i.email',
            'i.hand_id',
            'i.status',
            inviterName.as('inviter_name'),
          ]),
      )
      .with('accepted', (q) =>
        q.selectFrom('answered as a').selectAll('a').where('a.status', '=', 'accepted'),
      )
      .with('member', (q) =>
        q
          .insertInto('customers.members')
          .columns(['place_id', 'user_id', 'kind', 'role'])
          .expression((e) =>
            e
              .selectFrom('accepted as a')
              .select(['a.place_id', sql<string>`${p.user_id}::uuid`.as('user_id'), 'a.kind', 'a.role']),
          )
          .onConflict((conflict) => conflict.columns(['place_id', 'user_id']).doNothing()),
      )
      .with('hand', (q) =>
        q
          .updateTable('customers.hands as h')
          .from('accepted as a')
          .set({ user_id: p.user_id })
          .whereRef('h.id', '=', 'a.hand_id')
          .whereRef('h.place_id', '=', 'a.place_id')
          .where('h.user_id', 'is', null),
      )
      .with('audited', (q) =>
        q
          .insertInto('platform.audit')
          .columns(auditColumns)
          .expression((e) => e.selectFrom(['answered as a', auditLine(p.audit)]).select(answerValues)),
      )
      .selectFrom('answered as a')
      .selectAll('a'),
)
