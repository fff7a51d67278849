import { t } from '@byre/contract/words'
import { IconCircle, IconCircleCheck } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { mayPayWith } from '../billing/billing-entities.ts'
import { CardLink } from '../billing/cards/card-link.tsx'
import { useBillingEntities } from '../billing/use-billing-entities.ts'
import { call } from '../lib/api.ts'
import { useAnswer, useAsk } from '../lib/query.ts'
import { memberCalls } from '../people/place.ts'
import type { Kind, Place } from '../products.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { answersAt, domainCalls, toDomainField } from './domain-calls.ts'
import './places.css'

const keyOf = (id: string) => `byre.ready.${id}`
/** So soon a launch in another window ticks its step. */
const lookAgainMs = 10_000

interface Steps {
  hasCard: boolean
  /** Whether the reader is one of those who may add it. */
  mayAddCard: boolean
  /** Who was invited and has not answered counts. */
  hasPeople: boolean
  domain: 'none' | 'unproven' | 'proven'
  isLaunched: boolean
}

/** What is left to do at a place; null when nothing is or it was put away, undefined until that is known. */
export function useNextSteps(
  kind: Kind,
  place: Place,
): { steps: Steps | null | undefined; putAway: () => void } {
  const [isShown, setShown] = useState(
    () =>
      place.role !== 'User' && place.access_state === 'ok' && localStorage.getItem(keyOf(place.id)) === null,
  )
  const { id } = place
  const entities = useBillingEntities()
  const people = useAsk(memberCalls[kind.one].list, isShown ? { id, per_page: 1, invites: '1' } : null)
  const claim = useAsk(domainCalls[kind.one].get, isShown && place.domain !== null ? { id } : null)
  const launches = useAnswer(
    isShown ? ['launches', id] : null,
    async (signal) => {
      // Every action of an activity has its words there, which most visits of a place do without.
      const { activityCalls } = await import('../people/activity-calls.ts')
      return call(activityCalls[kind.one].list, { id, deed: 'createHandOff', per_page: 1 }, { signal })
    },
    { every: (came) => (came?.activity.length === 0 ? lookAgainMs : null) },
  )
  const putAway = () => {
    localStorage.setItem(keyOf(id), '1')
    setShown(false)
  }
  if (!isShown) return { steps: null, putAway }
  const isWaiting = entities.isPending || people.isPending || launches.isPending
  if (isWaiting || (claim.isPending && place.domain !== null)) return { steps: undefined, putAway }
  const runs = entities.data?.billing_entities.filter(mayPayWith) ?? []
  const steps: Steps = {
    hasCard: typeof place.billing?.last_four === 'string',
    mayAddCard: runs.some((entity) => entity.id === place.billing_entity_id),
    hasPeople: (people.data?.total ?? 0) > 1,
    domain:
      place.domain === null ? 'none' : claim.data && answersAt(claim.data.state) ? 'proven' : 'unproven',
    isLaunched: (launches.data?.activity.length ?? 0) > 0,
  }
  return { steps: isLeft(steps, place) ? steps : null, putAway }
}

const isLeft = ({ hasCard, mayAddCard, hasPeople, domain, isLaunched }: Steps, { role }: Place) =>
  (mayAddCard && !hasCard) ||
  !hasPeople ||
  domain === 'unproven' ||
  (domain === 'none' && role === 'Owner') ||
  !isLaunched

interface NextStepsProps {
  kind: Kind
  place: Place
  steps: Steps
  onPutAway: () => void
}

/** A place is ready, and what is left, each with its one press; what is done is ticked. */
export function NextSteps({ kind, place, steps, onPutAway }: NextStepsProps) {
  return (
    <Card
      title={t`${place.name} is ready`}
      actions={<Button kind="quiet" onClick={onPutAway}>{t`Not now`}</Button>}
    >
      <p>{t`The first steps:`}</p>
      <ul className="steps">
        {steps.mayAddCard && (
          <Step isDone={steps.hasCard} done={t`There is a card, so nothing stops when the free trial ends.`}>
            <span>{t`Add a card, so that nothing stops when the free trial ends.`}</span>
            <CardLink billingEntityId={place.billing_entity_id}>{t`Add Card`}</CardLink>
          </Step>
        )}
        <Step isDone={steps.hasPeople} done={t`People have been invited.`}>
          <span>{t`Invite the people who work at this ${kind.one}.`}</span>
          <ButtonLink to={{ search: '?invite=1' }} preventScrollReset>{t`Invite people`}</ButtonLink>
        </Step>
        {(steps.domain !== 'none' || place.role === 'Owner') && (
          <Step isDone={steps.domain === 'proven'} done={t`Its own domain is verified.`}>
            {steps.domain === 'none' ? (
              <>
                <span>{t`Give it your own domain, if you have one.`}</span>
                <ButtonLink to={toDomainField(kind, place)}>{t`Add a domain`}</ButtonLink>
              </>
            ) : (
              <>
                <span>{t`Set the records of its domain.`}</span>
                <ButtonLink
                  to={{ search: '?tab=domain' }}
                  preventScrollReset
                >{t`See the records`}</ButtonLink>
              </>
            )}
          </Step>
        )}
        <Step isDone={steps.isLaunched} done={t`It was launched.`}>
          <span>{t`Launch it for the first time.`}</span>
          <ButtonLink
            href={place.launch_url}
            target="_blank"
            rel="noopener noreferrer"
          >{t`Launch it`}</ButtonLink>
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
          <span className="unseen">{t`Done:`} </span>
          {done}
        </span>
      ) : (
        children
      )}
    </li>
  )
}
