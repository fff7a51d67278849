import type { SiteSettings } from '@byre/contract/herd/settings'
import { sql } from 'kysely'
import { visitorColumns, withVisitor } from '../../platform/authentication/visitors.ts'
import { prepared, quickRead } from '../../platform/database/db.ts'
import type { SiteAccess, SiteCaller } from '../../tenants/index.ts'
import '../tables.ts'

/** Whoever asks, the site as it knows itself, and how it is set up where somebody has done that. */
export const findMe = quickRead<'herd'>()(
  (db, p: SiteCaller<'see'>) =>
    withVisitor(db, p)
      .selectFrom('visitor')
      .leftJoin('herd.settings as s', 's.site_id', 'visitor.place_id')
      .select([
        ...visitorColumns,
        'visitor.person_name',
        'visitor.role',
        'visitor.standing',
        'visitor.place_name',
        'visitor.country',
        'visitor.region',
        'visitor.install_preference',
        's.kind',
        's.zone',
        's.markets',
        's.arrival_days',
        's.injection_ml',
        's.tag_days',
      ]),
  { token_hash: 'bytea', host_name: 'text' },
)

/** How many animals are here, without those that are not real, and what the site's plan is sized for. */
export const findPlanSize = prepared<'herd'>()((db, p: SiteCaller<'changeSettings'>) =>
  withVisitor(db, p)
    .selectFrom('visitor')
    .leftJoin('platform.plan_sizes as s', 's.place_id', 'visitor.place_id')
    .select([
      ...visitorColumns,
      's.plan_name',
      's.plan_head',
      sql<number>`(select count(*) from herd.animals a where a.site_id = visitor.place_id and a.status = 'here')
        - (select count(*) from herd.demo d join herd.animals a on a.site_id = d.site_id and a.id = d.id
           where d.site_id = visitor.place_id and d.kind = 'animal' and a.status = 'here')`.as('head'),
    ]),
)

/** How a site is set up, held until the transaction ends; no row where nobody has done that. */
export const lockSettings = prepared<'herd'>()((db, p: SiteAccess<'changeSettings'>) =>
  db
    .selectFrom('herd.settings')
    .select(['kind', 'zone', 'markets', 'arrival_days', 'injection_ml', 'tag_days'])
    .where('site_id', '=', p.site_id)
    .forUpdate(),
)

/** As they are kept: where nobody has said in how many days tags are reported, it is as usual in the site's country. */
export type KeptSettings = Omit<SiteSettings, 'tag_days'> & { tag_days: number | null }

export const putSettings = prepared<'herd'>()((db, p: SiteAccess<'changeSettings'> & KeptSettings) =>
  db
    .insertInto('herd.settings')
    .values({
      site_id: p.site_id,
      kind: p.kind,
      zone: p.zone,
      markets: p.markets,
      arrival_days: p.arrival_days,
      injection_ml: p.injection_ml,
      tag_days: p.tag_days,
    })
    .onConflict((conflict) =>
      conflict.column('site_id').doUpdateSet((e) => ({
        kind: e.ref('excluded.kind'),
        zone: e.ref('excluded.zone'),
        markets: e.ref('excluded.markets'),
        arrival_days: e.ref('excluded.arrival_days'),
        injection_ml: e.ref('excluded.injection_ml'),
        tag_days: e.ref('excluded.tag_days'),
        changed_at: sql<string>`now()`,
      })),
    ),
)
