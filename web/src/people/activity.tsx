import { t, translated } from '@byre/contract/words'
import type { Activity as Line } from '@byre/contract/activity'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { formatMoment } from '../lib/format.ts'
import { changed, useLinesBefore } from '../lib/in-address.ts'
import { useAsk } from '../lib/query.ts'
import { saveFile } from '../lib/save-file.ts'
import { toast } from '../lib/toast.ts'
import { useCall } from '../lib/use-call.ts'
import { Button } from '../ui/button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Table } from '../ui/table.tsx'
import { Address } from '../ui/address.tsx'
import { ActivityFilters, activityQuery, filtersIn } from './activity-filters.tsx'
import { useNames } from '../ui/activity/activity-names.ts'
import { changeInWords, isTold } from '../ui/activity/activity-words.ts'
import { activityCalls } from './activity-calls.ts'
import { Changes } from '../ui/activity/changes.tsx'
import type { PeopledSubject } from './place.ts'
import './people.css'

const atOnce = 10

/** Who did what with a place, newest first; for its Owners and Admins. What is looked for stands in the address. */
export function Activity({ subject }: { subject: PeopledSubject }) {
  const [search, setSearch] = useSearchParams()
  const filters = filtersIn(search, subject.kind)
  const [before, setBefore] = useLinesBefore()
  const [seen, setSeen] = useState<ReadonlyMap<string, string>>(new Map())
  const wanted = { id: subject.id, ...activityQuery(filters) }
  const lines = useAsk(
    activityCalls[subject.kind].list,
    { ...wanted, per_page: atOnce, after: before.at(-1) ?? null },
    { keep: true },
  )
  const actors = (lines.data?.activity ?? []).flatMap(({ actor_id: id, actor_name: name }) =>
    id !== null && name !== null && !seen.has(id) ? [[id, name] as const] : [],
  )
  if (actors.length > 0) setSeen(new Map([...seen, ...actors]))

  return (
    <div className="stack">
      <ActivityFilters
        subject={subject}
        filters={filters}
        seen={seen}
        onChange={(chosen) =>
          setSearch((now) => changed(now, { ...chosen, after: '' }), { preventScrollReset: true })
        }
      />
      <Download subject={subject} wanted={wanted} />
      <Loaded
        ask={lines}
        skeleton={<Skeleton height="36rem" />}
        failed={t`An error occurred while loading the activity.`}
      >
        {({ activity, next }) => (
          <>
            <Lines subject={subject} lines={activity} />
            {(before.length > 0 || next !== null) && (
              <nav className="pages" aria-label={t`Pages of activity`}>
                <Button
                  disabled={before.length === 0}
                  onClick={() => setBefore(before.slice(0, -1))}
                >{t`Newer`}</Button>
                <span role="status" className="figures">{t`Page ${before.length + 1}`}</span>
                <Button
                  disabled={next === null}
                  onClick={() => next && setBefore([...before, next])}
                >{t`Older`}</Button>
              </nav>
            )}
          </>
        )}
      </Loaded>
    </div>
  )
}

function Lines({ subject, lines }: { subject: PeopledSubject; lines: readonly Line[] }) {
  const names = useNames(lines)
  const what = ({ what, about_name: about, place_name: where }: Line) => (
    <span>
      {translated(what)}
      {about && ': '}
      {about && <Address>{about}</Address>}
      {where && <span className="soft"> {t`at ${where}`}</span>}
    </span>
  )
  const who = ({ actor_name: name, key_name: key }: Line) => (
    <>
      {name === null ? <span className="soft">{t`The system`}</span> : <Address>{name}</Address>}
      {key !== null && <span className="soft"> {t`by key ${key}`}</span>}
    </>
  )
  const when = ({ at }: Line) => <span className="activity-figures">{formatMoment(at)}</span>
  const from = ({ network }: Line) => <span className="activity-figures">{network || '–'}</span>
  const changes = (line: Line) => (
    <Changes
      of={line.changes.filter(isTold).map((change) => changeInWords(change, names))}
      network={line.network}
    />
  )
  return (
    <div className="activity">
      <Table
        caption={t`Activity of ${subject.name}`}
        columns={[
          { header: t`When`, cell: when },
          { header: t`Who`, cell: who },
          { header: t`What`, cell: what },
          { header: t`Changes`, cell: changes },
          { header: t`From`, cell: from },
        ]}
        rows={lines}
        rowKey={({ id }) => id}
        empty={<p className="soft">{t`Nothing like that in the last 400 days.`}</p>}
      />
    </div>
  )
}

/** What a spreadsheet reads as UTF-8; reading the answer as text took it away. */
const byteOrderMark = '\ufeff'

interface DownloadProps {
  subject: PeopledSubject
  wanted: { id: string } & ReturnType<typeof activityQuery>
}

/** All that is filtered, not this page alone. */
function Download({ subject, wanted }: DownloadProps) {
  const { ask, busy } = useCall(activityCalls[subject.kind].export)
  const download = async () => {
    try {
      const table = await ask(wanted)
      saveFile(`${subject.name} activity.csv`, byteOrderMark + table, 'text/csv;charset=utf-8')
    } catch (error) {
      toast.failure(error)
    }
  }
  return (
    <div>
      <Button
        icon={IconDownload}
        busy={busy}
        busyLabel={t`Downloading..`}
        onClick={() => void download()}
      >{t`Download as CSV`}</Button>
    </div>
  )
}
