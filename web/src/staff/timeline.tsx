import { t, translated } from '@byre/contract/words'
import { listTimeline, type TimelineLine } from '@byre/contract/staff/records'
import { formatMoment } from '../lib/format.ts'
import { useLinesBefore } from '../lib/in-address.ts'
import { useAsk } from '../lib/query.ts'
import { useNames } from '../ui/activity/activity-names.ts'
import { changeInWords, isTold } from '../ui/activity/activity-words.ts'
import { Changes } from '../ui/activity/changes.tsx'
import { Button } from '../ui/button.tsx'
import { FormSection } from '../ui/forms/form-shell.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Table } from '../ui/table.tsx'

/** What the trail holds of one record, newest first, a page at a time. */
export function Timeline({ id }: { id: string }) {
  const [pages, setPages] = useLinesBefore()
  const after = pages.at(-1) ?? null
  const ask = useAsk(listTimeline, { id, after }, { keep: true })
  const names = useNames(ask.data?.lines ?? [])
  const changes = ({ changes, network }: TimelineLine) => (
    <Changes of={changes.filter(isTold).map((change) => changeInWords(change, names))} network={network} />
  )
  return (
    <FormSection title={t`Timeline`} hint={t`What was done by, to and at it.`}>
      <Loaded ask={ask} skeleton={<Skeleton height="20rem" />}>
        {({ lines, next }) => (
          <div className="stack activity">
            <Table
              caption={t`Timeline`}
              columns={[
                { header: t`When`, cell: ({ at }: TimelineLine) => formatMoment(at) },
                { header: t`Who`, cell: ({ who }: TimelineLine) => who },
                { header: t`What`, cell: ({ what }: TimelineLine) => translated(what) },
                { header: t`Changes`, cell: changes },
              ]}
              rows={lines}
              rowKey={({ id }) => id}
              empty={<p className="soft">{t`Nothing is written down yet.`}</p>}
            />
            {(after !== null || next !== null) && (
              <nav className="row" aria-label={t`Pages of the timeline`}>
                <Button
                  disabled={after === null}
                  onClick={() => setPages(pages.slice(0, -1))}
                >{t`Newer`}</Button>
                <Button
                  disabled={next === null}
                  onClick={() => next && setPages([...pages, next])}
                >{t`Older`}</Button>
              </nav>
            )}
          </div>
        )}
      </Loaded>
    </FormSection>
  )
}
