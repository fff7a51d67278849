import { sql } from 'kysely'
import type { TrailReading } from '../../platform/audit/trail-reading.ts'
import { platformOf, prepared, type Db } from '../../platform/database/db.ts'

/*
 * Which lines of the audit trail no webhook has been told of yet. They are read in the order in which `TrailReading` has them, and
 * no further than where no other can come: none that commits late is passed over, and a place in the trail is enough to know
 * where to go on.
 */

const position = sql`select written_in, line_id from customers.webhook_reader`
const after = sql`(l.written_in, l.id) > (here.written_in, here.line_id)`
const unread = ({ isEnded }: TrailReading) => sql`l.written_in >= here.written_in and ${isEnded} and ${after}`

/** Whether there is a webhook at all, and something that it may have to be told now, or once what is under way has ended. */
export const newsFinder = (trail: TrailReading) =>
  prepared<'customers'>()((db) =>
    db.selectNoFrom([
      sql<boolean>`exists (select from customers.webhooks) and exists (
        select from platform.audit as l, (${position}) as here where ${unread(trail)})`.as('is_there'),
      sql<boolean>`exists (select from customers.webhooks) and exists (
        select from platform.audit as l where ${trail.isComing})`.as('is_coming'),
      sql<boolean>`exists (select from (${position}) as here where ${trail.isBeyond(sql`here.written_in`)})`.as(
        'is_lost',
      ),
    ]),
  )

/** Holds the reader until the transaction ends; none where another process does. */
export const lockReader = (db: Db<'customers'>, { waits }: { waits: boolean }) =>
  sql`select from customers.webhook_reader for update ${waits ? sql`` : sql`skip locked`}`.execute(
    platformOf(db),
  )

/** Passes over all that was until now; with a webhook only where that is the first of all, which need not be told of it. */
export const readFromHere = (
  db: Db<'customers'>,
  { end }: TrailReading,
  { first = null }: { first?: string | null } = {},
) =>
  sql`update customers.webhook_reader set written_in = ${end}, line_id = '00000000-0000-0000-0000-000000000000'
    where ${first}::uuid is null or not exists (select from customers.webhooks where id <> ${first}::uuid)`.execute(
    platformOf(db),
  )

interface NewDelivery {
  /** How many lines were read. */
  read: number
  webhook_id: string | null
  event_id: string | null
  state: 'waiting' | 'missed' | null
}

/**
 * Reads on, by one statement: keeps an event for every webhook that has chosen it and moves the reader. A place's lines are
 * told to its own webhooks; those about the place itself also to whoever pays for it now, did before or will.
 */
export async function tellNews(
  db: Db<'customers'>,
  trail: TrailReading,
  p: { commands: readonly string[]; events: readonly string[]; atMost: number },
): Promise<NewDelivery[]> {
  const { rows } = await sql<NewDelivery>`
    with news as (
      select l.* from platform.audit as l, (${position}) as here
      where ${unread(trail)} order by l.written_in, l.id limit ${p.atMost}::int
    ),
    moved as (
      update customers.webhook_reader as r set written_in = n.written_in, line_id = n.id
      from (select written_in, id from news order by written_in desc, id desc limit 1) as n
    ),
    happened as (
      select l.id, l.at, l.subject_id, d.event,
        case when s.id is not null then 'site' when c.id is not null then 'clinic' else 'billing_entity' end as kind,
        case
          when l.deed <> 'addMember' and d.event = 'member.joined' or l.deed = 'acceptHandOver' then l.actor_id::text
          when d.event like 'member.%' then coalesce(l.after ->> 'user_id', l.before ->> 'user_id')
        end as member_id,
        case when d.event like 'invoice.%' then l.after ->> 'invoice_id' end as invoice_id,
        array[l.subject_id] || case when d.event like 'place.%' then array[
          (l.before ->> 'billing_entity_id')::uuid, (l.after ->> 'billing_entity_id')::uuid,
          s.billing_entity_id, c.billing_entity_id] end as places
      from news as l
      join unnest(${p.commands}::text[], ${p.events}::text[]) as d (deed, event) on d.deed = l.deed
      left join customers.sites as s on s.id = l.subject_id
      left join customers.clinics as c on c.id = l.subject_id
      where l.deed <> 'followBilling' or l.before ->> 'status' is distinct from l.after ->> 'status'
    ),
    kept as (
      insert into customers.webhook_deliveries (webhook_id, event_id, event, about, at, state, next_try_at)
      select w.id, h.id, h.event,
        jsonb_strip_nulls(jsonb_build_object(
          'kind', h.kind, 'id', h.subject_id, 'member_id', h.member_id, 'invoice_id', h.invoice_id)),
        h.at, case when w.off_because is null then 'waiting' else 'missed' end,
        case when w.off_because is null then now() end
      from happened as h
      join customers.webhooks as w on w.place_id = any(h.places) and h.event = any(w.events)
      where h.at >= w.created_at
      on conflict do nothing
      returning webhook_id, event_id, state
    )
    select (select count(*)::int from news) as read, k.webhook_id, k.event_id, k.state
    from (select) as one left join kept as k on true`.execute(platformOf(db))
  return rows
}
