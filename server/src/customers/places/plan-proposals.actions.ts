import type { ActionOf } from '@byre/contract/activity'
import { placeLimits } from '@byre/contract/limits'
import type { PlanProposal } from '@byre/contract/billing/plan-proposals'
import type { BillingEntityId, IdOf } from '@byre/contract/subject-kinds'
import { may } from '@byre/contract/rights'
import { answered, type Actor, type Caller } from '../../platform/authentication/authenticate.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import type { Db } from '../../platform/database/db.ts'
import { refuse } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { spend } from '../../platform/limits/limits.ts'
import { daily, type MailContext } from '../../platform/mail/mail-limits.ts'
import { findBillingEntityOfMember } from '../billing-entities/billing-entities.queries.ts'
import { chargeable, payingRoles, mayPayWith } from '../billing-entities/billing-entities.policy.ts'
import { keepCurrency } from './new-places.actions.ts'
import { setChosenPlan } from './paid-places.queries.ts'
import { lockPlace } from './place-changes.queries.ts'
import type { Kind } from './places.queries.ts'
import { accessTo, byProduct } from '../access.policy.ts'
import { accessToAnswer } from './plan-proposals.policy.ts'
import { proposalMail } from './plan-proposal-mails.actions.ts'
import {
  answerProposal,
  findProposal,
  findProposalAs,
  holdBillingEntityTerms,
  holdPlace,
  insertProposal,
  listAnswerers,
  listProposals,
  lockOpenProposal,
  takeProposalBack,
} from './plan-proposals.queries.ts'
import { placeOfKind, type Acting, type Billing } from '../ports.ts'

/** What is proposed for a place, to those who run it. */
export async function getProposal(
  db: Db<'customers'>,
  caller: Caller,
  kind: Kind,
  place_id: string,
): Promise<PlanProposal | null> {
  const [row] = answered(await findProposal(db, { ...caller, kind, place_id }))
  if (row.own_role === null) refuse('not_found')
  if (!may(row.own_role, 'edit', kind)) refuse('role.insufficient')
  return planProposalReply(row, row.payer_role !== null && mayPayWith(row.payer_role))
}

/** What is proposed to a payer, to those who answer for it. */
export async function listPlanProposals(db: Db<'customers'>, caller: Caller, id: BillingEntityId) {
  const rows = answered(await listProposals(db, { ...caller, id, answerers: payingRoles }))
  const [{ own_role }] = rows
  if (own_role === null) refuse('not_found')
  if (!mayPayWith(own_role)) refuse('role.insufficient')
  return { plan_proposals: rows.flatMap((row) => planProposalReply(row, true) ?? []) }
}

type Row = Partial<{ [F in keyof Omit<PlanProposal, 'may_answer'>]: PlanProposal[F] | null }>

function planProposalReply(row: Row, may_answer: boolean): PlanProposal | null {
  const { id, kind, place_id, place_name, plan_id, present_plan_id, proposed_by, proposer_name } = row
  const { created_at, expires_at } = row
  if (!id || !kind || !place_id || !place_name || !plan_id || !proposed_by || !created_at || !expires_at)
    return null
  const proposed = { id, kind, place_id, place_name, plan_id, present_plan_id: present_plan_id ?? null }
  const proposer = { proposed_by, proposer_name: proposer_name ?? '' }
  return { ...proposed, ...proposer, created_at, expires_at, may_answer }
}

/** Asks whoever pays next for another plan; the same again changes nothing, another one replaces it. */
export async function proposePlan<K extends Kind>(
  kind: K,
  place_id: IdOf<K>,
  { command, actor, body, from }: Acting & { body: { plan_id: string } },
  { billing, mailContext }: { billing: Billing; mailContext: MailContext },
): Promise<PlanProposal> {
  const { plan_id } = body
  return command.transaction(async (db) => {
    const [place] = await lockPlace[kind](db, { id: place_id, user_id: actor.user_id })
    if (!place || place.deleted_at !== null) refuse('not_found')
    const access = accessTo('changePlan', { kind, place_id, user_id: actor.user_id }, place)
    const { billing_entity_id, plan_id: present_plan_id } = place
    const [billingEntity] = await holdBillingEntityTerms(db, { id: billing_entity_id })
    if (!billingEntity) refuse('billing_entity.unknown', { field: 'plan_id' })
    const [own] = await findBillingEntityOfMember(db, { id: billing_entity_id, user_id: actor.user_id })
    if (own && mayPayWith(own.role)) refuse('proposal.not_needed')
    await billing.requirePlan(db, placeOfKind(kind, place_id), billingEntity, plan_id)

    const [open] = await lockOpenProposal(db, { kind, place_id })
    if (open?.is_good && open.plan_id === plan_id && open.proposed_by === actor.user_id)
      return planProposalReply(open, false) ?? refuse('proposal.closed')
    await spend(command.db, daily('proposalsOfPlace', mailContext), place_id)

    if (open) await takeProposalBack(db, { ...access, id: open.id, status: 'overtaken', answered_by: null })
    const id = newId()
    const proposed = { id, billing_entity_id, plan_id, present_plan_id }
    await insertProposal(db, { ...access, ...proposed, days: placeLimits.planProposalDays })
    await writeAudit(db, lineOf({ actor, from }, 'proposePlan', { kind, place_id, ...proposed }))
    for (const { user_id } of await listAnswerers(db, { id: billing_entity_id, answerers: payingRoles }))
      await command.enqueue(db, proposalMail, { letter: 'proposed', proposal_id: id, user_id })
    const [made] = await lockOpenProposal(db, { kind, place_id })
    return (made && planProposalReply(made, false)) ?? refuse('proposal.closed')
  })
}

interface About {
  kind: Kind
  place_id: string
  billing_entity_id: BillingEntityId
  plan_id: string
}

type By = Pick<Acting, 'actor' | 'from'>

/** The payer is named so that its own activity tells of it, too. */
function lineOf({ actor, from }: By, deed: ActionOf<Kind>, about: About, proposer?: string) {
  const { kind, place_id, billing_entity_id, plan_id } = about
  const after = { billing_entity_id, plan_id, ...(proposer ? { user_id: proposer } : {}) }
  return { actor_id: actor.user_id, deed, kind, subject_id: place_id, after, from }
}

/** Takes it back. */
export async function withdrawProposal<K extends Kind>(
  kind: K,
  place_id: IdOf<K>,
  { command, actor, from }: Acting,
): Promise<null> {
  return command.transaction(async (db) => {
    const [place] = await lockPlace[kind](db, { id: place_id, user_id: actor.user_id })
    if (!place || place.deleted_at !== null) refuse('not_found')
    const access = accessTo('changePlan', { kind, place_id, user_id: actor.user_id }, place)
    const [open] = await lockOpenProposal(db, { kind, place_id })
    if (!open?.is_good) refuse('proposal.closed')

    await takeProposalBack(db, { ...access, id: open.id, status: 'withdrawn', answered_by: actor.user_id })
    const about = { kind, place_id, billing_entity_id: place.billing_entity_id, plan_id: open.plan_id }
    await writeAudit(db, lineOf({ actor, from }, 'withdrawPlanProposal', about))
    return null
  })
}

/** Chooses the plan by the word of one who runs the payer, and of the Owner who proposed it. */
export async function acceptProposal(
  id: string,
  { command, actor, from }: Acting,
  billing: Billing,
): Promise<null> {
  return command.transaction(async (db) => {
    const proposal = await openFor(db, actor, id)
    const { kind, place_id, plan_id, billing_entity_id } = proposal
    const [callerRow] = await findBillingEntityOfMember(db, {
      id: billing_entity_id,
      user_id: actor.user_id,
    })
    const billingEntity = chargeable(callerRow)
    if (!billingEntity) refuse('role.insufficient')

    // First, since the change of plan overtakes whatever is open.
    await answerProposal(db, { id, billing_entity_id, status: 'accepted', answered_by: actor.user_id })
    const place = placeOfKind(kind, place_id as IdOf<typeof kind>)
    const currency = await billing.changeSubscription(db, place, billingEntity, plan_id)
    if (billingEntity.currency === null) await keepCurrency(db, billingEntity.id, currency)
    await setChosenPlan[kind](db, { id: byProduct(place_id), plan_id, billing_entity_id })
    const { proposed_by: user_id } = proposal
    await writeAudit(db, lineOf({ actor, from }, 'acceptPlanProposal', proposal, user_id))
    await command.enqueue(db, proposalMail, { letter: 'accepted', proposal_id: id, user_id })
    return null
  })
}

/** Leaves the plan as it is. */
export async function declineProposal(id: string, { command, actor, from }: Acting): Promise<null> {
  return command.transaction(async (db) => {
    const proposal = await openFor(db, actor, id)

    const { billing_entity_id } = proposal
    await answerProposal(db, { id, billing_entity_id, status: 'declined', answered_by: actor.user_id })
    const { proposed_by: user_id } = proposal
    await writeAudit(db, lineOf({ actor, from }, 'declinePlanProposal', proposal, user_id))
    await command.enqueue(db, proposalMail, { letter: 'declined', proposal_id: id, user_id })
    return null
  })
}

/** An open proposal with its place held, for one who runs the payer; for others of the place it is only to be seen. */
async function openFor(db: Db<'customers'>, actor: Actor, id: string) {
  const [row] = await findProposalAs(db, { id, user_id: actor.user_id })
  const proposal = accessToAnswer(row)
  const { kind, place_id, billing_entity_id } = proposal
  const [place] = await holdPlace[kind](db, { id: place_id })
  const [open] = place ? await lockOpenProposal(db, { kind, place_id }) : []
  if (open?.id !== id || !open.is_good || place?.billing_entity_id !== billing_entity_id)
    refuse('proposal.closed')
  return proposal
}
