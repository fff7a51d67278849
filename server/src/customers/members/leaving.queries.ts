import { sql } from 'kysely'
import { withCaller } from '../../platform/authentication/authenticate.ts'
import { prepared, type Db } from '../../platform/database/db.ts'
import type { SubjectKind } from '../tables.ts'

/** What is shown of whoever has left, where a name must stand. */
const formerName = 'Former user'

/** Someone who is still here, held until the transaction ends; nobody makes them a member meanwhile. */
export const holdLeaving = prepared<'customers'>()((db, p: { id: string }) =>
  db
    .selectFrom('customers.users')
    .select('email')
    .where('id', '=', p.id)
    .where('left_at', 'is', null)
    .forUpdate(),
)

/** Holds every Owner of the places someone owns: of two who leave at once, the second sees the first gone. */
export const holdOwners = prepared<'customers'>()((db, p: { user_id: string }) =>
  db
    .selectFrom('customers.members as m')
    .select('m.user_id')
    .where('m.role', '=', sql.lit('Owner'))
    .where('m.place_deleted_at', 'is', null)
    .where('m.place_id', 'in', (own) =>
      own
        .selectFrom('customers.members as o')
        .select('o.place_id')
        .where('o.user_id', '=', p.user_id)
        .where('o.role', '=', sql.lit('Owner'))
        .where('o.place_deleted_at', 'is', null),
    )
    .orderBy('m.place_id')
    .orderBy('m.user_id')
    .forUpdate(),
)

interface Needing {
  kind: SubjectKind
  id: string
  name: string
  has_others: boolean
  /** A payer that was chosen for a place cannot be deleted. */
  is_in_use: boolean
}

/** The live places whose last Owner someone is. */
const needing = (userId: ReturnType<typeof sql<string>>) => sql<Needing>`(
  select p.kind, p.id, p.name,
    exists (select from customers.members as o where o.place_id = m.place_id and o.user_id <> m.user_id) as has_others,
    p.kind = 'billing_entity' and (
      exists (select from customers.sites as s where s.billing_entity_id = p.id and s.deleted_at is null)
      or exists (select from customers.clinics as c where c.billing_entity_id = p.id and c.deleted_at is null)
    ) as is_in_use
  from customers.members as m
  join customers.places as p on p.id = m.place_id and p.kind = m.kind
  where m.user_id = ${userId} and m.role = 'Owner' and m.place_deleted_at is null
    and not exists (
      select from customers.members as o
      where o.place_id = m.place_id and o.user_id <> m.user_id and o.role = 'Owner'))`

export const listNeeding = prepared<'customers'>()((db, p: { user_id: string }) =>
  db
    .selectFrom(needing(sql<string>`${p.user_id}::uuid`).as('n'))
    .selectAll()
    .orderBy('n.kind')
    .orderBy('n.name')
    .orderBy('n.id'),
)

export const listNeedingCaller = prepared<'customers'>()((db, p: { token_hash: Buffer }) =>
  withCaller(db, p.token_hash)
    .selectFrom('caller')
    .leftJoinLateral(needing(sql<string>`caller.user_id`).as('n'), (join) => join.onTrue())
    .select(['caller.user_id as caller_id', 'n.kind', 'n.id', 'n.name', 'n.has_others', 'n.is_in_use'])
    .orderBy('n.kind')
    .orderBy('n.name')
    .orderBy('n.id'),
)

/** Takes someone out of everything; gives what of it is not deleted, for the trail. */
export const leaveAll = prepared<'customers'>()((db, p: { user_id: string }) =>
  db
    .with('offers', (q) =>
      q
        .deleteFrom('customers.hand_overs')
        .where((e) => e.or([e('from_user_id', '=', p.user_id), e('to_user_id', '=', p.user_id)])),
    )
    .with('gone', (q) =>
      q
        .deleteFrom('customers.members')
        .where('user_id', '=', p.user_id)
        .returning(['place_id', 'kind', 'role', 'place_deleted_at']),
    )
    .selectFrom('gone')
    .select(['place_id', 'kind', 'role'])
    .where('place_deleted_at', 'is', null),
)

/** Every address someone was invited under and answered from. */
export const listAnsweredFrom = prepared<'customers'>()((db, p: { user_id: string }) =>
  db
    .selectFrom('customers.invites')
    .select('email')
    .distinct()
    .where('answered_by', '=', p.user_id)
    .where('email', '<>', ''),
)

/** Voids what someone sent and what waits for them, and takes their addresses out of what they answered. */
export async function forgetInvites(
  db: Db<'customers'>,
  p: { user_id: string; emails: readonly string[] },
): Promise<void> {
  await db
    .updateTable('customers.invites')
    .set((e) => ({
      status: sql<'revoked'>`case when status = 'sent' then 'revoked' else status end`,
      email: sql<string>`case when email = any(${p.emails}::text[]) then '' else email end`,
      version: e('version', '+', 1),
    }))
    .where((e) =>
      e.or([
        e.and([e('invited_by', '=', p.user_id), e('status', '=', 'sent')]),
        sql<boolean>`email = any(${p.emails}::text[])`,
      ]),
    )
    .execute()
}

/** Takes someone's addresses, and their names on lists, out of what the trail tells of commands. */
export async function forgetInTrail(
  db: Db<'customers'>,
  p: { user_id: string; emails: readonly string[] },
): Promise<void> {
  const without = (side: 'before' | 'after') => sql<string>`
    case when ${sql.ref(side)} ->> 'email' = any(${p.emails}::text[]) then ${sql.ref(side)} - 'email' else ${sql.ref(side)} end`
  await db
    .updateTable('platform.audit')
    .set({ before: without('before'), after: without('after') })
    .where(
      sql<boolean>`(before ->> 'email' = any(${p.emails}::text[]) or after ->> 'email' = any(${p.emails}::text[]))`,
    )
    .execute()
  await sql`
    update platform.audit as a set before = a.before - 'name', after = a.after - 'name'
    from customers.hands as h
    where h.user_id = ${p.user_id}::uuid and a.subject_id = h.place_id
      and h.id::text in (a.before ->> 'hand_id', a.after ->> 'hand_id')`.execute(db)
  await db.updateTable('customers.hands').set({ name: formerName }).where('user_id', '=', p.user_id).execute()
}

/** Empties a profile; its id stays, for what refers to it. */
export const emptyProfile = prepared<'customers'>()((db, p: { id: string }) =>
  db
    .updateTable('customers.users')
    .set((e) => ({
      email: '',
      pending_email: null,
      first_name: formerName,
      last_name: null,
      city: null,
      region: null,
      country: null,
      phone: null,
      time_zone: null,
      theme: null,
      language: null,
      left_at: sql<string>`now()`,
      version: e('version', '+', 1),
    }))
    .where('id', '=', p.id),
)

/** Forgets the answers kept under someone's idempotency keys. */
export const forgetReplies = prepared<'customers'>()((db, p: { user_id: string }) =>
  db.deleteFrom('platform.idempotency_keys').where('scope', '=', p.user_id),
)
