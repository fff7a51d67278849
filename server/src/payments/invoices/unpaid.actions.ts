import type { Unpaid } from '@byre/contract/billing/unpaid'
import { findPayingEntity, placesAs } from '../../customers/index.ts'
import { answered, type Caller } from '../../platform/authentication/authenticate.ts'
import type { Db } from '../../platform/database/db.ts'
import { placeOf } from '../subscriptions.queries.ts'
import { listUnpaidPlaces, type UnpaidPlace } from './unpaid.queries.ts'

const worstFirst = ['stopped', 'read_only', 'past_due', 'active'] as const

/** What the payers that the caller runs do not pay for at present, a row a payer. */
export async function listUnpaid(db: Db<'payments'>, caller: Caller): Promise<{ unpaid: Unpaid[] }> {
  const rows = answered(await listUnpaidPlaces(db, caller))
  const unpaid = rows.filter((row) => row.id !== null)
  if (unpaid.length === 0) return { unpaid: [] }

  const places = await placesAs(
    db,
    rows[0].caller_id,
    unpaid.map((one) => placeOf(one)),
  )
  const byBillingEntity = [...Map.groupBy(unpaid, ({ billing_entity_id: payer }) => payer)]
  const replies = byBillingEntity.map(async ([id, those]): Promise<Unpaid[]> => {
    const payingEntity = await findPayingEntity(db, id)
    const named = those
      .flatMap((one) => {
        const { id: placeId } = placeOf(one)
        const name = places.get(placeId)?.name
        return name === undefined ? [] : [{ id: placeId, name }]
      })
      .toSorted((a, b) => a.name.localeCompare(b.name))
    // Purged since it was read.
    if (!payingEntity || named.length === 0) return []
    return [
      {
        billing_entity_id: id,
        billing_entity_name: payingEntity.name,
        status: worstFirst.find((status) => those.some((one) => one.status === status)) ?? 'active',
        amount: those.reduce((sum, { owed }) => sum + owed, 0),
        currency: those.find(({ currency }) => currency !== null)?.currency ?? null,
        place_ids: named.map(({ id: placeId }) => placeId),
        place_names: named.map(({ name }) => name),
        remedy: remedyOf(those),
        next_try_at: those.flatMap(({ next_try_at: at }) => at ?? []).toSorted()[0] ?? null,
      },
    ]
  })
  const all = (await Promise.all(replies)).flat()
  return { unpaid: all.toSorted((a, b) => worstFirst.indexOf(a.status) - worstFirst.indexOf(b.status)) }
}

function remedyOf(places: readonly UnpaidPlace[]): Unpaid['remedy'] {
  if (places.some(({ is_asked: isAsked }) => isAsked)) return 'confirm'
  if (!places.every(({ has_card: hasCard }) => hasCard)) return 'add_card'
  return places.some(({ next_try_at: at }) => at !== null) ? 'try_again' : 'replace_card'
}
