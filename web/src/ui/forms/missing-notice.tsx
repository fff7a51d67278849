import { t } from '@byre/contract/words'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useContext, useSyncExternalStore, type ReactNode } from 'react'
import { useFormContext } from 'react-hook-form'
import { FormMemory, type KnownField } from './form-memory.ts'

/** What the schema has against the present values, by field. */
export function useProblems(): ReadonlyMap<string, string> {
  const memory = useContext(FormMemory)
  const problems = () => memory.problems
  return useSyncExternalStore(memory.subscribe, problems, problems)
}

/** What is on screen and stands in the way. */
export function useMissing(): [string, KnownField][] {
  const memory = useContext(FormMemory)
  const problems = useProblems()
  const fields = useSyncExternalStore(memory.subscribe, () => memory.fields)
  return [...fields].filter(([name]) => problems.has(name))
}

/** Why the button cannot be pressed yet: the labels of what is missing, and of what is not right. */
export function MissingNotice({ draw }: { draw?: Draw }) {
  const named = useMissing()
  const { getValues } = useFormContext<Record<string, string>>()
  const isEmpty = ([name]: (typeof named)[number]) => !getValues(name)?.trim()
  if (named.length === 0) return null
  return (
    <div className="banner" data-is="warning">
      <div className="banner-words">
        <IconAlertTriangle size={20} aria-hidden />
        <div>
          <Labels
            title={t`Some information is missing. Please fill out:`}
            of={named.filter(isEmpty)}
            draw={draw}
          />
          <Labels
            title={t`Please look again at:`}
            of={named.filter((field) => !isEmpty(field))}
            draw={draw}
          />
        </div>
      </div>
    </div>
  )
}

type Draw = (name: string, label: string) => ReactNode

interface LabelsProps {
  title: string
  of: [string, KnownField][]
  draw: Draw | undefined
}

function Labels({ title, of: fields, draw }: LabelsProps) {
  if (fields.length === 0) return null
  return (
    <>
      <p>{title}</p>
      <ul className="missing">
        {fields.map(([name, { label }]) => (
          <li key={name}>{draw ? draw(name, label) : label}</li>
        ))}
      </ul>
    </>
  )
}
