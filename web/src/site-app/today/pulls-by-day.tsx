import type { Today } from '@byre/contract/herd/today'
import { Card } from '../../ui/card.tsx'
import { Table } from '../../ui/table.tsx'
import { Columns } from '../pictures/columns.tsx'
import { Pictured } from '../pictures/pictured.tsx'
import { calendarDay } from '../times.ts'

type Day = Today['treated'][number]

/** Two weeks of pulls: animals treated by themselves, each once a day. Whole groups stand in the table alone, or one of them would flatten the rest. */
export function PullsByDay({ today: { treated } }: { today: Today }) {
  const sum = treated.reduce((all, { alone }) => all + alone, 0)
  return (
    <Card title="Pulls in the last 14 days">
      <Pictured
        picture={
          <Columns
            label={`Animals pulled and treated on each of the last 14 days, ${sum} in all; today ${treated.at(-1)?.alone ?? 0}.`}
            columns={treated.map(({ day, alone }) => ({
              name: day,
              under: String(Number(day.slice(8))),
              value: alone,
            }))}
          />
        }
        table={
          <Table
            caption="Animals treated each day"
            columns={[
              { header: 'Day', cell: ({ day }: Day) => calendarDay(day) },
              { header: 'Pulls', end: true, cell: ({ alone }: Day) => alone },
              { header: 'All head treated', end: true, cell: ({ head }: Day) => head },
            ]}
            rows={treated.toReversed()}
            rowKey={({ day }) => day}
            empty={null}
          />
        }
      />
      <p className="soft">Head treated one at a time. Group treatments are in the figures.</p>
    </Card>
  )
}
