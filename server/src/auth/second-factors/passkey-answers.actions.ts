import type { ReplyOf } from '@byre/contract/endpoint'
import type * as contract from '@byre/contract/accounts/second-factors'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import * as z from 'zod/mini'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/database/db.ts'
import { refuse } from '../../platform/errors.ts'
import { randomToken, tokenHash } from '../../platform/secrets.ts'
import { challengeSeconds } from '../limits.policy.ts'
import { findPasskey, insertChallenge, listCredentials, takeChallenge } from './passkeys.queries.ts'
import type { PasskeyPurpose } from '../tables.ts'

/*
 * A passkey signs a challenge that was made for one account and purpose, and is used up by the first
 * answer to it, right or wrong. What the answer must hold beside that is the library's to check.
 */

/** COSE's names of EdDSA, ES256 and RS256. */
export const algorithms = [-8, -7, -257]
const credential = 'public-key' as const

/** How authenticators know an account: its id, which says nothing of anybody. */
export const userHandle = (userId: string) =>
  Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url')

/** Whom passkeys are made for: the portal's own host, asked from its own pages. */
export function relyingParty({ config }: Pick<Context<'auth'>, 'config'>): { id: string; origin: string } {
  const { hostname, origin } = new URL(config.publicUrl)
  return { id: hostname, origin }
}

export async function makeChallenge(
  db: Db<'auth'>,
  userId: string | null,
  purpose: PasskeyPurpose,
): Promise<{ challenge: string; timeout: number }> {
  const challenge = randomToken()
  const challenge_hash = tokenHash(challenge)
  const challengeOf = { user_id: userId, purpose, good_for_seconds: challengeSeconds }
  await insertChallenge(db, { challenge_hash, ...challengeOf })
  return { challenge, timeout: challengeSeconds * 1000 }
}

/** The passkeys of an account, as a browser is told of them. */
export async function credentialsOf(db: Db<'auth'>, userId: string) {
  const known = await listCredentials(db, { user_id: userId })
  return known.map(({ credential_id: id, transports }) => ({ id, type: credential, transports }))
}

/** What a passkey is asked for. */
export interface PasskeyUse {
  purpose: 'sign-in' | 'step-up'
  /** Instead of the password its owner must be known to it; after the password, to hold it is enough. */
  verifiesOwner: boolean
}

/** Asks a browser for one of an account's passkeys. */
export async function questionFor(
  context: Context<'auth'>,
  userId: string,
  { purpose, verifiesOwner }: PasskeyUse,
): Promise<ReplyOf<typeof contract.askForPasskey>> {
  return {
    ...(await makeChallenge(context.db, userId, purpose)),
    rpId: relyingParty(context).id,
    allowCredentials: await credentialsOf(context.db, userId),
    userVerification: verifiesOwner ? 'required' : 'preferred',
  }
}

const Answer = z.looseObject({
  id: z.string().check(z.maxLength(1400)),
  response: z.looseObject({ clientDataJSON: z.string(), userHandle: z.nullish(z.string()) }),
})
const ClientData = z.looseObject({ challenge: z.string() })

export interface TakenAnswer {
  answer: z.infer<typeof Answer>
  challenge: string
}

/** Reads an answer and uses up its challenge; refuses one that was not asked for. */
export async function takeAnswer(
  db: Db<'auth'>,
  userId: string | null,
  purpose: PasskeyPurpose,
  text: string,
): Promise<TakenAnswer> {
  const answer = z.safeParse(Answer, readJson(text))
  if (!answer.success) refuse('passkey.refused')
  const said = readJson(Buffer.from(answer.data.response.clientDataJSON, 'base64url').toString())
  const client = z.safeParse(ClientData, said)
  if (!client.success) refuse('passkey.refused')
  const { challenge } = client.data
  const [openChallenge] = await takeChallenge(db, {
    challenge_hash: tokenHash(challenge),
    user_id: userId,
    purpose,
  })
  if (!openChallenge) refuse('passkey.refused')
  return { answer: answer.data, challenge }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The library takes a quarter of a second to load, which only those who use a passkey need wait. */
const library = () => import('@simplewebauthn/server')

export interface MadePasskey {
  credential_id: string
  public_key: Buffer
  counter: number
  transports: readonly string[]
}

/** What a browser made when it was asked for a new passkey. */
export async function readMadePasskey(
  context: Context<'auth'>,
  userId: string,
  text: string,
): Promise<MadePasskey> {
  const { answer, challenge } = await takeAnswer(context.db, userId, 'enrol', text)
  const { id, origin } = relyingParty(context)
  const { verifyRegistrationResponse } = await library()
  const { verified, registrationInfo } = await orRefused(() =>
    verifyRegistrationResponse({
      // The library refuses what has another shape.
      response: answer as unknown as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: false,
      supportedAlgorithmIDs: algorithms,
    }),
  )
  if (!verified) refuse('passkey.refused')
  const { credential } = registrationInfo
  return {
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: credential.transports ?? [],
  }
}

/** A passkey of this account that answered, with the counter it answered with. */
export async function readPasskeyAnswer(
  context: Context<'auth'>,
  userId: string,
  { purpose, verifiesOwner }: PasskeyUse,
  text: string,
): Promise<{ id: string; counter: number }> {
  const taken = await takeAnswer(context.db, userId, purpose, text)
  const { id: credential_id } = taken.answer
  const [known] = await findPasskey(context.db, { user_id: userId, credential_id })
  if (!known) refuse('passkey.refused')
  const counter = await counterOf(context, taken, { ...known, verifiesOwner })
  return { id: known.id, counter }
}

interface KnownPasskey {
  credential_id: string
  public_key: Uint8Array
  counter: number
  verifiesOwner: boolean
}

/** Judges an answer by the key it is said to be made with; the counter it was made with. */
export async function counterOf(
  context: Context<'auth'>,
  { answer, challenge }: TakenAnswer,
  { credential_id, public_key, counter, verifiesOwner }: KnownPasskey,
): Promise<number> {
  const { id, origin } = relyingParty(context)
  const { verifyAuthenticationResponse } = await library()
  const { verified, authenticationInfo } = await orRefused(() =>
    verifyAuthenticationResponse({
      response: answer as unknown as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      credential: { id: credential_id, publicKey: new Uint8Array(public_key), counter },
      requireUserVerification: verifiesOwner,
    }),
  )
  if (!verified) refuse('passkey.refused')
  return authenticationInfo.newCounter
}

/** The library throws for every answer it does not take. */
async function orRefused<T>(check: () => Promise<T>): Promise<T> {
  try {
    return await check()
  } catch {
    refuse('passkey.refused')
  }
}
