import {
  declinePlanProposal,
  getClinicPlanProposal,
  getSitePlanProposal,
  listPlanProposals,
  withdrawClinicPlanProposal,
  withdrawSitePlanProposal,
  type PlanProposal,
} from '@byre/contract/plan-proposals'
import type { Plan } from '@byre/contract/plans'
import { lazy, Suspense, useState } from 'react'
import { formatDate, formatPrice } from '../lib/format.ts'
import { useAsk } from '../lib/query.ts'
import { useCall } from '../lib/use-call.ts'
import { toldInToast } from '../people/deeds.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { usePlansOf } from './paid.ts'

// With what it would cost: fetched when somebody wants to accept one or make one.
const AcceptPlan = lazy(async () => ({ default: (await import('./accept-plan.tsx')).AcceptPlan }))
const ProposePlan = lazy(async () => ({ default: (await import('./propose-plan.tsx')).ProposePlan }))

type Which = { site_id: string } | { clinic_id: string }
const idOf = (which: Which) => ('site_id' in which ? which.site_id : which.clinic_id)

interface PlaceProposalProps {
  which: Which
  place: { name: string; role: 'Owner' | 'Admin' | 'User' }
  /** May choose the plan themselves. */
  mayChoose: boolean
  /** What is chosen now, where anything is. */
  planId: string | null
}

/** What is proposed for a place to whoever pays, and for its Owners who cannot choose a plan a way to propose one. */
export function PlaceProposal({ which, place, mayChoose, planId }: PlaceProposalProps) {
  const call = 'site_id' in which ? getSitePlanProposal : getClinicPlanProposal
  const { data: proposal } = useAsk(call, place.role === 'User' ? null : { id: idOf(which) })
  const [proposing, setProposing] = useState(false)
  const mayPropose = place.role === 'Owner' && !mayChoose
  return (
    <>
      {proposal && <Proposal proposal={proposal} isOwner={place.role === 'Owner'} />}
      {mayPropose && (
        <div className="deeds">
          <Button onClick={() => setProposing(true)}>Propose {proposal ? 'Another' : 'a'} Plan</Button>
        </div>
      )}
      {proposing && (
        <Suspense>
          <ProposePlan which={which} name={place.name} planId={planId} onClose={() => setProposing(false)} />
        </Suspense>
      )}
    </>
  )
}

/** What is proposed to a payer, for those who run it; nothing where nothing is. */
export function PayerProposals({ payerId }: { payerId: string }) {
  const { data } = useAsk(listPlanProposals, { id: payerId })
  return data?.plan_proposals.map((proposal) => (
    <Proposal key={proposal.id} proposal={proposal} isOwner={false} />
  ))
}

function Proposal({ proposal, isOwner }: { proposal: PlanProposal; isOwner: boolean }) {
  const { data: plans } = usePlansOf([proposal.plan_id])
  const plan = plans?.get(proposal.plan_id)
  if (!plan) return null
  return (
    <Banner
      is="info"
      action={
        proposal.may_answer ? (
          <Answer proposal={proposal} plan={plan} />
        ) : (
          isOwner && <TakeBack proposal={proposal} />
        )
      }
    >
      <strong>{proposal.proposer_name}</strong> proposes {plan.name} for {proposal.place_name}:{' '}
      {formatPrice(plan)}, without tax.{' '}
      {proposal.may_answer
        ? `You can accept until ${formatDate(proposal.expires_at)}. Nothing changes before.`
        : `Nothing changes unless whoever pays accepts, until ${formatDate(proposal.expires_at)}.`}
    </Banner>
  )
}

function Answer({ proposal, plan }: { proposal: PlanProposal; plan: Plan }) {
  const { ask, busy } = useCall(declinePlanProposal)
  const [accepting, setAccepting] = useState(false)
  const leaveIt = () => toldInToast(ask({ id: proposal.id }), 'The plan stays as it is.')
  return (
    <div className="row">
      <Button busy={busy} busyLabel="Declining.." onClick={() => void leaveIt()}>
        Decline
      </Button>
      <Button kind="primary" onClick={() => setAccepting(true)}>
        Accept
      </Button>
      {accepting && (
        <Suspense>
          <AcceptPlan proposal={proposal} plan={plan} onClose={() => setAccepting(false)} />
        </Suspense>
      )}
    </div>
  )
}

function TakeBack({ proposal }: { proposal: PlanProposal }) {
  const { ask, busy } = useCall(
    proposal.kind === 'site' ? withdrawSitePlanProposal : withdrawClinicPlanProposal,
  )
  const takeBack = () => toldInToast(ask({ id: proposal.place_id }), 'The proposal was taken back.')
  return (
    <Button busy={busy} busyLabel="Taking back.." onClick={() => void takeBack()}>
      Take It Back
    </Button>
  )
}
