import type { Role } from '@byre/contract/rights'
import { sql } from 'kysely'
import { withCaller } from '../../platform/authentication/authenticate.ts'
import { callersList } from '../../platform/authentication/proven-lists.ts'
import { countedTo } from '../../platform/lists.ts'
import { isOpen } from '../invites/invites.queries.ts'
import { personName } from '../names.queries.ts'
import type { SubjectKind } from '../tables.ts'

/** The places that somebody belongs to, and what there waits for them. */
export interface PlacesInView {
  caller_id: string
  places: number
  running: number
  people: number
  /** The longest failing first; null: none. */
  failing: { kind: 'site' | 'clinic'; id: string; name: string; domain: string }[] | null
  failing_in_all: number
  /** The first to expire first; null: none. */
  offered: { kind: SubjectKind; id: string; name: string; from_name: string; expires_at: string }[] | null
  offered_in_all: number
  invites: number
  invited_to: string | null
}

interface Viewing {
  token_hash: Buffer
  /** The roles that may look a domain up, and those that may invite. */
  checkers: readonly Role[]
  inviters: readonly Role[]
  /** How many of each are shown. */
  shown: number
}

const giverName = personName('g')

/** One statement however much somebody has; people and what waits are counted no further than lists are. */
export const findPlacesInView = callersList<'customers'>()((db, p: Viewing) =>
  withCaller(db, p.token_hash)
    .with('mine', (q) =>
      q
        .selectFrom('caller')
        .innerJoin('customers.members as m', 'm.user_id', 'caller.user_id')
        .select(['m.place_id', 'm.kind', 'm.role'])
        .where('m.kind', 'in', [sql.lit<'site'>('site'), sql.lit<'clinic'>('clinic')])
        .where('m.place_deleted_at', 'is', null),
    )
    .with('standings', (q) =>
      q
        .selectFrom('mine')
        .innerJoin('customers.sites as s', 's.id', 'mine.place_id')
        .select('s.standing')
        .where('mine.kind', '=', sql.lit('site'))
        .unionAll(
          q
            .selectFrom('mine')
            .innerJoin('customers.clinics as s', 's.id', 'mine.place_id')
            .select('s.standing')
            .where('mine.kind', '=', sql.lit('clinic')),
        ),
    )
    .with('failing', (q) =>
      q
        .selectFrom('mine')
        .innerJoin('customers.domain_claims as d', 'd.place_id', 'mine.place_id')
        .select(['mine.kind', 'mine.place_id', 'd.domain', 'd.failing_since'])
        .where('d.state', '=', sql.lit('failing'))
        .where(sql<boolean>`mine.role = any(${p.checkers}::text[])`),
    )
    .with('offered', (q) =>
      q
        .selectFrom('caller')
        .innerJoin('customers.hand_overs as o', 'o.to_user_id', 'caller.user_id')
        .innerJoin('customers.members as m', (join) =>
          join
            .onRef('m.place_id', '=', 'o.place_id')
            .onRef('m.user_id', '=', 'o.to_user_id')
            .on('m.place_deleted_at', 'is', null),
        )
        .innerJoin('customers.users as g', 'g.id', 'o.from_user_id')
        .select(['o.kind', 'o.place_id', 'o.expires_at', giverName.as('from_name')])
        .where('o.expires_at', '>', sql<string>`now()`),
    )
    .with('invited', (q) =>
      q
        .selectFrom('caller')
        .innerJoin('customers.users as own', 'own.id', 'caller.user_id')
        .innerJoin('customers.invites as i', 'i.email', 'own.email')
        .select(['i.id', 'i.place_id', 'i.kind'])
        .whereRef('i.invited_by', '<>', 'own.id')
        .where(isOpen(p.inviters))
        .limit(countedTo),
    )
    .selectFrom('caller')
    .select([
      'caller.user_id as caller_id',
      sql<number>`(select count(*)::int from standings)`.as('places'),
      sql<number>`(select count(*)::int from standings where standing = 'ok')`.as('running'),
      sql<number>`(select count(*)::int from (
        select distinct c.user_id from mine
        join customers.members as c on c.place_id = mine.place_id and c.kind = mine.kind
        limit ${sql.lit(countedTo)}) as known)`.as('people'),
      sql<PlacesInView['failing']>`(select jsonb_agg(jsonb_build_object(
          'kind', f.kind, 'id', f.place_id, 'name', n.name, 'domain', f.domain) order by f.failing_since)
        from (select * from failing order by failing_since, place_id limit ${p.shown}) as f
        join customers.places as n on n.id = f.place_id and n.kind = f.kind)`.as('failing'),
      sql<number>`(select count(*)::int from failing)`.as('failing_in_all'),
      sql<PlacesInView['offered']>`(select jsonb_agg(jsonb_build_object(
          'kind', f.kind, 'id', f.place_id, 'name', n.name, 'from_name', f.from_name,
          'expires_at', f.expires_at) order by f.expires_at)
        from (select * from offered order by expires_at, place_id limit ${p.shown}) as f
        join customers.places as n on n.id = f.place_id and n.kind = f.kind)`.as('offered'),
      sql<number>`(select count(*)::int from offered)`.as('offered_in_all'),
      sql<number>`(select count(*)::int from invited)`.as('invites'),
      sql<string | null>`(select n.name
        from (select * from invited order by id desc limit 1) as f
        join customers.places as n on n.id = f.place_id and n.kind = f.kind)`.as('invited_to'),
    ]),
)
