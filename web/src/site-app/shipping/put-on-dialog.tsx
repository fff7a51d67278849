import { shipListAtMost, type Chosen, type ShipListSummary } from '@byre/contract/herd/ship-list-parts'
import { addToShipList, listShipLists } from '@byre/contract/herd/ship-lists'
import { marketName } from '@byre/contract/herd/market-names'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Refusal, sentenceOf } from '../../lib/refusal.ts'
import { toast } from '../../lib/toast.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { forgetAnswers, useAppAsk, useAppCommand } from '../asks.ts'
import { Loaded } from '../loaded.tsx'
import { useMe } from '../me.ts'
import { paths } from '../paths.ts'
import { FormDialog } from '../recording/form-dialog.tsx'
import type { RecordedOf } from '../recording/record.tsx'
import { shortMoment, useZone } from '../times.ts'
import { withWord } from '../words.ts'
import { useMaking } from './making.ts'
import { PlanForm } from './plan-form.tsx'
import { emptyPlan } from './plan.ts'
import './shipping.css'
import { StateChip } from './state-chip.tsx'

interface PutOnDialogProps {
  of: RecordedOf
  onClose: () => void
}

/** An open list is chosen, or a new one is planned; then it is shown with what keeps its animals here. */
export function PutOnDialog({ of, onClose }: PutOnDialogProps) {
  const ask = useAppAsk(listShipLists, { open: 'yes', limit: '50' })
  const [isNew, setNew] = useState(false)
  return (
    <FormDialog title={`Put ${whoOf(of)} on a ship list`} onClose={onClose}>
      {tooMany(of) ? (
        <Banner is="warning">
          A ship list is one load, of {shipListAtMost} animals at most. Choose fewer of them.
        </Banner>
      ) : (
        <Loaded ask={ask} skeleton={<Skeleton height="10rem" />} failed="The ship lists could not be loaded.">
          {({ ship_lists: lists }) =>
            isNew || lists.every(({ state }) => state === 'locked') ? (
              <NewList of={of} />
            ) : (
              <Lists lists={lists} of={of} onNew={() => setNew(true)} />
            )
          }
        </Loaded>
      )}
    </FormDialog>
  )
}

const tooMany = (of: RecordedOf) => 'animals' in of && of.animals.length > shipListAtMost

function whoOf(of: RecordedOf): string {
  if ('pen' in of) return withWord('pen', of.pen.name)
  return of.animals.length === 1 ? of.animals[0]!.name : `${of.animals.length} animals`
}

const chosenOf = (of: RecordedOf): Chosen =>
  'pen' in of ? { pen: of.pen.id } : { animals: of.animals.map(({ id }) => id) }

/** What it came to, in words. */
const addedInWords = (added: number) =>
  added === 0
    ? 'They are on this list already.'
    : added === 1
      ? '1 animal was put on this list.'
      : `${added} animals were put on this list.`

interface ListsProps {
  lists: readonly ShipListSummary[]
  of: RecordedOf
  onNew: () => void
}

function Lists({ lists, of, onNew }: ListsProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const locked = lists.filter(({ state }) => state === 'locked').length
  return (
    <div className="stack">
      <ul className="lists-to-fill">
        {lists
          .filter(({ state }) => state !== 'locked')
          .map((list) => (
            <ListToFill key={list.id} list={list} of={of} onProblem={setProblem} />
          ))}
      </ul>
      {locked > 0 && (
        <p className="soft">
          {locked === 1 ? 'A locked list takes' : `${locked} locked lists take`} no more animals.
        </p>
      )}
      {problem && (
        <Banner is="danger" live>
          {problem}
        </Banner>
      )}
      <div className="form-buttons">
        <Button icon={IconPlus} onClick={onNew}>
          New ship list
        </Button>
      </div>
    </div>
  )
}

interface ListToFillProps extends Pick<ListsProps, 'of'> {
  list: ShipListSummary
  onProblem: (problem: string | null) => void
}

function ListToFill({
  list: { id, destination, market, load_at, head, state },
  of,
  onProblem,
}: ListToFillProps) {
  const zone = useZone()
  const navigate = useNavigate()
  const { send, busy } = useAppCommand(addToShipList, { id })
  const add = async () => {
    onProblem(null)
    try {
      const { added } = await send(chosenOf(of))
      toast.success(addedInWords(added))
      void navigate(paths.shipList(id))
    } catch (error) {
      if (error instanceof Refusal && error.status === 409) void forgetAnswers()
      onProblem(sentenceOf(error))
    }
  }
  return (
    <li>
      <Button busy={busy} className="list-to-fill" onClick={() => void add()}>
        <span>{destination}</span>
        <span className="soft">
          {shortMoment(load_at, zone)}, {marketName(market)}, {head} head
        </span>
        <StateChip state={state} />
      </Button>
    </li>
  )
}

function NewList({ of }: { of: RecordedOf }) {
  const me = useMe()
  const navigate = useNavigate()
  const make = useMaking()
  return (
    <PlanForm
      begin={emptyPlan(me)}
      submit="Make this list"
      busyLabel="Making.."
      onSend={async (plan) => {
        const { id, added } = await make(plan, chosenOf(of))
        toast.success(addedInWords(added))
        void navigate(paths.shipList(id))
      }}
    />
  )
}
