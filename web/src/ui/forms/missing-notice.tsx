import { IconAlertTriangle } from '@tabler/icons-react'
import { useContext, useSyncExternalStore } from 'react'
import { useFormContext } from 'react-hook-form'
import { FormMemory, type KnownField } from './form-memory.ts'

/** What the schema has against the present values, by field. */
export function useProblems(): ReadonlyMap<string, string> {
  const memory = useContext(FormMemory)
  return useSyncExternalStore(memory.subscribe, () => memory.problems)
}

/** Why the button cannot be pressed yet: the labels of what is missing, and of what is not right. */
export function MissingNotice() {
  const memory = useContext(FormMemory)
  const problems = useProblems()
  const fields = useSyncExternalStore(memory.subscribe, () => memory.fields)
  const { getValues } = useFormContext<Record<string, string>>()

  const named = [...fields].filter(([name]) => problems.has(name))
  const isEmpty = ([name]: (typeof named)[number]) => !getValues(name)?.trim()
  if (named.length === 0) return null
  return (
    <div className="banner" data-is="warning">
      <div className="banner-words">
        <IconAlertTriangle size={20} aria-hidden />
        <div>
          <Labels title="Some information is missing. Please fill out:" of={named.filter(isEmpty)} />
          <Labels title="Please look again at:" of={named.filter((field) => !isEmpty(field))} />
        </div>
      </div>
    </div>
  )
}

function Labels({ title, of: fields }: { title: string; of: [string, KnownField][] }) {
  if (fields.length === 0) return null
  return (
    <>
      <p>{title}</p>
      <ul className="missing">
        {fields.map(([name, { label }]) => (
          <li key={name}>{label}</li>
        ))}
      </ul>
    </>
  )
}
