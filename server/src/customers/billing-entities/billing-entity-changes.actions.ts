import type { BillingEntityId } from '@byre/contract/subject-kinds'
import type {
  createBillingEntity as createCall,
  updateBillingEntity as updateCall,
} from '@byre/contract/billing/billing-entities'
import type { BodyOf } from '@byre/contract/endpoint'
import type { Actor } from '../../platform/authentication/authenticate.ts'
import type { RequestFacts } from '../../platform/audit/audit.ts'
import type { Db } from '../../platform/database/db.ts'
import type { IdempotentCommand } from '../../platform/idempotency/idempotency.ts'
import { refuse } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { spend } from '../../platform/limits/limits.ts'
import type { Facts } from '../../platform/http/request-facts.ts'
import { fitAddress, isWholeAddress } from '../addresses.policy.ts'
import { byProduct } from '../access.policy.ts'
import { auditJson } from '../audit.queries.ts'
import { setEmailState } from './billing-emails.queries.ts'
import { asBillingEntity, type BillingEntityRow } from './billing-entities.actions.ts'
import {
  billingEntityAccess,
  billingEntityEditors,
  emptiesBillingAddress,
  mayEditBillingEntity,
  billingAddressMissing,
} from './billing-entities.policy.ts'
import {
  changeBillingEntity,
  insertBillingEntity,
  lockBillingEntity,
  markBillingEntityDeleted,
} from './billing-entity-changes.queries.ts'
import { bearsOnTaxNumbers, fitTaxNumbers } from './tax-numbers.policy.ts'
import { changedFields } from '../changes.policy.ts'
import { listUsedBy } from '../billing-entity-uses.actions.ts'
import { creates } from '../places.policy.ts'
import type { Acting, Billing } from '../ports.ts'

type NewBillingEntity = BodyOf<typeof createCall>
type Asking = Pick<Billing, 'askBillingEmail'>

interface Question {
  row: BillingEntityRow
  /** Whose command it is. */
  asked_by: string
  billing: Asking
}

/** Has the payer's address asked by mail where it is not proven; gives the payer as it stands then. */
export async function withQuestion(
  db: Db<'customers'>,
  command: Pick<IdempotentCommand<'customers'>, 'enqueue'>,
  { row, asked_by, billing }: Question,
): Promise<BillingEntityRow> {
  const { id, email } = row
  if (row.email_state !== 'waiting' || email === null) return row
  const said = await billing.askBillingEmail(db, command, { billing_entity_id: id, email, asked_by })
  if (said.email_state !== 'waiting' || said.email_asked_at !== null)
    await setEmailState(db, { id: byProduct(id), email, ...said })
  return { ...row, ...said }
}

export async function createBillingEntity(
  { command, actor, body, from }: Acting & { body: NewBillingEntity },
  { limitFactor, billing }: { limitFactor: number; billing: Asking },
) {
  await spend(command.db, creates(limitFactor), actor.user_id)

  return command.transaction(async (db) => {
    const row = await addBillingEntity(db, { actor, body, from })
    return asBillingEntity(await withQuestion(db, command, { row, asked_by: actor.user_id, billing }))
  })
}

interface Adding {
  actor: Actor
  body: NewBillingEntity
  from: RequestFacts
  id?: BillingEntityId
}

/** Writes new billing information whose Owner is the actor, in the caller's transaction. */
export async function addBillingEntity(
  db: Db<'customers'>,
  { actor, body, from, id = newId<BillingEntityId>() }: Adding,
): Promise<BillingEntityRow> {
  const entity = {
    id,
    name: body.name,
    email: body.email,
    phone: body.phone,
    address: body.address ?? null,
    city: body.city ?? null,
    region: body.region ?? null,
    country: body.country ?? null,
    postal_code: body.postal_code ?? null,
    gst_hst_number: body.gst_hst_number ?? null,
    qst_number: body.qst_number ?? null,
    ein: body.ein ?? null,
  }
  const audit = auditJson({
    actor_id: actor.user_id,
    deed: 'createBillingEntity',
    kind: 'billing_entity',
    subject_id: id,
    after: { name: body.name },
    from,
  })
  const [made] = await insertBillingEntity(db, { ...entity, user_id: actor.user_id, audit })
  return { ...entity, ...made!, currency: null, brand: null, last_four: null, role: 'Owner' }
}

/** Changes the fields that were sent; one statement unless address or tax numbers must be judged with what is stored. */
export async function updateBillingEntity(
  id: BillingEntityId,
  { command, actor, body, from }: Acting & { body: BodyOf<typeof updateCall>; from: Facts },
  billing: Asking,
) {
  const change = {
    id,
    user_id: actor.user_id,
    editors: billingEntityEditors,
    if_match: from.if_match,
    audit: auditJson({
      actor_id: actor.user_id,
      deed: 'updateBillingEntity',
      kind: 'billing_entity',
      subject_id: id,
      from,
    }),
  }
  if (isWholeAddress(body) && !emptiesBillingAddress(body) && !bearsOnTaxNumbers(body)) {
    const changes = JSON.stringify(body)
    const [changed] = await changeBillingEntity(command.db, { ...change, changes, is_judged: false })
    if (changed) return asBillingEntity(changed)
  }

  return command.transaction(async (db) => {
    const [present] = await lockBillingEntity(db, change)
    if (!present) refuse('not_found')
    if (!mayEditBillingEntity(present.role)) refuse('role.insufficient')

    if (changedFields(present, body).length === 0) return asBillingEntity(present)
    if (from.if_match !== null && from.if_match !== present.version) refuse('request.stale')
    const { problems, tidy } = fitAddress(present, body)
    const taxNumbers = fitTaxNumbers(present, tidy)
    const errors = [...problems, ...billingAddressMissing(present, tidy), ...taxNumbers.problems]
    if (errors.length > 0) refuse('request.invalid', { errors })

    const changes = JSON.stringify({ ...tidy, ...taxNumbers.emptied })
    const [changed] = await changeBillingEntity(db, { ...change, changes, is_judged: true })
    if (!changed || changed.email === present.email) return asBillingEntity(changed ?? present)
    const question = { row: changed, asked_by: actor.user_id, billing }
    return asBillingEntity(await withQuestion(db, command, question))
  })
}

/** Hides billing information that pays for nothing any more; also what it pays for until another payer does counts. */
export async function deleteBillingEntity(
  id: BillingEntityId,
  { command, actor, from }: Acting,
  billing: Pick<Billing, 'letGoCard' | 'billingEntityUses'>,
): Promise<null> {
  return command.transaction(async (db) => {
    const [present] = await lockBillingEntity(db, { id, user_id: actor.user_id })
    const entity = billingEntityAccess('delete', present)

    const used_by = await listUsedBy(db, id, billing)
    if (used_by.length > 0) refuse('billing_entity.in_use', { facts: { used_by } })

    const audit = auditJson({
      actor_id: actor.user_id,
      deed: 'deleteBillingEntity',
      kind: 'billing_entity',
      subject_id: id,
      before: { name: entity.name },
      from,
    })
    await markBillingEntityDeleted(db, { id: entity.id, audit })
    await billing.letGoCard(db, command, entity.id)
    return null
  })
}
