import type * as signIns from '@byre/contract/accounts/sign-ins'
import type { OtherwiseOf } from '@byre/contract/endpoint'
import { writeAudit } from '../../platform/audit/audit.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/database/db.ts'
import { transaction } from '../../platform/database/transactions.ts'
import { refuse } from '../../platform/errors.ts'
import { spend } from '../../platform/limits/limits.ts'
import { keyPurpose, type Secrets } from '../../platform/secrets.ts'
import { findBackupCode } from './backup-codes.actions.ts'
import { takeBackupCode } from './backup-codes.queries.ts'
import type { Doing } from '../codes.actions.ts'
import { mailNotice } from '../mails.actions.ts'
import { ladder, limitsOf, totpSetUpSeconds } from '../limits.policy.ts'
import { readPasskeyAnswer, type PasskeyUse } from './passkey-answers.actions.ts'
import { notePasskey } from './passkeys.queries.ts'
import { findMethods } from './second-factors.queries.ts'
import { countWrongTry, forgive, refuseWhileClosed } from '../sign-in-failures.actions.ts'
import { ladderKey, openLadder } from '../sign-in-failures.queries.ts'
import { openTotp, sealTotp } from './totp.actions.ts'
import { stepOfCode } from './totp.policy.ts'
import { findTotp, takeTotpStep } from './totp.queries.ts'

/* A second factor that is shown: at sign-in, and where we ask again who it is. */

export type Method = OtherwiseOf<typeof signIns.logIn>['methods'][number]

/** What an account can show after its password; none where the password is all it has. */
export async function methodsOf(db: Db<'auth'>, userId: string): Promise<Method[]> {
  const [has] = await findMethods(db, { user_id: userId })
  return (['totp', 'passkey', 'backup_code'] as const).filter((method) => has?.[method])
}

/** Counts a try at a second factor of the network it comes from; refuses 429 beyond the limit. */
export async function countProof({ config }: Context<'auth'>, { command, from }: Doing): Promise<void> {
  const limit = limitsOf(config).secondFactor
  await transaction(command.db, (db) => spend(db, limit, from.network))
}

/** What was shown, found right, and still to be used up. */
export interface Proof {
  method: Method
  /** False when it was used up, or taken away, in the meantime. */
  use: (db: Db<'auth'>) => Promise<boolean>
}

interface Shown {
  userId: string
  code?: string
  passkey?: string
  use: PasskeyUse
}

/** Judges what was shown; a wrong one is counted, and refused. */
export function proveFactor(
  context: Context<'auth'>,
  doing: Doing,
  { userId, code = '', passkey, use }: Shown,
): Promise<Proof> {
  return passkey === undefined
    ? proveByCode(context, doing, userId, code)
    : proveByPasskey(context, userId, passkey, use)
}

/** Uses what was shown up, in the transaction that goes by it; refuses what was used or removed meanwhile. */
export async function useProof(
  { secrets }: Context<'auth'>,
  { command, from }: Doing,
  db: Db<'auth'>,
  { userId, proof }: { userId: string; proof: Proof },
): Promise<void> {
  if (!(await proof.use(db))) refuseProof(proof.method)
  await forgiveCodes(secrets, db, userId, proof.method)
  if (proof.method !== 'backup_code') return
  const line = { actor_id: userId, kind: 'account', subject_id: userId }
  await writeAudit(db, { ...line, deed: 'useBackupCode', from })
  await command.enqueue(db, mailNotice, { user_id: userId, notice: 'backupCodeUsed' })
}

async function proveByPasskey(
  context: Context<'auth'>,
  userId: string,
  text: string,
  use: PasskeyUse,
): Promise<Proof> {
  return passkeyProof(await readPasskeyAnswer(context, userId, use, text))
}

export const passkeyProof = (answered: { id: string; counter: number }): Proof => ({
  method: 'passkey',
  use: async (db) => (await notePasskey(db, answered)).length > 0,
})

/** Six digits are the app's; anything else is a backup code. Each is guessed at under its own ladder. */
async function proveByCode(
  context: Context<'auth'>,
  { command, from }: Doing,
  userId: string,
  entered: string,
): Promise<Proof> {
  const code = entered.replace(/\s/g, '')
  const method = /^\d{6}$/.test(code) ? 'totp' : 'backup_code'
  const tries = ladderOf(context.secrets, userId, method)
  await refuseWhileClosed(command.db, tries)
  const prove = method === 'totp' ? proveByTotp : proveByBackupCode
  const proof = await prove(context, command.db, userId, code)
  if (proof) return proof

  await countWrongTry(context, from, {
    id: userId,
    ...tries,
    deed: 'proveSecondFactor',
    after: { result: 'wrong code', method },
    warning: { at: ladder.free, notice: 'secondFactorGuessed' },
  })
  refuseProof(method)
}

async function proveByTotp(
  { secrets }: Context<'auth'>,
  db: Db<'auth'>,
  user_id: string,
  code: string,
): Promise<Proof | null> {
  const [totp] = await findTotp(db, { user_id, set_up_seconds: totpSetUpSeconds })
  if (!totp?.is_in_force) return null
  const { secret: sealed, begun_at, last_step, seconds } = totp
  const opened = openTotp(secrets, user_id, sealed)
  // What no secret opens is nobody's guess, and is not counted as one.
  if (!opened) return refuseProof('totp')
  const step = stepOfCode(opened.plain, code, seconds)
  if (step === null || step <= (last_step ?? -1)) return null
  const secret = opened.isOld ? sealTotp(secrets, user_id, opened.plain) : null
  return {
    method: 'totp',
    use: async (db) => (await takeTotpStep(db, { user_id, begun_at, step, secret })).length > 0,
  }
}

async function proveByBackupCode(
  { secrets }: Context<'auth'>,
  db: Db<'auth'>,
  user_id: string,
  code: string,
): Promise<Proof | null> {
  const find = (db: Db<'auth'>) => findBackupCode(secrets, db, user_id, code)
  const take = async (db: Db<'auth'>, code_hash: Buffer | null) =>
    code_hash !== null && (await takeBackupCode(db, { user_id, code_hash })).length > 0
  const codeHash = await find(db)
  if (codeHash === null) return null
  return {
    method: 'backup_code',
    // An exchange of secrets may have written the same code anew meanwhile.
    use: async (db) => (await take(db, codeHash)) || take(db, await find(db)),
  }
}

function refuseProof(method: Proof['method']): never {
  if (method === 'passkey') refuse('passkey.refused')
  refuse('second_factor.wrong_code', { field: 'code' })
}

const guessing = keyPurpose('second-factor-tries')

/** Where wrong codes of an account are counted, apart from its wrong passwords and by what was guessed at. */
export const ladderOf = (secrets: Secrets, userId: string, method: Proof['method']) =>
  ladderKey(secrets.macs(guessing, method, userId))

/** Whoever got in forgets all wrong codes; a ladder that closed meanwhile refuses the code itself. */
async function forgiveCodes(
  secrets: Secrets,
  db: Db<'auth'>,
  userId: string,
  proven: Proof['method'],
): Promise<void> {
  for (const method of ['totp', 'backup_code'] as const) {
    const tries = ladderOf(secrets, userId, method)
    if (method === proven) await forgive(db, tries)
    else await openLadder(db, tries)
  }
}
