import type { Role } from '@byre/contract/rights'
import type { Colleague } from '@byre/contract/people/colleagues'
import { sql } from 'kysely'
import { withCaller } from '../../platform/authentication/authenticate.ts'
import { callersList } from '../../platform/authentication/proven-lists.ts'
import '../tables.ts'

interface Seeking {
  token_hash: Buffer
  /** The roles that may see who belongs to a site or clinic, and to a billing entity. */
  place_seers: readonly Role[]
  billing_entity_seers: readonly Role[]
  q: string
  limit: number
}

const named = sql`lower(concat_ws(' ', u.first_name, u.last_name))`

/** Who is on the lists of the caller's places, the unregistered included and the caller not; each once, by name. */
export const findColleagues = callersList<'customers'>()((db, p: Seeking) =>
  withCaller(db, p.token_hash)
    .with('mine', (q) =>
      q
        .selectFrom('caller')
        .innerJoin('customers.members as m', 'm.user_id', 'caller.user_id')
        .select(['m.place_id', 'm.kind', 'm.user_id'])
        .where('m.place_deleted_at', 'is', null)
        .where(
          sql<boolean>`m.role = any(case when m.kind = 'billing_entity'
            then ${p.billing_entity_seers}::text[] else ${p.place_seers}::text[] end)`,
        ),
    )
    .with('wanted', (q) =>
      q
        .selectFrom((e) =>
          e
            .selectFrom('mine')
            .innerJoin('customers.members as m', (join) =>
              join.onRef('m.place_id', '=', 'mine.place_id').onRef('m.kind', '=', 'mine.kind'),
            )
            .innerJoin('customers.users as u', 'u.id', 'm.user_id')
            .whereRef('m.user_id', '<>', 'mine.user_id')
            .select([
              'u.id',
              'u.first_name',
              'u.last_name',
              sql<string | null>`u.email`.as('email'),
              'mine.place_id',
              'mine.kind',
            ])
            .unionAll((e) =>
              e
                .selectFrom('mine')
                .innerJoin('customers.hands as h', 'h.place_id', 'mine.place_id')
                .where('h.user_id', 'is', null)
                .select([
                  'h.id',
                  sql<string | null>`h.name`.as('first_name'),
                  sql<string | null>`null`.as('last_name'),
                  sql<string | null>`null`.as('email'),
                  'mine.place_id',
                  'mine.kind',
                ]),
            )
            .as('u'),
        )
        .innerJoin('customers.places as n', (join) =>
          join.onRef('n.id', '=', 'u.place_id').onRef('n.kind', '=', 'u.kind'),
        )
        .where(sql<boolean>`(strpos(${named}, lower(${p.q})) > 0 or strpos(u.email, lower(${p.q})) > 0)`)
        .groupBy(['u.id', 'u.first_name', 'u.last_name', 'u.email'])
        .select([
          'u.id',
          'u.first_name',
          'u.last_name',
          'u.email',
          sql<number>`count(*)::int`.as('places'),
          sql<Colleague['place']>`(array_agg(jsonb_build_object('kind', n.kind, 'id', n.id, 'name', n.name)
            order by lower(n.name), n.id))[1]`.as('place'),
        ])
        .orderBy(sql`${named} asc, u.id asc`)
        .limit(p.limit),
    )
    .selectFrom('caller')
    .leftJoin('wanted as u', (join) => join.onTrue())
    .select([
      'caller.user_id as caller_id',
      'u.id',
      'u.first_name',
      'u.last_name',
      'u.email',
      'u.places',
      'u.place',
    ])
    .orderBy(sql`${named} asc, u.id asc`),
)
