import { peopleListed } from '@byre/contract/herd/people'
import type { Role } from '@byre/contract/rights'
import { sql } from 'kysely'
import { visitorColumns, withVisitor } from '../../platform/authentication/visitors.ts'
import { visitorsList } from '../../platform/authentication/proven-lists.ts'
import { prepared } from '../../platform/database/db.ts'
import type { SiteAccess, SiteCaller } from '../../tenants/index.ts'
import '../tables.ts'

export interface PersonRow {
  id: string
  name: string
  /** At the site. */
  role: Role
  /** Whether they were made a viewer, whatever their role is by now. */
  is_viewer: boolean
}

/** Everybody of the site by name. `offset 0` keeps the planner from the people of other sites. */
export const listPeople = visitorsList<'herd'>()((db, p: SiteCaller<'editPeople'>) =>
  withVisitor(db, p)
    .selectFrom('visitor')
    .leftJoinLateral(
      () =>
        sql<PersonRow>`(
        select m.person_id as id, m.name, m.role, v.person_id is not null as is_viewer
        from platform.site_people m
        left join herd.viewers v on v.site_id = m.site_id and v.person_id = m.person_id
        where m.site_id = visitor.place_id order by lower(m.name), m.person_id limit ${sql.lit(peopleListed)} offset 0)`.as(
          'm',
        ),
      (join) => join.onTrue(),
    )
    .selectAll('m')
    .select(visitorColumns)
    .orderBy(sql`lower(m.name)`)
    .orderBy('m.id'),
)

type Of = SiteAccess<'editPeople'> & { id: string }

/** One of the site's people; no row where they do not belong to it. */
export const findPerson = prepared<'herd'>()((db, p: Of) =>
  db
    .selectFrom(
      sql<PersonRow>`(
      select m.person_id as id, m.name, m.role, v.person_id is not null as is_viewer
      from platform.site_people m
      left join herd.viewers v on v.site_id = m.site_id and v.person_id = m.person_id
      where m.site_id = ${p.site_id} and m.person_id = ${p.id})`.as('m'),
    )
    .selectAll(),
)

/** A row where they were none before. */
export const putViewer = prepared<'herd'>()((db, p: Of) =>
  db
    .insertInto('herd.viewers')
    .values({ site_id: p.site_id, person_id: p.id })
    .onConflict((conflict) => conflict.columns(['site_id', 'person_id']).doNothing())
    .returning('person_id'),
)

/** A row where they were one before. */
export const deleteViewer = prepared<'herd'>()((db, p: Of) =>
  db
    .deleteFrom('herd.viewers')
    .where('site_id', '=', p.site_id)
    .where('person_id', '=', p.id)
    .returning('person_id'),
)
