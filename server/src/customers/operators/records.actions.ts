import { t } from '@byre/contract/words'
import type { Kind } from '../places/places.queries.ts'
import type { Config } from '../../config.ts'
import { within, type PlatformDb } from '../../platform/database/db.ts'
import { tenantOrigin } from '../../platform/hosts.ts'
import {
  findBillingEntityForStaff,
  findPlaceForStaff,
  listBelongings,
  listCalled,
  listNamesOfPlaces,
  listPaidForStaff,
  listPeopleForStaff,
  searchPeople,
  searchPlaces,
} from './records.queries.ts'

/* What the back office shows of people, places and payers; each takes the platform's view of a handle. */

const mostListed = 100

/** What begins with a text (in lower case), or is of that id: places, payers, addresses; and people by their names, as ids. */
export async function searchForStaff(
  db: PlatformDb,
  search: { text: string; id: string | null; limit: number },
) {
  const own = within<'customers'>(db)
  const [places, people] = await Promise.all([searchPlaces(own, search), searchPeople(own, search)])
  return { places, people: people.map(({ id }) => id) }
}

/** What people are called, by their ids. */
export async function calledOf(db: PlatformDb, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await listCalled(within<'customers'>(db), { ids })
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** What places and payers are called, by their ids. */
export async function namesOfPlaces(
  db: PlatformDb,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await listNamesOfPlaces(within<'customers'>(db), { ids })
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export const belongingsOf = (db: PlatformDb, user_id: string) =>
  listBelongings(within<'customers'>(db), { user_id, limit: mostListed })

export async function placeForStaff(db: PlatformDb, config: Config, kind: Kind, id: string) {
  const own = within<'customers'>(db)
  const [place] = await findPlaceForStaff[kind](own, { id })
  if (!place) return null
  const people = await listPeopleForStaff(own, { kind, id, limit: mostListed })
  const { payer_id, payer_name, domain, domain_state, ...facts } = place
  return {
    kind,
    ...facts,
    host: new URL(tenantOrigin(place.subdomain, config)).host,
    domain: domain === null || domain_state === null ? null : { name: domain, state: domain_state },
    payer: { id: payer_id, name: payer_name },
    people,
  }
}

export async function billingEntityForStaff(db: PlatformDb, id: string) {
  const own = within<'customers'>(db)
  const [payer] = await findBillingEntityForStaff(own, { id })
  if (!payer) return null
  const [places, people] = await Promise.all([
    listPaidForStaff(own, { id, limit: mostListed }),
    listPeopleForStaff(own, { kind: 'billing_entity', id, limit: mostListed }),
  ])
  const { brand, last_four, ...facts } = payer
  return { ...facts, card: brand && t`A ${brand} card ending in ${last_four ?? ''}`, places, people }
}
