import type * as login from '@byre/contract/auth'
import type { OtherwiseOf, ReplyOf } from '@byre/contract/endpoint'
import type * as contract from '@byre/contract/second-factors'
import { writeAudit } from '../platform/audit.ts'
import type { Context } from '../platform/context.ts'
import { transaction, type Db } from '../platform/db.ts'
import { refuse } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { spend } from '../platform/limits.ts'
import { Otherwise } from '../platform/replies.ts'
import type { Result } from '../platform/route.ts'
import { randomToken, tokenHash, type Secrets } from '../platform/secrets.ts'
import { backupCodeHash } from './backup-codes.actions.ts'
import { findCodeHash, takeBackupCode } from './backup-codes.queries.ts'
import type { Doing } from './codes.actions.ts'
import { mailNotice } from './letters.actions.ts'
import { ladder, limitsOf, ticketSeconds, totpSetUpSeconds } from './limits.policy.ts'
import { questionFor, readPasskeyAnswer } from './passkey-answers.actions.ts'
import { notePasskey } from './passkeys.queries.ts'
import { findMethods, findTicket, insertTicket, lockAccount, takeTicket } from './second-factors.queries.ts'
import { beginSession } from './session-starts.actions.ts'
import { countWrongTry, forgive, refuseWhileClosed } from './sign-ins.actions.ts'
import { openLadder } from './sign-ins.queries.ts'
import { openTotp } from './totp.actions.ts'
import { stepOfCode } from './totp.policy.ts'
import { findTotp, takeTotpStep } from './totp.queries.ts'
import { trustDevice } from './trusted-devices.actions.ts'

type Asked = OtherwiseOf<typeof login.logIn>

/** Asks whoever showed the right password for their second factor; joins the sign-in's transaction. */
export async function askSecondFactor(db: Db<'auth'>, userId: string): Promise<Otherwise<Asked>> {
  const ticket = randomToken()
  await insertTicket(db, {
    ticket_hash: tokenHash(ticket),
    user_id: userId,
    good_for_seconds: ticketSeconds,
  })
  const [has] = await findMethods(db, { user_id: userId })
  const methods = (['totp', 'passkey', 'backup_code'] as const).filter((method) => has?.[method])
  return new Otherwise({ state: 'second_factor', ticket, methods })
}

/** What was shown, found right, and still to be used up. */
interface Proof {
  method: Asked['methods'][number]
  /** False when it was used up, or taken away, in the meantime. */
  use: (db: Db<'auth'>) => Promise<boolean>
}

interface Shown {
  ticket: string
  code?: string
  passkey?: string
  trust_device?: '0' | '1'
}

/** Begins the session for which the password was shown before, and trusts the browser if asked to. */
export async function proveSecondFactor(
  context: Context<'auth'>,
  doing: Doing,
  { ticket, code = '', passkey, trust_device }: Shown,
): Promise<Result<typeof contract.proveSecondFactor>> {
  const { deed, from } = doing
  const account = await findTicketHolder(context, doing, ticket)
  const proof = passkey
    ? await proveByPasskey(context, account.id, passkey)
    : await proveByCode(context, doing, account.id, code)

  return deed.transaction(async (db) => {
    await lockAccount(db, account)
    const [used] = await takeTicket(db, { ticket_hash: tokenHash(ticket) })
    if (!used) refuse('second_factor.ticket_dead')
    if (!(await proof.use(db))) refuseProof(proof.method)
    await forgiveCodes(context.secrets, db, account.id, proof.method)
    if (proof.method === 'backup_code') {
      const line = { actor_id: account.id, kind: 'account', subject_id: account.id }
      await writeAudit(db, { ...line, deed: 'useBackupCode', from })
      await deed.enqueue(db, mailNotice, { user_id: account.id, notice: 'backupCodeUsed' })
    }
    const id = newId()
    const signedIn = await beginSession(context, db, doing, account, { id, method: proof.method })
    if (trust_device !== '1') return signedIn
    return { ...signedIn, set_cookie: await trustDevice(context, db, doing, account.id, id) }
  })
}

/** What to ask the browser of whoever signs in with a passkey. */
export async function askForPasskey(
  context: Context<'auth'>,
  doing: Doing,
  { ticket }: { ticket: string },
): Promise<ReplyOf<typeof contract.askForPasskey>> {
  const account = await findTicketHolder(context, doing, ticket)
  return questionFor(context, account.id, 'sign-in')
}

async function findTicketHolder({ config }: Context<'auth'>, { deed, from }: Doing, ticket: string) {
  const limit = limitsOf(config).secondFactor
  await transaction(deed.db, (db) => spend(db, limit, from.network))
  const [account] = await findTicket(deed.db, { ticket_hash: tokenHash(ticket) })
  if (!account) refuse('second_factor.ticket_dead')
  return account
}

async function proveByPasskey(context: Context<'auth'>, userId: string, text: string): Promise<Proof> {
  const answered = await readPasskeyAnswer(context, userId, 'sign-in', text)
  return { method: 'passkey', use: async (db) => (await notePasskey(db, answered)).length > 0 }
}

/** Six digits are the app's; anything else is a backup code. Each is guessed at under its own ladder. */
async function proveByCode(
  context: Context<'auth'>,
  { deed, from }: Doing,
  userId: string,
  entered: string,
): Promise<Proof> {
  const code = entered.replace(/\s/g, '')
  const method = /^\d{6}$/.test(code) ? 'totp' : 'backup_code'
  const address_hash = ladderOf(context.secrets, userId, method)
  await refuseWhileClosed(deed.db, address_hash)
  const prove = method === 'totp' ? proveByTotp : proveByBackupCode
  const proof = await prove(context, deed.db, userId, code)
  if (proof) return proof

  await countWrongTry(context, from, {
    id: userId,
    address_hash,
    deed: 'proveSecondFactor',
    after: { result: 'wrong code', method },
    told: { at: ladder.free, notice: 'secondFactorGuessed' },
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
  const { secret, last_step, seconds } = totp
  const step = stepOfCode(openTotp(secrets, user_id, secret), code, seconds)
  if (step === null || step <= (last_step ?? -1)) return null
  return {
    method: 'totp',
    use: async (db) => (await takeTotpStep(db, { user_id, secret, step })).length > 0,
  }
}

async function proveByBackupCode(
  { secrets }: Context<'auth'>,
  db: Db<'auth'>,
  user_id: string,
  code: string,
): Promise<Proof | null> {
  const code_hash = backupCodeHash(secrets, user_id, code)
  const [found] = code_hash ? await findCodeHash(db, { user_id, code_hash }) : []
  if (!code_hash || !found) return null
  return {
    method: 'backup_code',
    use: async (db) => (await takeBackupCode(db, { user_id, code_hash })).length > 0,
  }
}

function refuseProof(method: Proof['method']): never {
  if (method === 'passkey') refuse('passkey.refused')
  refuse('second_factor.wrong_code', { field: 'code' })
}

/** Where wrong codes of an account are counted, apart from its wrong passwords and by what was guessed at. */
const ladderOf = (secrets: Secrets, userId: string, method: Proof['method']) =>
  secrets.mac('second-factor-tries', method, userId)

/** Whoever got in forgets all wrong codes; a ladder that closed meanwhile refuses the code itself. */
async function forgiveCodes(
  secrets: Secrets,
  db: Db<'auth'>,
  userId: string,
  proven: Proof['method'],
): Promise<void> {
  for (const method of ['totp', 'backup_code'] as const) {
    const address_hash = ladderOf(secrets, userId, method)
    if (method === proven) await forgive(db, address_hash)
    else await openLadder(db, { address_hash })
  }
}
