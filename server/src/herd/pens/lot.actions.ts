import type { AppReplyOf } from '@byre/contract/app-calls'
import type { getLot } from '@byre/contract/herd/lots'
import { visited } from '../../platform/authentication/visitors.ts'
import { refuse } from '../../platform/errors.ts'
import type { SiteCall } from '../../tenants/index.ts'
import { joined } from '../joined.policy.ts'
import { findLot, type LotRow } from './lot.queries.ts'

export async function answerLot({
  db,
  caller,
  params,
}: SiteCall<typeof getLot, 'herd'>): Promise<AppReplyOf<typeof getLot>> {
  const [lot] = joined<LotRow>(visited(await findLot(db, { ...caller, id: params.id })))
  if (!lot) refuse('not_found')
  const { id, name, here, held, dead, left, began_at, days_on_feed, grams_a_day } = lot
  return {
    id,
    name,
    head: { here, held, dead, left },
    began_at: began_at === null ? null : new Date(began_at).toISOString(),
    days_on_feed,
    weighings: lot.weighings,
    gain: grams_a_day === null ? null : { head: lot.gained, grams_a_day },
    medicines: lot.medicines.map(({ last_at, ...medicine }) => ({
      ...medicine,
      last_at: new Date(last_at).toISOString(),
    })),
    treated_alone: lot.treated_alone,
  }
}
