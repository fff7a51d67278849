import type { ShipList } from '@byre/contract/herd/ship-list-parts'
import { getShipList } from '@byre/contract/herd/ship-lists'
import { marketName } from '@byre/contract/herd/market-names'
import { useState, type ComponentProps } from 'react'
import { useParams } from 'react-router'
import { beyondPhone, useWidth } from '../../lib/width.ts'
import { Card } from '../../ui/card.tsx'
import { Page } from '../../ui/page.tsx'
import { DetailSkeleton, OnScreen } from '../../ui/skeletons.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { useAppAsk } from '../asks.ts'
import { FoldAway } from '../fold-away.tsx'
import { Loaded } from '../loaded.tsx'
import { useMe } from '../me.ts'
import { paths } from '../paths.ts'
import { StateChip } from '../shipping/state-chip.tsx'
import { shortMoment, useZone } from '../times.ts'
import { AddAnimals } from './add-animals.tsx'
import { Entries, isOpen } from './entries.tsx'
import { HowItStands } from './how-it-stands.tsx'
import { LateTruths } from './late-truths.tsx'
import { PlanFacts } from './plan-facts.tsx'
import './ship-lists.css'
import { Steps } from './steps.tsx'
import { Untagged } from './untagged.tsx'

const crumbs = [{ label: 'Ship lists', to: paths.shipLists() }]

export function Component() {
  const { id = '' } = useParams()
  return <OneList key={id} id={id} />
}

/** One load: how it stands, what is to be done next, and which of its animals may not leave. */
function OneList({ id }: { id: string }) {
  const zone = useZone()
  const mayRecord = useMe().rights.includes('record')
  // What is being thrown away is not asked for again: it would be found nowhere before the list of lists is there.
  const [isGoing, setGoing] = useState(false)
  const ask = useAppAsk(getShipList, { id }, { isOver: isGoing })
  const [isShown, tell] = useState(false)
  const list = isShown ? ask.data : undefined
  return (
    <Page
      title={list?.destination ?? 'Ship list'}
      crumbs={crumbs}
      chip={list && <StateChip state={list.state} />}
      lead={list && leadOf(list, zone)}
      actions={list && <Steps list={list} />}
    >
      <Loaded ask={ask} skeleton={<DetailSkeleton />} failed="This ship list could not be loaded.">
        {(shown) => (
          <>
            <OnScreen is tell={tell} />
            <HowItStands list={shown} />
            <Untagged list={shown} />
            <div className="ship-list">
              <div className="ship-list-animals">
                {shown.late.length > 0 && <LateTruths list={shown} />}
                {isOpen(shown) && mayRecord && <AddAnimals list={shown} />}
                {shown.entries.length === 0 && (
                  <EmptyState title="No animals yet">
                    {mayRecord
                      ? 'Add them by their tags or a whole pen, or choose them among the animals.'
                      : 'They will be listed here with what keeps them from leaving.'}
                  </EmptyState>
                )}
                <Entries list={shown} />
              </div>
              <TheLoad list={shown} onDropping={setGoing} />
            </div>
          </>
        )}
      </Loaded>
    </Page>
  )
}

const manyOnPhone = 8

/** On a phone it is folded below a long list. */
function TheLoad(of: ComponentProps<typeof PlanFacts>) {
  const isPhone = !useWidth(beyondPhone)
  if (isPhone && of.list.head > manyOnPhone)
    return (
      <FoldAway summary={<h2>The load</h2>}>
        <PlanFacts {...of} />
      </FoldAway>
    )
  return (
    <Card title="The load">
      <PlanFacts {...of} />
    </Card>
  )
}

function leadOf({ state, load_at, departed_at, market, head }: ShipList, zone: string): string {
  const when =
    state === 'departed' && departed_at !== null
      ? `Left ${shortMoment(departed_at, zone)}`
      : `Loads ${shortMoment(load_at, zone)}`
  return `${when} · ${marketName(market)} · ${head === 1 ? '1 head' : `${head} head`}`
}
