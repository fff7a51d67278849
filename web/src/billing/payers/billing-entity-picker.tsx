import { formatCount } from '../../lib/format.ts'
import { t } from '@byre/contract/words'
import type { BillingEntity } from '@byre/contract/billing/billing-entities'
import { useState, type KeyboardEvent } from 'react'
import { useFormContext } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { useFormFill, useFormValue, type Texts } from '../../ui/forms/form-shell.tsx'
import { RadioCards } from '../../ui/forms/radio-cards.tsx'
import { CardFace } from '../cards/card-face.tsx'
import { EntityFields } from '../entity-fields.tsx'
import { asOrganization, entityFields, organizationFields } from '../entity-values.ts'
import { createNew } from '../billing-entities.ts'

interface BillingEntityPickerProps {
  billingEntities: readonly BillingEntity[]
  /** Who pays now, where that is not among the payers the person may choose. */
  present?: { id: string; name: string }
  /** 'Copy Site Information': whatever the form has in common with a payer. */
  copyLabel: string
}

/** More than these are not laid out all at once: one looks for them by name. */
const shownAtMost = 8

/** Who pays: one that is there, or a new one, filled in on the spot. */
export function BillingEntityPicker({ billingEntities, present, copyLabel }: BillingEntityPickerProps) {
  const chosen = useFormValue('billing_entity_id')
  const [sought, setSought] = useState('')
  const others = present && !billingEntities.some(({ id }) => id === present.id) ? [present] : []
  const shown = shownOf(billingEntities, sought, chosen)
  return (
    <>
      {billingEntities.length > shownAtMost && (
        <Search of={billingEntities.length} shown={shown.length} sought={sought} onSeek={setSought} />
      )}
      <RadioCards
        name="billing_entity_id"
        label={t`Billing information`}
        quietLabel
        options={[
          ...others.map(({ id, name }) => ({ value: id, title: name, detail: t`Pays now` })),
          ...shown.map((billingEntity) => ({
            value: billingEntity.id,
            title: billingEntity.name,
            detail: billingEntity.city,
            mark: <CardFace card={billingEntity} />,
          })),
          { value: createNew, title: t`Create new Billing Information` },
        ]}
      />
      {chosen === createNew && <NewBillingEntityFields copyLabel={copyLabel} />}
    </>
  )
}

/** The first few whose name fits, and always the chosen one. */
function shownOf(billingEntities: readonly BillingEntity[], sought: string, chosen: string) {
  const wanted = sought.trim().toLowerCase()
  const fitting = new Set(
    billingEntities.filter(({ name }) => name.toLowerCase().includes(wanted)).slice(0, shownAtMost),
  )
  return billingEntities.filter((billingEntity) => billingEntity.id === chosen || fitting.has(billingEntity))
}

/** Looking for something is not sending the form. */
function stopEnter(event: KeyboardEvent) {
  if (event.key !== 'Enter') return
  event.preventDefault()
  event.stopPropagation()
}

interface SearchProps {
  of: number
  shown: number
  sought: string
  onSeek: (sought: string) => void
}

function Search({ of, shown, sought, onSeek }: SearchProps) {
  return (
    <label className="field">
      <span className="label">{t`Find billing information`}</span>
      <input
        type="search"
        className="input"
        autoComplete="off"
        value={sought}
        onChange={(event) => onSeek(event.target.value)}
        onKeyDown={stopEnter}
      />
      <span className="hint figures" role="status">{t`${shown} of ${formatCount(of)} shown`}</span>
    </label>
  )
}

function NewBillingEntityFields({ copyLabel }: Pick<BillingEntityPickerProps, 'copyLabel'>) {
  const fill = useFormFill()
  const clear = () => fill(Object.fromEntries(organizationFields.map((name) => [name, ''])))
  return (
    <div className="new-payer stack">
      <div className="row">
        <CopyFromForm label={copyLabel} />
        <Button onClick={clear}>{t`Clear`}</Button>
      </div>
      <EntityFields prefix="organization_" of={t`Organization`} />
    </div>
  )
}

function CopyFromForm({ label }: { label: string }) {
  const fill = useFormFill()
  const { getValues } = useFormContext<Texts>()
  const copy = () => {
    const values = getValues()
    const { country } = values
    const isElsewhere = !!country && country !== values[asOrganization('country')]
    // What is not said here stays as it is; in another country region and postal code would be wrong.
    const shared = entityFields.filter(
      (name) => values[name] || (isElsewhere && (name === 'region' || name === 'postal_code')),
    )
    fill(Object.fromEntries(shared.map((name) => [asOrganization(name), values[name] ?? ''])))
  }
  return <Button onClick={copy}>{label}</Button>
}
