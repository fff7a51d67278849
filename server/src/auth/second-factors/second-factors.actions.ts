import type * as signIns from '@byre/contract/accounts/sign-ins'
import type { OtherwiseOf, ReplyOf } from '@byre/contract/endpoint'
import type * as contract from '@byre/contract/accounts/second-factors'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/database/db.ts'
import { refuse } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { Otherwise, reply } from '../../platform/reply.ts'
import type { Result } from '../../platform/http/route.ts'
import { randomToken, tokenHash } from '../../platform/secrets.ts'
import type { Doing } from '../codes.actions.ts'
import { ticketSeconds } from '../limits.policy.ts'
import { questionFor } from './passkey-answers.actions.ts'
import { countProof, methodsOf, proveFactor, useProof } from './second-factor-proofs.actions.ts'
import { findTicket, insertTicket, lockAccount, takeTicket } from './second-factors.queries.ts'
import { beginSession } from '../sessions/session-starts.actions.ts'
import { trustDevice } from './trusted-devices.actions.ts'

type SecondFactorChallenge = OtherwiseOf<typeof signIns.logIn>

/** Asks whoever showed the right password for their second factor; joins the sign-in's transaction. */
export async function askSecondFactor(
  db: Db<'auth'>,
  userId: string,
): Promise<Otherwise<SecondFactorChallenge>> {
  const ticket = randomToken()
  await insertTicket(db, {
    ticket_hash: tokenHash(ticket),
    user_id: userId,
    good_for_seconds: ticketSeconds,
  })
  return new Otherwise({ state: 'second_factor', ticket, methods: await methodsOf(db, userId) })
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
  { ticket, trust_device, ...shown }: Shown,
): Promise<Result<typeof contract.proveSecondFactor>> {
  const account = await findTicketHolder(context, doing, ticket)
  const proof = await proveFactor(context, doing, { ...shown, userId: account.id, use: signInUse })

  return doing.command.transaction(async (db) => {
    await lockAccount(db, account)
    const [used] = await takeTicket(db, { ticket_hash: tokenHash(ticket) })
    if (!used) refuse('second_factor.ticket_dead')
    await useProof(context, doing, db, { userId: account.id, proof })
    const id = newId()
    const signedIn = await beginSession(context, db, doing, { id, account, method: proof.method })
    if (trust_device !== '1') return signedIn
    const cookie = await trustDevice(context, db, doing, { user_id: account.id, session_id: id })
    return reply(signedIn, { cookie })
  })
}

/** What to ask the browser of whoever signs in with a passkey. */
export async function askForPasskey(
  context: Context<'auth'>,
  doing: Doing,
  { ticket }: { ticket: string },
): Promise<ReplyOf<typeof contract.askForPasskey>> {
  const account = await findTicketHolder(context, doing, ticket)
  return questionFor(context, account.id, signInUse)
}

/** After the password, to hold the passkey is enough. */
const signInUse = { purpose: 'sign-in', verifiesOwner: false } as const

async function findTicketHolder(context: Context<'auth'>, doing: Doing, ticket: string) {
  await countProof(context, doing)
  const [account] = await findTicket(doing.command.db, { ticket_hash: tokenHash(ticket) })
  if (!account) refuse('second_factor.ticket_dead')
  return account
}
