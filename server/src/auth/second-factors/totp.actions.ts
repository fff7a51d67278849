import type { ReplyOf } from '@byre/contract/endpoint'
import type * as contract from '@byre/contract/accounts/second-factors'
import {
  answered,
  requireFresh,
  type Actor,
  type Caller,
} from '../../platform/authentication/authenticate.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/database/db.ts'
import { refuse } from '../../platform/errors.ts'
import { keyPurpose, type Secrets } from '../../platform/secrets.ts'
import { findAccount } from '../accounts.queries.ts'
import { giveBackupCodes, giveBackupCodesAgain } from './backup-codes.actions.ts'
import type { Doing, Done } from '../codes.actions.ts'
import { totpSetUpSeconds } from '../limits.policy.ts'
import {
  dropLeftovers,
  holdOwnAccount,
  tellOfFactor,
  tellOfNewFactor,
} from './second-factor-changes.actions.ts'
import { newTotpSecret, stepOfCode, totpWords } from './totp.policy.ts'
import { deleteTotp, findTotp, findTotpOfCaller, putTotp, putTotpInForce } from './totp.queries.ts'

/** What the key is for under which an app's secret is kept. */
const sealing = keyPurpose('totp-secret')

export async function getTotp(db: Db<'auth'>, caller: Caller): Promise<ReplyOf<typeof contract.getTotp>> {
  const [{ confirmed_at, last_used_at }] = answered(await findTotpOfCaller(db, caller))
  return { is_set_up: confirmed_at !== null, added_at: confirmed_at, last_used_at }
}

/** Begins to set an app up; nothing is asked of it before its first code. */
export async function beginTotp(
  { secrets, branding }: Context<'auth'>,
  { command }: Doing,
  actor: Actor,
): Promise<ReplyOf<typeof contract.beginTotp>> {
  requireFresh(actor)
  const [account] = await findAccount(command.db, { id: actor.user_id })
  if (!account) refuse('session.required')
  const secret = newTotpSecret()
  const sealed = sealTotp(secrets, account.id, secret)

  await command.transaction(async (db) => {
    const [begun] = await putTotp(db, { user_id: account.id, secret: sealed })
    if (!begun) refuse('totp.exists')
  })
  return totpWords(secret, { issuer: branding.brandName, label: account.email })
}

/**
 * Puts the app in force with its first code. The same code again, within a minute, is an answer that was
 * lost: it is told once more, with new backup codes where it gave some.
 */
export async function confirmTotp(
  context: Context<'auth'>,
  { command, from }: Doing,
  actor: Actor,
  { code }: { code: string },
): Promise<ReplyOf<typeof contract.confirmTotp>> {
  const { user_id } = actor
  const [totp] = await findTotp(command.db, { user_id, set_up_seconds: totpSetUpSeconds })
  if (!totp || (!totp.is_in_force && !totp.is_being_set_up)) refuse('totp.expired')
  const opened = openTotp(context.secrets, user_id, totp.secret)
  if (!opened) refuse('totp.expired')
  const step = stepOfCode(opened.plain, code, totp.seconds)
  const isAgain = totp.is_in_force && totp.is_just_confirmed && totp.last_step === step
  if (step === null || (totp.is_in_force && !isAgain)) refuse('second_factor.wrong_code', { field: 'code' })

  return command.transaction(async (db) => {
    await holdOwnAccount(db, actor)
    if (isAgain) return { backup_codes: await giveBackupCodesAgain(context, db, user_id) }
    const [done] = await putTotpInForce(db, { user_id, begun_at: totp.begun_at, step })
    if (!done) refuse('totp.expired')
    await tellOfNewFactor({ command, from }, db, actor, { deed: 'confirmTotp', notice: 'totpAdded' })
    return { backup_codes: await giveBackupCodes(context, db, user_id) }
  })
}

/** Removes the app; once more changes nothing. */
export async function removeTotp({ command, from }: Doing, actor: Actor): Promise<Done> {
  requireFresh(actor)
  const { user_id } = actor
  return command.transaction(async (db) => {
    await holdOwnAccount(db, actor)
    const [removed] = await deleteTotp(db, { user_id })
    if (!removed?.confirmed_at) return {}
    await dropLeftovers(db, user_id)
    await tellOfFactor({ command, from }, db, user_id, { deed: 'removeTotp', notice: 'totpRemoved' })
    return {}
  })
}

/** What an app's codes are checked with, from what is stored; null where no secret opens it. */
export function openTotp(secrets: Secrets, userId: string, sealed: Buffer) {
  return secrets.open(sealing, userId, sealed)
}

export function sealTotp(secrets: Secrets, userId: string, plain: Buffer): Buffer {
  return secrets.seal(sealing, userId, plain)
}
