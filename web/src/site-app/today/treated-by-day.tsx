import type { Today } from '@byre/contract/herd/today'
import { Card } from '../../ui/card.tsx'
import { Table } from '../../ui/table.tsx'
import { Columns } from '../pictures/columns.tsx'
import { Pictured } from '../pictures/pictured.tsx'
import { calendarDay } from '../times.ts'

type Day = Today['treated'][number]

/** Two weeks of animals treated, each once a day. */
export function TreatedByDay({ today: { treated } }: { today: Today }) {
  const sum = treated.reduce((all, { head }) => all + head, 0)
  return (
    <Card title="Treated in the last 14 days">
      <Pictured
        picture={
          <Columns
            label={`Animals treated on each of the last 14 days, ${sum} in all; today ${treated.at(-1)?.head ?? 0}.`}
            columns={treated.map(({ day, head }) => ({
              name: day,
              under: String(Number(day.slice(8))),
              value: head,
            }))}
          />
        }
        table={
          <Table
            caption="Animals treated each day"
            columns={[
              { header: 'Day', cell: ({ day }: Day) => calendarDay(day) },
              { header: 'Head treated', end: true, cell: ({ head }: Day) => head },
            ]}
            rows={treated.toReversed()}
            rowKey={({ day }) => day}
            empty={null}
          />
        }
      />
    </Card>
  )
}
