import { Banner } from '../../ui/banner.tsx'
import { shortMoment, useZone } from '../times.ts'
import { commonCourses, ownCourse } from './courses.ts'
import { forAll, problemsOf, said, withKnown, type Draft, type Drafted } from './drafts.ts'
import { OneOf, SelectIn, TextIn, ticked, TicksIn, useForm, WordsIn } from './fields.tsx'
import type { FormInput } from './form-input.ts'
import { sellersAnswers } from './sellers-words.ts'
import type { Subject } from './subjects.ts'

/* What makes a hold longer or shorter without being a treatment: doses of a course, milkings, a person's hold, the seller's word. */

const chosenCourse = ({ values, subjects }: FormInput) => {
  const all = commonCourses(subjects)
  return all.find(({ event_id }) => event_id === values['course']) ?? all[0]
}

export function DoseForm(input: FormInput) {
  const { values } = useForm()
  const zone = useZone()
  const all = commonCourses(input.subjects)
  const course = chosenCourse(input)
  const became = values['became'] ?? 'given'
  return (
    <>
      {all.length > 1 && (
        <SelectIn
          name="course"
          label="Which course"
          options={all.map(({ event_id, product_name, due }) => ({
            value: event_id,
            label: `${product_name}, next ${shortMoment(due[0]!, zone)}`,
          }))}
        />
      )}
      <OneOf
        name="became"
        legend={`${course?.product_name ?? 'The course'}: what became of the dose?`}
        options={[
          { value: 'given', label: 'It was given' },
          { value: 'skipped', label: 'It was not given' },
          { value: 'closed', label: 'No more will be given' },
        ]}
      />
      {became === 'skipped' && course && (
        <SelectIn
          name="due"
          label="Which dose"
          options={course.due.map((due) => ({ value: due, label: `Due ${shortMoment(due, zone)}` }))}
        />
      )}
      {became === 'given' ? (
        <p className="hint">It is recorded with the dose, route and label of the first one.</p>
      ) : (
        <TextIn name="reason" label="Why" maxLength={200} optional />
      )}
      {became === 'closed' && (
        <Banner is="warning">
          Record every dose that was given first: those that are still to come no longer count.
        </Banner>
      )}
    </>
  )
}

export function dosed(input: FormInput): Drafted {
  const { values, subjects } = input
  const course = chosenCourse(input)
  if (!course) return { problems: { course: 'This course has no dose to come.' } }
  const reason = said(values['reason'])
  const became = values['became'] ?? 'given'
  const drafts = subjects.map((subject): Draft => {
    const own = ownCourse(subject, course) ?? course
    const animals = [subject.id]
    if (became === 'closed')
      return { kind: 'course_closed', animals, body: withKnown({ course: own.event_id, reason }) }
    if (became === 'skipped') {
      const chosen = values['due'] ?? course.due[0]
      const due = own.due.find((one) => one === chosen) ?? own.due[0]
      return { kind: 'dose_skipped', animals, body: withKnown({ course: own.event_id, due, reason }) }
    }
    const { open: _open, unread: _unread, ...body } = own.body
    return { kind: 'treated', animals, body: { ...body, course: own.event_id } }
  })
  const [first] = drafts
  const problems = became === 'given' || !first ? {} : problemsOf(first.kind, first.body)
  return Object.keys(problems).length > 0 ? { problems } : { drafts }
}

export const MilkedForm = () => (
  <>
    <p className="hint">
      Milk that a label has you discard is counted by milkings, where their time is known.
    </p>
    <WordsIn name="text" label="Note" rows={2} optional />
  </>
)

export function milked({ values, subjects }: FormInput): Drafted {
  if (values['when'] === 'earlier' && said(values['time']) === undefined)
    return {
      problems: { time: 'At what time? By its day alone nobody can tell whether a dose was before it.' },
    }
  return forAll('milked', subjects, withKnown({ text: said(values['text']) }))
}

const commodityWords = { Meat: 'meat', Milk: 'milk', Eggs: 'eggs' } as const

function holdable(subjects: readonly Subject[]): (keyof typeof commodityWords)[] {
  const known = new Set(subjects.flatMap(({ card }) => card?.holds ?? []).map(({ commodity }) => commodity))
  const all = (['Meat', 'Milk', 'Eggs'] as const).filter((word) => known.has(commodityWords[word]))
  return all.length > 0 ? all : ['Meat']
}

export function HoldSetForm({ subjects }: FormInput) {
  const all = holdable(subjects)
  return (
    <>
      {all.length > 1 && <TicksIn name="commodities" legend="What must not be sold?" of={all} />}
      <TextIn
        name="until"
        label="Until the end of"
        type="date"
        hint="Without a day it is held until somebody lifts it."
        optional
      />
      <TextIn name="reason" label="Why" maxLength={200} />
    </>
  )
}

export function holdSet({ values, subjects }: FormInput): Drafted {
  const all = holdable(subjects)
  const chosen = all.length > 1 ? all.filter((word) => ticked(values['commodities']).includes(word)) : all
  if (chosen.length === 0) return { problems: { commodities: 'Please choose what must not be sold.' } }
  const reason = said(values['reason'])
  if (reason === undefined) return { problems: { reason: 'Please say why it is held.' } }
  const commodities = chosen.map((word) => commodityWords[word])
  return forAll('hold_set', subjects, withKnown({ commodities, until: said(values['until']), reason }))
}

export function SellersDay() {
  const { values } = useForm()
  return values['word'] === 'until' && <TextIn name="until" label="Its last day" type="date" />
}

export function HistoryForm() {
  return (
    <>
      <OneOf name="word" legend="Is a withdrawal still running?" options={sellersAnswers} />
      <SellersDay />
      <TextIn name="source" label="Who says so" maxLength={200} hint="The seller, or a paper of theirs." />
      <p className="hint">
        It stands in for what nobody knew. Of several words the worst counts: one that was wrong is taken
        back.
      </p>
    </>
  )
}

export function history({ values, subjects }: FormInput): Drafted {
  const word = values['word'] ?? 'no'
  const until = word === 'until' ? said(values['until']) : undefined
  if (word === 'until' && until === undefined) return { problems: { until: 'Until which day?' } }
  const source = said(values['source'])
  if (source === undefined) return { problems: { source: 'Who says so?' } }
  return forAll('history_declared', subjects, withKnown({ word, until, source }))
}
