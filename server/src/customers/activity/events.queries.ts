import type { EventKind } from '@byre/contract/events'
import { subjectKinds } from '@byre/contract/subject-kinds'
import { sql, type RawBuilder } from 'kysely'
import { withCaller } from '../../platform/authentication/authenticate.ts'
import type { TrailReading } from '../../platform/audit/trail-reading.ts'
import { platformOf, prepared } from '../../platform/database/db.ts'
import {
  systemEvents,
  beginningSeconds,
  commandsOnInviting,
  invitingCommands,
  linesAtMost,
  silentCommands,
} from '../events.policy.ts'

/*
 * What changed is read from the audit trail, which every command writes in its own transaction. News are the lines that came
 * after a cursor, as `TrailReading` tells them.
 */

interface EventRow {
  user_id: string
  kind: EventKind
  id: string
  at: string
  is_lost: boolean
}

const names = (list: readonly string[]) =>
  sql.raw(`array[${list.map((name) => `'${name}'`).join(', ')}]::text[]`)

/** Their lines' subject is a place. */
const ofPlaces = names([...subjectKinds, ...Object.values(systemEvents)])

const columns = sql.raw('l.at, l.deed, l.kind, l.subject_id, l.actor_id, l.before, l.after')

const writtenSince = (trail: TrailReading, since: string) => sql<{ at: string }>`(
  select ${columns} from platform.audit as l
  where ${trail.isAfter(sql`${since}`)}
  order by l.written_in limit ${sql.lit(linesAtMost + 1)})`

/** The last seconds of places alone: of their account a page has just been told. */
const writtenLately = sql<{ at: string }>`(
  select ${columns} from platform.audit as l
  where l.at > now() - make_interval(secs => ${sql.lit(beginningSeconds)})
    and l.kind = any(${ofPlaces})
  order by l.at desc limit ${sql.lit(linesAtMost + 1)})`

/**
 * Whom of `users` the lines concern, by their memberships as they are now, by the addresses they confirmed,
 * or as those it was done to. A place told of is always one of the reader's own. `offset 0` keeps each
 * look-up an index scan for one line, whatever the planner believes of their number.
 */
const toldOf = (users: RawBuilder<string[]>) => sql<EventRow>`(
  with touched as (
    select l.subject_id as id, l.at from lines as l
    where l.kind = any(${ofPlaces})
      and l.deed <> all(${names(silentCommands)})
    union
    select payer.id, l.at from lines as l cross join lateral (
      select (l.before ->> 'billing_entity_id')::uuid as id
      union select (l.after ->> 'billing_entity_id')::uuid
      union select s.billing_entity_id from customers.sites as s where s.id = l.subject_id
      union select c.billing_entity_id from customers.clinics as c where c.id = l.subject_id
    ) as payer
    where payer.id is not null and l.kind = any(${names(['site', 'clinic', systemEvents.billing])})
      and l.deed <> all(${names(silentCommands)})
  ),
  told as (
    select member.user_id, member.kind, t.id, t.at, false as is_lost
    from touched as t cross join lateral (
      select m.user_id, m.kind from customers.role_holders as m
      where m.place_id = t.id and m.user_id = any(${users}) offset 0
    ) as member
    union all
    select gone.user_id, l.kind, l.subject_id, l.at, true
    from lines as l cross join lateral (
      select u.id as user_id from unnest(${users}) as u (id)
      where u.id::text in (l.before ->> 'user_id', l.after ->> 'user_id')
    ) as gone
    where l.kind = any(${names(subjectKinds)}) and not exists (
      select from customers.members as m where m.place_id = l.subject_id and m.user_id = gone.user_id
    )
    union all
    select invited.id, 'invite', l.subject_id, l.at, false
    from lines as l cross join lateral (
      select u.id from customers.users as u
      where u.email = coalesce(l.after ->> 'email', l.before ->> 'email') and u.id = any(${users}) offset 0
    ) as invited
    where l.deed = any(${names(invitingCommands)})
    union all
    select invited.id, 'invite', l.subject_id, l.at, false
    from lines as l cross join lateral (
      select u.id from customers.invites as i join customers.users as u on u.email = i.email
      where i.place_id = l.subject_id and i.status <> 'accepted' and u.id = any(${users}) offset 0
    ) as invited
    where l.deed = any(${names(commandsOnInviting)})
    union all
    select u.id, 'account', u.id, l.at, false
    from lines as l join unnest(${users}) as u (id) on u.id in (l.subject_id, l.actor_id)
    where l.kind <> all(${ofPlaces})
  )
  select user_id, kind, id, max(at) as at, bool_or(is_lost) as is_lost from told group by user_id, kind, id)`

/** Where the trail stands; whether what came since `since` is too much to tell, or from another time line. */
const cursorState = (trail: TrailReading, since: RawBuilder<string> | null) => sql<{
  cursor: string
  is_too_much: boolean
  is_unnumbered: boolean
}>`(
  select ${trail.present} as cursor, ${trail.isUnnumbered} as is_unnumbered,
    (select count(*) from lines) > ${sql.lit(linesAtMost)}
    ${since ? sql`or ${trail.isAhead(since)}` : sql``} as is_too_much)`

const eventColumns = [
  'now.cursor',
  'now.is_too_much',
  'now.is_unnumbered',
  't.user_id',
  't.kind',
  't.id',
  't.at',
  't.is_lost',
] as const

const ofCaller = sql<string[]>`array(select user_id from caller)`

export type NewsQueries = ReturnType<typeof newsQueries>

export function newsQueries(trail: TrailReading) {
  return {
    /** What changed for these users since a cursor; at least one row, which says where to go on. */
    listNews: prepared<'customers'>()((db, p: { user_ids: string[]; since: string }) =>
      platformOf(db)
        .with('lines', () => writtenSince(trail, p.since))
        .selectFrom(cursorState(trail, sql<string>`${p.since}`).as('now'))
        .leftJoin(toldOf(sql<string[]>`${p.user_ids}::uuid[]`).as('t'), (join) => join.onTrue())
        .select(eventColumns),
    ),

    /** The same for whoever asks. */
    listOwnNews: prepared<'customers'>()((db, p: { token_hash: Buffer; since: string }) =>
      withCaller(db, p.token_hash)
        .with('lines', () => writtenSince(trail, p.since))
        .selectFrom('caller')
        .innerJoin(cursorState(trail, sql<string>`${p.since}`).as('now'), (join) => join.onTrue())
        .leftJoin(toldOf(ofCaller).as('t'), (join) => join.onTrue())
        .select(['caller.user_id as caller_id', ...eventColumns]),
    ),

    /** What changed for whoever asks in the last seconds. */
    listLateNews: prepared<'customers'>()((db, p: { token_hash: Buffer }) =>
      withCaller(db, p.token_hash)
        .with('lines', () => writtenLately)
        .selectFrom('caller')
        .innerJoin(cursorState(trail, null).as('now'), (join) => join.onTrue())
        .leftJoin(toldOf(ofCaller).as('t'), (join) => join.onTrue())
        .select(['caller.user_id as caller_id', ...eventColumns]),
    ),

    /** Where the trail stands now. */
    findCursor: prepared<'customers'>()((db) => db.selectNoFrom(trail.present.as('cursor'))),
  }
}
