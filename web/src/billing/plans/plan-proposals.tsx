import { t } from '@byre/contract/words'
import { rich } from '../../ui/rich.tsx'
import {
  declinePlanProposal,
  getClinicPlanProposal,
  getSitePlanProposal,
  listPlanProposals,
  withdrawClinicPlanProposal,
  withdrawSitePlanProposal,
  type PlanProposal,
} from '@byre/contract/billing/plan-proposals'
import type { Plan } from '@byre/contract/billing/plans'
import { useState } from 'react'
import { formatDate, formatPrice } from '../../lib/format.ts'
import { useMe } from '../../lib/me.ts'
import { useAsk } from '../../lib/query.ts'
import { useCall } from '../../lib/use-call.ts'
import { toldInToast } from '../../people/command-results.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { usePlansOf } from '../paid.ts'
import { Waiting } from '../../ui/skeletons.tsx'
import { dialogIn } from '../../ui/fetched/dialog-in.tsx'

// With what it would cost: fetched when somebody wants to accept one or make one.
const AcceptPlan = dialogIn(async () => (await import('./accept-plan.tsx')).AcceptPlan)
const ProposePlan = dialogIn(async () => (await import('./propose-plan.tsx')).ProposePlan)

type Which = { site_id: string } | { clinic_id: string }
const idOf = (which: Which) => ('site_id' in which ? which.site_id : which.clinic_id)

interface PlaceProposalProps {
  which: Which
  place: { name: string; role: 'Owner' | 'Admin' | 'User' }
  /** May choose the plan themselves. */
  mayChoose: boolean
  /** What is chosen now, where anything is. */
  planId: string | null
  /** Somebody pays for that plan, so that proposing it again would change nothing. */
  isPaidFor: boolean
}

/** What is proposed for a place to whoever pays, and for its Owners who cannot choose a plan a way to propose one. */
export function PlaceProposal({ which, place, mayChoose, planId, isPaidFor }: PlaceProposalProps) {
  const call = 'site_id' in which ? getSitePlanProposal : getClinicPlanProposal
  const { data: proposal, isLoading } = useAsk(call, place.role === 'User' ? null : { id: idOf(which) })
  const [proposing, setProposing] = useState(false)
  const mayPropose = place.role === 'Owner' && !mayChoose
  return (
    <>
      {isLoading && <Waiting />}
      <Proposals proposals={proposal ? [proposal] : []} isOwner={place.role === 'Owner'} />
      {mayPropose && (
        <>
          {proposal === null && (
            <p className="soft">
              {isPaidFor
                ? t`Only the people who run the billing information can choose the plan. You can propose one to them.`
                : t`You can propose a plan to those who run this billing information.`}
            </p>
          )}
          <div className="actions">
            <Button onClick={() => setProposing(true)}>
              {proposal ? t`Propose Another Plan` : t`Propose a Plan`}
            </Button>
          </div>
        </>
      )}
      {proposing && (
        <ProposePlan
          which={which}
          name={place.name}
          planId={planId}
          isPaidFor={isPaidFor}
          onClose={() => setProposing(false)}
        />
      )}
    </>
  )
}

/** What is proposed to a payer, for those who run it; nothing where nothing is. */
export function BillingEntityProposals({ billingEntityId }: { billingEntityId: string }) {
  const { data, isPending } = useAsk(listPlanProposals, { id: billingEntityId })
  return isPending ? <Waiting /> : <Proposals proposals={data?.plan_proposals ?? []} isOwner={false} />
}

interface ProposalsProps {
  proposals: readonly PlanProposal[]
  /** Of the place that they are about. */
  isOwner: boolean
}

/** The dialog of one outlives it, so that it can say that somebody else was first. */
function Proposals({ proposals, isOwner }: ProposalsProps) {
  const [accepting, setAccepting] = useState<{ proposal: PlanProposal; plan: Plan } | null>(null)
  return (
    <>
      {proposals.map((proposal) => (
        <Proposal
          key={proposal.id}
          proposal={proposal}
          isOwner={isOwner}
          onAccept={(plan) => setAccepting({ proposal, plan })}
        />
      ))}
      {accepting && (
        <AcceptPlan
          {...accepting}
          isOpen={proposals.some(({ id }) => id === accepting.proposal.id)}
          onClose={() => setAccepting(null)}
        />
      )}
    </>
  )
}

interface ProposalProps {
  proposal: PlanProposal
  isOwner: boolean
  onAccept: (plan: Plan) => void
}

function Proposal({ proposal, isOwner, onAccept }: ProposalProps) {
  const { plan_id: id, present_plan_id: presentId, place_name: place } = proposal
  const { data: plans, isPending } = usePlansOf(presentId === null ? [id] : [id, presentId])
  const isMine = useMe().data?.id === proposal.proposed_by
  const plan = plans?.get(id)
  const present = presentId !== null && presentId !== id ? plans?.get(presentId) : undefined
  if (!plan) return isPending && <Waiting />
  const until = formatDate(proposal.expires_at)
  const who = <strong>{isMine ? t`You` : proposal.proposer_name}</strong>
  const price = formatPrice(plan)
  const mine = present
    ? rich`${who} propose ${plan.name} instead of ${present.name} for ${place}: ${price}, without tax.`
    : rich`${who} propose ${plan.name} for ${place}: ${price}, without tax.`
  const theirs = present
    ? rich`${who} proposes ${plan.name} instead of ${present.name} for ${place}: ${price}, without tax.`
    : rich`${who} proposes ${plan.name} for ${place}: ${price}, without tax.`
  const whatIsProposed = isMine ? mine : theirs
  return (
    <Banner
      is="info"
      action={
        proposal.may_answer ? (
          <Answer proposal={proposal} onAccept={() => onAccept(plan)} />
        ) : (
          isOwner && <TakeBack proposal={proposal} />
        )
      }
    >
      {whatIsProposed}{' '}
      {proposal.may_answer
        ? t`You can accept until ${until}. Nothing changes until you do.`
        : t`Whoever pays can accept until ${until}. Nothing changes until they do.`}
    </Banner>
  )
}

function Answer({ proposal, onAccept }: { proposal: PlanProposal; onAccept: () => void }) {
  const { ask, busy } = useCall(declinePlanProposal)
  const leaveIt = () =>
    toldInToast(ask({ id: proposal.id }), t`The proposal was declined. The plan stays the same.`)
  return (
    <div className="row">
      <Button busy={busy} busyLabel={t`Declining..`} onClick={() => void leaveIt()}>{t`Decline`}</Button>
      <Button onClick={onAccept}>{t`Accept`}</Button>
    </div>
  )
}

function TakeBack({ proposal }: { proposal: PlanProposal }) {
  const { ask, busy } = useCall(
    proposal.kind === 'site' ? withdrawSitePlanProposal : withdrawClinicPlanProposal,
  )
  const takeBack = () => toldInToast(ask({ id: proposal.place_id }), t`The proposal was taken back.`)
  return (
    <Button
      busy={busy}
      busyLabel={t`Taking back..`}
      onClick={() => void takeBack()}
    >{t`Take It Back`}</Button>
  )
}
