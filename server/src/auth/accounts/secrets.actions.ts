import type { Db } from '../../platform/database/db.ts'
import { transaction } from '../../platform/database/transactions.ts'
import { isKeptMac, type Secrets } from '../../platform/secrets.ts'
import { backupCode } from '../second-factors/backup-codes.actions.ts'
import { addressHashes } from '../codes.actions.ts'
import { ladderOf } from '../second-factors/second-factor-proofs.actions.ts'
import {
  countLadders,
  listAddresses,
  listBackupCodes,
  listTotps,
  moveLadders,
  setBackupCode,
  setTotpSecret,
} from './secrets.queries.ts'
import { openTotp, sealTotp } from '../second-factors/totp.actions.ts'

/*
 * What of accounts was written under older secrets is written anew under the first. Each piece is changed
 * where it is still what was read, so that it may run beside sign-ins, and again.
 */

/** How many of one kind were written anew, and how many cannot be. */
export interface Rewritten {
  value: string
  rewritten: number
  left: number
}

const atOnce = 500
const beforeAll = '00000000-0000-0000-0000-000000000000'

export async function rewriteAccountSecrets(db: Db<'auth'>, secrets: Secrets): Promise<Rewritten[]> {
  return [
    await rewriteTotps(db, secrets),
    await rewriteBackupCodes(db, secrets),
    await rewriteLadders(db, secrets),
  ]
}

async function rewriteTotps(db: Db<'auth'>, secrets: Secrets): Promise<Rewritten> {
  const done = { value: 'authenticator apps', rewritten: 0, left: 0 }
  for await (const { user_id, secret } of inBatches(
    (after) => listTotps(db, { after, at_most: atOnce }),
    (row) => row.user_id,
  )) {
    const opened = openTotp(secrets, user_id, secret)
    if (!opened) done.left += 1
    if (!opened?.isOld) continue
    const renewed = sealTotp(secrets, user_id, opened.plain)
    done.rewritten += (await setTotpSecret(db, { user_id, secret, renewed })).length
  }
  return done
}

/** Codes as keyed hashes do not tell under which secret: beside an older one each is kept with its keys. */
async function rewriteBackupCodes(db: Db<'auth'>, secrets: Secrets): Promise<Rewritten> {
  const done = { value: 'backup codes', rewritten: 0, left: 0 }
  for await (const { user_id, code_hash } of inBatches(
    (after) => listBackupCodes(db, { after, at_most: atOnce }),
    (row) => row.user_id,
  )) {
    const renewed = isKeptMac(code_hash)
      ? secrets.renewKeptMac(code_hash, backupCode, user_id)
      : secrets.list.length > 1
        ? secrets.keepMac(backupCode, user_id, code_hash)
        : null
    if (renewed) done.rewritten += (await setBackupCode(db, { user_id, code_hash, renewed })).length
  }
  return done
}

/** Wrong tries at passwords and second factors; of addresses without an account only whoever enters them knows. */
async function rewriteLadders(db: Db<'auth'>, secrets: Secrets): Promise<Rewritten> {
  const done = { value: 'counted wrong tries', rewritten: 0, left: 0 }
  let known = 0
  for (let after = beforeAll; ;) {
    const accounts = await listAddresses(db, { after, at_most: atOnce })
    const keys = accounts.flatMap(({ user_id, email }) => [
      addressHashes(secrets, email),
      ladderOf(secrets, user_id, 'totp'),
      ladderOf(secrets, user_id, 'backup_code'),
    ])
    const moves = keys.flatMap(({ address_hash: to, address_hashes }) =>
      address_hashes.slice(1).map((from) => ({ from, to })),
    )
    const [counted] = await transaction(db, async (db) => {
      if (moves.length > 0) {
        const [moved] = await moveLadders(db, {
          from: moves.map(({ from }) => from),
          to: moves.map(({ to }) => to),
        })
        done.rewritten += moved?.count ?? 0
      }
      return countLadders(db, { hashes: keys.map(({ address_hash }) => address_hash) })
    })
    known += counted?.count ?? 0
    done.left = (counted?.all ?? 0) - known
    if (accounts.length < atOnce) return done
    after = accounts.at(-1)!.user_id
  }
}

/** Rows in the order of their owner; a batch ends between two owners, or where everything ends. */
async function* inBatches<Row>(
  list: (after: string) => Promise<Row[]>,
  ownerOf: (row: Row) => string,
): AsyncGenerator<Row> {
  for (let after = beforeAll; ;) {
    const rows = await list(after)
    if (rows.length === 0) return
    yield* rows
    after = ownerOf(rows.at(-1)!)
  }
}
