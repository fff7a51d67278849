import type { Chosen } from '@byre/contract/herd/ship-list-parts'
import type {
  addToShipList,
  dropShipList,
  makeShipList,
  planShipList,
  takeOffShipList,
} from '@byre/contract/herd/ship-lists'
import { shipListAtMost } from '@byre/contract/herd/ship-list-parts'
import type { AppReplyOf } from '@byre/contract/app-calls'
import type { SiteId } from '@byre/contract/subject-kinds'
import { platformOf, type Db } from '../../platform/database/db.ts'
import { refuse } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { lockLedger } from '../../platform/ledger/ledger.ts'
import type { SiteCall } from '../../tenants/index.ts'
import { herdLedger } from '../events/ledger.policy.ts'
import { answersOf } from '../gate/gate.policy.ts'
import { comparedTag, isOpen, plannedOf, requireMarket } from './ship-lists.policy.ts'
import {
  changePlan,
  deleteEntries,
  deleteList,
  findJudging,
  findState,
  insertEntries,
  insertList,
  knownMarkets,
} from './ship-lists.queries.ts'

/* Ship lists while they are written: whoever records may, and the gate judges what comes of it. */

export async function makeList({
  access,
  body,
  command,
}: SiteCall<typeof makeShipList, 'herd'>): Promise<AppReplyOf<typeof makeShipList>> {
  const id = body.made_as ?? newId()
  const { site_id, user_id, name } = access
  const filled = await command.transaction(async (db) => {
    requireMarket(await knownMarkets(db, site_id), body.market)
    const made = { ...plannedOf(body), id, made_by: user_id, made_by_name: name }
    if (!(await insertList(db, site_id, made))) return { added: 0, unknown_tags: [] }
    return fill(db, site_id, id, { chosen: body.what, within: 'what.' })
  })
  return { id, state: 'draft', ...filled }
}

/** Holds a list that may be changed, until the transaction ends: the ledger's lock is that of its lists, too. */
async function holdOpen(db: Db<'herd'>, site: SiteId, id: string) {
  await lockLedger(platformOf(db), herdLedger, site)
  const list = await findState(db, site, id)
  if (!list) refuse('not_found')
  if (!isOpen(list.state)) refuse('ship_list.closed')
  return list
}

export async function planList({ access, params, body, command }: SiteCall<typeof planShipList, 'herd'>) {
  await command.transaction(async (db) => {
    await holdOpen(db, access.site_id, params.id)
    requireMarket(await knownMarkets(db, access.site_id), body.market)
    await changePlan(db, access.site_id, params.id, plannedOf(body))
  })
  return { id: params.id, state: 'draft' as const }
}

export async function addToList({ access, params, body, command }: SiteCall<typeof addToShipList, 'herd'>) {
  const filled = await command.transaction(async (db) => {
    await holdOpen(db, access.site_id, params.id)
    return fill(db, access.site_id, params.id, { chosen: body, within: '' })
  })
  return { id: params.id, state: 'draft' as const, ...filled }
}

async function fill(
  db: Db<'herd'>,
  site: SiteId,
  id: string,
  { chosen, within }: { chosen: Chosen; within: string },
) {
  const tags = (chosen.tags ?? [])
    .filter((tag) => tag !== '')
    .map((typed) => ({ typed, value: comparedTag(typed) }))
  const { added, head, strange, borne } = await insertEntries(db, site, id, {
    ...chosen,
    tags: tags.map(({ value }) => value),
  })
  if (strange) refuse('not_found', { field: `${within}animals` })
  if (head > shipListAtMost) refuse('list.full', { field: `${within}animals` })
  const known = new Set(borne)
  return { added, unknown_tags: tags.filter(({ value }) => !known.has(value)).map(({ typed }) => typed) }
}

/** Those that are named, or all that the gate does not let pass. */
export async function takeOffList({
  access,
  params: { id },
  body,
  command,
}: SiteCall<typeof takeOffShipList, 'herd'>) {
  const removed = await command.transaction(async (db) => {
    await holdOpen(db, access.site_id, id)
    const held = body.held === 'yes' ? await heldOn(db, access.site_id, id) : []
    return deleteEntries(db, access.site_id, id, [...(body.animals ?? []), ...held])
  })
  return { id, state: 'draft' as const, removed }
}

async function heldOn(db: Db<'herd'>, site: SiteId, id: string): Promise<string[]> {
  const list = await findJudging(db, site, id, null)
  if (!list) return []
  const answers = answersOf(list.rows, { market: list.market, at: new Date(list.load_at).getTime() })
  return list.rows.filter((_, nth) => !answers[nth]!.passes).map((row) => row.id)
}

/** What was locked once is kept, whatever became of it. */
export async function dropList({ access, params: { id }, command }: SiteCall<typeof dropShipList, 'herd'>) {
  await command.transaction(async (db) => {
    const { locked_at } = await holdOpen(db, access.site_id, id)
    if (locked_at !== null) refuse('ship_list.closed')
    await deleteList(db, access.site_id, id)
  })
  return { id }
}
