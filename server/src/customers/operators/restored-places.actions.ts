import { t } from '@byre/contract/words'
import { kindNames, type IdOf } from '@byre/contract/subject-kinds'
import type { Context } from '../../context.ts'
import { tenantOrigin } from '../../platform/hosts.ts'
import { IdempotentCommand } from '../../platform/idempotency/idempotency.ts'
import { refuse } from '../../platform/errors.ts'
import { listOwners } from '../domains/domain-claims.queries.ts'
import { bringBack } from '../places/deletions.actions.ts'
import type { Kind } from '../places/places.queries.ts'
import type { Billing, StaffCommand } from '../ports.ts'
import { consoleOr, staffMail } from './staff-mails.actions.ts'
import { findAnyPlace, findOwnerToRestoreFor } from './restored-places.queries.ts'

/** A deleted place that one of its Owners asks staff to bring back. */
export interface StaffRestoring extends StaffCommand {
  id: string
  /** Another name than it had, where that one is not to be had any more. */
  subdomain: string | undefined
}

/** A place after that, as staff are told. */
export interface RestoredPlace {
  kind: Kind
  id: string
  name: string
  address: string
  standing: string
  /** False: it lived, and nothing was done. */
  restored: boolean
}

/**
 * Restores a place as its Owner would, with what an Owner of it may have charged, and tells all its Owners. Null: there is no
 * such site or clinic, or it has been purged.
 */
export async function restoreForOwner(
  { db, outbox, config }: Context<'customers'>,
  billing: Billing,
  { id, subdomain, staff, from, witness }: StaffRestoring,
): Promise<RestoredPlace | null> {
  const command = new IdempotentCommand<'customers'>(db, outbox)
  return command.transaction(async (db) => {
    const [found] = await findAnyPlace(db, { id })
    if (!found) return null
    const { kind, name } = found
    if (!found.is_kept)
      refuse('not_found', { message: t`${name} was deleted more than 30 days ago and cannot be restored.` })
    const [owner] = await findOwnerToRestoreFor[kind](db, { id })
    if (!owner)
      refuse('not_found', {
        message: t`${name} has no Owner any more: the ${kindNames[kind].words} cannot be restored.`,
      })

    const wanted = { kind, id: id as IdOf<Kind>, user_id: owner.user_id, subdomain }
    const trail = { actor_id: null, from: consoleOr(from), staff }
    const { row, isRestored } = await bringBack(db, wanted, { command, trail, billing })
    if (isRestored)
      for (const { user_id } of await listOwners(db, { kind, place_id: id }))
        await command.enqueue(db, staffMail, { letter: 'restored', kind, place_id: id, user_id })
    await witness(db, { kind, id, subdomain: row.subdomain, restored: isRestored })
    const address = new URL(tenantOrigin(row.subdomain, config)).host
    return { kind, id, name, address, standing: row.standing, restored: isRestored }
  })
}
