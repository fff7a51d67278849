import { txtNameOf } from '@byre/contract/places/domain-claims'
import { errors } from '@byre/contract/errors'
import type { Config } from '../../config.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import type { Context } from '../../context.ts'
import { type Db } from '../../platform/database/db.ts'
import { violated } from '../../platform/database/sql-states.ts'
import { IdempotentCommand } from '../../platform/idempotency/idempotency.ts'
import { queue } from '../../platform/jobs/outbox.ts'
import type { Looked, Resolver } from '../../platform/dns/resolver.ts'
import { byProduct, type ByProduct } from '../access.policy.ts'
import {
  afterFailure,
  afterSilence,
  judge,
  newProof,
  proven,
  type Finding,
  type Step,
} from './domain-claims.policy.ts'
import {
  countByState,
  hastenCheck,
  listDueClaims,
  listOwners,
  lockClaim,
  lockHolder,
  noteCheck,
  removeProof,
  takeCheck,
} from './domain-claims.queries.ts'
import { domainMail, type DomainMail } from './domain-mails.actions.ts'

/*
 * Looking domains up. What follows is decided by the database's clock and under the claim's lock, so that a
 * look may be done twice and by any process; the name server is asked outside of every transaction.
 */

const steadily = { retryLimit: 2, retryDelaySeconds: 5, retryDelayMaxSeconds: 60 }

/** One claim to be looked up, should it be due. */
export const domainCheck = queue<{ claim_id: string }>('customers.domain-look', steadily)

/** Finds what is due. */
export const domainRound = queue<object>('customers.domain-round', steadily)

/** More than this wait for the next minute. */
const roundAtMost = 1000

/** Looks up claims as they fall due. */
export function checkDomains({ db, outbox, config, resolver, metrics }: Context<'customers'>): void {
  metrics.addPart({ name: 'domains', read: async () => [readingOf(await countByState(db, {}))] })
  outbox.handle(domainCheck, async ({ data }) => {
    await lookUp(new IdempotentCommand(db, outbox), byProduct(data.claim_id), {
      config,
      resolver,
      now: false,
    })
  })
  outbox.handle(
    domainRound,
    async () => {
      for (const { id } of await listDueClaims(db, { limit: roundAtMost }))
        await outbox.send(db, domainCheck, { claim_id: id })
    },
    '* * * * *',
  )
}

const readingOf = (counted: readonly { state: string; domains: number }[]) => ({
  name: 'byre_custom_domains',
  about: 'Domains of sites and clinics, by how they stand.',
  label: 'state',
  counts: Object.fromEntries(counted.map(({ state, domains }) => [state, domains])),
})

interface Looking {
  config: Pick<Config, 'tenantARecord'>
  resolver: Resolver
  /** Whether it is done though it is not due. */
  now: boolean
}

/** Looks one claim up and writes down what follows. `taken`: it is proven, but somebody else has the proof. */
export async function lookUp(
  command: IdempotentCommand<'customers'>,
  id: ByProduct,
  { config, resolver, now }: Looking,
): Promise<'noted' | 'taken' | 'not due'> {
  const [claim] = await takeCheck(command.db, { id, now })
  if (!claim) return 'not due'
  const [a, aaaa, txt] = await Promise.all([
    resolver.addresses(claim.domain),
    resolver.wideAddresses(claim.domain),
    resolver.texts(txtNameOf(claim.domain)),
  ])
  const seen = { id, token: claim.token, a, aaaa, txt, address: config.tenantARecord }
  try {
    return await note(command, seen)
  } catch (error) {
    // Somebody else proved it in this very moment: now there is a holder to be seen.
    if (violated(error) !== 'domain_claims_proven') throw error
    return note(command, seen)
  }
}

interface Seen {
  id: ByProduct
  /** As it was when the name server was asked. */
  token: string
  a: Looked
  aaaa: Looked
  txt: Looked
  address: string
}

async function note(
  command: IdempotentCommand<'customers'>,
  { id, token, address, ...looked }: Seen,
): Promise<'noted' | 'taken'> {
  return command.transaction(async (db) => {
    const [claim] = await lockClaim(db, { id })
    if (!claim || claim.token !== token) return 'noted'
    const finding = judge(claim, looked, address)
    const isTaken = finding.isProven && !(await makeRoom(command, db, claim))

    const step = isTaken ? afterFailure(claim) : stepOf(claim, finding)
    await noteCheck(db, {
      id,
      state: step.state,
      token: step.state === 'removed' && claim.state !== 'removed' ? newProof() : token,
      is_off: step.is_off,
      is_proven: finding.isProven,
      is_known: finding.isKnown,
      seen_a: looked.a.values,
      seen_aaaa: looked.aaaa.values,
      seen_txt: looked.txt.values,
      reason: isTaken ? errors['domain.taken'][1] : finding.reason,
      next_seconds: step.next_seconds,
    })
    if (step.state !== claim.state && step.state !== 'pending') await tell(command, db, claim, step.state)
    return isTaken ? 'taken' : 'noted'
  })
}

type Claim = Awaited<ReturnType<typeof lockClaim>>[number]

function stepOf(claim: Claim, { isKnown, isProven }: Finding): Step {
  if (!isKnown) return afterSilence(claim)
  return isProven ? proven : afterFailure(claim)
}

/**
 * Whether a proven claim may have the proof: nobody else has it, or whoever had it failed its last look and
 * loses it to this one. A holder in good standing keeps it and is looked up again.
 */
async function makeRoom(
  command: IdempotentCommand<'customers'>,
  db: Db<'customers'>,
  claim: Claim,
): Promise<boolean> {
  const [holder] = await lockHolder(db, { id: claim.id, domain: claim.domain })
  if (!holder) return true
  if (holder.is_lost) {
    await removeProof(db, { id: byProduct(holder.id), token: newProof(), reason: errors['domain.taken'][1] })
    await tell(command, db, { ...holder, domain: claim.domain }, 'removed')
    return true
  }
  await hastenCheck(db, { id: byProduct(holder.id) })
  await command.enqueue(db, domainCheck, { claim_id: holder.id })
  return false
}

const commands = { verified: 'verifyDomain', failing: 'warnDomain', removed: 'removeDomain' } as const

/** Writes the change down and tells the place's Owners. */
async function tell(
  command: IdempotentCommand<'customers'>,
  db: Db<'customers'>,
  { id, place_id, kind, domain }: Pick<Claim, 'id' | 'place_id' | 'kind' | 'domain'>,
  letter: DomainMail['letter'],
): Promise<void> {
  await writeAudit(db, {
    actor_id: null,
    deed: commands[letter],
    kind,
    subject_id: place_id,
    after: { domain },
    from: { request_id: '', network: '' },
  })
  for (const { user_id } of await listOwners(db, { kind, place_id }))
    await command.enqueue(db, domainMail, { letter, claim_id: id, user_id })
}
