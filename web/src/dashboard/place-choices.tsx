import { t } from '@byre/contract/words'
import { useSearchParams } from 'react-router'
import { Choice } from '../ui/forms/choice.tsx'
import {
  changed,
  placesAddress,
  placeSorts,
  statesInWords,
  type PlaceState,
} from '../account/list-address.ts'
import './dashboard.css'

const optionsOf = <V extends string>(words: Readonly<Record<V, string>>) =>
  (Object.keys(words) as V[]).map((value) => ({ value, label: words[value] }))

const states: { value: PlaceState | ''; label: string }[] = [
  { value: '', label: t`All states` },
  ...optionsOf(statesInWords),
]

/** In which order places are listed, and those of which state: both stand in the address, and Back undoes them. */
export function PlaceChoices() {
  const [search, setSearch] = useSearchParams()
  const { sort, state } = placesAddress(search)
  const choose = (values: Record<string, string>) =>
    setSearch((now) => changed(now, { ...values, page: '' }), { preventScrollReset: true })
  return (
    <>
      <Choice
        label={t`State`}
        compact
        value={state ?? ''}
        options={states}
        onChoose={(chosen) => choose({ state: chosen })}
      />
      <Choice
        label={t`Order`}
        compact
        value={sort}
        options={optionsOf(placeSorts)}
        onChoose={(chosen) => choose({ sort: chosen === 'name' ? '' : chosen })}
      />
    </>
  )
}
