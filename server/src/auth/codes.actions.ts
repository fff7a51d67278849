import { writeAudit } from '../platform/audit/audit.ts'
import type { Context } from '../context.ts'
import type { Db } from '../platform/database/db.ts'
import { transaction } from '../platform/database/transactions.ts'
import type { IdempotentCommand } from '../platform/idempotency/idempotency.ts'
import { newId } from '../platform/ids.ts'
import { spend } from '../platform/limits/limits.ts'
import type { Facts } from '../platform/http/request-facts.ts'
import { keyPurpose, sameBytes, type Secrets } from '../platform/secrets.ts'
import { ask, countTry, findLink, listDigits } from './codes.queries.ts'
import { digitsHashes, linkHashes } from './codes.policy.ts'
import { mailConfirmation, mailReset } from './mails.actions.ts'
import { limitsOf } from './limits.policy.ts'
import { ladderKey, type LadderKey } from './sign-in-failures.queries.ts'
import type { CodePurpose } from './tables.ts'

/** What every command of this module gets besides its input. */
export interface Doing {
  command: IdempotentCommand<'auth'>
  from: Facts
}

/** The answer of a command that has nothing to say but that it is done. */
export type Done = Record<string, never>

const addressing = keyPurpose('address')

/** An address as throttles know it, so that a stranger's address is never written down. */
export function addressHashes(secrets: Secrets, email: string): LadderKey {
  return ladderKey(secrets.macs(addressing, email))
}

/** What anybody may ask for by an address alone. */
type AskedFor = 'confirm' | 'reset'

const networkLimits = { confirm: 'resend-confirmation', reset: 'reset-password' } as const

/** Has a code mailed to an address, if there is anybody to mail; the answer is the same for all. */
export async function askForCode(
  context: Context<'auth'>,
  { command, from }: Doing,
  purpose: AskedFor,
  email: string,
): Promise<Done> {
  const limit = { ...limitsOf(context.config).askForCode, name: networkLimits[purpose] }
  await transaction(command.db, (db) => spend(db, limit, from.network))

  return command.transaction(async (db) => {
    await sendCode(context, db, command, { purpose, email })
    return {}
  })
}

/** Enqueues the mail unless one was asked for a moment ago, or too often. */
export async function sendCode(
  { secrets, config }: Pick<Context<'auth'>, 'secrets' | 'config'>,
  db: Db<'auth'>,
  command: IdempotentCommand<'auth'>,
  { purpose, email }: { purpose: AskedFor; email: string },
): Promise<void> {
  const pace = limitsOf(config).codeMails
  const [mailRequest] = await ask(db, { ...pace, ...addressHashes(secrets, email), purpose })
  if (!mailRequest) return
  if (purpose === 'confirm') await command.enqueue(db, mailConfirmation, { email })
  else await command.enqueue(db, mailReset, { email, asked_at: mailRequest.asked_at })
}

export interface ProvenCode {
  id: string
  user_id: string
}

/**
 * The live code that matches what was entered, not used yet (`useCode`); null when none does, which is
 * also what an unknown address gets, after the same work.
 */
export async function findCode(
  { secrets }: Context<'auth'>,
  { command, from }: Doing,
  { purpose, email, entered }: { purpose: AskedFor; email: string; entered: string },
): Promise<ProvenCode | null> {
  const provenCode =
    purpose === 'reset' && isLinkToken(entered)
      ? ((await findLink(command.db, { email, link_hashes: linkHashes(secrets, entered).hashes }))[0] ?? null)
      : await findDigits(command.db, secrets, { purpose, email, entered })
  if (!provenCode) {
    const commandName = purpose === 'confirm' ? 'confirmSignUp' : 'confirmResetPassword'
    await writeAudit(command.db, { actor_id: null, deed: commandName, after: { result: 'wrong code' }, from })
  }
  return provenCode
}

/** The live code that was sent to the new address of this very change. */
export async function findChangeCode(
  { secrets }: Context<'auth'>,
  { command, from }: Doing,
  change: { id: string; user_id: string; previous_email: string },
  entered: string,
): Promise<ProvenCode | null> {
  const { id: subject, previous_email: email } = change
  const provenCode = await findDigits(command.db, secrets, { purpose: 'email', email, entered, subject })
  if (!provenCode) {
    const line = { actor_id: change.user_id, kind: 'account', subject_id: change.user_id }
    await writeAudit(command.db, { ...line, deed: 'confirmEmail', after: { result: 'wrong code' }, from })
  }
  return provenCode
}

interface Entered {
  purpose: CodePurpose
  email: string
  entered: string
  /** What the code is about, where it is not the account. */
  subject?: string
}

const isLinkToken = (entered: string) => /^[A-Za-z0-9_-]{22}$/.test(entered)

async function findDigits(
  db: Db<'auth'>,
  secrets: Secrets,
  { purpose, email, entered, subject }: Entered,
): Promise<ProvenCode | null> {
  const [tried] = await transaction(db, (db) => countTry(db, { email }))
  const user_id = tried?.user_id ?? newId()
  const { hashes } = digitsHashes(secrets, purpose, subject ?? user_id, entered)
  const live = await listDigits(db, { user_id, purpose })
  const match = live.find(
    ({ digits_hash }) => digits_hash && hashes.some((hash) => sameBytes(digits_hash, hash)),
  )
  return match ? { id: match.id, user_id } : null
}
