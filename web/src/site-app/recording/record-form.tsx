import { listProducts } from '@byre/contract/herd/products'
import { useLayoutEffect, useMemo, useRef, useState, type FormEvent } from 'react'
import { sentenceOf } from '../../lib/refusal.ts'
import { prepareToasts } from '../../lib/toast.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useAppAsk } from '../asks.ts'
import { partIn } from '../fetched.tsx'
import { Loaded } from '../loaded.tsx'
import { useMe } from '../me.ts'
import { focusWrong } from './command-form.tsx'
import type { Drafted, Problems, Values } from './drafts.ts'
import { FormContext, OneOf, TextIn, useForm } from './fields.tsx'
import type { RecordedKind } from './kinds.ts'
import { useSending, type Unsent } from './sending.ts'
import type { FormInput } from './form-input.ts'
import { isOfBefore } from './offered.ts'
import { smallForms } from './small-forms.tsx'
import type { Subject } from './subjects.ts'
import type { TreatmentInput } from './treated-draft.ts'
import { treatedNames } from './treated-names.ts'

import { timeOf } from './when.ts'
import { When } from './when-fields.tsx'
import { whereOf } from './where.ts'

/** The heaviest of the forms, fetched while it is chosen what happened. */
export const fetchTreated = () => import('./treated-form.tsx')
const TreatedForm = partIn(
  async () => (await fetchTreated()).TreatedForm,
  'The form could not be loaded.',
  <Skeleton height="16rem" />,
)

interface RecordFormProps {
  kind: RecordedKind
  subjects: readonly Subject[]
  onDirty: (isDirty: boolean) => void
  onBusy: (isBusy: boolean) => void
  onOther: () => void
  onDone: (count: number) => void
}

/** One form: what happened, when, and who did it. It stays as it is until everything in it is recorded. */
export function RecordForm(props: RecordFormProps) {
  const products = useAppAsk(listProducts, {})
  if (props.kind !== 'treated') return <Form {...props} products={[]} />
  return (
    <Loaded ask={products} skeleton={<Skeleton height="16rem" />} failed="The cabinet could not be loaded.">
      {({ products }) => <Form {...props} products={products} />}
    </Loaded>
  )
}

type Products = TreatmentInput['products']

function Form({
  kind,
  subjects: all,
  products,
  onDirty,
  onBusy,
  onOther,
  onDone,
}: RecordFormProps & { products: Products }) {
  const me = useMe()
  const { sendAll, done, progress, isBusy } = useSending()
  const isBefore = isOfBefore(kind, all)
  const [values, setValues] = useState<Values>(isBefore ? { when: 'earlier' } : {})
  const [problems, setProblems] = useState<Problems>({})
  const [failure, setFailure] = useState<Unsent | null>(null)
  const [begunAt] = useState(() => new Date())
  /** As of the last change: what is sent is judged by the clock of then. */
  const [now, setNow] = useState(begunAt)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const { zone } = me.settings ?? me.suggested
  const subjects = useMemo(() => all.filter(({ id }) => !done.has(id)), [all, done])
  const where = useMemo(() => whereOf(me, all), [me, all])
  const input: FormInput = { values, subjects, unit: me.unit }
  const time = timeOf(values, zone, { begunAt, now })
  const given = 'given' in time ? time.given : ({ precision: 'instant', at: begunAt.getTime() } as const)
  const names = kind === 'treated' ? treatedNames : (smallForms[kind].names ?? {})

  const set = (next: Values) => {
    onDirty(true)
    setNow(new Date())
    setFailure(null)
    setValues((before) => ({ ...before, ...next }))
    setProblems((before) =>
      Object.fromEntries(Object.entries(before).filter(([name]) => !Object.hasOwn(next, name))),
    )
  }
  const wrong = Object.keys(problems).join(' ')
  useLayoutEffect(() => {
    if (wrong !== '') focusWrong(form.current)
  }, [wrong])

  const draftOf = async (): Promise<Drafted> =>
    kind === 'treated'
      ? // Doses to come are counted from when the form was opened: a second try says the same.
        (await import('./treated-draft.ts')).treatedAsMeant({
          ...input,
          products,
          where,
          given: timeOfDraft(time, begunAt),
        })
      : smallForms[kind].draft(input)

  const record = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy() || busy) return
    const when = timeOf(values, zone, { begunAt, now: new Date() })
    if ('problems' in when) return setProblems(when.problems)
    prepareToasts()
    setBusy(true)
    onBusy(true)
    setFailure(null)
    try {
      const drafted = await draftOf()
      if ('problems' in drafted) return setProblems(drafted.problems)
      const unsent = await sendAll(drafted.drafts, { kind, envelope: when.envelope, subjects, fields: names })
      if (unsent === null) return onDone(all.length)
      const isInForm = form.current?.querySelector(`[name="${unsent.field}"]`)
      if (unsent.field !== null && isInForm) setProblems({ [unsent.field]: unsent.message })
      else setFailure(unsent)
    } catch (error) {
      setFailure({ field: null, message: sentenceOf(error), isUnknown: false })
    } finally {
      setBusy(false)
      onBusy(false)
    }
  }

  if (subjects.length === 0 && failure)
    return (
      <>
        <Banner is="info" live>
          {failure.message}
        </Banner>
        <Button kind="primary" onClick={() => onDone(all.length)}>
          Close
        </Button>
      </>
    )
  const { Fields } = kind === 'treated' ? { Fields: null } : smallForms[kind]
  return (
    <FormContext value={{ values, problems, set }}>
      <form ref={form} className="form" noValidate aria-busy={busy} onSubmit={(event) => void record(event)}>
        {Fields ? (
          <Fields {...input} />
        ) : (
          <TreatedForm {...input} products={products} where={where} given={given} />
        )}
        <When isBefore={isBefore} />
        <DoneBy me={me.person.name} />
        {progress && progress.of > 1 && (
          <p role="status">
            {progress.done} of {progress.of} animals recorded…
          </p>
        )}
        {failure && (
          <Banner is="danger" live>
            {failure.message}{' '}
            {failure.isUnknown && 'What you typed is kept. Trying again records nothing twice.'}
            {done.size > 0 && ` ${done.size} of ${all.length} animals are recorded; the rest waits here.`}
          </Banner>
        )}
        <div className="form-buttons">
          <Button type="submit" kind="primary" busy={busy} busyLabel="Recording..">
            {failure ? 'Try again' : 'Record'}
          </Button>
          <Button onClick={onOther}>Something else</Button>
        </div>
      </form>
    </FormContext>
  )
}

function timeOfDraft(time: ReturnType<typeof timeOf>, begunAt: Date) {
  return 'given' in time && time.envelope.precision !== 'not_after'
    ? time.given
    : ({ precision: 'instant', at: begunAt.getTime() } as const)
}

function DoneBy({ me }: { me: string }) {
  const { values } = useForm()
  return (
    <>
      <OneOf
        name="by_whom"
        legend="Done by"
        options={[
          { value: 'me', label: me },
          { value: 'other', label: 'Somebody else' },
        ]}
      />
      {values['by_whom'] === 'other' && (
        <TextIn
          name="by"
          label="Their name"
          maxLength={60}
          hint="A person at this site, or somebody without an account."
        />
      )}
    </>
  )
}
