import type { Actor } from '../../platform/authentication/authenticate.ts'
import type { RequestFacts } from '../../platform/audit/audit.ts'
import type { Db } from '../../platform/database/db.ts'
import { transaction } from '../../platform/database/transactions.ts'
import { refuse } from '../../platform/errors.ts'
import { spend, spendQuietly } from '../../platform/limits/limits.ts'
import { giveBackDecline, keepDecline, reserveDecline, secondsUntilFree } from './card-declines.queries.ts'

/*
 * Against trying out stolen cards: 3 tries a minute and 5 declines in 24 hours a person, 10 a network.
 * A try counts as declined until its answer says otherwise, so that many at once gain nothing.
 */

const tries = { name: 'card-tries', max: 3, windowSeconds: 60 }
const most = { ofUser: 5, ofNetwork: 10 }
/** More declines an hour than this, of everyone together, are worth a look by the operator. */
const suspicious = { name: 'card-declines', max: 19, windowSeconds: 3600 }

export interface Try {
  whos: string[]
}

/** Counts a try to keep a card; refuses 429 when there have been too many. */
export async function beginTry(
  db: Db<'payments'>,
  actor: Actor,
  from: RequestFacts,
  limitFactor: number,
): Promise<Try> {
  const limit = { ...tries, max: tries.max * limitFactor }
  await transaction(db, (db) => spend(db, limit, actor.user_id))

  const shares = sharesOf(actor, from, limitFactor)
  const { user, network } = shares
  const counted = await transaction(db, (db) => reserveDecline(db, shares))
  const whos = counted.map((row) => row.who)
  if (whos.length === 2) return { whos }

  if (whos.length > 0) await endTry(db, { whos })
  const blocked = [user, network].filter((who) => !whos.includes(who))
  const [free] = await secondsUntilFree(db, { whos: blocked })
  refuse('limit.reached', { retryAfter: free?.seconds })
}

const sharesOf = (actor: Actor, from: RequestFacts, limitFactor: number) => ({
  user: `user:${actor.user_id}`,
  network: `network:${from.network}`,
  most_of_user: most.ofUser * limitFactor,
  most_of_network: most.ofNetwork * limitFactor,
})

/** The card was not declined. */
export async function endTry(db: Db<'payments'>, { whos }: Try): Promise<void> {
  await transaction(db, (db) => giveBackDecline(db, { whos }))
}

/** The card was declined. `isSuspicious`: there are unusually many declines at this time. */
export async function noteDecline(db: Db<'payments'>, { whos }: Try): Promise<{ isSuspicious: boolean }> {
  await transaction(db, (db) => keepDecline(db, { whos }))
  const isUsual = await transaction(db, (db) => spendQuietly(db, suspicious, 'all'))
  return { isSuspicious: !isUsual }
}

/** Counts a card that its bank refused after its holder was asked; that try is over, so nothing is refused here. */
export async function countDecline(
  db: Db<'payments'>,
  actor: Actor,
  from: RequestFacts,
  limitFactor: number,
): Promise<void> {
  const counted = await transaction(db, (db) => reserveDecline(db, sharesOf(actor, from, limitFactor)))
  await noteDecline(db, { whos: counted.map((row) => row.who) })
}
