import { t } from '@byre/contract/words'
import { rich } from '../rich.tsx'
import { useState } from 'react'
import { Refusal } from '../../lib/refusal.ts'
import { versionOf } from '../../lib/wire.ts'
import { Banner } from '../banner.tsx'
import { Button } from '../button.tsx'
import { useFormFill, type Fill, type Texts } from './form-shell.tsx'

/** A field that somebody else changed while the form was open; `yours` when it was changed here too. */
export interface Difference {
  field: string
  theirs: string
  yours: string | null
}

interface Edit {
  /** The fields that were edited, and all of them. */
  changed: Texts
  values: Texts
  fill: Fill
  /** The version it is meant for. */
  ifMatch: string | undefined
}

interface Changing<T> {
  /** What the form began with. */
  first: T
  valuesOf: (thing: T) => Texts
  /** Sends what was edited. */
  put: (edit: Edit) => Promise<T>
  /** The thing as it is now. */
  look: () => Promise<T>
}

/**
 * Changes a thing that others may be changing too. Only what was edited is sent. When somebody was
 * faster, their changes are shown: untouched fields take them, edited ones keep what was typed, and
 * saving again means it.
 */
export function useChanging<T extends object>({ first, valuesOf, put, look }: Changing<T>) {
  const [base, setBase] = useState(first)
  const [differences, setDifferences] = useState<readonly Difference[]>([])

  const send = async (values: Texts, fill: Fill): Promise<T> => {
    const began = valuesOf(base)
    const changed = pick(values, (name) => values[name] !== began[name])
    if (Object.keys(changed).length === 0) return base
    try {
      return await put({ changed, values, fill, ifMatch: versionOf(base) })
    } catch (error) {
      if (error instanceof Refusal && error.code === 'request.stale') {
        const now = await look()
        const after = valuesOf(now)
        const theirs = pick(after, (name) => after[name] !== began[name] && after[name] !== values[name])
        fill(pick(theirs, (name) => !(name in changed)))
        setBase(now)
        setDifferences(
          Object.entries(theirs).map(([field, value]) => ({
            field,
            theirs: value,
            yours: changed[field] ?? null,
          })),
        )
      }
      throw error
    }
  }
  return { send, differences }
}

const pick = (values: Texts, wanted: (name: string) => boolean): Texts =>
  Object.fromEntries(Object.entries(values).filter(([name]) => wanted(name)))

interface MeanwhileProps {
  differences: readonly Difference[]
  labels: Readonly<Record<string, string>>
  /** A value in words; the value itself when absent. */
  words?: (field: string, value: string) => string
}

const asItIs = (_: string, value: string) => value

/** What somebody else changed, inside the form it concerns. */
export function Meanwhile({ differences, labels, words = asItIs }: MeanwhileProps) {
  const fill = useFormFill()
  const both = differences.filter(({ yours }) => yours !== null)
  if (differences.length === 0) return null
  const takeTheirs = () => fill(Object.fromEntries(both.map(({ field, theirs }) => [field, theirs])))
  return (
    <Banner
      is="warning"
      live
      action={both.length > 0 && <Button onClick={takeTheirs}>{t`Use theirs`}</Button>}
    >
      <p>{t`What you typed is kept. Since you opened this form,`}</p>
      <ul className="differences">
        {differences.map(({ field, theirs, yours }) => (
          <li key={field}>
            {yours === null
              ? rich`${labels[field] ?? field} is now ${(<strong>{words(field, theirs) || t`empty`}</strong>)}`
              : rich`${labels[field] ?? field} is now ${(<strong>{words(field, theirs) || t`empty`}</strong>)}; yours is ${words(field, yours) || t`empty`}`}
          </li>
        ))}
      </ul>
      {both.length > 0 && <p>{t`Saving again replaces it with yours.`}</p>}
    </Banner>
  )
}
