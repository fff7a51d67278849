import { listPens } from '@byre/contract/herd/pens'
import { Button } from '../../ui/button.tsx'
import { useAppAsk } from '../asks.ts'
import { forAll, measured, numberMissing, said, withKnown, type Drafted } from './drafts.ts'
import { SelectIn, TextIn, ticked, TickIn, TicksIn, useForm, WordsIn } from './fields.tsx'
import {
  bred,
  BredForm,
  calved,
  CalvedForm,
  pregChecked,
  PregCheckedForm,
  weaned,
  WeanedForm,
} from './breeding-forms.tsx'
import type { FormInput } from './form-input.ts'
import type { RecordedKind } from './kinds.ts'
import type { Subject } from './subjects.ts'
import {
  cameBack,
  CameBackForm,
  describe,
  DescribedForm,
  LotForm,
  lotJoined,
  sameAnimal,
  SameAnimalForm,
  tagRemoved,
  TagRemovedForm,
} from './about-forms.tsx'
import {
  dosed,
  DoseForm,
  history,
  HistoryForm,
  holdSet,
  HoldSetForm,
  milked,
  MilkedForm,
} from './hold-forms.tsx'
import { tagged, TaggedForm } from './tagged-form.tsx'

/* The short forms: what each asks, and what follows for the ledger. */

export const weightUnits = {
  metric: { unit: 'kg', label: 'kg' },
  imperial: { unit: 'lb', label: 'lb' },
} as const
const heatUnits = {
  metric: { unit: 'Cel', label: '°C' },
  imperial: { unit: 'degF', label: '°F' },
} as const

export const weightSources = {
  measured: 'On a scale',
  estimated: 'Estimated',
  lot_average: 'Average of the group',
} as const
const sourcesFor = (subjects: readonly Subject[]) =>
  Object.entries(weightSources)
    .filter(([value]) => (subjects.length === 1 ? value !== 'lot_average' : value !== 'measured'))
    .map(([value, label]) => ({ value, label }))

function WeighedForm({ subjects, unit }: FormInput) {
  const options = sourcesFor(subjects)
  return (
    <div className="field-row">
      <TextIn
        name="weight"
        label={subjects.length === 1 ? 'Weight' : 'Weight of each'}
        inputMode="decimal"
        maxLength={20}
        unit={weightUnits[unit].label}
      />
      <SelectIn name="source" label="How it was weighed" options={options} />
    </div>
  )
}

function weighed({ values, subjects, unit }: FormInput): Drafted {
  const weight = measured(values['weight'], weightUnits[unit].unit)
  if (!weight) return { problems: { weight: numberMissing } }
  return forAll('weighed', subjects, {
    weight,
    source: values['source'] ?? sourcesFor(subjects)[0]!.value,
  })
}

const signs = [
  'Off feed',
  'Dull',
  'Cough',
  'Runny nose',
  'Lame',
  'Bloat',
  'Scours',
  'Eye',
  'Swelling',
  'Down',
]
const severities = [
  { value: '1', label: '1 – mild' },
  { value: '2', label: '2 – moderate' },
  { value: '3', label: '3 – severe' },
  { value: '4', label: '4 – dying' },
]

function ObservedForm({ unit }: FormInput) {
  return (
    <>
      <TicksIn name="signs" legend="What was seen?" of={signs} />
      <TextIn name="other_sign" label="Something else" maxLength={60} optional />
      <div className="field-row">
        <SelectIn name="severity" label="How bad" options={severities} none="Not said" optional />
        <TextIn
          name="temperature"
          label="Temperature"
          inputMode="decimal"
          maxLength={20}
          unit={heatUnits[unit].label}
          optional
        />
      </div>
      <TickIn name="pulled" label="Pulled out of the pen for it" />
      <WordsIn name="text" label="Note" rows={2} optional />
    </>
  )
}

function observed({ values, subjects, unit }: FormInput): Drafted {
  const other = said(values['other_sign'])
  const seen = [...ticked(values['signs']), ...(other === undefined ? [] : [other])]
  if (seen.length === 0) return { problems: { signs: 'Please choose what was seen, or write it below.' } }
  const temperature = measured(values['temperature'], heatUnits[unit].unit)
  if (said(values['temperature']) !== undefined && !temperature)
    return { problems: { temperature: numberMissing } }
  const body = {
    signs: seen,
    severity: values['severity'] ? Number(values['severity']) : undefined,
    temperature,
    pulled: values['pulled'],
    text: said(values['text']),
  }
  return forAll('observed', subjects, withKnown(body), { signs: 'signs' })
}

function MovedForm({ subjects }: FormInput) {
  const ask = useAppAsk(listPens, {})
  const from = new Set(subjects.map(({ card }) => card?.pen_id))
  const only = from.size === 1 ? [...from][0] : undefined
  const options = (ask.data?.pens ?? []).filter(({ id }) => id !== only)
  return (
    <>
      <SelectIn
        name="pen"
        label="To which pen"
        none="Choose…"
        hint={
          ask.data ? (
            options.length === 0 && 'There is no other pen yet. Add one under Pens.'
          ) : ask.errorUpdateCount === 0 ? (
            'The pens are being read.'
          ) : (
            <>
              The pens could not be loaded.{' '}
              <Button kind="quiet" onClick={() => void ask.refetch()}>
                Try again
              </Button>
            </>
          )
        }
        options={[
          ...options.map(({ id, name }) => ({ value: id, label: name })),
          ...(only === null ? [] : [{ value: 'none', label: 'No pen' }]),
        ]}
      />
      <TextIn name="reason" label="Why" maxLength={200} optional />
    </>
  )
}

function moved({ values, subjects }: FormInput): Drafted {
  if (!values['pen']) return { problems: { pen: 'Please choose a pen.' } }
  const pen = values['pen'] === 'none' ? undefined : values['pen']
  return forAll('moved', subjects, withKnown({ pen, reason: said(values['reason']) }))
}

const leavings = [
  { value: 'sold', label: 'Sold' },
  { value: 'slaughter', label: 'Sent to slaughter' },
  { value: 'transferred', label: 'Moved to another site' },
  { value: 'lost', label: 'Lost' },
  { value: 'other', label: 'Something else' },
]

const isHeld = ({ card }: Subject) =>
  card?.holds.some(({ held, clear_at }) => held || (clear_at !== null && Date.parse(clear_at) > Date.now()))

function LeftForm({ subjects }: FormInput) {
  const { values } = useForm()
  const held = subjects.filter(isHeld).length
  const isForFood = ['sold', 'slaughter'].includes(values['reason'] ?? '')
  return (
    <>
      <SelectIn
        name="reason"
        label="Why it left"
        none="Choose…"
        options={leavings}
        hint={
          isForFood &&
          held > 0 &&
          (subjects.length === 1
            ? 'This animal is still held after a treatment.'
            : `${held} of these animals are still held after a treatment.`)
        }
      />
      <TextIn name="to" label="Where to" maxLength={200} optional />
    </>
  )
}

function left({ values, subjects }: FormInput): Drafted {
  if (!values['reason']) return { problems: { reason: 'Please choose why it left.' } }
  return forAll('left', subjects, withKnown({ reason: values['reason'], to: said(values['to']) }))
}

const DiedForm = () => <TextIn name="cause" label="Cause" maxLength={200} optional />
const died = ({ values, subjects }: FormInput) =>
  forAll('died', subjects, withKnown({ cause: said(values['cause']) }))

const NotedForm = () => <WordsIn name="text" label="Note" />
function noted({ values, subjects }: FormInput): Drafted {
  const text = said(values['text'])
  return text === undefined
    ? { problems: { text: 'What is to be noted?' } }
    : forAll('noted', subjects, { text })
}

interface SmallForm {
  Fields: (input: FormInput) => React.ReactNode
  draft: (input: FormInput) => Drafted | Promise<Drafted>
  /** How the form calls what the ledger calls otherwise. */
  names?: Readonly<Record<string, string>>
}

export const smallForms: Record<Exclude<RecordedKind, 'treated'>, SmallForm> = {
  weighed: { Fields: WeighedForm, draft: weighed },
  observed: { Fields: ObservedForm, draft: observed },
  moved: { Fields: MovedForm, draft: moved },
  noted: { Fields: NotedForm, draft: noted },
  tagged: { Fields: TaggedForm, draft: tagged, names: { tag: 'value' } },
  bred: { Fields: BredForm, draft: bred },
  preg_checked: { Fields: PregCheckedForm, draft: pregChecked },
  weaned: { Fields: WeanedForm, draft: weaned },
  calved: { Fields: CalvedForm, draft: calved },
  dose: { Fields: DoseForm, draft: dosed },
  milked: { Fields: MilkedForm, draft: milked },
  hold_set: { Fields: HoldSetForm, draft: holdSet },
  history_declared: { Fields: HistoryForm, draft: history },
  described: { Fields: DescribedForm, draft: describe },
  lot_joined: { Fields: LotForm, draft: lotJoined },
  tag_removed: { Fields: TagRemovedForm, draft: tagRemoved },
  same_animal: { Fields: SameAnimalForm, draft: sameAnimal },
  entered: { Fields: CameBackForm, draft: cameBack },
  died: { Fields: DiedForm, draft: died },
  left: { Fields: LeftForm, draft: left },
}
