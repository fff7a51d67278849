import {
  changeSettings,
  markets,
  operationKinds,
  SiteSettings,
  type MarketShippedTo,
  type OperationKind,
} from '@byre/contract/herd/settings'
import { marketName } from '@byre/contract/herd/market-names'
import { useId, useState, type FormEvent, type ReactNode } from 'react'
import { safeParse } from 'zod/mini'
import { sentenceOf } from '../lib/refusal.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import '../ui/forms/radio-cards.css'
import { useAppCommand } from './asks.ts'
import './settings.css'
import { kindWords } from './words.ts'

interface FormProps {
  /** What is chosen at first. */
  begin: SiteSettings
  submit: string
  busyLabel: string
  /** What the first launch does not ask. */
  hasMore?: boolean
  onDone?: () => void
}

/** Kind of operation, time zone, and where animals are shipped to. */
export function SettingsForm({ begin, submit, busyLabel, hasMore = false, onDone }: FormProps) {
  const [chosen, setChosen] = useState(begin)
  const [problem, setProblem] = useState<string | null>(null)
  const { send, busy } = useAppCommand(changeSettings, {})
  const change = (part: Partial<SiteSettings>) => {
    setProblem(null)
    setChosen({ ...chosen, ...part })
  }

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const judged = safeParse(SiteSettings, chosen)
    if (!judged.success) return setProblem(judged.error.issues[0]?.message ?? null)
    try {
      await send(judged.data)
      onDone?.()
    } catch (error) {
      setProblem(sentenceOf(error))
    }
  }

  return (
    <form className="form" noValidate aria-busy={busy} onSubmit={(event) => void save(event)}>
      <Kinds value={chosen.kind} onChoose={(kind) => change({ kind })} />
      <Zones value={chosen.zone} onChoose={(zone) => change({ zone })} />
      <Markets value={chosen.markets} onChoose={(next) => change({ markets: next })} />
      {hasMore && (
        <>
          <Whole
            label="Hold arrivals with no known history for"
            unit="days"
            hint="Counted from the end of the day it came. It applies to animals that are already here, too."
            value={chosen.arrival_days}
            onChoose={(arrival_days) => change({ arrival_days })}
          />
          <Whole
            label="Largest dose per injection site"
            unit="mL"
            hint="A larger dose is split over several sites."
            value={chosen.injection_ml}
            onChoose={(injection_ml) => change({ injection_ml })}
          />
          <Whole
            label="Report replaced tags and tags of dead animals within"
            unit="days"
            hint="Canada asks for 30, and for an approved tag on every animal that arrives. Findings remind you. 0 turns them off."
            value={chosen.tag_days}
            onChoose={(tag_days) => change({ tag_days })}
          />
        </>
      )}
      {problem && (
        <Banner is="danger" live>
          {problem}
        </Banner>
      )}
      <div className="form-buttons">
        <Button type="submit" kind="primary" busy={busy} busyLabel={busyLabel}>
          {submit}
        </Button>
      </div>
    </form>
  )
}

function Kinds({ value, onChoose }: { value: OperationKind; onChoose: (kind: OperationKind) => void }) {
  return (
    <fieldset className="field">
      <legend className="label">What kind of operation is it?</legend>
      <div className="radio-cards" data-columns={2}>
        {operationKinds.map((kind) => (
          <Choice key={kind} {...kindWords[kind]}>
            <input type="radio" name="kind" checked={kind === value} onChange={() => onChoose(kind)} />
          </Choice>
        ))}
      </div>
    </fieldset>
  )
}

function Choice({ title, detail, children }: { title: string; detail?: string; children: ReactNode }) {
  return (
    <label className="radio-card">
      {children}
      <span className="radio-words">
        <span className="radio-title">{title}</span>
        {detail && <span className="soft">{detail}</span>}
      </span>
    </label>
  )
}

function Zones({ value, onChoose }: { value: string; onChoose: (zone: string) => void }) {
  const id = useId()
  const known = Intl.supportedValuesOf('timeZone')
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        Which time zone are the yards in?
      </label>
      <select id={id} className="input" value={value} onChange={({ target }) => onChoose(target.value)}>
        {(known.includes(value) ? known : [value, ...known]).map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll('_', ' ')}
          </option>
        ))}
      </select>
      <p className="hint">Days, withdrawal times and load times go by it.</p>
    </div>
  )
}

interface WholeProps {
  label: string
  unit: string
  hint: string
  value: number
  onChoose: (value: number) => void
}

/** A whole number; what is none is refused when it is saved. */
function Whole({ label, unit, hint, value, onChoose }: WholeProps) {
  const id = useId()
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <div className="beside">
        <input
          id={id}
          className="input"
          inputMode="numeric"
          maxLength={3}
          autoComplete="off"
          aria-describedby={`${id}-hint`}
          value={Number.isNaN(value) ? '' : String(value)}
          onChange={({ target }) =>
            onChoose(/^\d+$/.test(target.value.trim()) ? Number(target.value) : Number.NaN)
          }
        />
        <span className="beside-words">{unit}</span>
      </div>
      <p id={`${id}-hint`} className="hint">
        {hint}
      </p>
    </div>
  )
}

interface MarketsProps {
  value: readonly MarketShippedTo[]
  onChoose: (chosen: MarketShippedTo[]) => void
}

function Markets({ value, onChoose }: MarketsProps) {
  return (
    <fieldset className="field">
      <legend className="label">Where do you ship to?</legend>
      <div className="radio-cards markets" data-columns={3}>
        {markets.map((market) => (
          <Choice key={market} title={marketName(market)}>
            <input
              type="checkbox"
              checked={value.includes(market)}
              onChange={({ target }) =>
                onChoose(markets.filter((one) => (one === market ? target.checked : value.includes(one))))
              }
            />
          </Choice>
        ))}
      </div>
      <p className="hint">Each market has its own withdrawal rules. The strictest one counts.</p>
    </fieldset>
  )
}
