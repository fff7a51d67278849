import type { AppReplyOf } from '@byre/contract/app-calls'
import {
  homeMarketOf,
  usualSettings,
  usualTagDays,
  type changeSettings as ChangeSettings,
  type getPlanSize as GetPlanSize,
  type Me,
  type SiteSettings,
} from '@byre/contract/herd/settings'
import { siteRightsOf, siteRoleOf, type VisitorRole } from '@byre/contract/site-rights'
import { zoneOf } from '@byre/contract/herd/zones'
import { readInstallPreference } from '@byre/contract/places/sites'
import type { Context } from '../../context.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import { visited } from '../../platform/authentication/visitors.ts'
import type { Db } from '../../platform/database/db.ts'
import { signOutTokenOf, type SiteCall, type SiteCaller } from '../../tenants/index.ts'
import { findSiteFacts } from '../events/context.queries.ts'
import { foldUnderSettings, refold } from '../events/refolds.actions.ts'
import { findMe, findPlanSize, lockSettings, putSettings, type KeptSettings } from './settings.queries.ts'

/** Who opened the app, and where. */
export async function getMe(
  db: Db<'herd'>,
  caller: SiteCaller<'see'>,
  { config, secrets }: Pick<Context<'herd'>, 'config' | 'secrets'>,
): Promise<Me> {
  const [row] = visited(await findMe(db, caller))
  const preference = readInstallPreference(row.install_preference)
  const role = siteRoleOf(row.role as VisitorRole)
  const { kind, zone, markets, arrival_days, injection_ml, country, region } = row
  const tag_days = row.tag_days ?? usualTagDays(country)
  return {
    person: { id: row.visitor_id, name: row.person_name },
    role,
    rights: siteRightsOf(role),
    place: { id: row.visited_id, name: row.place_name, access_state: row.standing, country, region },
    unit: preference?.unit ?? (country === 'USA' ? 'imperial' : 'metric'),
    species: preference?.operation_type ?? null,
    settings:
      kind !== null && zone !== null && markets !== null && arrival_days !== null && injection_ml !== null
        ? { kind, zone, markets, arrival_days, injection_ml, tag_days }
        : null,
    suggested: suggestedFor(country, region),
    portal: config.publicUrl,
    sign_out_token: signOutTokenOf(secrets, caller.token_hash),
  }
}

/** Of a plan that is outgrown people are told; nothing is ever refused for it. */
export async function answerPlanSize({
  db,
  caller,
}: SiteCall<typeof GetPlanSize, 'herd'>): Promise<AppReplyOf<typeof GetPlanSize>> {
  const [{ head, plan_name, plan_head }] = visited(await findPlanSize(db, caller))
  return {
    head,
    plan: plan_name === null || plan_head === null ? null : { name: plan_name, head: plan_head },
  }
}

/** Good answers to the questions of the first launch, so that nobody must change one to begin. */
const suggestedFor = (country: string | null, region: string | null): SiteSettings => ({
  kind: 'feedlot',
  zone: zoneOf(country, region),
  markets: [homeMarketOf(country)],
  ...usualSettings,
  tag_days: usualTagDays(country),
})

/** Sets the site up, or changes how it is. */
export async function changeSettings({
  access,
  body,
  command,
  from,
}: SiteCall<typeof ChangeSettings, 'herd'>): Promise<SiteSettings> {
  return command.transaction(async (db) => {
    const [before] = await lockSettings(db, access)
    const now: KeptSettings = {
      ...body,
      arrival_days: body.arrival_days ?? before?.arrival_days ?? usualSettings.arrival_days,
      injection_ml: body.injection_ml ?? before?.injection_ml ?? usualSettings.injection_ml,
      tag_days: body.tag_days ?? before?.tag_days ?? null,
    }
    await putSettings(db, { ...access, ...now })
    await writeAudit(db, {
      actor_id: access.user_id,
      deed: 'changeSettings',
      kind: 'site',
      subject_id: access.site_id,
      ...(before && { before: factsOf(before) }),
      after: factsOf(now),
      from,
    })
    if (await foldUnderSettings(db, access)) await command.enqueue(db, refold, { site_id: access.site_id })
    const country = (await findSiteFacts(db, access.site_id, access.user_id))?.country ?? null
    return { ...now, tag_days: now.tag_days ?? usualTagDays(country) }
  })
}

/** As an audit line has them. */
const factsOf = ({ markets, ...rest }: KeptSettings) => ({ ...rest, markets: markets.join(', ') })
