import { t } from '@byre/contract/words'
import { hostOfDomain } from '@byre/contract/places/domains'
import { placeLimits } from '@byre/contract/limits'
import type { Context } from '../../context.ts'
import { writeAudit, type RequestFacts } from '../../platform/audit/audit.ts'
import type { Db } from '../../platform/database/db.ts'
import { refuse } from '../../platform/errors.ts'
import { tenantNameOfBare, tenantOrigin } from '../../platform/hosts.ts'
import { IdempotentCommand } from '../../platform/idempotency/idempotency.ts'
import { accessOfStaff, type Access } from '../access.policy.ts'
import { domainCheck } from '../domains/dns-checks.actions.ts'
import { setDomain } from '../domains/domain-claims.actions.ts'
import { freeOldNames, giveUpName } from '../domains/host-names.queries.ts'
import { takeName } from '../places/place-changes.actions.ts'
import type { Kind } from '../places/places.queries.ts'
import type { StaffCommand } from '../ports.ts'
import {
  dropClaimOn,
  findHolder,
  freeName,
  giveName,
  listClaimsOn,
  listOwnersOfAny,
  lockAnyPlace,
  lookAgain,
  setAddresses,
} from './moved-addresses.queries.ts'
import { findAnyPlace } from './restored-places.queries.ts'
import { consoleOr, staffMail } from './staff-mails.actions.ts'

/** A subdomain or custom domain that somebody asks staff to move to another place, or to free. */
export interface StaffMoving extends StaffCommand {
  /** `north-ranch.farm`, `north`, or the whole host below the base domain. */
  address: string
  /** The place that shall have it; null: nobody, until somebody chooses it. */
  to: string | null
  /** What the place that has it now shall be called then, where it is its present subdomain. */
  subdomain: string | undefined
}

/** An address after that, as staff are told. */
export interface MovedAddress {
  address: string
  /** Whose it was, by id. */
  from: string
  /** Whose it is now; empty: nobody's. */
  to: string
  /** What has to follow. */
  note: string
  /** False: it was there already, and nothing was done. */
  moved: boolean
}

interface Place {
  kind: Kind
  id: string
  name: string
  subdomain: string
  domain: string | null
  is_deleted: boolean
  access: Access<'changeAddress', Kind>
  owners: string[]
}

interface Moving {
  db: Db<'customers'>
  command: IdempotentCommand<'customers'>
  name: string
  /** Whoever has it, though they may be purged; `from` is null then. */
  holder: Access<'changeAddress', Kind>
  from: Place | null
  to: Place | null
}

/**
 * Moves an address or frees it; the activity of both places tells of it, and their Owners are mailed. A custom domain has
 * everything to prove anew (security row T04); a subdomain leads on at once. Null: nobody has it.
 */
export async function moveForOwners(
  { db, outbox, config }: Context<'customers'>,
  { address, to: toId, subdomain, staff, from: asked, witness }: StaffMoving,
): Promise<MovedAddress | null> {
  const host = hostOfDomain(address).replace(/\/$/, '')
  const name = host.includes('.') ? tenantNameOfBare(host, config) : host
  if (name === null) return null
  const isDomain = name.includes('.')

  const command = new IdempotentCommand<'customers'>(db, outbox)
  return command.transaction(async (db) => {
    const holder = isDomain ? await holderOfDomain(db, name, toId) : await holderOfName(db, name)
    if (!holder) return null
    const [found] = toId === null ? [null] : await findAnyPlace(db, { id: toId })
    if (found === undefined) refuse('not_found', { message: t`There is no site or clinic ${String(toId)}.` })
    const { from, to } = await lockBoth(db, holder, found)
    if (to?.is_deleted)
      refuse('not_found', { message: t`${to.name} is deleted: it is to be restored first.` })

    const access = accessOfStaff({ ...holder, user_id: nobody })
    const moving = { db, command, name, holder: access, from, to }
    const trail = { staff, from: consoleOr(asked) }
    const isThere = from !== null && from.id === to?.id && (isDomain || from.subdomain === name)
    if (!isThere) {
      if (isDomain) await moveDomain(moving, trail)
      else await moveName(moving, subdomain, trail)
    }
    const moved = { from: holder.place_id, to: to?.id ?? '', moved: !isThere }
    await witness(db, { address: name, ...moved })
    const shown = isDomain ? name : new URL(tenantOrigin(name, config)).host
    return { address: shown, ...moved, note: noteOf(moved, isDomain) }
  })
}

const noteOf = ({ to, moved }: { to: string; moved: boolean }, isDomain: boolean) => {
  if (!moved) return ''
  if (to === '') return t`whoever chooses it has it`
  return isDomain
    ? t`it leads nowhere until its new place has proven it`
    : t`it leads to its new place from now on`
}

/** Whoever has proven it, else whoever alone claims it. Several claims without a proof hinder nobody. */
async function holderOfDomain(db: Db<'customers'>, domain: string, toId: string | null) {
  const claims = await listClaimsOn(db, { domain })
  const [first] = claims
  const others = first?.is_proven ? [first] : claims.filter(({ place_id }) => place_id !== toId)
  if (others.length > 1)
    refuse('domain.unavailable', {
      message: t`Several places claim ${domain} and none has proven it: whoever proves it has it.`,
    })
  return others[0] ?? first ?? null
}

async function holderOfName(db: Db<'customers'>, name: string) {
  const [holder] = await findHolder(db, { name })
  if (holder?.is_free)
    refuse('subdomain.unavailable', { message: t`${name} is free: whoever chooses it has it.` })
  return holder ?? null
}

/** Locks both places in one order, whichever way an address goes. `from` is null where it has been purged. */
async function lockBoth(
  db: Db<'customers'>,
  holder: { kind: Kind; place_id: string },
  target: { kind: Kind; id: string } | null,
): Promise<{ from: Place | null; to: Place | null }> {
  const wanted = [{ kind: holder.kind, id: holder.place_id }, ...(target ? [target] : [])]
  const locked = new Map<string, Place>()
  for (const { kind, id } of wanted.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    const [place] = await lockAnyPlace[kind](db, { id })
    if (!place) continue
    const owners = (await listOwnersOfAny(db, { kind, place_id: id })).map(({ user_id }) => user_id)
    const access = accessOfStaff({ kind, place_id: id, user_id: owners[0] ?? nobody })
    locked.set(id, { ...place, kind, access, owners })
  }
  return { from: locked.get(holder.place_id) ?? null, to: (target && locked.get(target.id)) ?? null }
}

const nobody = '00000000-0000-0000-0000-000000000000'

interface Trail {
  staff: string
  from: RequestFacts
}

/** Drops the proof and the token of whoever had it; the new place proves it by its own, which it keeps if it claimed it already. */
async function moveDomain({ db, command, name, from, to }: Moving, trail: Trail): Promise<void> {
  const domain = `https://${name}`
  if (!from) refuse('request.stale')
  if (to && to.domain !== null && to.domain !== domain)
    refuse('domain.unavailable', {
      message: t`${to.name} has ${hostOfDomain(to.domain)} already: that is to be freed first.`,
    })
  const [dropped] = await dropClaimOn(db, { ...from.access, domain: name })
  if (!dropped) refuse('request.stale')
  await setAddresses[from.kind](db, { ...from.access, subdomain: from.subdomain, domain: null })
  const doing = { db, command, trail }
  await tell(doing, from, { what: 'taken', before: { domain }, after: {}, address: name })
  if (!to) return

  await setDomain(db, to.access, domain, command)
  const [claim] = await lookAgain(db, to.access)
  if (claim) await command.enqueue(db, domainCheck, { claim_id: claim.id })
  await setAddresses[to.kind](db, { ...to.access, subdomain: to.subdomain, domain })
  await tell(doing, to, { what: 'given', before: {}, after: { domain }, address: name })
}

/** A live place has a subdomain: whoever loses its present one is given another first. */
async function moveName(
  { db, command, name, holder, from, to }: Moving,
  other: string | undefined,
  trail: Trail,
): Promise<void> {
  const isPresent = from !== null && !from.is_deleted && from.subdomain === name
  if (isPresent && other === undefined)
    refuse('subdomain.unavailable', {
      message: t`${name} is the present subdomain of ${from.name}: say which it shall have instead, with --subdomain.`,
    })
  if (!isPresent && other !== undefined)
    refuse('subdomain.unavailable', {
      message: t`${name} is nobody’s present subdomain: leave out --subdomain.`,
    })
  if (from !== null && from.id === to?.id)
    refuse('subdomain.unavailable', {
      message: t`${name} leads to ${to.name} already; its Owner can choose it.`,
    })

  const doing = { db, command, trail }
  if (from) {
    const now = isPresent && other !== undefined ? other : from.subdomain
    if (isPresent) {
      await takeName(db, from.access, now, () => giveUpName(db, from.access))
      await setAddresses[from.kind](db, { ...from.access, subdomain: now, domain: from.domain })
    }
    const after: Record<string, string> = isPresent ? { subdomain: now } : {}
    await tell(doing, from, { what: 'taken', before: { subdomain: name }, after, address: name, isPresent })
  }
  if (!to) {
    const [freed] = await freeName(db, { ...holder, name })
    if (!freed) refuse('request.stale')
    return
  }
  await giveUpName(db, to.access)
  const [given] = await giveName(db, { ...to.access, name, holder: holder.place_id })
  if (!given) refuse('request.stale')
  await freeOldNames(db, { ...to.access, kept: placeLimits.renames.kept })
  await setAddresses[to.kind](db, { ...to.access, subdomain: name, domain: to.domain })
  const change = { before: { subdomain: to.subdomain }, after: { subdomain: name } }
  await tell(doing, to, { what: 'given', ...change, address: name, isPresent: true })
}

interface AddressNews {
  what: 'given' | 'taken'
  /** What the activity shows. */
  before: Record<string, string>
  after: Record<string, string>
  address: string
  isPresent?: boolean
}

/** Writes into a place's activity what it lost or got, and has its Owners told. */
async function tell(
  { db, command, trail }: { db: Db<'customers'>; command: IdempotentCommand<'customers'>; trail: Trail },
  { kind, id, owners }: Place,
  { what, before, after, ...about }: AddressNews,
): Promise<void> {
  const { staff, from } = trail
  await writeAudit(db, {
    actor_id: null,
    deed: what === 'given' ? 'giveAddress' : 'takeAddress',
    kind,
    subject_id: id,
    before,
    after: { ...after, staff },
    from,
  })
  const mail = { letter: `address ${what}`, kind, place_id: id, ...about } as const
  for (const user_id of owners) await command.enqueue(db, staffMail, { ...mail, user_id })
}
