import { getAnimal } from '@byre/contract/herd/animals'
import type { AppReplyOf } from '@byre/contract/app-calls'
import { useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { Banner } from '../../ui/banner.tsx'
import { Card } from '../../ui/card.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Page } from '../../ui/page.tsx'
import { DetailSkeleton, OnScreen } from '../../ui/skeletons.tsx'
import { useAppAsk } from '../asks.ts'
import { paths } from '../paths.ts'
import { RecordButton } from '../recording/record.tsx'
import { AnimalFacts, Tags } from './animal-facts.tsx'
import './animals.css'
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
  const [isShown, tell] = useState(false)
  const animal = isShown ? ask.data?.animal : undefined
  return (
    <Page
      title={animal ? animalName(animal) : 'Animal'}
      crumbs={crumbs}
      chip={animal && <HoldChip animal={animal} />}
      actions={
        animal?.status === 'here' && (
          <RecordButton of={{ animals: [{ id: animal.id, name: animalName(animal) }] }} />
        )
      }
    >
      <Loaded ask={ask} skeleton={<DetailSkeleton />} failed="This animal could not be loaded.">
        {(reply) => (
          <>
            <OnScreen is tell={tell} />
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
          </>
        )}
      </Loaded>
    </Page>
  )
}

function Facts({ of: { animal, identifiers, withdrawals, findings, weights, events } }: { of: Reply }) {
  return (
    <>
      {animal.same_as !== null && (
        <Banner is="info">
          This turned out to be another animal.{' '}
          <Link to={paths.animal(animal.same_as)}>Go to that animal</Link>
        </Banner>
      )}
      <div className="animal-cards">
        <Card title="What holds it">
          <WhatHolds animal={animal} withdrawals={withdrawals} events={events} />
        </Card>
        <Card title="Now">
          <AnimalFacts animal={animal} weights={weights} />
        </Card>
        {findings.length > 0 && (
          <Card title="To look at">
            <Findings findings={findings} events={events} />
          </Card>
        )}
        <Card title="Tags">
          <Tags identifiers={identifiers} />
        </Card>
        {weights.length > 0 && (
          <Card title="Weights">
            <Weights weights={weights} />
          </Card>
        )}
      </div>
    </>
  )
}
