import type { RightOf } from '@byre/contract/endpoint'
import type {
  OwnershipTransfer,
  offerSiteHandOver,
  withdrawSiteHandOver,
} from '@byre/contract/people/ownership-transfers'
import { placeLimits } from '@byre/contract/limits'
import type { Member } from '@byre/contract/people/members'
import type { SubjectKind } from '@byre/contract/subject-kinds'
import {
  answered,
  requireFresh,
  type Actor,
  type Caller,
} from '../../platform/authentication/authenticate.ts'
import { writeAudit, type RequestFacts } from '../../platform/audit/audit.ts'
import type { Db } from '../../platform/database/db.ts'
import { refuse } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { spend, type Limit } from '../../platform/limits/limits.ts'
import { daily, spendOnMail, type MailContext } from '../../platform/mail/mail-limits.ts'
import { together } from '../../platform/database/together.ts'
import { ownershipTransferMail } from './ownership-transfer-mails.actions.ts'
import { dropOffer, findOffer, putOffer, takeOffer } from './ownership-transfers.queries.ts'
import { asMember } from './member-changes.actions.ts'
import { findMember, lockMembers, setRole } from './member-changes.queries.ts'
import { accessToTakeOver } from './members.policy.ts'
import { accessTo } from '../access.policy.ts'
import { isOpenForWrites } from '../places.policy.ts'
import type { Acting } from '../ports.ts'

interface Subject {
  kind: SubjectKind
  placeId: string
}

const offers = (limitFactor: number): Limit => ({
  name: 'hand-overs',
  max: 20 * limitFactor,
  windowSeconds: 3600,
})

/** The open offer of a place, for its Owners and the one it is made to; null for other members. */
export async function getOwnershipTransfer(
  db: Db<'customers'>,
  caller: Caller,
  { kind, placeId }: Subject,
): Promise<OwnershipTransfer | null> {
  const [offer] = answered(await findOffer(db, { ...caller, place_id: placeId, kind }))
  if (offer.own_role === null) refuse('not_found')
  const { from_user_id, from_name, to_user_id, to_name, created_at, expires_at } = offer
  if (!from_user_id || !to_user_id || !created_at || !expires_at) return null
  return { from_user_id, from_name, to_user_id, to_name, created_at, expires_at }
}

/** Offers a place to another member for seven days; an earlier offer of it is void. */
export async function offerHandOver(
  { command, actor, from }: Acting,
  subject: Subject,
  toUserId: string,
  mailContext: MailContext,
): Promise<OwnershipTransfer> {
  await spend(command.db, offers(mailContext.limitFactor), actor.user_id)

  return command.transaction(async (db) => {
    const { kind, placeId: place_id } = subject
    const rows = await lockMembers(db, { place_id, kind, user_ids: [actor.user_id, toUserId] })
    const own = rows.find((row) => row.user_id === actor.user_id)
    if (!own) refuse('not_found')
    const access = accessTo<RightOf<typeof offerSiteHandOver>, SubjectKind>(
      'transferOwnership',
      wantingOf(actor, subject),
      own,
    )
    requireFresh(actor)
    const receiver = rows.find((row) => row.user_id === toUserId)
    if (!receiver) refuse('not_found', { field: 'user_id' })
    if (receiver.role === 'Owner') refuse('member.owns_already', { field: 'user_id' })
    if (!isOpenForWrites(own.standing)) refuse('place.read_only')

    await spend(db, daily('handOversOfPlace', mailContext), place_id)
    await spendOnMail(db, 'handOvers', mailContext, receiver.email)
    const id = newId()
    const parties = { from_user_id: actor.user_id, to_user_id: toUserId }
    const [offered] = await putOffer(db, {
      ...access,
      ...parties,
      id,
      days: placeLimits.ownershipTransferDays,
    })
    const after = { user_id: toUserId }
    await writeAudit(db, { ...lineOf(actor, subject, from), deed: 'offerHandOver', after })
    const letter = { place_id, kind, ...parties, offer_id: id, expires_at: offered!.expires_at }
    await command.enqueue(db, ownershipTransferMail, { ...letter, event: 'offered', to: 'receiver' })
    await command.enqueue(db, ownershipTransferMail, { ...letter, event: 'offered', to: 'giver' })
    return { ...parties, from_name: nameOf(own), to_name: nameOf(receiver), ...offered! }
  })
}

/** Takes the open offer back. */
export async function withdrawHandOver({ command, actor, from }: Acting, subject: Subject): Promise<null> {
  return command.transaction(async (db) => {
    const own = await ownIn(db, actor, subject)
    const access = accessTo<RightOf<typeof withdrawSiteHandOver>, SubjectKind>(
      'transferOwnership',
      wantingOf(actor, subject),
      own,
    )

    const [offer] = await dropOffer(db, access)
    if (!offer) refuse('hand_over.closed')
    const before = { user_id: offer.to_user_id }
    await writeAudit(db, { ...lineOf(actor, subject, from), deed: 'withdrawHandOver', before })
    return null
  })
}

/** Makes the receiver Owner and the giver Admin. */
export async function acceptHandOver({ command, actor, from }: Acting, subject: Subject): Promise<Member> {
  return command.transaction(async (db) => {
    const { kind, placeId: place_id } = subject
    const rows = await lockMembers(db, { place_id, kind, user_ids: [actor.user_id] })
    const own = rows.find((row) => row.user_id === actor.user_id)
    if (!own) refuse('not_found')
    requireFresh(actor)
    if (!isOpenForWrites(own.standing)) refuse('place.read_only')

    const [offer] = await takeOffer(db, { place_id, kind, to_user_id: actor.user_id })
    const giver = rows.find((row) => row.user_id === offer?.from_user_id)
    const access = accessToTakeOver(wantingOf(actor, subject), offer, giver)
    const { from_user_id } = access
    const parties = { from_user_id, to_user_id: actor.user_id }
    await together(
      setRole(db, { ...access, member_id: actor.user_id, role: 'Owner' }),
      setRole(db, { ...access, member_id: from_user_id, role: 'Admin' }),
      writeAudit(db, {
        ...lineOf(actor, subject, from),
        deed: 'acceptHandOver',
        before: { role: own.role },
        after: { user_id: from_user_id, role: 'Owner' },
      }),
    )
    const letter = { place_id, kind, ...parties, event: 'accepted' } as const
    await command.enqueue(db, ownershipTransferMail, { ...letter, to: 'giver' })
    await command.enqueue(db, ownershipTransferMail, { ...letter, to: 'receiver' })
    return asMember({ ...own, role: 'Owner' })
  })
}

/** Leaves the place with its Owner, also while it is read-only: nothing of it changes. */
export async function declineHandOver({ command, actor, from }: Acting, subject: Subject): Promise<null> {
  return command.transaction(async (db) => {
    await ownIn(db, actor, subject)

    const { kind, placeId: place_id } = subject
    const [offer] = await takeOffer(db, { place_id, kind, to_user_id: actor.user_id })
    if (!offer) refuse('hand_over.closed')
    const parties = { from_user_id: offer.from_user_id, to_user_id: actor.user_id }
    const after = { user_id: offer.from_user_id }
    await writeAudit(db, { ...lineOf(actor, subject, from), deed: 'declineHandOver', after })
    await command.enqueue(db, ownershipTransferMail, {
      place_id,
      kind,
      ...parties,
      event: 'declined',
      to: 'giver',
    })
    return null
  })
}

async function ownIn(db: Db<'customers'>, actor: Actor, { kind, placeId }: Subject) {
  const [own] = await findMember(db, { place_id: placeId, kind, user_id: actor.user_id })
  if (!own) refuse('not_found')
  return own
}

const wantingOf = ({ user_id }: Actor, { kind, placeId: place_id }: Subject) => ({ kind, place_id, user_id })

const lineOf = (actor: Actor, { kind, placeId }: Subject, from: RequestFacts) => ({
  actor_id: actor.user_id,
  kind,
  subject_id: placeId,
  from,
})

const nameOf = ({
  first_name,
  last_name,
  email,
}: Pick<Member, 'first_name' | 'last_name'> & { email: string }) =>
  [first_name, last_name].filter(Boolean).join(' ') || email
