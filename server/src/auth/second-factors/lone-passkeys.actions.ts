import type { ReplyOf } from '@byre/contract/endpoint'
import type * as contract from '@byre/contract/accounts/passkey-sign-ins'
import { generateKeyPairSync } from 'node:crypto'
import type { Context } from '../../context.ts'
import { Refusal } from '../../platform/errors.ts'
import {
  counterOf,
  makeChallenge,
  relyingParty,
  takeAnswer,
  userHandle,
  type TakenAnswer,
} from './passkey-answers.actions.ts'
import { findPasskeyOfAny } from './passkeys.queries.ts'

/*
 * A passkey that is shown instead of address and password: nobody is known before the answer, which names
 * passkey and account. It must have verified its owner, and so is both factors.
 */

/** Asks a browser for any passkey that it has for the portal. */
export async function questionForAnyone(
  context: Context<'auth'>,
): Promise<ReplyOf<typeof contract.askToSignIn>> {
  return {
    ...(await makeChallenge(context.db, null, 'sign-in-alone')),
    rpId: relyingParty(context).id,
    allowCredentials: [],
    userVerification: 'required',
  }
}

interface LoneAnswer {
  /** Whose passkey it says it is; null where nobody has it. */
  user_id: string | null
  /** The passkey, with the counter it answered with; null where the answer is not its own. */
  passkey: { id: string; counter: number } | null
}

/** Judges the answer to such a question; one of a passkey that nobody has after the same work. */
export async function readLoneAnswer(context: Context<'auth'>, text: string): Promise<LoneAnswer> {
  const taken = await takeAnswer(context.db, null, 'sign-in-alone', text)
  const [known] = await findPasskeyOfAny(context.db, { credential_id: taken.answer.id })
  const isNamed = known && taken.answer.response.userHandle === userHandle(known.user_id)
  const judged = isNamed ? known : { ...nobodys(), credential_id: taken.answer.id }
  const counter = await counterOrNull(context, taken, judged)
  const passkey = isNamed && counter !== null ? { id: known.id, counter } : null
  return { user_id: known?.user_id ?? null, passkey }
}

interface Judged {
  credential_id: string
  public_key: Uint8Array
  counter: number
}

async function counterOrNull(context: Context<'auth'>, taken: TakenAnswer, judged: Judged) {
  try {
    return await counterOf(context, taken, { ...judged, verifiesOwner: true })
  } catch (error) {
    if (error instanceof Refusal && error.code === 'passkey.refused') return null
    throw error
  }
}

let decoy: Buffer | undefined

/** A public key (COSE) that belongs to nobody: an unknown passkey is refused after the same work as a wrong answer. */
function nobodys() {
  decoy ??= makeDecoy()
  return { public_key: decoy, counter: 0 }
}

function makeDecoy(): Buffer {
  const { x = '', y = '' } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({
    format: 'jwk',
  })
  const [upToX, upToY] = ['a5010203262001215820', '225820'].map((hex) => Buffer.from(hex, 'hex'))
  return Buffer.concat([upToX!, Buffer.from(x, 'base64url'), upToY!, Buffer.from(y, 'base64url')])
}
