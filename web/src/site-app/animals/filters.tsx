import { listLots, listPens } from '@byre/contract/herd/pens'
import { Choice } from '../../ui/forms/choice.tsx'
import { useAppAsk } from '../asks.ts'
import type { Narrowing } from './narrowing.ts'

interface FiltersProps {
  narrowing: Narrowing
  /** An empty value is what stands there unless somebody chooses. */
  onChange: (part: Partial<Record<keyof Narrowing, string>>) => void
}

/** Which animals are listed. Names of pens and lots that have not come leave the choice that was made. */
export function Filters({ narrowing: { status, pen, lot, held }, onChange }: FiltersProps) {
  const pens = useAppAsk(listPens, {}).data?.pens
  const lots = useAppAsk(listLots, {}).data?.lots
  return (
    <>
      <Choice
        label="Status"
        value={status}
        options={[
          { value: 'here', label: 'Here' },
          { value: 'dead', label: 'Dead' },
          { value: 'gone', label: 'Left' },
        ]}
        onChoose={(value) => onChange({ status: value === 'here' ? '' : value })}
      />
      <Choice
        label="Pen"
        value={pen}
        options={groups('All pens', pens, pen)}
        onChoose={(value) => onChange({ pen: value })}
      />
      <Choice
        label="Lot"
        value={lot}
        options={groups('All lots', lots, lot)}
        onChoose={(value) => onChange({ lot: value })}
      />
      <Choice
        label="Hold"
        value={held}
        options={[
          { value: '', label: 'Held or not' },
          { value: 'yes', label: 'Held' },
          { value: 'no', label: 'Clear' },
        ]}
        onChoose={(value) => onChange({ held: value })}
      />
    </>
  )
}

function groups(all: string, known: readonly { id: string; name: string }[] | undefined, chosen: string) {
  const named = (known ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const isNamed = chosen === '' || named.some(({ value }) => value === chosen)
  return [
    { value: '', label: all },
    ...(isNamed ? [] : [{ value: chosen, label: known ? 'Not in the list' : '…' }]),
    ...named,
  ]
}
