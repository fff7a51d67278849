import type { BodyOf, RightOf } from '@byre/contract/endpoint'
import type { addSiteHand as addCall } from '@byre/contract/people/unregistered-members'
import { placeLimits } from '@byre/contract/limits'
import type { Member } from '@byre/contract/people/members'
import type { Actor } from '../../platform/authentication/authenticate.ts'
import { writeAudit, type RequestFacts } from '../../platform/audit/audit.ts'
import type { Db } from '../../platform/database/db.ts'
import { refuse } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { spend, type Limit } from '../../platform/limits/limits.ts'
import { together } from '../../platform/database/together.ts'
import {
  countUnregisteredMembers,
  insertUnregisteredMember,
  lockUnregisteredMember,
  removeHand,
  renameHand,
} from './unregistered-members.queries.ts'
import { findOwnRole } from './member-changes.queries.ts'
import { accessTo, type Access } from '../access.policy.ts'
import { isOpenForWrites } from '../places.policy.ts'
import type { Acting } from '../ports.ts'

interface Place {
  kind: 'site' | 'clinic'
  placeId: string
}
type Named = BodyOf<typeof addCall>

const additions = (limitFactor: number): Limit => ({
  name: 'hands',
  max: 200 * limitFactor,
  windowSeconds: 3600,
})

/** Puts someone on the list by name. */
export async function addHand(
  { command, actor, from }: Acting,
  place: Place,
  { name }: Named,
  limitFactor: number,
): Promise<Member> {
  await spend(command.db, additions(limitFactor), actor.user_id)

  return command.transaction(async (db) => {
    const access = await keepingAccess(db, actor, place)
    const [counted] = await countUnregisteredMembers(db, access)
    if (counted!.hands >= placeLimits.unregisteredMembersAtMost) refuse('place.full')

    const unregistered = { ...access, id: newId(), name }
    const after = { hand_id: unregistered.id, name }
    const [[added]] = await together(
      insertUnregisteredMember(db, unregistered),
      writeAudit(db, { ...lineOf(access, from), deed: 'addHand', after }),
    )
    return asMember(unregistered.id, name, added!.created_at)
  })
}

export async function renameUnregisteredMemberTo(
  { command, actor, from }: Acting,
  place: Place,
  handId: string,
  { name }: Named,
): Promise<Member> {
  return command.transaction(async (db) => {
    const access = await keepingAccess(db, actor, place)
    const own = { ...access, id: handId }
    const [unregistered] = await lockUnregisteredMember(db, own)
    if (!unregistered) refuse('not_found')

    if (unregistered.name !== name)
      await together(
        renameHand(db, { ...own, name }),
        writeAudit(db, {
          ...lineOf(access, from),
          deed: 'renameHand',
          before: { name: unregistered.name },
          after: { hand_id: handId, name },
        }),
      )
    return asMember(handId, name, unregistered.created_at)
  })
}

export async function removeUnregisteredMemberFrom(
  { command, actor, from }: Acting,
  place: Place,
  handId: string,
): Promise<null> {
  return command.transaction(async (db) => {
    const access = await keepingAccess(db, actor, place)
    const own = { ...access, id: handId }
    const [unregistered] = await lockUnregisteredMember(db, own)
    if (!unregistered) refuse('not_found')

    const before = { hand_id: handId, name: unregistered.name }
    await together(
      removeHand(db, own),
      writeAudit(db, { ...lineOf(access, from), deed: 'removeHand', before }),
    )
    return null
  })
}

async function keepingAccess(db: Db<'customers'>, { user_id }: Actor, { kind, placeId: place_id }: Place) {
  const actor = { kind, place_id, user_id }
  const [own] = await findOwnRole(db, actor)
  const access = accessTo<RightOf<typeof addCall>, Place['kind']>('keepUnregisteredMembers', actor, own)
  if (own && !isOpenForWrites(own.standing)) refuse('place.read_only')
  return access
}

const lineOf = ({ kind, place_id, user_id }: Access<'keepUnregisteredMembers'>, from: RequestFacts) => ({
  actor_id: user_id,
  kind,
  subject_id: place_id,
  from,
})

const asMember = (id: string, name: string, created_at: string): Member => ({
  id,
  first_name: name,
  last_name: null,
  email: null,
  role: 'User',
  created_at,
})
