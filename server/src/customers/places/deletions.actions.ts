import type { BodyOf, RightOf } from '@byre/contract/endpoint'
import type { IdOf } from '@byre/contract/subject-kinds'
import type { deleteClinic, restoreClinic } from '@byre/contract/places/clinics'
import type { deleteSite, restoreSite } from '@byre/contract/places/sites'
import { may } from '@byre/contract/rights'
import type { Config } from '../../config.ts'
import type { AuditLine } from '../../platform/audit/audit.ts'
import type { Db } from '../../platform/database/db.ts'
import { refuse } from '../../platform/errors.ts'
import type { IdempotentCommand } from '../../platform/idempotency/idempotency.ts'
import { together } from '../../platform/database/together.ts'
import { auditJson } from '../audit.queries.ts'
import { holdBillingEntity, markPlaceDeleted, markPlaceRestored, releaseNames } from './deletions.queries.ts'
import { setDomain } from '../domains/domain-claims.actions.ts'
import { revokeInvitesOf } from '../invites/invites.queries.ts'
import { takeName } from './place-changes.actions.ts'
import { lockPlace } from './place-changes.queries.ts'
import { asPlace } from './place-replies.actions.ts'
import type { Kind, Rows } from './places.queries.ts'
import type { Acting, Billing } from '../ports.ts'
import { accessTo } from '../access.policy.ts'
import { placeCommands } from '../places.policy.ts'

type Deleting = RightOf<typeof deleteSite | typeof deleteClinic>
type Restoring = RightOf<typeof restoreSite | typeof restoreClinic>

/**
 * Ends what is paid for it and hides it; its Owner can restore it for 30 days. Asked again while they can,
 * as a client does whose answer was lost, it changes nothing.
 */
export async function deletePlace<K extends Kind>(
  kind: K,
  id: IdOf<K>,
  { command, actor, from }: Acting,
  billing: Billing,
): Promise<null> {
  return command.transaction(async (db) => {
    const [place] = await lockPlace[kind](db, { id, user_id: actor.user_id })
    if (!place?.is_kept) refuse('not_found')
    const isDeleted = place.deleted_at !== null
    if (isDeleted && !may(place.role, 'delete', kind)) refuse('not_found')
    const access = accessTo<Deleting, K>('delete', { kind, place_id: id, user_id: actor.user_id }, place)
    if (isDeleted) return null

    const { name, subdomain, domain } = place
    const audit = auditJson({
      actor_id: actor.user_id,
      deed: placeCommands[kind].delete,
      kind,
      subject_id: id,
      before: { name, subdomain, ...(domain === null ? {} : { domain }) },
      from,
    })
    await together(
      billing.endSubscription(db, access),
      setDomain(db, access, null, command),
      revokeInvitesOf(db, access),
      markPlaceDeleted[kind](db, { ...access, audit }),
    )
    return null
  })
}

/**
 * Brings a deleted place back as it was, under its own name, or under another where its Owner has given
 * that one to another place. Its domain has to be proven anew.
 */
export async function restorePlace<K extends Kind>(
  kind: K,
  id: IdOf<K>,
  { command, actor, from, body }: Acting & { body: BodyOf<typeof restoreSite> },
  { config, billing }: { config: Config; billing: Billing },
) {
  return command.transaction(async (db) => {
    const place = { kind, id, user_id: actor.user_id, subdomain: body.subdomain }
    const trail = { actor_id: actor.user_id, from }
    const { row } = await bringBack(db, place, { command, trail, billing })
    return asPlace(kind, row, config)
  })
}

/** Which place, and for whom: all that restoring charges is what this Owner may have charged. */
interface BringingBack<K extends Kind> {
  kind: K
  id: IdOf<K>
  user_id: string
  /** Another name than it had. */
  subdomain: string | undefined
}

/** The same in the caller's transaction, with who did it; a place that lives stays as it is. */
export async function bringBack<K extends Kind>(
  db: Db<'customers'>,
  { kind, id, user_id, ...wanted }: BringingBack<K>,
  {
    command,
    trail: { staff, ...trail },
    billing,
  }: {
    command: Pick<IdempotentCommand<'customers'>, 'enqueue'>
    trail: Pick<AuditLine, 'actor_id' | 'from'> & { staff?: string }
    billing: Billing
  },
): Promise<{ row: Rows[K]; isRestored: boolean }> {
  const [place] = await lockPlace[kind](db, { id, user_id })
  if (!place?.is_kept) refuse('not_found')
  const access = accessTo<Restoring, K>('restore', { kind, place_id: id, user_id }, place)
  if (place.deleted_at === null) return { row: place, isRestored: false }

  const subdomain = wanted.subdomain ?? place.subdomain
  await takeName(db, access, subdomain, () => releaseNames(db, access))
  if (place.domain !== null) await setDomain(db, access, place.domain, command)
  const [billingEntity] = await holdBillingEntity(db, { id: place.billing_entity_id })
  const resumed = await billing.restoreSubscription(db, access)
  const standing = billingEntity ? (resumed ?? place.standing) : 'read_only'
  const audit = auditJson({
    ...trail,
    deed: placeCommands[kind].restore,
    kind,
    subject_id: id,
    after: { name: place.name, subdomain, standing, ...(staff === undefined ? {} : { staff }) },
  })
  const [restored] = await markPlaceRestored[kind](db, { ...access, subdomain, standing, audit })
  const version = restored?.version ?? place.version
  return { row: { ...place, subdomain, standing, version }, isRestored: true }
}
