import { t } from '@byre/contract/words'
import type { BodyOf, RightOf } from '@byre/contract/endpoint'
import type {
  addBillingEntityUser as addCall,
  changeSiteUserRole as changeCall,
  Member,
  removeSiteUser as removeCall,
} from '@byre/contract/people/members'
import { kindNames, type SubjectKind } from '@byre/contract/subject-kinds'
import { may, type Role } from '@byre/contract/rights'
import { requireFresh, type Actor } from '../../platform/authentication/authenticate.ts'
import { writeAudit, type RequestFacts } from '../../platform/audit/audit.ts'
import type { Db } from '../../platform/database/db.ts'
import type { IdempotentCommand } from '../../platform/idempotency/idempotency.ts'
import { refuse } from '../../platform/errors.ts'
import { together } from '../../platform/database/together.ts'
import { dropOffersOf } from './ownership-transfers.queries.ts'
import { voidInvites } from '../invites/invite-voids.actions.ts'
import {
  findAcquaintance,
  insertMember,
  findMember,
  findOwnRole,
  lockMembers,
  putBackMember,
  removeMember,
  setRole,
} from './member-changes.queries.ts'
import { memberMail } from './member-mails.actions.ts'
import { accessToGive, removalToldAfterSeconds, requireRemovable } from './members.policy.ts'
import { accessTo } from '../access.policy.ts'
import { isOpenForWrites } from '../places.policy.ts'
import type { Acting } from '../ports.ts'

type MemberRow = Awaited<ReturnType<typeof lockMembers>>[number]

interface About {
  kind: SubjectKind
  placeId: string
  userId: string
}

/** Gives a member another role. What makes or unmakes an Owner is an Owner's, and needs a fresh sign-in. */
export async function changeRole(
  { command, actor, from }: Acting,
  about: About,
  { role, action }: BodyOf<typeof changeCall>,
): Promise<Member> {
  if (action === 'put_back') return putBack({ command, actor, from }, about, role)
  return command.transaction(async (db) => {
    const { own, member, owners } = await membersFor(db, actor, about)
    const changing = accessTo<RightOf<typeof changeCall>, SubjectKind>(
      'changeRole',
      wantingOf(actor, about),
      own,
    )
    if (!member) refuse('not_found')
    const access = accessToGive(changing, own, member.role, role)

    if (role === member.role) return asMember(member)
    if (!isOpenForWrites(own.standing)) refuse('place.read_only')
    if (role === 'Owner') requireFresh(actor)
    if (member.role === 'Owner') requireAnotherOwner(owners, about.kind)

    const { placeId: place_id, userId: user_id } = about
    const concernsOwner = role === 'Owner' || member.role === 'Owner'
    await together(
      setRole(db, { ...access, member_id: user_id, role }),
      concernsOwner ? dropOffersOf(db, { ...access, member_id: user_id }) : Promise.resolve([]),
      writeAudit(db, {
        ...lineOf(actor, about, from),
        deed: 'changeRole',
        before: { role: member.role },
        after: { user_id, role },
      }),
    )
    if (!may(role, 'invite', about.kind))
      await voidInvites(db, { place_id, user_id }, { actor_id: actor.user_id, from })
    if (user_id !== actor.user_id) await tell(db, command, about, role)
    return asMember({ ...member, role })
  })
}

/** Removes a member; of oneself it is leaving, which is possible as long as another Owner stays. */
export async function removeUser({ command, actor, from }: Acting, about: About): Promise<null> {
  return command.transaction(async (db) => {
    const { own, member, owners } = await membersFor(db, actor, about)
    const isLeaving = about.userId === actor.user_id
    const wanting = wantingOf(actor, about)
    const access = isLeaving
      ? accessTo<RightOf<typeof removeCall>, SubjectKind>('leave', wanting, own)
      : accessTo('removeMember', wanting, own)
    if (!member) refuse('not_found')
    if (!isLeaving) requireRemovable(own, member, about.kind)

    if (!isLeaving && !isOpenForWrites(own.standing)) refuse('place.read_only')
    if (member.role === 'Owner') requireAnotherOwner(owners, about.kind)

    const { placeId: place_id, userId: user_id } = about
    await together(
      removeMember(db, { ...access, member_id: user_id }),
      dropOffersOf(db, { ...access, member_id: user_id }),
      writeAudit(db, {
        ...lineOf(actor, about, from),
        deed: isLeaving ? 'leave' : 'removeMember',
        before: { user_id, role: member.role },
      }),
    )
    await voidInvites(db, { place_id, user_id }, { actor_id: actor.user_id, from })
    if (!isLeaving) await tell(db, command, about, null)
    return null
  })
}

/**
 * What the actor removed a moment ago is a member again, with the role they had. What they had sent or offered stays ended; they are
 * mailed of neither, since the mail about a removal waits until it can no longer be undone.
 */
function putBack({ command, actor, from }: Acting, about: About, role: Role): Promise<Member> {
  return command.transaction(async (db) => {
    const { own, member } = await membersFor(db, actor, about)
    const access = accessTo('removeMember', wantingOf(actor, about), own)
    if (member) return asMember(member)
    requireRemovable(own, { role }, about.kind)
    if (!isOpenForWrites(own.standing)) refuse('place.read_only')
    if (role === 'Owner') requireFresh(actor)

    const { placeId: place_id, userId: user_id } = about
    const [added] = await putBackMember(db, { ...access, member_id: user_id, role })
    const [back] = await findMember(db, { kind: about.kind, place_id, user_id })
    if (!back) refuse('member.gone')
    if (added)
      await writeAudit(db, {
        ...lineOf(actor, about, from),
        deed: 'putBackMember',
        after: { user_id, role },
      })
    return asMember(back)
  })
}

/** Adds someone the actor shares a place with already; everyone else is not there, known or not. */
export async function addMember(
  { command, actor, from }: Acting,
  about: About,
  { role }: BodyOf<typeof addCall>,
): Promise<Member> {
  return command.transaction(async (db) => {
    const { own, member } = await membersFor(db, actor, about)
    const access = accessTo<RightOf<typeof addCall>, SubjectKind>('addMember', wantingOf(actor, about), own)
    if (member) refuse('member.already')
    const { userId: user_id } = about
    const [user] = await findAcquaintance(db, { user_id: actor.user_id, other_id: user_id })
    if (!user) refuse('not_found')

    const [added] = await insertMember(db, { ...access, member_id: user_id, role })
    if (!added) refuse('member.already')
    await writeAudit(db, { ...lineOf(actor, about, from), deed: 'addMember', after: { user_id, role } })
    await tell(db, command, about, role)
    return { ...user, role, created_at: added.created_at }
  })
}

/** By mail, to whom it was done. */
async function tell(
  db: Db<'customers'>,
  command: IdempotentCommand<'customers'>,
  { kind, placeId: place_id, userId: user_id }: About,
  role: Role | null,
): Promise<void> {
  const afterSeconds = role === null ? removalToldAfterSeconds : undefined
  await command.enqueue(db, memberMail, { kind, place_id, user_id, role }, afterSeconds)
}

/**
 * The actor's and another's membership, locked with every Owner's; to a stranger the place is not there. A key of the place
 * has a role there and is no member.
 */
async function membersFor(db: Db<'customers'>, actor: Actor, { kind, placeId, userId }: About) {
  const rows = await lockMembers(db, { place_id: placeId, kind, user_ids: [actor.user_id, userId] })
  const own =
    rows.find((row) => row.user_id === actor.user_id) ??
    (await findOwnRole(db, { place_id: placeId, kind, user_id: actor.user_id }))[0]
  if (!own) refuse('not_found')
  return {
    own,
    member: rows.find((row) => row.user_id === userId),
    owners: rows.filter((row) => row.role === 'Owner').length,
  }
}

function requireAnotherOwner(owners: number, kind: SubjectKind): void {
  if (owners < 2)
    refuse('place.last_owner', { message: t`A ${kindNames[kind].words} needs at least one owner.` })
}

const wantingOf = ({ user_id }: Actor, { kind, placeId: place_id }: About) => ({ kind, place_id, user_id })

const lineOf = (actor: Actor, { kind, placeId }: About, from: RequestFacts) => ({
  actor_id: actor.user_id,
  kind,
  subject_id: placeId,
  from,
})

/** A membership as lists and answers show it. */
export function asMember({ user_id, first_name, last_name, email, role, created_at }: MemberRow): Member {
  return { id: user_id, first_name, last_name, email, role, created_at }
}
