import type { HeadCount } from '@byre/contract/herd/pens'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { toast } from '../../lib/toast.ts'
import { Status } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { useMay } from '../me.ts'
import { CommandForm } from '../recording/command-form.tsx'
import { said, withKnown } from '../recording/drafts.ts'
import { TextIn } from '../recording/fields.tsx'
import { FormDialog } from '../recording/form-dialog.tsx'
import { When } from '../recording/when-fields.tsx'
import { calendarDay, shortMoment, useZone } from '../times.ts'
import { fieldIn, usePenEvent, type Pen } from './pen-events.ts'
import { withWord } from '../words.ts'

type Asking = { what: 'count' } | { what: 'take back'; of: HeadCount }

/** What was counted in a pen, beside what the records say stood there then. */
export function HeadCounts({ pen, counts }: { pen: Pen; counts: readonly HeadCount[] }) {
  const may = useMay('record')
  const zone = useZone()
  const [asking, setAsking] = useState<Asking | null>(null)
  return (
    <>
      <Table
        caption={`Head counts of ${withWord('pen', pen.name)}`}
        rows={counts}
        rowKey={({ event_id }) => event_id}
        columns={columnsOf(zone, may ? setAsking : null)}
        empty={<p className="soft">Nobody has counted this pen yet.</p>}
      />
      {may && (
        <div className="form-buttons">
          <Button icon={IconPlus} onClick={() => setAsking({ what: 'count' })}>
            Record a head count
          </Button>
        </div>
      )}
      {asking?.what === 'count' && <Count pen={pen} onClose={() => setAsking(null)} />}
      {asking?.what === 'take back' && <TakeCountBack of={asking.of} onClose={() => setAsking(null)} />}
    </>
  )
}

const whenOf = ({ counted: { at, day } }: HeadCount, zone: string) =>
  day === null ? shortMoment(at, zone) : calendarDay(day)

type Ask = (asking: Asking) => void

const columnsOf = (zone: string, ask: Ask | null): Column<HeadCount>[] => [
  { header: 'Counted', end: true, cell: ({ head }) => head.toLocaleString('en') },
  { header: 'On record', end: true, cell: ({ told }) => told.toLocaleString('en') },
  { header: 'When', cell: (count) => whenOf(count, zone) },
  { header: 'Result', cell: ({ head, told }) => resultOf(head - told) },
  { header: 'Note', cell: ({ text }) => text ?? '' },
  ...(ask ? [{ header: 'Actions', quietHeader: true, end: true, cell: actionsOf(zone, ask) }] : []),
]

const actionsOf = (zone: string, ask: Ask) => (count: HeadCount) => (
  <Button
    kind="quiet"
    aria-label={`Take back the count of ${whenOf(count, zone)}`}
    onClick={() => ask({ what: 'take back', of: count })}
  >
    Take back
  </Button>
)

function resultOf(more: number) {
  if (more === 0) return <Status is="success">Matches</Status>
  return <Status is="warning">{more > 0 ? `${more} too many` : `${-more} missing`}</Status>
}

function Count({ pen, onClose }: { pen: Pen; onClose: () => void }) {
  const record = usePenEvent('counted')
  return (
    <FormDialog title={`Head count: ${withWord('pen', pen.name)}`} onClose={onClose}>
      <CommandForm
        submit="Record"
        busyLabel="Recording.."
        nameOf={fieldIn}
        onSend={async (values) => {
          const typed = said(values['head'])?.replaceAll(',', '')
          if (typed === undefined || !/^\d{1,6}$/.test(typed))
            return { head: 'Please give the number of head.' }
          const problems = await record(
            values,
            withKnown({ pen: pen.id, head: Number(typed), text: said(values['text']) }),
          )
          if (problems) return problems
          toast.success('Recorded.')
          onClose()
        }}
      >
        <TextIn name="head" label="Head counted" inputMode="numeric" maxLength={7} />
        <TextIn name="text" label="Note" maxLength={200} optional />
        <When />
      </CommandForm>
    </FormDialog>
  )
}

function TakeCountBack({ of, onClose }: { of: HeadCount; onClose: () => void }) {
  const record = usePenEvent('void')
  return (
    <FormDialog title="Take this head count back" onClose={onClose}>
      <CommandForm
        submit="Take back"
        busyLabel="Taking back.."
        nameOf={fieldIn}
        onSend={async (values) => {
          const reason = said(values['reason'])
          if (reason === undefined) return { reason: 'Please say why.' }
          const problems = await record({}, { event: of.event_id, reason })
          if (problems) return problems
          toast.success('Taken back.')
          onClose()
        }}
      >
        <p>{`${of.head.toLocaleString('en')} head counted.`}</p>
        <TextIn name="reason" label="Why?" maxLength={200} />
      </CommandForm>
    </FormDialog>
  )
}
