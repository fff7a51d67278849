import { IconCircle, IconCircleCheck } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { mayPayWith } from '../billing/billing-entities.ts'
import { CardLink } from '../billing/cards/card-link.tsx'
import { useBillingEntities } from '../billing/use-billing-entities.ts'
import { useAsk } from '../lib/query.ts'
import { memberCalls } from '../people/place.ts'
import type { Kind, Place } from '../products.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { hostOf } from './hosts.ts'
import './places.css'

const newForMs = 30 * 86_400_000
const keyOf = (id: string) => `byre.ready.${id}`

interface Steps {
  hasCard: boolean
  /** Whether the reader is one of those who may add it. */
  mayAddCard: boolean
  hasPeople: boolean
}

/** What is left to do at a new place; null when nothing is or it was put away, undefined until that is known. */
export function useNextSteps(kind: Kind, place: Place): Steps | null | undefined {
  const [isNew] = useState(
    () =>
      place.role !== 'User' &&
      place.access_state === 'ok' &&
      Date.now() - Date.parse(place.created_at) < newForMs &&
      localStorage.getItem(keyOf(place.id)) === null,
  )
  const entities = useBillingEntities()
  const people = useAsk(memberCalls[kind.one].list, isNew ? { id: place.id, per_page: 1 } : null)
  if (!isNew) return null
  if (entities.isPending || people.isPending) return undefined
  const runs = entities.data?.billing_entities.filter(mayPayWith) ?? []
  const steps = {
    hasCard: typeof place.billing?.last_four === 'string',
    mayAddCard: runs.some(({ id }) => id === place.billing_entity_id),
    hasPeople: (people.data?.total ?? 0) > 1,
  }
  return steps.hasPeople && (steps.hasCard || !steps.mayAddCard) ? null : steps
}

interface NextStepsProps {
  kind: Kind
  place: Place
  steps: Steps
}

/** A new place is ready: where it answers, and what is left, each with its one press; what is done is ticked. */
export function NextSteps({ kind, place, steps }: NextStepsProps) {
  const [isAway, setAway] = useState(false)
  if (isAway) return null
  const putAway = () => {
    localStorage.setItem(keyOf(place.id), '1')
    setAway(true)
  }
  return (
    <Card
      title={`${place.name} is ready`}
      actions={
        <Button kind="quiet" onClick={putAway}>
          Not now
        </Button>
      }
    >
      <p>
        It answers at <a href={place.launch_url}>{hostOf(place.launch_url)}</a>. What is left:
      </p>
      <ul className="steps">
        {steps.mayAddCard && (
          <Step isDone={steps.hasCard} done="A card is there, so nothing stops when the free trial ends.">
            <span>Add a card, so that nothing stops when the free trial ends.</span>
            <CardLink billingEntityId={place.billing_entity_id}>Add Card</CardLink>
          </Step>
        )}
        <Step isDone={steps.hasPeople} done="People are here.">
          <span>Invite the people who work at this {kind.one}.</span>
          <ButtonLink href="#invite-title">Invite</ButtonLink>
        </Step>
      </ul>
    </Card>
  )
}

function Step({ isDone, done, children }: { isDone: boolean; done: string; children: ReactNode }) {
  const Picture = isDone ? IconCircleCheck : IconCircle
  return (
    <li className="step" data-done={isDone}>
      <Picture size={20} aria-hidden />
      {isDone ? (
        <span>
          <span className="unseen">Done: </span>
          {done}
        </span>
      ) : (
        children
      )}
    </li>
  )
}
