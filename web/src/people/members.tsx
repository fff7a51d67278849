import { t } from '@byre/contract/words'
import { limits } from '@byre/contract/limits'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { changed } from '../lib/in-address.ts'
import { useAsk } from '../lib/query.ts'
import { Button } from '../ui/button.tsx'
import { Choice } from '../ui/forms/choice.tsx'
import { Pages } from '../ui/pages.tsx'
import { SearchField } from '../ui/forms/search-field.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { MemberDialog, type MemberAction } from './member-dialog.tsx'
import { MembersTable } from './members-table.tsx'
import { pageSizes, peopleAddress, peopleSorts } from './people-address.ts'
import { Leave } from './leave.tsx'
import { mayManage, memberCalls, words, type PeopledSubject } from './place.ts'

/** Who belongs to a place or is invited to it; found, ordered and turned on the server, and kept in the address. */
export function Members({ subject }: { subject: PeopledSubject }) {
  const [search, setSearch] = useSearchParams()
  const wanted = peopleAddress(search)
  const [action, setAction] = useState<MemberAction | null>(null)
  const { list } = memberCalls[subject.kind]
  // Where it is stopped its invites are shut.
  const invites = mayManage(subject) && subject.access !== 'stopped' ? '1' : '0'
  const users = useAsk(list, { id: subject.id, ...wanted, invites }, { keep: true, every: () => askEveryMs })
  const go = (values: Readonly<Record<string, string>>, replace = false) =>
    setSearch((now) => changed(now, values), { replace, preventScrollReset: true })
  return (
    <Loaded
      ask={users}
      skeleton={<Skeleton height="22rem" />}
      failed={t`An error occurred while loading users.`}
    >
      {({ users: members, total }) => {
        const pages = Math.ceil(Math.min(total, limits.listDepth) / wanted.per_page)
        // The last one of the last page was removed.
        if (wanted.page > 1 && wanted.page > pages) go({ page: String(Math.max(1, pages)) }, true)
        return (
          <div className="stack">
            {(wanted.q !== null || total > pageSizes[0]) && (
              <div className="people-tools">
                <SearchField
                  label={t`Find in users`}
                  q={wanted.q ?? ''}
                  onSettled={(q) => go({ q, page: '' }, true)}
                />
                <Choice
                  label={t`Sort by`}
                  compact
                  value={wanted.sort}
                  options={sortOptions}
                  onChoose={(sort) => go({ sort: sort === sortOptions[0]?.value ? '' : sort, page: '' })}
                />
                <Choice
                  label={t`A page`}
                  compact
                  value={String(wanted.per_page)}
                  options={pageSizes.map((size) => ({ value: String(size), label: t`${size} a page` }))}
                  onChoose={(size) => go({ size: size === String(pageSizes[0]) ? '' : size, page: '' })}
                />
              </div>
            )}
            <div className="members">
              <MembersTable subject={subject} members={members} onAsk={setAction} />
            </div>
            {wanted.q !== null && total === 0 && (
              <p className="soft">{t`Nobody found. Try fewer letters.`}</p>
            )}
            {wanted.q === null && <Alone subject={subject} total={total} />}
            <Pages
              of={t`users`}
              page={wanted.page}
              pages={pages}
              onTurn={(page) => go({ page: page > 1 ? String(page) : '' })}
            />
            {!mayManage(subject) && <WayOut subject={subject} />}
            {action && <MemberDialog subject={subject} action={action} onClose={() => setAction(null)} />}
          </div>
        )
      }}
    </Loaded>
  )
}

const askEveryMs = 30_000
const sortOptions = Object.entries(peopleSorts).map(([value, label]) => ({ value, label }))

function Alone({ subject, total }: { subject: PeopledSubject; total: number }) {
  if (total > 1) return null
  return <p className="soft">{t`It looks like there are no users for this ${words[subject.kind]} yet.`}</p>
}

/** Of those who run nothing here: their rows have no menu it could stand in. */
function WayOut({ subject }: { subject: PeopledSubject }) {
  const [leaving, setLeaving] = useState(false)
  return (
    <div>
      <Button kind="removal" onClick={() => setLeaving(true)}>{t`Leave`}</Button>
      {leaving && <Leave subject={subject} onClose={() => setLeaving(false)} />}
    </div>
  )
}
