import type { TimelineEvent } from '@byre/contract/herd/animals'
import type { HerdEvent } from '@byre/contract/herd/events'
import { listLots, listPens } from '@byre/contract/herd/pens'
import { recordEvents } from '@byre/contract/herd/records'
import { useId, useRef, useState, type FormEvent } from 'react'
import { clock } from '../../lib/clock.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { FailureBanner } from '../../ui/failure-banner.tsx'
import { useAppAsk, useAppCommand } from '../asks.ts'
import { useDiscarding } from '../recording/discarding.tsx'
import { useZone } from '../times.ts'
import { recordedAgain, takingBack } from './again.ts'
import { CorrectionField } from './correction-field.tsx'
import { correctionOf, isMeasured, textsOf, unitOf, type Problems, type Texts } from './correction.ts'
import { correctableFields } from './correctable.ts'

interface CorrectProps {
  event: TimelineEvent
  /** Whose event it is. */
  animal: string
  onClose: () => void
}

const reasonUnlessSaid = 'Corrected'

/** An event told differently: what it was is taken back and what it is recorded, in one step. */
export function Correct({ event, animal, onClose }: CorrectProps) {
  const formId = useId()
  const zone = useZone()
  const { send, busy } = useAppCommand(recordEvents, {})
  const [begun] = useState(() => ({ ...textsOf(event, zone), reason_of_correction: '' }))
  const [texts, setTexts] = useState(begun)
  const [problems, setProblems] = useState<Problems>({})
  const [failure, setFailure] = useState<unknown>(null)
  /** By what it says: sent again after a lost answer it is the same. */
  const made = useRef(new Map<string, HerdEvent[]>())
  const fields = correctableFields(event.kind)
  const isDirty = Object.entries(texts).some(([name, text]) => text !== (begun as Texts)[name])
  const { leave, question } = useDiscarding({ isDirty, isBusy: busy }, 'What you typed here is lost.')
  const isOf = (is: 'pen' | 'lot') => fields.some((field) => field.is === is)

  const save = async (submitted: FormEvent<HTMLFormElement>) => {
    submitted.preventDefault()
    if (busy) return
    setFailure(null)
    const judged = correctionOf(event, texts, { zone, now: clock.now() })
    const why = texts.reason_of_correction.normalize('NFC').trim() || reasonUnlessSaid
    if ('problems' in judged) {
      setProblems(judged.problems)
      const first = [...fields.map(({ name }) => name), 'day'].find((name) => judged.problems[name])
      submitted.currentTarget.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
      return
    }
    const said = JSON.stringify([judged, why])
    const events = made.current.get(said) ?? [takingBack(event, why), recordedAgain(event, animal, judged)]
    made.current.set(said, events)
    try {
      await send({ events })
      toast.success('Corrected.')
      onClose()
    } catch (error) {
      setFailure(error)
    }
  }
  const fieldOf = (name: string) => ({
    name,
    value: (texts as Texts)[name] ?? '',
    problem: problems[name],
    onChange: (value: string) => {
      setProblems({})
      setTexts({ ...texts, [name]: value })
    },
  })

  return (
    <>
      <Dialog title="Correct this" onClose={() => leave(onClose)}>
        <form
          id={formId}
          className="stack"
          noValidate
          aria-busy={busy}
          onSubmit={(submitted) => void save(submitted)}
        >
          {fields.map((field) => (
            <CorrectionField
              key={field.name}
              {...fieldOf(field.name)}
              label={isMeasured(field) ? `${field.label}, ${unitOf(event, field)}` : field.label}
              is={field.is}
            >
              {isOf('pen') && field.is === 'pen' && <Pens chosen={fieldOf(field.name).value} />}
              {isOf('lot') && field.is === 'lot' && <Lots chosen={fieldOf(field.name).value} />}
            </CorrectionField>
          ))}
          <div className="field-row">
            <CorrectionField {...fieldOf('day')} label="Day" is="date" />
            <CorrectionField {...fieldOf('time')} label="Time, if it is known" is="time" />
          </div>
          <CorrectionField
            {...fieldOf('reason_of_correction')}
            label="Why it is corrected (optional)"
            is="line"
          />
          <FailureBanner failure={failure} />
          <div className="dialog-buttons">
            <Button onClick={() => leave(onClose)}>Cancel</Button>
            <Button type="submit" kind="primary" busy={busy} busyLabel="Correcting..">
              Correct
            </Button>
          </div>
        </form>
      </Dialog>
      {question}
    </>
  )
}

interface Chosen {
  chosen: string
}

const Pens = ({ chosen }: Chosen) => <Options of={useAppAsk(listPens, {}).data?.pens} chosen={chosen} />
const Lots = ({ chosen }: Chosen) => <Options of={useAppAsk(listLots, {}).data?.lots} chosen={chosen} />

interface OptionsProps extends Chosen {
  /** Those that have come. */
  of: readonly { id: string; name: string }[] | undefined
}

/** What may be chosen; none is the first of them. What stands there stays, whether its name has come or not. */
const Options = ({ of, chosen }: OptionsProps) => (
  <>
    <option value="">None</option>
    {chosen !== '' && !of?.some(({ id }) => id === chosen) && <option value={chosen}>As it is</option>}
    {of?.map(({ id, name }) => (
      <option key={id} value={id}>
        {name}
      </option>
    ))}
  </>
)
