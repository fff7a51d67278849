import { sql } from 'kysely'
import { withCaller } from '../platform/authentication/authenticate.ts'
import { callersList } from '../platform/authentication/proven-lists.ts'
import { countedTo } from '../platform/lists.ts'
import './tables.ts'

interface Wanted {
  token_hash: Buffer
  /** Part of the name in any case; empty for all. */
  q: string
  limit: number
  offset: number
}

const listing = (direction: 'asc' | 'desc') =>
  callersList<'species'>()((db, p: Wanted) => {
    const isWanted = sql<boolean>`strpos(lower(s.name), lower(${p.q})) > 0`
    return withCaller(db, p.token_hash)
      .selectFrom('caller')
      .leftJoinLateral(
        (e) =>
          e
            .selectFrom('species.species as s')
            .select(['s.id', 's.name'])
            .where(isWanted)
            .orderBy('s.name', direction)
            .limit(p.limit)
            .offset(p.offset)
            .as('s'),
        (join) => join.onTrue(),
      )
      .select((e) => [
        'caller.user_id as caller_id',
        's.id',
        's.name',
        e
          .selectFrom((inner) =>
            inner
              .selectFrom('species.species as s')
              .select(sql`1`.as('one'))
              .where(isWanted)
              .limit(countedTo)
              .as('counted'),
          )
          .select((count) => count.fn.countAll<number>().as('total'))
          .as('total'),
      ])
      .orderBy('s.name', direction)
  })

export const listSpecies = { name: listing('asc'), '-name': listing('desc') }
