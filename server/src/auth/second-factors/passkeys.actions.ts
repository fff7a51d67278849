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
import { newId } from '../../platform/ids.ts'
import { findAccount } from '../accounts.queries.ts'
import { giveBackupCodes } from './backup-codes.actions.ts'
import type { Doing, Done } from '../codes.actions.ts'
import { passkeysAtMost } from '../limits.policy.ts'
import {
  algorithms,
  credentialsOf,
  makeChallenge,
  readMadePasskey,
  relyingParty,
  userHandle,
} from './passkey-answers.actions.ts'
import {
  deletePasskey,
  insertPasskey,
  listCredentials,
  listPasskeysOfCaller,
  updatePasskeyName,
} from './passkeys.queries.ts'
import {
  dropLeftovers,
  holdOwnAccount,
  tellOfFactor,
  tellOfNewFactor,
} from './second-factor-changes.actions.ts'

export async function listPasskeys(
  db: Db<'auth'>,
  caller: Caller,
): Promise<ReplyOf<typeof contract.listPasskeys>> {
  const rows = answered(await listPasskeysOfCaller(db, caller))
  return {
    passkeys: rows.flatMap(({ id, name, created_at, last_used_at }) =>
      id && name && created_at ? [{ id, name, created_at, last_used_at }] : [],
    ),
  }
}

/** What a browser is asked in order to make a passkey that this account does not have yet. */
export async function beginPasskey(
  context: Context<'auth'>,
  { command }: Doing,
  actor: Actor,
): Promise<ReplyOf<typeof contract.beginPasskey>> {
  requireFresh(actor)
  const [account] = await findAccount(command.db, { id: actor.user_id })
  if (!account) refuse('session.required')
  const excludeCredentials = await credentialsOf(command.db, account.id)
  if (excludeCredentials.length >= passkeysAtMost) refuse('passkey.too_many')
  return {
    ...(await makeChallenge(command.db, account.id, 'enrol')),
    rp: { id: relyingParty(context).id, name: context.branding.brandName },
    user: {
      id: userHandle(account.id),
      name: account.email,
      displayName: account.email,
    },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    excludeCredentials,
    authenticatorSelection: {
      residentKey: 'preferred',
      requireResidentKey: false,
      userVerification: 'preferred',
    },
    attestation: 'none',
  }
}

/** Adds what the browser made; the challenge says that it was asked of this account just now. */
export async function addPasskey(
  context: Context<'auth'>,
  { command, from }: Doing,
  actor: Actor,
  { passkey: text, name }: { passkey: string; name: string },
): Promise<ReplyOf<typeof contract.addPasskey>> {
  const { user_id } = actor
  const made = await readMadePasskey(context, user_id, text)

  return command.transaction(async (db) => {
    await holdOwnAccount(db, actor)
    const known = await listCredentials(db, { user_id })
    if (known.length >= passkeysAtMost) refuse('passkey.too_many')
    const [passkey] = await insertPasskey(db, { ...made, id: newId(), user_id, name })
    if (!passkey) refuse('passkey.exists')
    const change = { deed: 'addPasskey', notice: 'passkeyAdded', after: { name } } as const
    await tellOfNewFactor({ command, from }, db, actor, change)
    return { passkey, backup_codes: await giveBackupCodes(context, db, user_id) }
  })
}

/** Gives a passkey another name; somebody else's is not there. */
export async function renamePasskey(
  { command }: Doing,
  actor: Actor,
  id: string,
  name: string,
): Promise<ReplyOf<typeof contract.renamePasskey>> {
  return command.transaction(async (db) => {
    const [renamed] = await updatePasskeyName(db, { id, user_id: actor.user_id, name })
    if (!renamed) refuse('not_found')
    return renamed
  })
}

export async function removePasskey({ command, from }: Doing, actor: Actor, id: string): Promise<Done> {
  requireFresh(actor)
  const { user_id } = actor
  return command.transaction(async (db) => {
    await holdOwnAccount(db, actor)
    const [removed] = await deletePasskey(db, { id, user_id })
    if (!removed) refuse('not_found')
    await dropLeftovers(db, user_id)
    const change = { deed: 'removePasskey', notice: 'passkeyRemoved', after: removed } as const
    await tellOfFactor({ command, from }, db, user_id, change)
    return {}
  })
}
