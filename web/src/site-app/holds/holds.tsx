import { listHoldDays, listHolds } from '@byre/contract/herd/holds'
import { listPens } from '@byre/contract/herd/pens'
import { marketInSentence } from '@byre/contract/herd/market-names'
import { IconPrinter } from '@tabler/icons-react'
import { useSearchParams } from 'react-router'
import { clock } from '../../lib/clock.ts'
import { changed } from '../../lib/in-address.ts'
import { beyondPhone, useWidth } from '../../lib/width.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Page } from '../../ui/page.tsx'
import { usePatience } from '../../ui/patience.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { KeysetPages } from '../animals/keyset-pages.tsx'
import { pagesIn, withPages } from '../animals/narrowing.ts'
import { useAppAsk } from '../asks.ts'
import { FoldAway } from '../fold-away.tsx'
import { hasFailed, Loaded } from '../loaded.tsx'
import { useMe } from '../me.ts'
import { useZone } from '../times.ts'
import { Board } from './board.tsx'
import { inputOf, choiceIn, spanOf, type BoardChoice } from './choice-in-address.ts'
import { ClearCalendar } from './clear-calendar.tsx'
import { dayInWords } from './days.ts'
import { HoldFilters } from './hold-filters.tsx'
import './holds.css'
import { Waiting } from '../../ui/skeletons.tsx'

/** A page that is looked through, not scrolled through. */
const rowsOnPhone = '10'

/** Who is held, why, and until when: by the day on which they are clear, today's first, those without an end last. */
export function Component() {
  const me = useMe()
  const zone = useZone()
  const [search, setSearch] = useSearchParams()
  const choice = choiceIn(search, me)
  const before = pagesIn(search, 'after')
  const isPhone = !useWidth(beyondPhone)
  const ask = useAppAsk(
    listHolds,
    {
      ...inputOf(choice, me),
      ...spanOf(choice, zone, clock.now()),
      ...(isPhone && { limit: rowsOnPhone }),
      ...(before.length > 0 && { after: before.at(-1)! }),
    },
    { keep: true },
  )
  const days = useAppAsk(listHoldDays, inputOf(choice, me), { keep: true })
  const { data: yard, isPending: isYardAwaited } = useAppAsk(listPens, {})
  const pens = yard?.pens
  const isYardKnown = usePatience(!isYardAwaited)
  const turn = (pages: readonly string[]) => setSearch((now) => withPages(now, 'after', pages))
  // Below the rows nobody would find it.
  const isBeside = useWidth('(width >= 75rem)')
  const calendar = (
    <Loaded ask={days} skeleton={<Skeleton height="18rem" />} failed="The calendar could not be loaded.">
      {(came) => <ClearCalendar days={came} />}
    </Loaded>
  )
  return (
    <Page
      title="Holds"
      lead={<Lead choice={choice} />}
      actions={
        <Button icon={IconPrinter} onClick={() => print()}>
          Print
        </Button>
      }
    >
      <HoldFilters choice={choice} pens={pens} commodities={ask.data?.shown.commodities ?? []} />
      {!isBeside && !hasFailed(ask) && (
        // One more filter may still come above it.
        <div className="clear-dates" data-known={!ask.isPending}>
          <FoldAway summary={<h2>Clear dates</h2>}>{calendar}</FoldAway>
        </div>
      )}
      <div className="holds in-order">
        <div className="holds-board">
          <Loaded
            ask={ask}
            skeleton={<Skeleton height="24rem" />}
            failed="The board could not be loaded."
            with={days}
          >
            {(board) => (
              <div className="in-order stack">
                {/* How wide a pen's name is moves the columns beside it. */}
                {!isYardKnown && <Waiting />}
                {board.holds.length === 0 ? (
                  <Nobody isNarrowed={isNarrowed(choice) || before.length > 0} />
                ) : (
                  <Board board={board} pens={new Map(pens?.map(({ id, name }) => [id, name]))} />
                )}
                <KeysetPages
                  of="holds"
                  words={['Previous', 'Next']}
                  before={before}
                  next={board.next}
                  onTurn={turn}
                />
              </div>
            )}
          </Loaded>
        </div>
        {isBeside && !hasFailed(ask) && <Card title="Clear dates">{calendar}</Card>}
      </div>
    </Page>
  )
}

/** On paper, too, it says what it is of. */
function Lead({ choice: { market, from } }: { choice: BoardChoice }) {
  const [, setSearch] = useSearchParams()
  return (
    <>
      Animals that cannot be sold in {marketInSentence(market)} yet.
      {from && (
        <>
          {' '}
          Clear on {dayInWords(from)} or later.{' '}
          <Button kind="quiet" onClick={() => setSearch((now) => changed(now, { from: '', after: '' }))}>
            Show all days
          </Button>
        </>
      )}
    </>
  )
}

const isNarrowed = ({ pen, why, ends, from, commodity }: BoardChoice) =>
  [pen, why, ends, from, commodity].some((value) => value !== '')

function Nobody({ isNarrowed: isFiltered }: { isNarrowed: boolean }) {
  const [, setSearch] = useSearchParams()
  if (!isFiltered)
    return (
      <EmptyState title="No animal is held" drawing="gate">
        Animals are listed here from a treatment until they are clear, or while too little is known about
        them.
      </EmptyState>
    )
  return (
    <EmptyState
      title="No hold matches"
      action={<Button onClick={() => setSearch((now) => changed(now, nothingChosen))}>Show all holds</Button>}
    >
      Nothing matches everything chosen above.
    </EmptyState>
  )
}

const nothingChosen = { pen: '', why: '', ends: '', from: '', commodity: '', after: '' }
