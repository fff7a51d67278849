import type { BodyOf } from '@byre/contract/endpoint'
import {
  inviteLink,
  type changeSiteInvite as changeCall,
  type inviteToSite,
  type SiteInvite,
} from '@byre/contract/people/invites'
import { rolesFor } from '@byre/contract/rights'
import type { Config } from '../../config.ts'
import type { Actor } from '../../platform/authentication/authenticate.ts'
import { writeAudit, type AuditLine } from '../../platform/audit/audit.ts'
import { within, type Db, type PlatformDb } from '../../platform/database/db.ts'
import type { IdempotentCommand } from '../../platform/idempotency/idempotency.ts'
import { refuse } from '../../platform/errors.ts'
import { reply } from '../../platform/reply.ts'
import { newId } from '../../platform/ids.ts'
import { spend } from '../../platform/limits/limits.ts'
import { mayMail, spendOnMail, type MailContext } from '../../platform/mail/mail-limits.ts'
import type { Facts } from '../../platform/http/request-facts.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { together } from '../../platform/database/together.ts'
import { auditJson } from '../audit.queries.ts'
import { mailInvite } from './invite-mails.actions.ts'
import {
  inviteCommands,
  inviteLimits,
  invitingAccess,
  tooManyMails,
  type InvitingAccess,
} from './invites.policy.ts'
import {
  lockInvite,
  lockPlace,
  markRevoked,
  putInvite,
  renewInvite,
  reopenInvite,
  setInvitedRole,
} from './invites.queries.ts'
import { isOpenForWrites } from '../places.policy.ts'
import type { SubjectKind, AccessState } from '../tables.ts'

/** What is invited to: named by the host, or for billing entities by the path. */
export interface InvitingSubject<K extends SubjectKind = SubjectKind> {
  kind: K
  id: string
}

/** Somebody's command about invitations, wherever it was posted: also the module that serves a place's host has one. */
export interface Inviting {
  command: Pick<IdempotentCommand<'customers'>, 'enqueue'> & {
    transaction<T>(work: (db: PlatformDb) => Promise<T>): Promise<T>
  }
  actor: Actor
  from: Facts
}

export interface InviteContext {
  config: Pick<Config, 'publicUrl' | 'limitFactor'>
  secrets: Secrets
}

const mailContext = ({ secrets, config }: InviteContext): MailContext => ({
  secrets,
  limitFactor: config.limitFactor,
})

/** Invites an address, or renews its open invitation, and mails it; says the same for every address. */
export async function invite<K extends SubjectKind>(
  { command, actor, from }: Inviting,
  subject: InvitingSubject<K>,
  body: BodyOf<typeof inviteToSite>,
  inviteContext: InviteContext,
) {
  const { email, role, hand_id = null } = body
  return command.transaction(async (platform) => {
    const { db, own, access } = await enter(platform, actor, subject)
    requireWritable(own.standing)

    await takeFromLimits(db, access, own, inviteContext)
    const isMailed = await mayMail(db, 'invitations', mailContext(inviteContext), email)
    const [put] = await putInvite(db, {
      ...access,
      id: newId(),
      email,
      role,
      hand_id,
      mail: isMailed ? 'queued' : 'failed',
      mail_problem: isMailed ? null : tooManyMails,
      audit: auditJson({
        ...lineOf(access, from),
        deed: inviteCommands[subject.kind].invite,
        after: { email, role },
      }),
    })
    if (!put || put.is_member) refuse('member.already', { field: 'email' })
    if (!put.has_hand) refuse('not_found', { field: 'hand_id' })
    const { mailing } = put
    const row = inviteIn({ ...put, status: 'sent', inviter_name: own.inviter_name })
    if (!row || mailing === null) refuse('invite.too_many')

    if (isMailed) await command.enqueue(db, mailInvite, { letter: 'invitation', invite_id: row.id, mailing })
    return asInvite(subject, own.name, row, inviteContext)
  })
}

/** Changes what an open invitation offers. */
export async function changeInvite<K extends SubjectKind>(
  { command, actor, from }: Inviting,
  subject: InvitingSubject<K>,
  { id, role, action }: { id: string } & BodyOf<typeof changeCall>,
  inviteContext: InviteContext,
) {
  return command.transaction(async (platform) => {
    const { db, own, access } = await enter(platform, actor, subject)
    requireWritable(own.standing)
    const present = await hold(db, access, id)
    if (action === 'reopen') {
      const reopened = await reopen(db, { access, from }, subject, { ...present, role })
      return asInvite(subject, own.name, { ...present, ...reopened, status: 'sent' }, inviteContext)
    }
    if (present.status !== 'sent') refuse('invite.closed')

    if (present.role === role) return asInvite(subject, own.name, present, inviteContext)
    if (from.if_match !== null && from.if_match !== present.version) refuse('request.stale')
    const { email } = present
    const [[changed]] = await together(
      setInvitedRole(db, { ...access, id, role }),
      writeAudit(db, {
        ...lineOf(access, from),
        deed: inviteCommands[subject.kind].change,
        before: { email, role: present.role },
        after: { email, role },
      }),
    )
    return asInvite(subject, own.name, { ...present, ...changed }, inviteContext)
  })
}

/** What the actor took back a moment ago is open again as it was: by the same link, and nobody is mailed. */
async function reopen(
  db: Db<'customers'>,
  { access, from }: { access: InvitingAccess; from: Facts },
  { kind }: InvitingSubject,
  { id, role, email, status }: Pick<InviteRow, 'id' | 'role' | 'email' | 'status'>,
) {
  if (status === 'sent') return {}
  const { revoke, reopen: deed } = inviteCommands[kind]
  const [reopened] = await reopenInvite(db, { ...access, id, role, revoke })
  if (!reopened) refuse('invite.closed')
  await writeAudit(db, { ...lineOf(access, from), deed, after: { email, role } })
  return reopened
}

/** Takes an invitation back; also where a place is read-only, since it only takes something away. */
export async function revokeInvite(
  { command, actor, from }: Inviting,
  subject: InvitingSubject,
  id: string,
): Promise<null> {
  return command.transaction(async (platform) => {
    const { db, access } = await enter(platform, actor, subject)
    const { status, email, role } = await hold(db, access, id)
    if (status === 'accepted' || status === 'declined') refuse('invite.closed')

    await markRevoked(db, { ...access, id })
    if (status !== 'revoked')
      await writeAudit(db, {
        ...lineOf(access, from),
        deed: inviteCommands[subject.kind].revoke,
        before: { email, role },
      })
    return null
  })
}

/** Mails an open or expired invitation again, by the word of whoever does so, for seven more days. */
export async function resendInvite<K extends SubjectKind>(
  { command, actor, from }: Inviting,
  subject: InvitingSubject<K>,
  id: string,
  inviteContext: InviteContext,
) {
  return command.transaction(async (platform) => {
    const { db, own, access } = await enter(platform, actor, subject)
    requireWritable(own.standing)
    const present = await hold(db, access, id)
    if (present.status !== 'sent' && present.status !== 'expired') refuse('invite.closed')

    await takeFromLimits(db, access, own, inviteContext)
    await spendOnMail(db, 'invitations', mailContext(inviteContext), present.email)
    const [[renewed]] = await together(
      renewInvite(db, { ...access, id }),
      writeAudit(db, {
        ...lineOf(access, from),
        deed: inviteCommands[subject.kind].resend,
        after: { email: present.email, role: present.role },
      }),
    )
    if (!renewed) refuse('invite.closed')
    const { mailing, ...row } = renewed
    await command.enqueue(db, mailInvite, { letter: 'invitation', invite_id: id, mailing })
    return asInvite(
      subject,
      own.name,
      { ...row, status: 'sent', inviter_name: own.inviter_name },
      inviteContext,
    )
  })
}

/** The place as someone who may invite sees it, held until the transaction ends. */
async function enter<K extends SubjectKind>(
  platform: PlatformDb,
  actor: Actor,
  { kind, id }: InvitingSubject<K>,
) {
  const db = within<'customers'>(platform)
  const [own] = await lockPlace[kind](db, { id, user_id: actor.user_id })
  if (!own) refuse('not_found')
  const access = invitingAccess({ kind, place_id: id, user_id: actor.user_id }, own)
  return { db, own, access }
}

function requireWritable(standing: AccessState): void {
  if (!isOpenForWrites(standing)) refuse('place.read_only')
}

async function hold(db: Db<'customers'>, access: InvitingAccess, id: string) {
  const [present] = await lockInvite(db, { ...access, id, inviters: rolesFor('invite', access.kind) })
  return present ?? refuse('not_found')
}

/** The counters are held until the transaction ends, so a place's invitations are counted one by one. */
async function takeFromLimits(
  db: Db<'customers'>,
  { place_id, user_id }: InvitingAccess,
  own: { is_newcomer: boolean },
  { config }: InviteContext,
): Promise<void> {
  const limits = inviteLimits(config.limitFactor)
  await spend(db, limits.place, place_id)
  if (own.is_newcomer) await spend(db, limits.newcomer, user_id)
}

const lineOf = ({ kind, place_id, user_id }: InvitingAccess, from: Facts): Omit<AuditLine, 'deed'> => ({
  actor_id: user_id,
  kind,
  subject_id: place_id,
  from,
})

/** An invitation's own columns, as every query for inviters gives them. */
type InviteRow = Omit<SiteInvite, 'link' | 'site'> & { version: number }

/** A row of a left join as an invitation, or null where nothing was joined. */
export function inviteIn(row: { [C in keyof InviteRow]: InviteRow[C] | null }): InviteRow | null {
  return row.id === null || row.status === null ? null : (row as InviteRow)
}

/** One invitation as those see it who may invite, with its version as the ETag. */
function asInvite<K extends SubjectKind>(
  subject: InvitingSubject<K>,
  placeName: string,
  row: InviteRow,
  inviteContext: Pick<InviteContext, 'config'>,
) {
  return reply(inviteReply(subject, placeName, row, inviteContext), { etag: row.version })
}

/** The same without its version, for lists. */
export function inviteReply<K extends SubjectKind>(
  subject: InvitingSubject<K>,
  placeName: string,
  row: InviteRow,
  { config }: Pick<InviteContext, 'config'>,
) {
  return {
    id: row.id,
    status: row.status,
    role: row.role,
    created_at: row.created_at,
    expired_at: row.expired_at,
    invited_by: row.invited_by,
    inviter_name: row.inviter_name,
    email: row.email,
    hand_id: row.hand_id,
    mail: row.mail,
    mail_problem: row.mail_problem,
    link: inviteLink(config.publicUrl, row.id, row.email),
    ...({ [subject.kind]: { id: subject.id, name: placeName } } as Record<K, { id: string; name: string }>),
  }
}
