import { holdReasons } from '@byre/contract/herd/holds'
import { marketName } from '@byre/contract/herd/market-names'
import { useSearchParams } from 'react-router'
import { changed } from '../../lib/in-address.ts'
import { Choice } from '../../ui/forms/choice.tsx'
import { commodityName } from '../animals/holds.ts'
import { useMe } from '../me.ts'
import { marketsOf, type BoardChoice } from './choice-in-address.ts'

const reasonNames: Readonly<Record<(typeof holdReasons)[number], string>> = {
  label: 'A label’s withdrawal',
  veterinarian: 'A veterinarian’s figure',
  least: 'A market’s own minimum',
  'open course': 'An open course',
  'still fed': 'Feed that goes on',
  'no figure': 'No withdrawal known',
  'extra-label': 'Used off label',
  'banned use': 'A use that is not allowed',
  other: 'A person’s or seller’s word',
}

interface FiltersProps {
  choice: BoardChoice
  pens: readonly { id: string; name: string }[] | undefined
  /** What the site's animals give; nothing to choose from where that is one. */
  commodities: readonly string[]
}

export function HoldFilters({ choice, pens, commodities }: FiltersProps) {
  const me = useMe()
  const [, setSearch] = useSearchParams()
  const choose = (part: Partial<BoardChoice>) =>
    setSearch((now) => changed(now, { ...part, after: '' }), { preventScrollReset: true })
  const markets = marketsOf(me)
  return (
    <div className="hold-filters">
      {markets.length > 1 && (
        <Choice
          label="To sell in"
          value={choice.market}
          options={markets.map((value) => ({ value, label: marketName(value) }))}
          onChoose={(market) => choose({ market })}
        />
      )}
      {commodities.length > 1 && (
        <Choice
          label="Of"
          value={choice.commodity}
          options={[
            { value: '', label: 'Everything' },
            ...commodities.map((value) => ({ value, label: commodityName(value) })),
          ]}
          onChoose={(commodity) => choose({ commodity: commodity as BoardChoice['commodity'] })}
        />
      )}
      <Choice
        label="Ends"
        value={choice.ends}
        options={[
          { value: '', label: 'At any time' },
          { value: 'today', label: 'Today' },
          { value: 'never', label: 'No end date' },
        ]}
        onChoose={(ends) => choose({ ends, from: '' })}
      />
      <Choice
        label="Pen"
        value={choice.pen}
        options={[
          { value: '', label: 'All pens' },
          ...(pens ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ...(choice.pen && !pens?.some(({ id }) => id === choice.pen)
            ? [{ value: choice.pen, label: pens ? 'Not in the list' : '…' }]
            : []),
        ]}
        onChoose={(pen) => choose({ pen })}
      />
      <Choice
        label="Reason"
        value={choice.why}
        options={[
          { value: '', label: 'All reasons' },
          ...holdReasons.map((value) => ({ value, label: reasonNames[value] })),
        ]}
        onChoose={(why) => choose({ why: why as BoardChoice['why'] })}
      />
    </div>
  )
}
