import type { AppReplyOf } from '@byre/contract/app-calls'
import { listFindings, type Finding, type FindingActor } from '@byre/contract/herd/findings'
import { addDays, localOf } from '@byre/rules/dates'
import { Link, useSearchParams } from 'react-router'
import { changed } from '../../lib/in-address.ts'
import { beyondPhone, useWidth } from '../../lib/width.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Choice } from '../../ui/forms/choice.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { KeysetPages } from '../animals/keyset-pages.tsx'
import { pagesIn, withPages } from '../animals/narrowing.ts'
import { useAppAsk } from '../asks.ts'
import { FoldAway } from '../fold-away.tsx'
import '../line-link.css'
import { Loaded } from '../loaded.tsx'
import { useMay, useMe } from '../me.ts'
import { paths } from '../paths.ts'
import { Settle } from '../settling/settle.tsx'
import { calendarDay, shortMoment, useZone } from '../times.ts'
import { actorWords, findingWords } from './finding-words.ts'
import './findings.css'

type Inbox = AppReplyOf<typeof listFindings>
const rowsOnPhone = '10'
const actors = Object.keys(actorWords) as FindingActor[]

/** What is odd: by kind, with what is wrong, who must act, and what settles it. */
export function Component() {
  const [search, setSearch] = useSearchParams()
  const kind = (search.get('kind') ?? '').slice(0, 60)
  const who = actors.find((actor) => actor === search.get('who')) ?? ''
  const before = pagesIn(search, 'after')
  const isPhone = !useWidth(beyondPhone)
  const ask = useAppAsk(
    listFindings,
    {
      ...(kind && { kind }),
      ...(who && { who }),
      ...(isPhone && { limit: rowsOnPhone }),
      ...(before.length > 0 && { after: before.at(-1)! }),
    },
    { keep: true },
  )
  const choose = (part: Readonly<Record<string, string>>) =>
    setSearch((now) => changed(now, { ...part, after: '' }), { preventScrollReset: true })
  const turn = (pages: readonly string[]) => setSearch((now) => withPages(now, 'after', pages))
  return (
    <Page title="Findings" lead="What looks odd, until somebody has checked it.">
      <Loaded ask={ask} skeleton={<Skeleton height="24rem" />} failed="The findings could not be loaded.">
        {(inbox) => (
          <>
            {(inbox.kinds.length > 0 || kind || who) && (
              <Filters inbox={inbox} kind={kind} who={who} onChoose={choose} />
            )}
            {inbox.findings.length === 0 ? (
              <Nothing isNarrowed={inbox.kinds.length > 0} onShowAll={() => choose({ kind: '', who: '' })} />
            ) : (
              byKind(inbox.findings).map((those) => <Kind key={those[0].kind} findings={those} />)
            )}
            <KeysetPages
              of="findings"
              words={['Previous', 'Next']}
              before={before}
              next={inbox.next}
              onTurn={turn}
            />
          </>
        )}
      </Loaded>
    </Page>
  )
}

interface FiltersProps {
  inbox: Inbox
  kind: string
  who: FindingActor | ''
  onChoose: (part: Readonly<Record<string, string>>) => void
}

function Filters({ inbox: { kinds }, kind, who, onChoose }: FiltersProps) {
  const isThere = kind === '' || kinds.some((one) => one.kind === kind)
  return (
    <div className="finding-filters">
      <Choice
        label="What is wrong"
        value={kind}
        options={[
          { value: '', label: 'Everything' },
          ...(isThere ? [] : [{ value: kind, label: `${findingWords(kind).title} (0)` }]),
          ...kinds.map((one) => ({
            value: one.kind,
            label: `${findingWords(one.kind).title} (${one.head})`,
          })),
        ]}
        onChoose={(value) => onChoose({ kind: value })}
      />
      <Choice
        label="Who must act"
        value={who}
        options={[
          { value: '', label: 'Everybody' },
          ...actors.map((actor) => ({ value: actor, label: actorWords[actor] })),
        ]}
        onChoose={(value) => onChoose({ who: value })}
      />
    </div>
  )
}

type OfKind = [Finding, ...Finding[]]

/** In the order in which they came. */
function byKind(findings: readonly Finding[]): OfKind[] {
  const kinds: OfKind[] = []
  for (const finding of findings) {
    const last = kinds.at(-1)
    if (last && last[0].kind === finding.kind) last.push(finding)
    else kinds.push([finding])
  }
  return kinds
}

function Kind({ findings }: { findings: OfKind }) {
  const [{ kind, who }] = findings
  const { title, wrong, settled } = findingWords(kind)
  const isPhone = !useWidth(beyondPhone)
  const ways = (
    <>
      <p>
        <strong>Who must act:</strong> {actorWords[who]}.
      </p>
      <p>
        <strong>What settles it:</strong> {settled}
      </p>
    </>
  )
  return (
    <Card title={title}>
      <p>{wrong}</p>
      {isPhone ? (
        <FoldAway summary="How to settle it">
          <div className="stack">{ways}</div>
        </FoldAway>
      ) : (
        ways
      )}
      <div className="short-rows finding-rows">
        <Table
          caption={title}
          columns={columns}
          rows={findings}
          rowKey={({ subject, animal_id }) => `${subject} ${animal_id}`}
          empty={null}
        />
      </div>
    </Card>
  )
}

const eventNames: Readonly<Record<string, string>> = {
  entered: 'Entered',
  tagged: 'Tagged',
  treated: 'Treated',
  group_treated: 'Group treated',
  feed_started: 'Medicated feed',
  weighed: 'Weighed',
  observed: 'Observed',
  moved: 'Moved',
  calved: 'Calved',
  died: 'Died',
  left: 'Left',
}

/** What a database of tags is told within some days. */
const reported = new Set(['tag to retire', 'tag to cross-reference'])

function reportDay({ at, day }: { at: string | null; day: string | null }, days: number, zone: string) {
  const from = day ?? (at === null ? null : localOf(Date.parse(at), zone).slice(0, 10))
  return from === null ? null : calendarDay(addDays(from, days))
}

/** To the record itself, where it is settled; of a tag to all animals that bear it. */
function Leads({ finding: { kind, animal_id, subject, about, pen_name } }: { finding: Finding }) {
  const zone = useZone()
  const { settings, suggested } = useMe()
  if (!about)
    return (
      <Link className="line-link" to={`${paths.animals()}?q=${encodeURIComponent(subject)}`}>
        Both with {subject}
      </Link>
    )
  const { event_kind, product_name, at, day } = about
  const when = at !== null ? shortMoment(at, zone) : day !== null ? calendarDay(day) : null
  const [to, said] =
    pen_name === null
      ? [`${paths.animal(animal_id)}#event-${subject}`, null]
      : [paths.pen(animal_id), 'Head count']
  const what = [said ?? eventNames[event_kind] ?? 'Recorded', product_name].filter(Boolean).join(': ')
  const reportBy = reported.has(kind) ? reportDay({ at, day }, (settings ?? suggested).tag_days, zone) : null
  return (
    <>
      <Link className="line-link" to={to}>
        {[what, when].filter(Boolean).join(', ')}
      </Link>{' '}
      {reportBy && <span className="soft">Report it by {reportBy}.</span>}
    </>
  )
}

const Name = ({ finding: { animal_id, main_tag, pen_name } }: { finding: Finding }) =>
  pen_name === null ? (
    <Link className="line-link" to={paths.animal(animal_id)}>
      {main_tag || 'No tag'}
    </Link>
  ) : (
    <Link className="line-link" to={paths.pen(animal_id)}>
      Pen {pen_name}
    </Link>
  )

/** What was looked at and is right needs no more than a note; by whoever must act. */
function RightAsItIs({ finding }: { finding: Finding }) {
  const { role } = useMe()
  const mayRecord = useMay('record')
  const { kind, who, settled_by, about, subject, animal_id, main_tag } = finding
  const isTheirs = who === 'crew' || role === 'owner' || role === 'manager'
  if (!mayRecord || !isTheirs || !about || !settled_by.includes('noted')) return null
  return (
    <Settle
      by={{ kind: 'noted', animal: animal_id, finding: kind, event: subject }}
      label={main_tag || 'No tag'}
    />
  )
}

const columns = [
  { header: 'Animal', cell: (finding: Finding) => <Name finding={finding} /> },
  { header: 'What', cell: (finding: Finding) => <Leads finding={finding} /> },
  {
    header: 'Settle',
    quietHeader: true,
    end: true,
    cell: (finding: Finding) => <RightAsItIs finding={finding} />,
  },
]

function Nothing({ isNarrowed, onShowAll }: { isNarrowed: boolean; onShowAll: () => void }) {
  if (isNarrowed)
    return (
      <EmptyState title="No finding matches" action={<Button onClick={onShowAll}>Show all findings</Button>}>
        Others are waiting.
      </EmptyState>
    )
  return (
    <EmptyState title="Nothing needs a second look" drawing="gate">
      Anything odd about a tag or a record is listed here, with who must act.
    </EmptyState>
  )
}
