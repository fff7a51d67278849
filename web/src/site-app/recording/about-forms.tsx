import { listAnimals } from '@byre/contract/herd/animals'
import { listLots, listPens } from '@byre/contract/herd/pens'
import { callApp } from '../../lib/app-call.ts'
import { useAppAsk } from '../asks.ts'
import { useMe } from '../me.ts'
import { forAll, said, withKnown, type Drafted } from './drafts.ts'
import { OneOf, SelectIn, TextIn, useForm } from './fields.tsx'
import type { FormInput } from './form-input.ts'
import { SellersDay } from './hold-forms.tsx'
import { sellersAnswers } from './sellers-words.ts'

/* What an animal is, what it bears and where it belongs. */

const sexes = [
  { value: 'female', label: 'Female' },
  { value: 'male', label: 'Male' },
  { value: 'steer', label: 'Steer' },
  { value: 'spayed', label: 'Spayed' },
  { value: 'unknown', label: 'Not known' },
]
const described = [
  { value: 'sex', label: 'Sex' },
  { value: 'breed', label: 'Breed' },
  { value: 'born', label: 'Day of birth' },
  { value: 'class', label: 'Class' },
  { value: 'colour', label: 'Colour' },
  { value: 'name', label: 'Name' },
]
const fieldIn = ({ values }: Pick<FormInput, 'values'>) => values['field'] ?? 'sex'

export function DescribedForm({ subjects }: FormInput) {
  const { values, set } = useForm()
  const field = fieldIn({ values })
  const label = described.find(({ value }) => value === field)!.label
  return (
    <>
      <SelectIn
        name="field"
        label="What is told"
        options={described.filter(({ value }) => subjects.length === 1 || value !== 'name')}
        onChosen={(chosen) => set({ field: chosen, value: undefined })}
      />
      {field === 'sex' ? (
        <SelectIn name="value" label="Sex" options={sexes} />
      ) : (
        <TextIn
          name="value"
          label={label}
          maxLength={60}
          {...(field === 'born' && { type: 'date' as const })}
          {...(field === 'class' && {
            choices: ['beef', 'dairy', 'veal'],
            hint: 'As labels call it: what it may be treated with follows from it.',
          })}
        />
      )}
    </>
  )
}

export function describe({ values, subjects }: FormInput): Drafted {
  const field = fieldIn({ values })
  const value = said(values['value']) ?? (field === 'sex' ? 'female' : undefined)
  if (value === undefined) return { problems: { value: 'Please fill this in.' } }
  return forAll('described', subjects, { field, value })
}

export function LotForm({ subjects }: FormInput) {
  const ask = useAppAsk(listLots, {})
  const from = new Set(subjects.map(({ card }) => card?.lot_id))
  const only = from.size === 1 ? [...from][0] : undefined
  const lots = (ask.data?.lots ?? []).filter(({ id }) => id !== only)
  return (
    <SelectIn
      name="lot"
      label="Which lot"
      none="Choose…"
      hint={
        ask.data
          ? lots.length === 0 && 'There is no other lot yet. Add one under Pens.'
          : ask.error
            ? 'The lots could not be loaded.'
            : 'The lots are being read.'
      }
      options={[
        ...lots.map(({ id, name }) => ({ value: id, label: name })),
        ...(only === null ? [] : [{ value: 'none', label: 'No lot' }]),
      ]}
    />
  )
}

export function lotJoined({ values, subjects }: FormInput): Drafted {
  if (!values['lot']) return { problems: { lot: 'Please choose a lot.' } }
  return forAll(
    'lot_joined',
    subjects,
    withKnown({ lot: values['lot'] === 'none' ? undefined : values['lot'] }),
  )
}

const wornBy = ({ subjects }: FormInput) => subjects[0]?.card?.tags ?? []

export function TagRemovedForm(input: FormInput) {
  return (
    <>
      <SelectIn
        name="tag"
        label="Which tag"
        options={wornBy(input).map(({ kind, value, typed }) => ({ value: `${kind} ${value}`, label: typed }))}
      />
      <TextIn name="reason" label="Why" maxLength={200} optional />
    </>
  )
}

export function tagRemoved(input: FormInput): Drafted {
  const worn = wornBy(input)
  const tag = worn.find(({ kind, value }) => `${kind} ${value}` === input.values['tag']) ?? worn[0]
  if (!tag) return { problems: { tag: 'It wears no tag.' } }
  const { kind, typed: value } = tag
  return forAll(
    'tag_removed',
    input.subjects,
    withKnown({ tag: { kind, value }, reason: said(input.values['reason']) }),
  )
}

export const SameAnimalForm = () => (
  <>
    <TextIn
      name="other"
      label="A tag of the other record"
      maxLength={40}
      hint="Both become one animal, with all that was recorded of either. Taking it back parts them again."
    />
    <TextIn name="reason" label="How you know" maxLength={200} optional />
  </>
)

const bare = (text: string) => text.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

export async function sameAnimal({ values, subjects }: FormInput): Promise<Drafted> {
  const typed = said(values['other'])
  const [kept] = subjects
  if (typed === undefined || !kept) return { problems: { other: 'Please give a tag of the other record.' } }
  const { animals } = await callApp(listAnimals, { q: typed, limit: '50' })
  const others = animals.filter(
    ({ id, tags }) => id !== kept.id && tags.some(({ value }) => bare(value) === bare(typed)),
  )
  if (others.length === 0) return { problems: { other: 'No other animal wears this tag.' } }
  if (others.length > 1)
    return {
      problems: { other: 'Several animals wear this tag. Please give one that only the other wears.' },
    }
  return {
    drafts: [
      {
        kind: 'same_animal',
        animals: [kept.id, others[0]!.id],
        body: withKnown({ reason: said(values['reason']) }),
      },
    ],
  }
}

export function CameBackForm() {
  const { settings, suggested } = useMe()
  const ask = useAppAsk(listPens, {})
  return (
    <>
      <OneOf
        name="word"
        legend="Could it be under a withdrawal?"
        options={[
          { value: 'unknown', label: `Not sure: hold it for ${(settings ?? suggested).arrival_days} days` },
          ...sellersAnswers,
        ]}
      />
      <SellersDay />
      <SelectIn
        name="pen"
        label="Into which pen"
        none="No pen"
        options={(ask.data?.pens ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        optional
      />
      <TextIn name="source" label="Where from" maxLength={200} optional />
    </>
  )
}

export function cameBack({ values, subjects }: FormInput): Drafted {
  const word = values['word'] ?? 'unknown'
  const until = word === 'until' ? said(values['until']) : undefined
  if (word === 'until' && until === undefined) return { problems: { until: 'Until which day?' } }
  // By its tags it is the same animal as before.
  const tags = (subjects[0]?.card?.tags ?? []).slice(0, 8).map(({ kind, typed }) => ({ kind, value: typed }))
  return forAll(
    'entered',
    subjects,
    withKnown({
      origin: 'already_here',
      word,
      until,
      pen: values['pen'] || undefined,
      source: said(values['source']),
      tags,
    }),
  )
}
