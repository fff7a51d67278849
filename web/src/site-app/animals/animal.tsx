import { getAnimal } from '@byre/contract/herd/animals'
import type { AppReplyOf } from '@byre/contract/app-calls'
import { useEffect, useState, type ReactNode } from 'react'
import { Link, useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import { beyondPhone, useWidth } from '../../lib/width.ts'
import { Banner } from '../../ui/banner.tsx'
import { Card } from '../../ui/card.tsx'
import { Page } from '../../ui/page.tsx'
import { DetailSkeleton, OnScreen } from '../../ui/skeletons.tsx'
import { useAppAsk } from '../asks.ts'
import { FoldAway } from '../fold-away.tsx'
import { Loaded } from '../loaded.tsx'
import { paths } from '../paths.ts'
import { RecordButton } from '../recording/record.tsx'
import { AnimalFacts, Tags, wornIn } from './animal-facts.tsx'
import './animals.css'
import { DosesToCome } from './doses-to-come.tsx'
import { eventIn } from './event-link.tsx'
import { Findings } from './findings.tsx'
import { HoldChip } from './hold-chip.tsx'
import { animalName } from './names.ts'
import { pagesIn, withPages } from './narrowing.ts'
import { Timeline } from './timeline.tsx'
import { Weights } from './weights.tsx'
import { WhatHolds } from './what-holds.tsx'

export function Component() {
  const { id = '' } = useParams()
  return <Animal key={id} id={id} />
}

type Reply = AppReplyOf<typeof getAnimal>

const crumbs = [{ label: 'Animals', to: paths.animals() }]

/** One animal: what it is now, what holds it and why, and all that was recorded of it. */
function Animal({ id }: { id: string }) {
  const [search, setSearch] = useSearchParams()
  const before = pagesIn(search, 'before')
  const ask = useAppAsk(
    getAnimal,
    { id, ...(before.length > 0 && { before: before.at(-1)! }) },
    { keep: true },
  )
  useWayToNamed(ask.isPlaceholderData ? undefined : ask.data, before)
  const [isShown, tell] = useState(false)
  const animal = isShown ? ask.data?.animal : undefined
  return (
    <Page
      title={animal ? animalName(animal) : 'Animal'}
      crumbs={crumbs}
      chip={animal && <HoldChip animal={animal} />}
      actions={
        animal &&
        ['here', 'gone'].includes(animal.status) && (
          <RecordButton of={{ animals: [{ id: animal.id, name: animalName(animal) }] }} />
        )
      }
    >
      <Loaded ask={ask} skeleton={<DetailSkeleton />} failed="This animal could not be loaded.">
        {(reply) => (
          <>
            <OnScreen is tell={tell} />
            <SameAs animal={reply.animal} />
            <div className="animal">
              <Facts of={reply} />
              <Timeline
                animal={reply.animal}
                events={reply.events}
                before={before}
                next={reply.next}
                onTurn={(pages) =>
                  setSearch((now) => withPages(now, 'before', pages), { preventScrollReset: true })
                }
              />
            </div>
          </>
        )}
      </Loaded>
    </Page>
  )
}

/** Goes on to the page of the history on which the event stands that the address names; where there is none, back to the latest. */
function useWayToNamed(reply: Reply | undefined, before: readonly string[]) {
  const { hash, search } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    const named = eventIn(hash)
    if (!reply || named === null || reply.events.some(({ id }) => id === named)) return
    const { next } = reply
    if (next === null && before.length === 0) return
    const pages = next === null ? [] : [...before, next]
    const on = withPages(new URLSearchParams(search), 'before', pages).toString()
    void navigate({ search: on, ...(next !== null && { hash }) }, { replace: true, preventScrollReset: true })
  })
}

interface RarelyNeededProps {
  title: string
  /** What of it is asked for most, in a line. */
  glance: string
  children: ReactNode
}

/** A card; on a phone folded, with its glance beside its title. */
function RarelyNeeded({ title, glance, children }: RarelyNeededProps) {
  const isPhone = !useWidth(beyondPhone)
  if (!isPhone) return <Card title={title}>{children}</Card>
  return (
    <div className="animal-fold">
      <FoldAway
        summary={
          <>
            <h2>{title}</h2> <span className="soft">{glance}</span>
          </>
        }
      >
        {children}
      </FoldAway>
    </div>
  )
}

const SameAs = ({ animal: { same_as } }: Pick<Reply, 'animal'>) =>
  same_as !== null && (
    <Banner is="info">
      This turned out to be another animal. <Link to={paths.animal(same_as)}>Go to that animal</Link>
    </Banner>
  )

/** What needs somebody; beside it, where there is room, what the animal is. */
function Facts({
  of: { animal, identifiers, withdrawals, findings, courses, weights, events },
}: {
  of: Reply
}) {
  return (
    <>
      <div className="animal-needs">
        <Card title="What holds it">
          <WhatHolds animal={animal} withdrawals={withdrawals} events={events} />
        </Card>
        {animal.status === 'here' && courses.length > 0 && (
          <Card title="Doses to come">
            <DosesToCome animal={animal} courses={courses} />
          </Card>
        )}
        {findings.length > 0 && (
          <Card title="To look at">
            <Findings findings={findings} events={events} />
          </Card>
        )}
      </div>
      <div className="animal-facts">
        <Card title="Now">
          <AnimalFacts animal={animal} weights={weights} />
        </Card>
        <RarelyNeeded title="Tags" glance={wornIn(identifiers)}>
          <Tags identifiers={identifiers} />
        </RarelyNeeded>
        {weights.length > 0 && (
          <RarelyNeeded
            title="Weights"
            glance={weights.length === 1 ? '1 weighing' : `${weights.length} weighings`}
          >
            <Weights weights={weights} />
          </RarelyNeeded>
        )}
      </div>
    </>
  )
}
