import { t } from '@byre/contract/words'
import type { IdOf } from '@byre/contract/subject-kinds'
import type { Context } from '../../context.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import { refuse } from '../../platform/errors.ts'
import { IdempotentCommand } from '../../platform/idempotency/idempotency.ts'
import { listOwners } from '../domains/domain-claims.queries.ts'
import type { Kind } from '../places/places.queries.ts'
import { placeOfKind, type Billing, type StaffCommand } from '../ports.ts'
import { consoleOr, staffMail } from './staff-mails.actions.ts'
import { findAnyPlace } from './restored-places.queries.ts'

/** A place whose free trial one of its Owners asks staff to let last longer. */
export interface StaffExtending extends StaffCommand {
  id: string
  /** The UTC day on which it then ends: `2026-12-24`. */
  until: string
}

/** A place after that, as staff are told. */
export interface ExtendedPlace {
  kind: Kind
  id: string
  name: string
  trial_ends_at: string
  /** False: it ended on that day already, and nothing was done. */
  extended: boolean
}

/**
 * Extends the trial of a place, which the activity of the place and of its payer tells, and mails all its Owners. Null:
 * there is no such site or clinic.
 */
export async function extendForOwner(
  { db, outbox }: Context<'customers'>,
  billing: Billing,
  { id, until, staff, from, witness }: StaffExtending,
): Promise<ExtendedPlace | null> {
  const command = new IdempotentCommand<'customers'>(db, outbox)
  return command.transaction(async (db) => {
    const [found] = await findAnyPlace(db, { id })
    if (!found) return null
    const { kind, name } = found
    if (found.is_deleted) refuse('not_found', { message: t`${name} is deleted: it is to be restored first.` })

    const { billing_entity_id, ended_at, ends_at } = await billing.extendTrial(
      db,
      placeOfKind(kind, id as IdOf<Kind>),
      until,
    )
    const extended = ends_at !== ended_at
    if (extended) {
      await writeAudit(db, {
        actor_id: null,
        deed: 'extendTrial',
        kind,
        subject_id: id,
        before: { trial_ends_on: dayIn(ended_at) },
        // The payer is named so that its own activity tells of it, too.
        after: { billing_entity_id, trial_ends_on: dayIn(ends_at), staff },
        from: consoleOr(from),
      })
      for (const { user_id } of await listOwners(db, { kind, place_id: id }))
        await command.enqueue(db, staffMail, {
          letter: 'trial extended',
          kind,
          place_id: id,
          user_id,
          ends_at,
        })
    }
    await witness(db, { kind, id, trial_ends_at: ends_at, extended })
    return { kind, id, name, trial_ends_at: ends_at, extended }
  })
}

/** The UTC day of a time: `2026-12-24`. */
const dayIn = (time: string) => time.slice(0, 10)
