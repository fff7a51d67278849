import type { BillingEntityId } from '@byre/contract/subject-kinds'
import type { Db } from '../platform/database/db.ts'
import { listLivingPlaces, listPlacesChosen } from './billing-entity-uses.queries.ts'
import type { Billing, Place, BillingEntityUse } from './ports.ts'

/** A place that a payer pays for, as its refusal names it. */
export interface UsedBy {
  kind: 'site' | 'clinic'
  id: string
  name: string
  /** Where another payer follows: the end of the period that this one pays for. */
  pays_until?: string
}

type Uses = Pick<Billing, 'billingEntityUses'>

/**
 * What a payer was chosen for, or is charged for although another one was chosen: a hundred by name. Its caller
 * holds the payer's row, so that it is chosen for nothing more; looked up in this order, for a place goes from
 * what was chosen to what is charged, and a move that commits in between is found as the one or the other.
 */
export async function listUsedBy(db: Db<'customers'>, id: BillingEntityId, billing: Uses): Promise<UsedBy[]> {
  const chosen = await listPlacesChosen(db, { id })
  const charged = await livingUses(db, [id], billing)
  const places = new Map<string, UsedBy>(chosen.map((place) => [place.id, place]))
  for (const { place, pays_until } of charged)
    if (!places.has(place.id)) places.set(place.id, { ...place, ...(pays_until ? { pays_until } : {}) })
  return [...places.values()].toSorted(byName).slice(0, 100)
}

const byName = (a: UsedBy, b: UsedBy) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.id < b.id ? -1 : 1)

/** Which of these payers are charged for a place that is not deleted. */
export async function billingEntitiesCharged(
  db: Db<'customers'>,
  ids: BillingEntityId[],
  billing: Uses,
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  return new Set((await livingUses(db, ids, billing)).map(({ billing_entity_id }) => billing_entity_id))
}

async function livingUses(db: Db<'customers'>, ids: BillingEntityId[], billing: Uses) {
  const uses = await billing.billingEntityUses(db, ids)
  if (uses.length === 0) return []
  const idsOf = <K extends Place['kind']>(kind: K) =>
    uses.flatMap(({ place }) => (place.kind === kind ? [place.id as Extract<Place, { kind: K }>['id']] : []))
  const places = await listLivingPlaces(db, { sites: idsOf('site'), clinics: idsOf('clinic') })
  const living = new Map(places.map((place) => [place.id as string, place]))
  return uses.flatMap((use: BillingEntityUse) => {
    const place = living.get(use.place.id)
    return place ? [{ ...use, place }] : []
  })
}
