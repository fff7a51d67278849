import { forAll, said, withKnown, type Drafted } from './drafts.ts'
import { OneOf, SelectIn, TextIn, useForm, WordsIn } from './fields.tsx'
import type { FormInput } from './form-input.ts'

/* What is recorded of cows and their calves. */

const eases = [
  { value: '1', label: '1 – by herself' },
  { value: '2', label: '2 – easy pull' },
  { value: '3', label: '3 – hard pull' },
  { value: '4', label: '4 – surgery' },
  { value: '5', label: '5 – wrong position' },
]

export function CalvedForm() {
  const counts = ['1', '2', '3', '0'].map((value) => ({
    value,
    label: value === '0' ? 'None alive' : value,
  }))
  return (
    <>
      <OneOf name="calves" legend="Calves" options={counts} />
      <SelectIn name="ease" label="How it went" options={eases} none="Not said" optional />
      <WordsIn name="text" label="Note" rows={2} optional />
    </>
  )
}

export const calved = ({ values, subjects }: FormInput) =>
  forAll(
    'calved',
    subjects,
    withKnown({
      calves: Number(values['calves'] ?? '1'),
      ease: values['ease'] ? Number(values['ease']) : undefined,
      text: said(values['text']),
    }),
  )

const breedings = [
  { value: 'natural', label: 'By a bull' },
  { value: 'insemination', label: 'Inseminated' },
  { value: 'embryo', label: 'Embryo transfer' },
]

export const BredForm = () => (
  <>
    <OneOf name="method" legend="How" options={breedings} />
    <TextIn name="sire_name" label="Sire" maxLength={60} hint="The bull, or what the straw says." optional />
    <WordsIn name="text" label="Note" rows={2} optional />
  </>
)

export const bred = ({ values, subjects }: FormInput) =>
  forAll(
    'bred',
    subjects,
    withKnown({
      method: values['method'] ?? 'natural',
      sire_name: said(values['sire_name']),
      text: said(values['text']),
    }),
  )

const pregnancies = [
  { value: 'pregnant', label: 'Pregnant' },
  { value: 'multiple', label: 'More than one' },
  { value: 'empty', label: 'Open' },
  { value: 'unknown', label: 'Not certain' },
]
const checks = [
  { value: 'palpation', label: 'Palpation' },
  { value: 'ultrasound', label: 'Ultrasound' },
  { value: 'blood', label: 'Blood test' },
  { value: 'milk', label: 'Milk test' },
  { value: 'visual', label: 'By eye' },
  { value: 'other', label: 'Another way' },
]

export function PregCheckedForm() {
  const { values } = useForm()
  const isAlong = !['empty', 'unknown'].includes(values['result'] ?? '')
  return (
    <>
      <OneOf name="result" legend="Found" options={pregnancies} />
      <SelectIn name="method" label="How it was checked" options={checks} none="Not said" optional />
      {isAlong && (
        <TextIn name="days" label="How far along" inputMode="numeric" maxLength={3} unit="days" optional />
      )}
      <WordsIn name="text" label="Note" rows={2} optional />
    </>
  )
}

export function pregChecked({ values, subjects }: FormInput): Drafted {
  const result = values['result'] ?? 'pregnant'
  const days = ['empty', 'unknown'].includes(result) ? undefined : said(values['days'])
  if (days !== undefined && !/^\d{1,3}$/.test(days))
    return { problems: { days: 'Must be a whole number of days.' } }
  return forAll(
    'preg_checked',
    subjects,
    withKnown({
      result,
      method: values['method'] || undefined,
      days: days === undefined ? undefined : Number(days),
      text: said(values['text']),
    }),
  )
}

export const WeanedForm = () => <WordsIn name="text" label="Note" rows={2} optional />
export const weaned = ({ values, subjects }: FormInput) =>
  forAll('weaned', subjects, withKnown({ text: said(values['text']) }))
