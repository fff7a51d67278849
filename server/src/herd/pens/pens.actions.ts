import type { addPen, listLots, listPens, renamePen } from '@byre/contract/herd/pens'
import { violated } from '../../platform/database/sql-states.ts'
import { refuse } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { visited } from '../../platform/authentication/visitors.ts'
import type { SiteCall } from '../../tenants/index.ts'
import { joined } from '../joined.policy.ts'
import { insertGroup, listGroups, updateGroupName, type Counted } from './pens.queries.ts'

type Listing = Pick<SiteCall<typeof listPens | typeof listLots, 'herd'>, 'db' | 'caller'>
type Renaming = Pick<SiteCall<typeof renamePen, 'herd'>, 'access' | 'params' | 'body' | 'command'>
type Adding = Pick<SiteCall<typeof addPen, 'herd'>, 'access' | 'body' | 'command'>

/** All pens, or all lots. */
export async function groupsOf({ db, caller }: Listing, kind: 'pens' | 'lots') {
  const rows = visited(await listGroups[kind](db, caller))
  return joined<Counted>(rows).map(({ id, name, head, held }) => ({ id, name, head, held }))
}

export async function addGroup({ access, body, command }: Adding, kind: 'pens' | 'lots') {
  const group = { id: newId(), name: body.name }
  const isAdded = await command
    .transaction((db) => insertGroup(db, kind, { ...access, ...group }))
    .catch(refuseTakenName(kind))
  if (!isAdded) refuse('list.full')
  return group
}

export async function renameGroup({ access, params, body, command }: Renaming, kind: 'pens' | 'lots') {
  const group = { id: params.id, name: body.name }
  const isThere = await command
    .transaction((db) => updateGroupName(db, kind, { ...access, ...group }))
    .catch(refuseTakenName(kind))
  return isThere ? group : refuse('not_found')
}

const refuseTakenName =
  (kind: 'pens' | 'lots') =>
  (error: unknown): never => {
    if (violated(error) === `${kind}_name`) refuse('name.taken', { field: 'name' })
    throw error
  }
