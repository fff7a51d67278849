import type { BillingEntity } from '@byre/contract/billing-entities'
import { useFormContext } from 'react-hook-form'
import { Button } from '../ui/button.tsx'
import { useFormFill, useFormValue, type Texts } from '../ui/form-shell.tsx'
import { RadioCards } from '../ui/radio-cards.tsx'
import { CardFace } from './card-face.tsx'
import { EntityFields } from './entity-fields.tsx'
import { asOrganization, organizationFields, type EntityField } from './entity-values.ts'
import { createNew } from './payers.ts'

interface PayerPickerProps {
  payers: readonly BillingEntity[]
  /** Who pays now, where that is not among the payers the person may choose. */
  present?: { id: string; name: string }
  /** 'Copy Site Information', and what of the form it copies. */
  copyLabel: string
  copied: readonly EntityField[]
}

/** Who pays: one that is there, or a new one, filled in on the spot. */
export function PayerPicker({ payers, present, copyLabel, copied }: PayerPickerProps) {
  const chosen = useFormValue('billing_entity_id')
  const others = present && !payers.some(({ id }) => id === present.id) ? [present] : []
  return (
    <>
      <RadioCards
        name="billing_entity_id"
        label="Billing information"
        quietLabel
        options={[
          ...others.map(({ id, name }) => ({ value: id, title: name, detail: 'Pays now' })),
          ...payers.map((payer) => ({
            value: payer.id,
            title: payer.name,
            detail: payer.city,
            mark: <CardFace card={payer} />,
          })),
          { value: createNew, title: 'Create new Billing Information' },
        ]}
      />
      {chosen === createNew && <NewPayer copyLabel={copyLabel} copied={copied} />}
    </>
  )
}

function NewPayer({ copyLabel, copied }: Pick<PayerPickerProps, 'copyLabel' | 'copied'>) {
  const fill = useFormFill()
  const clear = () => fill(Object.fromEntries(organizationFields.map((name) => [name, ''])))
  return (
    <div className="new-payer stack">
      <div className="row">
        <CopyFromForm label={copyLabel} names={copied} />
        <Button onClick={clear}>Clear</Button>
      </div>
      <EntityFields prefix="organization_" of="Organization" />
    </div>
  )
}

function CopyFromForm({ label, names }: { label: string; names: readonly EntityField[] }) {
  const fill = useFormFill()
  const { getValues } = useFormContext<Texts>()
  const copy = () => fill(Object.fromEntries(names.map((name) => [asOrganization(name), getValues(name)])))
  return <Button onClick={copy}>{label}</Button>
}
