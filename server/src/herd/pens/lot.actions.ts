import type { AppReplyOf } from '@byre/contract/app-calls'
import type { getLot, setLotTarget } from '@byre/contract/herd/lots'
import { writeAudit } from '../../platform/audit/audit.ts'
import { visited } from '../../platform/authentication/visitors.ts'
import { refuse } from '../../platform/errors.ts'
import type { SiteCall } from '../../tenants/index.ts'
import { joined } from '../joined.policy.ts'
import { findLot, lockTarget, updateTarget, type LotRow } from './lot.queries.ts'

export async function answerLot({
  db,
  caller,
  params,
}: SiteCall<typeof getLot, 'herd'>): Promise<AppReplyOf<typeof getLot>> {
  const [lot] = joined<LotRow>(visited(await findLot(db, { ...caller, id: params.id })))
  if (!lot) refuse('not_found')
  const { id, name, here, held, dead, left, began_at, days_on_feed, grams_a_day, target_grams } = lot
  return {
    id,
    name,
    head: { here, held, dead, left },
    began_at: began_at === null ? null : new Date(began_at).toISOString(),
    days_on_feed,
    weighings: lot.weighings,
    gain: grams_a_day === null ? null : { head: lot.gained, grams_a_day },
    target_grams,
    medicines: lot.medicines.map(({ last_at, ...medicine }) => ({
      ...medicine,
      last_at: new Date(last_at).toISOString(),
    })),
    treated_alone: lot.treated_alone,
  }
}

/** What is said again writes no line more. */
export async function setTarget({
  access,
  params: { id },
  body,
  command,
  from,
}: SiteCall<typeof setLotTarget, 'herd'>): Promise<AppReplyOf<typeof setLotTarget>> {
  const target_grams = body.grams_a_day ?? null
  await command.transaction(async (db) => {
    const [before] = await lockTarget(db, { ...access, id })
    if (!before) refuse('not_found')
    if (before.target_grams === target_grams) return
    await updateTarget(db, { ...access, id, target_grams })
    await writeAudit(db, {
      actor_id: access.user_id,
      deed: 'setLotTarget',
      kind: 'site',
      subject_id: access.site_id,
      before: { target_gain: gainInWords(before.target_grams) },
      after: { lot: before.name, target_gain: gainInWords(target_grams) },
      from,
    })
  })
  return { target_grams }
}

/** As an audit line has it. */
const gainInWords = (grams: number | null) => (grams === null ? null : `${grams} g a day`)
