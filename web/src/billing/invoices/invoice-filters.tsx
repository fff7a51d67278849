import { t } from '@byre/contract/words'
import type { PaidPlace } from '@byre/contract/billing/paid-places'
import { useSearchParams } from 'react-router'
import { changed } from '../../lib/in-address.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/forms/choice.tsx'
import { DayField } from '../../ui/forms/day-field.tsx'
import { invoicesWanted, placeIdOf, statesOfInvoices } from './invoice-address.ts'

const states = [
  { value: '', label: t`All states` },
  ...Object.entries(statesOfInvoices).map(([value, label]) => ({ value, label })),
]

/** Which invoices are listed: all of it stands in the address, and Back undoes it. */
export function InvoiceFilters({ places }: { places: readonly PaidPlace[] }) {
  const [search, setSearch] = useSearchParams()
  const { status = '', site_id, clinic_id, issued = '' } = invoicesWanted(search, places)
  const choose = (values: Record<string, string>) =>
    setSearch((now) => changed(now, { ...values, page: '' }), { preventScrollReset: true })
  const place = site_id ?? clinic_id ?? ''
  return (
    <div className="invoice-filters list-tools">
      <Choice label={t`State`} value={status} options={states} onChoose={(state) => choose({ state })} />
      {(places.length > 1 || place) && (
        <Choice
          label={t`Place`}
          value={place}
          options={[
            { value: '', label: t`All places` },
            ...places.map((one) => ({ value: placeIdOf(one), label: one.place_name })),
          ]}
          onChoose={(place) => choose({ place })}
        />
      )}
      <DayField
        label={t`Day`}
        value={issued.length === 10 ? issued : ''}
        onChoose={(day) => choose({ day })}
      />
      {(status || place || issued) && (
        <div>
          <Button onClick={() => choose({ state: '', place: '', day: '' })}>{t`Show all`}</Button>
        </div>
      )}
    </div>
  )
}
