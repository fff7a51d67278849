import type {
  checkSiteDomain as checkCall,
  DomainClaim,
  DomainState,
} from '@byre/contract/places/domain-claims'
import type { RightOf } from '@byre/contract/endpoint'
import { may } from '@byre/contract/rights'
import type { Config } from '../../config.ts'
import { answered, type Actor, type Caller } from '../../platform/authentication/authenticate.ts'
import type { Db } from '../../platform/database/db.ts'
import type { IdempotentCommand } from '../../platform/idempotency/idempotency.ts'
import { refuse } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { spend } from '../../platform/limits/limits.ts'
import type { Resolver } from '../../platform/dns/resolver.ts'
import { accessTo, byProduct } from '../access.policy.ts'
import { checksAtOnce, newProof, recordsOf } from './domain-claims.policy.ts'
import {
  beginClaim,
  dropClaim,
  findClaimOf,
  findShownClaim,
  reviveClaim,
  type DomainAccess,
} from './domain-claims.queries.ts'
import { domainCheck, lookUp } from './dns-checks.actions.ts'

export type ClaimingPlace = { kind: 'site' | 'clinic'; place_id: string }

/**
 * Says which custom domain a place has from now on (`https://` before it is dropped; null: none), in the
 * transaction of the command that changes it. Another one drops proof and token of the former at once and
 * begins as pending; the same one keeps what it has.
 */
export async function setDomain(
  db: Db<'customers'>,
  access: DomainAccess,
  domain: string | null,
  command: Pick<IdempotentCommand<'customers'>, 'enqueue'>,
): Promise<void> {
  if (domain === null) {
    await dropClaim(db, access)
    return
  }
  const claim = { id: newId(), domain: domain.replace(/^https?:\/\//, ''), token: newProof() }
  const [begun] = await beginClaim(db, { ...access, ...claim })
  if (begun) await command.enqueue(db, domainCheck, { claim_id: claim.id })
}

/** A place's custom domain, with its records for those who may have them looked up; null when it has none. */
export async function getDomain(
  db: Db<'customers'>,
  caller: Caller,
  { kind, place_id }: ClaimingPlace,
  config: Config,
): Promise<DomainClaim | null> {
  const [row] = answered(await findShownClaim(db, { ...caller, kind, place_id }))
  if (row.role === null) refuse('not_found')
  const claim = asClaim(row, config)
  if (claim === null || may(row.role, 'checkDomain', kind)) return claim
  return { ...claim, records: [], reason: null }
}

/** Looks a domain up now. Proven while another place has the proof: refused, and that one is looked up too. */
export async function checkDomain(
  command: IdempotentCommand<'customers'>,
  actor: Actor,
  { kind, place_id }: ClaimingPlace,
  { config, resolver }: { config: Config; resolver: Resolver },
): Promise<DomainClaim> {
  const { db } = command
  await spend(db, checksAtOnce(config.limitFactor), actor.user_id)
  const who = { user_id: actor.user_id, kind, place_id }
  const [claim] = await findClaimOf(db, who)
  if (!claim || claim.id === null) refuse('not_found')
  const access = accessTo<RightOf<typeof checkCall>, ClaimingPlace['kind']>('checkDomain', who, claim)

  await reviveClaim(db, { ...access, id: claim.id })
  const outcome = await lookUp(command, byProduct(claim.id), { config, resolver, now: true })

  if (outcome === 'taken') refuse('domain.taken')
  const [row] = await findClaimOf(db, who)
  return (row && asClaim(row, config)) ?? refuse('not_found')
}

interface ClaimRow {
  domain: string | null
  token: string | null
  state: DomainState | null
  is_off: boolean | null
  seen_a: string[] | null
  seen_aaaa: string[] | null
  seen_txt: string[] | null
  checked_at: string | null
  next_check_at: string | null
  verified_at: string | null
  reason: string | null
}

/** A row of a left join as those see it who run the place, or null where nothing was joined. */
function asClaim(row: ClaimRow, { tenantARecord }: Config): DomainClaim | null {
  const { domain, token, state, seen_a, seen_aaaa, seen_txt } = row
  if (domain === null || token === null || state === null) return null
  if (seen_a === null || seen_aaaa === null || seen_txt === null) return null
  return {
    domain,
    state,
    is_live: (state === 'verified' || state === 'failing') && row.is_off === false,
    records: recordsOf({ domain, token, seen_a, seen_aaaa, seen_txt }, tenantARecord),
    checked_at: row.checked_at,
    next_check_at: row.next_check_at,
    verified_at: row.verified_at,
    reason: row.reason,
  }
}
