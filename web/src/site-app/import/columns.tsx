import {
  importLimits,
  ImportOptions,
  timedColumns,
  type ColumnKind,
  type ImportOptions as Options,
} from '@byre/contract/herd/imports'
import { useId, useMemo, useState, type FormEvent } from 'react'
import { safeParse } from 'zod/mini'
import { sentenceOf } from '../../lib/refusal.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/forms/choice.tsx'
import { useMe } from '../me.ts'
import { checkTable, type Judgement } from './bringing.ts'
import { columnsOf, guessDates, guessDecimals, guessMapping, type Held, type Mapping } from './guess.ts'
import { Progressing } from './progressing.tsx'
import { Question } from './question.tsx'
import type { Table } from './table.ts'
import { columnGroups, columnWords, counted } from './words.ts'

interface ColumnsProps {
  table: Table
  /** As it was read last, if it was. */
  begin: Options | null
  onOther: () => void
  onChecked: (options: Options, judgement: Judgement) => void
}

/** What each column holds, and what is asked once a file. */
export function Columns({ table, begin, onOther, onChecked }: ColumnsProps) {
  const { unit, settings, suggested } = useMe()
  const [mapping, setMapping] = useState<Mapping>(() => guessMapping(table, begin))
  const [asked, setAsked] = useState(() => ({
    unit: begin?.unit ?? (unit === 'metric' ? ('kg' as const) : ('lb' as const)),
    word: begin?.word ?? ('unknown' as const),
    as_label: begin?.as_label ?? ('no' as const),
  }))
  /** As somebody chose them; until then as the columns that are dates and numbers leave no doubt. */
  const [chosen, choose] = useState<Partial<Pick<Options, 'dates' | 'decimals'>>>({})
  const guessed = useMemo(
    () => ({ dates: guessDates(table, mapping), decimals: guessDecimals(table, mapping) }),
    [table, mapping],
  )
  const dates = chosen.dates ?? guessed.dates ?? ''
  const decimals = chosen.decimals ?? guessed.decimals ?? ''
  const [problem, setProblem] = useState<string | null>(null)
  const [done, setDone] = useState<number | null>(null)

  const check = async (event: FormEvent) => {
    event.preventDefault()
    if (done !== null) return
    setProblem(null)
    const { as_label, ...rest } = asked
    const options = safeParse(ImportOptions, {
      ...rest,
      dates,
      decimals,
      columns: columnsOf(table, mapping),
      medicines: begin?.medicines ?? [],
      ...(as_label === 'yes' && { as_label }),
    })
    if (!options.success) return setProblem(options.error.issues[0]?.message ?? null)
    setDone(0)
    try {
      const judgement = await checkTable(table, options.data, setDone, new AbortController().signal)
      onChecked(options.data, judgement)
    } catch (error) {
      setDone(null)
      setProblem(sentenceOf(error))
    }
  }

  const holdAt = (at: number, held: Held | null) => {
    const next = new Map(mapping)
    if (held) next.set(at, held)
    else next.delete(at)
    setMapping(next)
  }
  const holds = (kinds: readonly ColumnKind[]) =>
    [...mapping.values()].some((held) => kinds.includes(held.holds))

  return (
    <form className="import-steps" noValidate onSubmit={(event) => void check(event)}>
      <h2>What each column is</h2>
      <p className="soft">
        {`${table.name}: ${counted(table.rows.length, 'row')}. We matched each column by its name. Please check them.`}
      </p>
      <ul className="import-columns">
        {table.header.map((name, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- two columns may have one name, and none moves.
          <li key={at}>
            <HeldChoice
              name={name || `Column ${at + 1}`}
              example={exampleOf(table, at)}
              held={mapping.get(at) ?? null}
              onChoose={(held) => holdAt(at, held)}
            />
          </li>
        ))}
      </ul>

      <h2>How to read it</h2>
      <div className="field-row">
        {holds(['born', 'arrived_on', 'held_until', 'weighed_on', 'treated_on']) && (
          <Choice
            label="Dates are written"
            value={dates}
            options={[
              { value: '', label: 'Please choose…' },
              { value: 'ymd', label: 'Year first: 2026-11-23' },
              { value: 'mdy', label: 'Month first: 11/23/2026' },
              { value: 'dmy', label: 'Day first: 23/11/2026' },
            ]}
            onChoose={(written) => choose({ ...chosen, dates: written || undefined })}
          />
        )}
        {holds(['weight', 'dose']) && (
          <Choice
            label="Numbers are written"
            value={decimals}
            options={[
              { value: '', label: 'Please choose…' },
              { value: 'point', label: 'With a point: 1,234.5' },
              { value: 'comma', label: 'With a comma: 1.234,5' },
            ]}
            onChoose={(written) => choose({ ...chosen, decimals: written || undefined })}
          />
        )}
        {holds(['weight']) && (
          <Choice
            label="Weights are in"
            value={asked.unit}
            options={[
              { value: 'kg', label: 'Kilograms' },
              { value: 'lb', label: 'Pounds' },
            ]}
            onChoose={(weighed) => setAsked({ ...asked, unit: weighed })}
          />
        )}
      </div>
      <Question
        legend="Could an animal be under a withdrawal that is not in this file?"
        value={asked.word}
        options={[
          {
            value: 'unknown',
            label: `Not sure: hold each animal for ${(settings ?? suggested).arrival_days} days after it came`,
          },
          { value: 'no', label: 'No: every recent treatment is in this file' },
        ]}
        onChoose={(word) => setAsked({ ...asked, word })}
      />
      {holds(['medicine']) && (
        <Question
          legend="Treatments without a route or a dose"
          value={asked.as_label}
          options={[
            { value: 'no', label: 'Not sure how they were given: hold them' },
            { value: 'yes', label: 'They were given as the label says' },
          ]}
          onChoose={(as_label) => setAsked({ ...asked, as_label })}
        />
      )}

      {problem && (
        <Banner is="danger" live>
          {problem}
        </Banner>
      )}
      {done !== null && <Progressing label="Checking" done={done} of={table.rows.length} />}
      <div className="form-buttons">
        <Button type="submit" kind="primary" busy={done !== null} busyLabel="Checking..">
          See what would happen
        </Button>
        <Button onClick={onOther}>Choose another file</Button>
      </div>
    </form>
  )
}

const exampleOf = ({ rows }: Table, at: number) =>
  rows
    .find(({ cells }) => (cells[at] ?? '').trim() !== '')
    ?.cells[at]?.trim()
    .slice(0, 40) ?? ''

interface HeldProps {
  name: string
  example: string
  held: Held | null
  onChoose: (held: Held | null) => void
}

const times = Array.from({ length: importLimits.timesARow }, (_, at) => at + 1)

function HeldChoice({ name, example, held, onChoose }: HeldProps) {
  const id = useId()
  const choose = (value: string) => {
    const [holds, time] = value.split(' ')
    if (!holds) return onChoose(null)
    onChoose({ holds: holds as ColumnKind, ...(time !== undefined && { time: Number(time) }) })
  }
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {name}
      </label>
      <select
        id={id}
        className="input"
        aria-describedby={example ? `${id}-example` : undefined}
        value={held ? [held.holds, held.time].filter((part) => part !== undefined).join(' ') : ''}
        onChange={({ target }) => choose(target.value)}
      >
        <option value="">Leave out</option>
        {columnGroups.map(([label, kinds]) => (
          <optgroup key={label} label={label}>
            {kinds.flatMap((kind) =>
              timedColumns.has(kind)
                ? times.map((time) => (
                    <option key={`${kind} ${time}`} value={`${kind} ${time}`}>
                      {time === 1 ? columnWords[kind] : `${columnWords[kind]}, ${time}`}
                    </option>
                  ))
                : [
                    <option key={kind} value={kind}>
                      {columnWords[kind]}
                    </option>,
                  ],
            )}
          </optgroup>
        ))}
      </select>
      {example && (
        <p id={`${id}-example`} className="hint">
          {example}
        </p>
      )}
    </div>
  )
}
