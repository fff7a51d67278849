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
import { isKeptMac, keyPurpose, sameBytes, type Secrets } from '../../platform/secrets.ts'
import { newBackupCodes, plainBackupCode } from './backup-codes.policy.ts'
import { countCodes, countCodesOfCaller, findCodes, replaceCodes } from './backup-codes.queries.ts'
import type { Doing } from '../codes.actions.ts'
import { holdOwnAccount, tellOfFactor } from './second-factor-changes.actions.ts'
import { findMethods } from './second-factors.queries.ts'

export const backupCode = keyPurpose('backup-code')

export async function getBackupCodes(
  db: Db<'auth'>,
  caller: Caller,
): Promise<ReplyOf<typeof contract.getBackupCodes>> {
  const [{ left }] = answered(await countCodesOfCaller(db, caller))
  return { left }
}

/** Makes new codes for someone who has a factor; the old ones stop working. */
export async function renewBackupCodes(
  context: Context<'auth'>,
  { command, from }: Doing,
  actor: Actor,
): Promise<ReplyOf<typeof contract.renewBackupCodes>> {
  requireFresh(actor)
  const { user_id } = actor
  return command.transaction(async (db) => {
    await holdOwnAccount(db, actor)
    const [has] = await findMethods(db, { user_id })
    if (!has?.totp && !has?.passkey) refuse('second_factor.none')
    const backup_codes = await makeBackupCodes(context, db, user_id)
    await tellOfFactor({ command, from }, db, user_id, {
      deed: 'renewBackupCodes',
      notice: 'backupCodesMade',
    })
    return { backup_codes }
  })
}

/** Codes for someone who has just added a factor; null where they have codes already. */
export async function giveBackupCodes(
  context: Context<'auth'>,
  db: Db<'auth'>,
  userId: string,
): Promise<string[] | null> {
  const [counted] = await countCodes(db, { user_id: userId })
  return counted?.left ? null : makeBackupCodes(context, db, userId)
}

/** The same when the answer to adding the app was lost: others, where it was the app that brought them. */
export async function giveBackupCodesAgain(
  context: Context<'auth'>,
  db: Db<'auth'>,
  userId: string,
): Promise<string[] | null> {
  const [has] = await findMethods(db, { user_id: userId })
  return has?.passkey ? null : makeBackupCodes(context, db, userId)
}

async function makeBackupCodes(
  { secrets }: Context<'auth'>,
  db: Db<'auth'>,
  userId: string,
): Promise<string[]> {
  const codes = newBackupCodes()
  const code_hashes = codes.map((code) => secrets.mac(backupCode, userId, plainBackupCode(code)!))
  await replaceCodes(db, { user_id: userId, code_hashes })
  return codes
}

/** How a code of this account is stored; null for what is none. */
export async function findBackupCode(
  secrets: Secrets,
  db: Db<'auth'>,
  user_id: string,
  entered: string,
): Promise<Buffer | null> {
  const plain = plainBackupCode(entered)
  if (plain === null) return null
  const { hashes: code_hashes } = secrets.macs(backupCode, user_id, plain)
  const rows = await findCodes(db, { user_id, code_hashes })
  const isIt = ({ code_hash: stored }: { code_hash: Buffer }) =>
    isKeptMac(stored)
      ? secrets.isKeptMac(stored, backupCode, user_id, user_id, plain)
      : code_hashes.some((hash) => sameBytes(hash, stored))
  return rows.find(isIt)?.code_hash ?? null
}
