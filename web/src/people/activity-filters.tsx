import { t } from '@byre/contract/words'
import { actionsOf } from '@byre/contract/activity'
import { id } from '@byre/contract/fields'
import { endOfDay, startOfDay } from '@byre/rules/dates'
import { useState } from 'react'
import { formatPerson } from '../lib/format.ts'
import { useAsk } from '../lib/query.ts'
import { readersTimeZone } from '../lib/time-zone.ts'
import { Choice } from '../ui/forms/choice.tsx'
import { DayField } from '../ui/forms/day-field.tsx'
import { SearchField } from '../ui/forms/search-field.tsx'
import { memberCalls, type PeopledSubject } from './place.ts'

export interface Filters {
  /** Empty: everyone. */
  who: string
  /** Empty: everything. */
  deed: string
  /** Days as the device's own date field has them; the last one included. */
  from: string
  to: string
}

/** The year 0 is none of the calendar, and the server takes nothing that begins after the last of four digits. */
const day = /^(?!0000|9999)\d{4}-\d{2}-\d{2}$/

/** What an address asks for; what the server would refuse counts for nothing. */
export function filtersIn(search: URLSearchParams, kind: PeopledSubject['kind']): Filters {
  const dayIn = (name: string) => {
    const value = search.get(name) ?? ''
    return day.test(value) && !Number.isNaN(Date.parse(value)) ? value : ''
  }
  const deed = search.get('deed') ?? ''
  return {
    who: id.safeParse(search.get('who')).data ?? '',
    deed: Object.hasOwn(actionsOf[kind], deed) ? deed : '',
    from: dayIn('from'),
    to: dayIn('to'),
  }
}

/** As the call takes them: from the first day's beginning to the last one's end, in the zone in which the lines are told. */
export function activityQuery({ who, deed, from, to }: Filters) {
  const zone = readersTimeZone() ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  return {
    who: who || null,
    deed: deed || null,
    from: from ? new Date(startOfDay(from, zone)).toISOString() : null,
    to: to ? new Date(endOfDay(to, zone)).toISOString() : null,
  }
}

interface ActivityFiltersProps {
  subject: PeopledSubject
  filters: Filters
  /** Who did something on the page that is shown, members or not. */
  seen: ReadonlyMap<string, string>
  onChange: (filters: Filters) => void
}

/** So many are offered at once; of more, somebody is sought. */
const offeredAtOnce = 25

export function ActivityFilters({ subject, filters, seen, onChange }: ActivityFiltersProps) {
  const [q, setQ] = useState('')
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map())
  const { list } = memberCalls[subject.kind]
  const page = { id: subject.id, page: 1, per_page: offeredAtOnce, sort: 'name' } as const
  const all = useAsk(list, page).data
  const matches = useAsk(list, q ? { ...page, q } : null, { keep: true }).data
  const members = (q ? matches : all)?.users.filter(({ email }) => email !== null) ?? []
  const people = new Map([
    ...chosen,
    ...(q ? [] : seen),
    ...members.map((member) => [member.id, formatPerson(member)] as const),
  ])
  if (filters.who && !people.has(filters.who)) people.set(filters.who, t`Somebody else`)
  const set = (change: Partial<Filters>) => onChange({ ...filters, ...change })
  const chooseWho = (who: string) => {
    const name = people.get(who)
    setChosen(name === undefined ? new Map() : new Map([[who, name]]))
    set({ who })
  }
  return (
    <div className="activity-filters">
      {(all?.total ?? 0) > offeredAtOnce && (
        <div className="field">
          <SearchField label={t`Find who`} onSettled={setQ} />
          {q && matches?.total === 0 && <small className="soft">{t`Nobody found. Try fewer letters.`}</small>}
        </div>
      )}
      <Choice
        label={t`Who`}
        value={filters.who}
        options={[{ value: '', label: t`Everyone` }, ...options(people)]}
        onChoose={chooseWho}
      />
      <Choice
        label={t`What`}
        value={filters.deed}
        options={[
          { value: '', label: t`Everything` },
          ...options(new Map(Object.entries(actionsOf[subject.kind]))),
        ]}
        onChoose={(deed) => set({ deed })}
      />
      <DayField label={t`From`} value={filters.from} max={filters.to} onChoose={(from) => set({ from })} />
      <DayField label={t`To`} value={filters.to} min={filters.from} onChoose={(to) => set({ to })} />
    </div>
  )
}

const options = (named: ReadonlyMap<string, string>) =>
  [...named]
    .map(([value, label]) => ({ value, label }))
    .sort((one, other) => one.label.localeCompare(other.label))
