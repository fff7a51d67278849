import { addProduct, addProductVersion, addStockLot, type Product } from '@byre/contract/herd/products'
import { markets } from '@byre/contract/herd/settings'
import { marketName } from '@byre/contract/herd/market-names'
import { useState } from 'react'
import { safeParse } from 'zod/mini'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { useAppCommand } from '../asks.ts'
import { CommandForm } from '../recording/command-form.tsx'
import { said, type Problems, type Values } from '../recording/drafts.ts'
import { SelectIn, TextIn, TickIn, useForm } from '../recording/fields.tsx'
import { FormDialog } from '../recording/form-dialog.tsx'
import { routeWords } from '../recording/route-words.ts'
import { fieldIn, nameIn, problemsIn, readUse, valuesOf, type Commodity } from './label-uses.ts'

const usesAtMost = 12

/** A product as its label says it, or what its label says now: treatments that were given keep what they were given by. */
export function ProductDialog({ of, onClose }: { of: Product | null; onClose: () => void }) {
  const product = useAppCommand(addProduct, {})
  const version = useAppCommand(addProductVersion, { id: of?.id ?? '' })
  const [count, setCount] = useState(of ? Math.max(1, of.uses.length) : 1)

  const save = async (values: Values): Promise<Problems | void> => {
    const name = said(values['name']) ?? ''
    if (!of && name === '') return { name: 'Please give its name.' }
    const uses = usesIn(values, count)
    const judged = safeParse(addProductVersion.body, { uses })
    if (!judged.success) return problemsIn(judged.error.issues, uses)
    if (of) await version.send(judged.data)
    else await product.send({ name, uses: judged.data.uses })
    toast.success(of ? `${of.name} now has label version ${of.version + 1}.` : `${name} added.`)
    onClose()
  }

  return (
    <FormDialog title={of ? `New label: ${of.name}` : 'Add product'} wide onClose={onClose}>
      <CommandForm
        begin={of ? valuesOf(of.uses) : {}}
        submit={of ? 'Save label' : 'Add'}
        busyLabel="Saving.."
        nameOf={(field) => fieldIn(field.split('.'), [])}
        onSend={save}
      >
        {!of && <TextIn name="name" label="Name" maxLength={60} />}
        <p className="soft">
          {of
            ? 'Past treatments keep the label they were given under.'
            : 'You can add a product without a use. Animals given it are then held until somebody acts.'}
        </p>
        {Array.from({ length: count }, (_, at) => (
          <UseFields key={at} at={at} />
        ))}
        {count < usesAtMost && <Button onClick={() => setCount(count + 1)}>Another use</Button>}
      </CommandForm>
    </FormDialog>
  )
}

/** Uses that say something: one whose fields are all empty is none. */
function usesIn(values: Values, count: number): Record<string, unknown>[] {
  const isFilled = (at: number) =>
    Object.entries(values).some(([name, value]) => name.startsWith(`${at}.`) && said(value) !== undefined)
  return Array.from({ length: count }, (_, at) => at)
    .filter(isFilled)
    .map((at) => readUse(values, at))
}

const countries = markets.map((market) => ({ value: market, label: marketName(market) }))
const doses = [
  { value: 'by strength', label: 'mg/kg' },
  { value: 'by volume', label: 'mL per weight' },
]
const weights = [
  { value: 'lb', label: 'lb' },
  { value: 'kg', label: 'kg' },
]

function UseFields({ at }: { at: number }) {
  const { values } = useForm()
  const named = (field: string) => nameIn(at, field)
  const dose = values[named('dose')]
  return (
    <fieldset className="label-use">
      <legend>Use {at + 1}</legend>
      <div className="field-row">
        <SelectIn name={named('country')} label="Country" none="Choose…" options={countries} />
        <TextIn name={named('species')} label="Species" choices={['cattle', 'bison', 'sheep', 'swine']} />
        <TextIn
          name={named('classes')}
          label="Classes"
          hint="Separated by commas: beef, dairy. Leave empty for all."
          optional
        />
      </div>
      <div className="field-row">
        <SelectIn
          name={named('route')}
          label="Route"
          none="Choose…"
          options={Object.entries(routeWords).map(([value, label]) => ({ value, label }))}
        />
        <SelectIn name={named('dose')} label="Dose" none="Not given" options={doses} optional />
      </div>
      {dose === 'by strength' && (
        <div className="field-row">
          <TextIn name={named('least')} label="Least" unit="mg/kg" inputMode="decimal" />
          <TextIn name={named('most')} label="Most" unit="mg/kg" inputMode="decimal" optional />
          <TextIn name={named('strength')} label="Strength" unit="mg/mL" inputMode="decimal" />
        </div>
      )}
      {dose === 'by volume' && (
        <div className="field-row">
          <TextIn name={named('volume')} label="Volume" unit="mL" inputMode="decimal" />
          <TextIn name={named('per')} label="Per weight" inputMode="decimal" />
          <SelectIn name={named('unit')} label="Weight in" options={weights} />
        </div>
      )}
      <div className="field-row">
        <TextIn name={named('every_hours')} label="Again every" unit="hours" inputMode="numeric" optional />
        <TextIn name={named('days')} label="For" unit="days" inputMode="numeric" optional />
      </div>
      <TextIn
        name={named('reasons')}
        label="For what"
        hint="Separated by commas. Leave empty for any reason."
        optional
      />
      <FigureFields at={at} commodity="meat" label="Meat" />
      <FigureFields at={at} commodity="milk" label="Milk" />
      <FigureFields at={at} commodity="eggs" label="Eggs" />
      <TickIn name={named('banned')} label="Must never be used off label" />
      <div className="field-row">
        <TextIn
          name={named('source')}
          label="Where you read it"
          maxLength={200}
          hint="The label, a regulation, a notice."
        />
        <TextIn name={named('read_on')} label="Read on" type="date" />
      </div>
    </fieldset>
  )
}

const figureKinds = [
  { value: 'days', label: 'Days' },
  { value: 'hours', label: 'Hours' },
  { value: 'zero', label: 'None' },
  { value: 'milkings', label: 'Milkings' },
  { value: 'after_calving', label: 'Hours after calving' },
  { value: 'not_established', label: 'Not established: holds' },
  { value: 'prohibited', label: 'Prohibited: holds' },
]

function FigureFields({ at, commodity, label }: { at: number; commodity: Commodity; label: string }) {
  const { values } = useForm()
  const kind = values[nameIn(at, commodity)]
  const named = (part: string) => nameIn(at, `${commodity}_${part}`)
  const options =
    commodity === 'milk'
      ? figureKinds
      : figureKinds.filter(({ value }) => value !== 'milkings' && value !== 'after_calving')
  return (
    <div className="field-row">
      <SelectIn
        name={nameIn(at, commodity)}
        label={`${label} withdrawal`}
        none="Unknown: holds"
        options={options}
      />
      {kind === 'days' && <TextIn name={named('days')} label={`${label} days`} inputMode="numeric" />}
      {(kind === 'hours' || kind === 'after_calving') && (
        <TextIn name={named('hours')} label={`${label} hours`} inputMode="numeric" />
      )}
      {kind === 'milkings' && (
        <TextIn name={named('milkings')} label="Milkings to discard" inputMode="numeric" />
      )}
      {kind === 'after_calving' && (
        <TextIn name={named('dry')} label="Shortest dry period, days" inputMode="numeric" />
      )}
    </div>
  )
}

/** A lot of a product as it came onto the shelf. */
export function StockLotDialog({ of, onClose }: { of: Product; onClose: () => void }) {
  const { send } = useAppCommand(addStockLot, { id: of.id })
  return (
    <FormDialog title={`Add lot: ${of.name}`} onClose={onClose}>
      <CommandForm
        submit="Add"
        busyLabel="Adding.."
        onSend={async (values) => {
          const [batch, expiry] = [said(values['batch']) ?? '', said(values['expires_on'])]
          if (batch === '') return { batch: 'Please give the lot number.' }
          await send({ batch, ...(expiry !== undefined && { expires_on: expiry }) })
          toast.success(`Lot ${batch} added.`)
          onClose()
        }}
      >
        <TextIn name="batch" label="Lot number" maxLength={60} />
        <TextIn name="expires_on" label="Expires on" type="date" optional />
      </CommandForm>
    </FormDialog>
  )
}
