import { injectionSites } from '@byre/rules/doses'
import { exactly, rounded } from '@byre/rules/quantities'
import { Button } from '../../ui/button.tsx'
import { useMe } from '../me.ts'
import { calendarDay } from '../times.ts'
import { doseWords } from './dose-words.ts'
import { SelectIn, TextIn, TickIn, TicksIn, OneOf, useForm } from './fields.tsx'
import { Fold } from './fold.tsx'
import { routeWords } from './route-words.ts'
import { weightSources } from './small-forms.tsx'
import {
  isDoseFarOff,
  plannedOf,
  readTreatment,
  sourceOf,
  treated,
  type TreatmentInput,
  type Reading,
} from './treated-draft.ts'
import { steps } from './treatment.ts'
import { useToday } from './today.ts'
import { VetFields } from './vet-fields.tsx'
import { WillHold } from './will-hold.tsx'

const injected = new Set(['SC', 'IM'])
const places = ['Neck left', 'Neck right', 'Ear left', 'Ear right', 'Rump left', 'Rump right']

/** What it was given, how much and why, and what that will hold. */
export function TreatedForm(input: TreatmentInput) {
  const { products, subjects, where } = input
  const { set } = useForm()
  const reading = readTreatment(input)
  const { name, product, use, isOwn } = reading
  const drafted = treated(input)
  return (
    <>
      <TextIn
        name="product"
        label="Product"
        choices={products.map((one) => one.name)}
        maxLength={60}
        hint={
          name !== undefined && !product
            ? 'This is not in the cabinet: it is recorded, and held with no end date.'
            : products.length === 0 && 'The cabinet is empty. What is not in it is held with no end date.'
        }
        // What followed from the product before is said anew by this one.
        onTyped={() =>
          set({
            route: undefined,
            dose: undefined,
            stock_lot: undefined,
            every_hours: undefined,
            days: undefined,
          })
        }
      />
      <TextIn
        name="treated_for"
        label="Treated for"
        maxLength={200}
        choices={use?.reasons ?? ['Respiratory disease', 'Pinkeye', 'Foot rot', 'Parasites', 'Vaccination']}
        optional
      />
      <Routes reading={reading} />
      {subjects.length > 1 && reading.rate && reading.known > 0 && (
        <OneOf
          name="dosing"
          legend="Dose"
          options={
            reading.known === subjects.length
              ? [
                  { value: 'own', label: 'Each by its own weight' },
                  { value: 'one', label: 'The same for all' },
                ]
              : [
                  { value: 'one', label: 'The same for all' },
                  { value: 'own', label: 'Each by its own weight' },
                ]
          }
        />
      )}
      <WeightAndDose input={input} reading={reading} drafted={drafted} />
      {subjects.length > 1 && !isOwn && (
        <TextIn
          name="unread"
          label="Head that could not be read"
          inputMode="numeric"
          maxLength={4}
          hint="Treated with the group, and nobody knows which they are. What it holds, their pen holds."
          optional
        />
      )}
      <StockLot reading={reading} />
      {injected.has(reading.route) && <TicksIn name="sites" legend="Where on the animal" of={places} />}
      <More input={input} reading={reading} />
      {'drafts' in drafted && name !== undefined && !(isOwn && drafted.drafts.length === 0) && (
        <WillHold
          planned={plannedOf(drafted.drafts, subjects)}
          product={product}
          given={input.given}
          where={where}
        />
      )}
    </>
  )
}

function Routes({ reading: { product, route } }: { reading: Reading }) {
  const printed = [...new Set((product?.uses ?? []).map((use) => use.route))]
  const all = [...new Set([...printed, ...Object.keys(routeWords)])]
  return (
    <SelectIn
      name="route"
      label="Route"
      suggested={route}
      none="Not said"
      options={all.map((value) => ({ value, label: routeWords[value] ?? value }))}
    />
  )
}

interface PartProps {
  input: TreatmentInput
  reading: Reading
}

function WeightAndDose({ input, reading, drafted }: PartProps & { drafted: ReturnType<typeof treated> }) {
  const { values, set } = useForm()
  const { settings, suggested } = useMe()
  const { use, isOwn, siteUnit, drawn } = reading
  const count = input.subjects.length
  const printed = use?.dose && `Label: ${doseWords(use.dose)}.`
  if (isOwn) {
    const drawnUp =
      'drafts' in drafted ? drafted.drafts.map(({ body }) => body['dose'] as { base: number }) : []
    const [least, most] = [
      Math.min(...drawnUp.map(({ base }) => base)),
      Math.max(...drawnUp.map(({ base }) => base)),
    ]
    return (
      <>
        {reading.known < count && (
          <TextIn
            name="weight"
            label="Weight of the others"
            hint={`${count - reading.known} of them have no weight yet.`}
            inputMode="decimal"
            suggested={reading.typedWeight}
            unit={siteUnit}
          />
        )}
        <SelectIn name="step" label="Rounded to" options={steps} none="What fits the dose" />
        <p role="status">
          {printed} {drawnUp.length > 0 && `Draw up ${millilitresOf(least, most)}, each by its own weight.`}
        </p>
      </>
    )
  }
  return (
    <>
      <div className="field-row">
        <TextIn
          name="weight"
          label={count === 1 ? 'Weight' : 'Weight of each'}
          inputMode="decimal"
          maxLength={20}
          suggested={reading.typedWeight}
          unit={siteUnit}
          // A dose that was typed is kept; one that follows from the weight follows it.
          optional={!use?.dose}
        />
        <SelectIn
          name="weight_source"
          label="How it was weighed"
          suggested={sourceOf(input)}
          options={Object.entries(weightSources).map(([value, label]) => ({ value, label }))}
        />
      </div>
      <div className="field-row">
        <TextIn
          name="dose"
          label={count === 1 ? 'Dose' : 'Dose for each'}
          inputMode="decimal"
          maxLength={20}
          suggested={reading.typedDose}
          unit="mL"
          onTyped={() => set({ dose_meant: undefined })}
          hint={
            <>
              {printed}
              {drawn?.isChanged && ' Rounding changes this dose by more than 5 %: a finer step fits better.'}
              {injected.has(reading.route) &&
                splitWords(reading.typedDose, (settings ?? suggested).injection_ml)}
            </>
          }
        />
        {reading.rate && (
          <SelectIn name="step" label="Rounded to" options={steps} none="What fits the dose" />
        )}
      </div>
      {'drafts' in drafted && isDoseFarOff(input, drafted.drafts) && (
        <TickIn name="dose_meant" label="This dose was really given, though it is off the label" />
      )}
      {values['dose'] !== undefined && drawn && (
        <Button kind="quiet" onClick={() => set({ dose: undefined })}>
          Use the label’s dose
        </Button>
      )}
    </>
  )
}

const millilitresOf = (least: number, most: number) =>
  least === most ? `${least / 1000} mL` : `${least / 1000} to ${most / 1000} mL`

/** More than one place takes is split. */
function splitWords(typed: string, most: number): string | null {
  const exact = exactly(typed, 'mL')
  const count = exact && exact.of > 0n ? injectionSites(rounded(exact), BigInt(most) * 1000n) : 1
  return count > 1 ? ` Split it over ${count} places: ${most} mL at most in each.` : null
}

function StockLot({ reading: { product } }: { reading: Reading }) {
  const today = useToday()
  const lots = product?.stock_lots ?? []
  if (lots.length === 0)
    return <TextIn name="batch" label="Lot number on the bottle" maxLength={60} optional />
  return (
    <SelectIn
      name="stock_lot"
      label="Lot of the product"
      none="Not said"
      optional
      options={lots.map(({ id, batch, expires_on }) => ({
        value: id,
        label: expires_on
          ? `${batch}, ${expires_on < today ? 'EXPIRED' : 'expires'} ${calendarDay(expires_on)}`
          : batch,
      }))}
    />
  )
}

/** A course, and a veterinarian's figure: open where the label asks for the one, or something is refused. */
function More({ input, reading }: PartProps) {
  const { problems } = useForm()
  const isRefused = ['every_hours', 'days'].some((name) => problems[name])
  return (
    <>
      <Fold summary="More doses" isNeeded={reading.use?.every_hours !== undefined || isRefused}>
        <div className="field-row">
          <TextIn
            name="every_hours"
            label="Every"
            inputMode="numeric"
            maxLength={4}
            suggested={reading.every}
            unit="hours"
            optional
          />
          <TextIn
            name="days"
            label="For"
            inputMode="numeric"
            maxLength={3}
            suggested={reading.days}
            unit="days"
            optional
          />
        </div>
        <p className="hint">Doses to come count as given until the course is closed.</p>
      </Fold>
      <VetFields {...input.where} />
    </>
  )
}
