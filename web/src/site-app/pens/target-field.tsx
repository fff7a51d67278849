import { setLotTarget, targetGain, type Lot } from '@byre/contract/herd/lots'
import { readQuantity } from '@byre/rules/quantities'
import { useId, useState, type FormEvent } from 'react'
import { sentenceOf } from '../../lib/refusal.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { useAppCommand } from '../asks.ts'
import { rateIn, rateNumber, weightUnits, type SiteUnit } from '../measures.ts'
import { useMay, useMe } from '../me.ts'

type OfLot = Pick<Lot, 'id' | 'target_grams'>

/** What a lot is meant to gain a day, in the site's unit: said by its managers, read by everyone. */
export function Target({ lot }: { lot: OfLot }) {
  const { unit } = useMe()
  if (useMay('changeSettings')) return <TargetField lot={lot} />
  if (lot.target_grams === null) return null
  return <p>Target: {rateIn(lot.target_grams, unit)}</p>
}

/** Grams a day of what was typed, as far as a gain can be; null for anything else. */
function readRate(typed: string, unit: SiteUnit): number | null {
  const grams = Number(readQuantity(typed, weightUnits[unit])?.base ?? 0)
  return grams >= targetGain.least && grams <= targetGain.most ? grams : null
}

/** Nothing typed takes it away. */
function TargetField({ lot: { id: lot, target_grams: target } }: { lot: OfLot }) {
  const { unit } = useMe()
  const id = useId()
  const { send, busy } = useAppCommand(setLotTarget, { id: lot })
  const begin = target === null ? '' : rateNumber(target, unit)
  const [typed, setTyped] = useState(begin)
  // What somebody else says meanwhile takes the place of what was typed.
  const [kept, setKept] = useState(begin)
  if (kept !== begin) {
    setKept(begin)
    setTyped(begin)
  }
  const [problem, setProblem] = useState<string | null>(null)
  const keep = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const grams = readRate(typed, unit)
    if (typed.trim() !== '' && grams === null)
      return setProblem(`Please type a gain such as ${unit === 'metric' ? '1.5' : '3.3'}.`)
    try {
      await send(grams === null ? {} : { grams_a_day: grams })
      toast.success(grams === null ? 'The lot has no target now.' : 'The target is saved.')
    } catch (error) {
      setProblem(sentenceOf(error))
    }
  }
  return (
    <form className="target" noValidate aria-busy={busy} onSubmit={(event) => void keep(event)}>
      <div className="field" data-invalid={problem !== null}>
        <label className="label" htmlFor={id}>
          Target gain a day, in {weightUnits[unit]}
        </label>
        <div className="target-line">
          <input
            id={id}
            className="input"
            inputMode="decimal"
            autoComplete="off"
            maxLength={8}
            value={typed}
            aria-invalid={problem !== null}
            aria-describedby={problem ? `${id}-error` : undefined}
            onChange={({ target: field }) => {
              setProblem(null)
              setTyped(field.value)
            }}
          />
          <Button type="submit" busy={busy} busyLabel="Saving..">
            Save
          </Button>
        </div>
        {problem && (
          <p id={`${id}-error`} className="field-error" role="alert">
            {problem}
          </p>
        )}
      </div>
    </form>
  )
}
