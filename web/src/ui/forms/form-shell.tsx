/*
 * FormShell   schema (of the contract, or extended from it) · defaults (every field; null counts as empty) · send (values, fill) → the call
 *             · onDone (reply, values) · submit ('Create') · busy ('Creating site..')
 *             · cancel? (where Cancel leads) · draft? (a name: what is typed survives reload and sign-out) · guard? (default true: 'Discard changes?')
 *             · lay? (fields, foot) and go? (button) => how the fields stand with notice and buttons, and the button by itself, where a form is long
 *             · isBeside? (the view is for something else: its button is plain) · notice? (default true: 'Some information is missing'; or one of its own) · aside? (beside the buttons) · children (the fields)
 * FormSection title · hint? · children                 a heading and its fields
 * FieldRow    children                                 fields side by side where there is room
 * useFormValue(name) → its present text    useFormFill() → fill({ name: value, … })
 *
 * `send` gets what is in the fields, as strings, and may fill fields on its way, which then counts as sent. A refusal is put onto the fields it names, the first
 * takes focus, a toast says it; one that names no field stays above the buttons.
 */
import { t } from '@byre/contract/words'
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import {
  FormProvider,
  useForm,
  useFormContext,
  useWatch,
  type DefaultValues,
  type UseFormReturn,
} from 'react-hook-form'
import { prepareToasts } from '../../lib/toast.ts'
import { Banner } from '../banner.tsx'
import { Button, ButtonLink } from '../button.tsx'
import { DiscardGuard } from './discard-guard.tsx'
import { useDraft } from './form-draft.ts'
import { FormFailure, useRefusals } from './form-failure.tsx'
import { FormMemory, Memory } from './form-memory.ts'
import {
  emptied,
  problemsOf,
  resolverOf,
  type DefaultsOf,
  type FormSchema,
  type Texts,
  type ValuesOf,
} from './form-schema.ts'
import { sayFirst, showProblemsOnEnter, SubmitButton, WhileOffline } from './form-submit.tsx'
import { MissingNotice } from './missing-notice.tsx'

export type { Texts } from './form-schema.ts'
/** Fills fields as if typed. */
export type Fill = (values: Texts) => void

interface FormShellProps<S extends FormSchema, Reply> {
  schema: S
  defaults: DefaultsOf<S>
  send: (values: ValuesOf<S>, fill: Fill) => Promise<Reply>
  onDone: (reply: Reply, values: ValuesOf<S>) => void
  submit: string
  busy: string
  cancel?: string
  draft?: string
  guard?: boolean
  isBeside?: boolean
  notice?: ReactNode
  aside?: ReactNode
  lay?: (fields: ReactNode, foot: ReactNode) => ReactNode
  go?: (button: ReactNode) => ReactNode
  children: ReactNode
}

const together = (fields: ReactNode, foot: ReactNode) => (
  <>
    {fields}
    {foot}
  </>
)
const alone = (button: ReactNode) => button

export function FormShell<S extends FormSchema, Reply>(props: FormShellProps<S, Reply>) {
  const { schema, guard = true, notice = true, lay = together, go = alone } = props
  const [defaults] = useState(() => emptied(props.defaults))
  const draft = useDraft(props.draft, defaults)
  const [memory] = useState(() => new Memory(problemsOf(schema, draft.restored ?? defaults)))
  const resolver = useMemo(() => resolverOf(schema, memory), [schema, memory])
  const form = useForm<Texts>({
    defaultValues: defaults as DefaultValues<Texts>,
    resolver,
    mode: 'onTouched',
  })
  const { isDirty, isSubmitting, isValid } = form.formState
  const refusals = useRefusals(form, memory)
  const sent = useRef(false)
  useEffect(() => {
    if (!isDirty) sent.current = false
  }, [isDirty])

  // A restored draft counts as changed; `isValid` is read so that every change is judged.
  void isValid
  useLayoutEffect(() => {
    // Where the form stood elsewhere until now, its last words have only just been written.
    const kept = draft.restored ?? draft.find()
    if (kept) form.reset(kept, { keepDefaultValues: true })
    else draft.forget()
  }, [form, draft])
  useLayoutEffect(() => draft.follow(form, memory), [form, memory, draft])

  const take = async (texts: Texts) => {
    const values = texts as ValuesOf<S>
    const filled: Texts = {}
    const fill: Fill = (texts) => {
      Object.assign(filled, texts)
      fillOf(form)(texts)
    }
    prepareToasts()
    refusals.clear()
    try {
      const reply = await props.send(values, fill)
      draft.forget()
      form.reset({ ...texts, ...filled })
      sent.current = true
      props.onDone(reply, values)
    } catch (error) {
      refusals.place(error)
    }
  }

  const startOver = () => {
    draft.forget()
    form.reset(defaults)
  }

  return (
    <FormProvider {...form}>
      <FormMemory value={memory}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Enter pressed in any of its fields */}
        <form
          className="form"
          noValidate
          aria-busy={isSubmitting}
          onSubmit={(event) => void form.handleSubmit(take, sayFirst)(event)}
          onKeyDown={(event) =>
            showProblemsOnEnter(event, memory, () => void form.handleSubmit(take, sayFirst)())
          }
        >
          {draft.restored && isDirty && (
            <Banner
              is="info"
              action={<Button onClick={startOver}>{t`Start over`}</Button>}
            >{t`We kept what you typed here before.`}</Banner>
          )}
          {lay(
            props.children,
            <>
              {notice === true ? <MissingNotice /> : notice}
              <FormFailure failure={refusals.failure} />
              <div className="form-buttons">
                {go(
                  <SubmitButton isBeside={props.isBeside} busy={isSubmitting} busyLabel={props.busy}>
                    {props.submit}
                  </SubmitButton>,
                )}
                {props.cancel && <ButtonLink to={props.cancel}>{t`Cancel`}</ButtonLink>}
                {props.aside}
              </div>
            </>,
          )}
          <WhileOffline />
          <span className="unseen" role="status">
            {isSubmitting && props.busy}
          </span>
        </form>
        {guard && <DiscardGuard when={isDirty} sent={sent} onDiscard={draft.forget} />}
      </FormMemory>
    </FormProvider>
  )
}

export function FormSection({
  title,
  hint,
  children,
}: {
  title: string
  hint?: ReactNode
  children: ReactNode
}) {
  const titleId = useId()
  return (
    <section className="form-section" aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      {hint && <p className="soft">{hint}</p>}
      {children}
    </section>
  )
}

export const FieldRow = ({ children }: { children: ReactNode }) => <div className="field-row">{children}</div>

export function useFormValue(name: string): string {
  return useWatch<Texts>({ name }) ?? ''
}

/** Fills fields as if typed: 'Copy Clinic Information', or the region emptied when the country changes. */
export function useFormFill(): Fill {
  return fillOf(useFormContext<Texts>())
}

function fillOf({ setValue }: Pick<UseFormReturn<Texts>, 'setValue'>): Fill {
  return (values) => {
    for (const [name, value] of Object.entries(values)) {
      setValue(name, value, { shouldDirty: true, shouldValidate: true })
    }
  }
}
