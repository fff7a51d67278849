import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { formatPrice } from '../lib/format.ts'
import { IconButton } from '../ui/button.tsx'
import { Carousel } from '../ui/carousel.tsx'
import { Choice } from '../ui/forms/choice.tsx'
import { FormShell } from '../ui/forms/form-shell.tsx'
import { RadioCard, RadioGroup } from '../ui/forms/radio-cards.tsx'
import { SearchField } from '../ui/forms/search-field.tsx'
import { EmptyState } from '../ui/states.tsx'
import { Table, type Column } from '../ui/table.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { Exhibit } from './exhibit.tsx'

interface Person {
  name: string
  email: string
  role: string
}

const people: Person[] = Array.from({ length: 7 }, (_, index) => ({
  name: index === 2 ? 'Bartholomew Featherstonehaugh-Cholmondeley' : `Alice Number ${index + 1}`,
  email:
    index === 2
      ? 'bartholomew.featherstonehaugh@cholmondeley-cattle.example'
      : `alice${index + 1}@example.com`,
  role: index === 0 ? 'Owner' : 'User',
}))

const columns: Column<Person>[] = [
  { header: 'Name', cell: (person) => person.name },
  { header: 'Email', cell: (person) => person.email },
  { header: 'Role', cell: (person) => person.role },
  {
    header: 'Remove',
    quietHeader: true,
    end: true,
    cell: (person) => <IconButton label={`Remove ${person.name}`} icon={IconTrash} />,
  },
]

const plans = ['Ranch', 'Herd', 'Feedlot', 'Ranch yearly', 'Herd yearly', 'Feedlot yearly'].map(
  (name, index) => ({
    id: `plan-${index}`,
    name,
    amount: [2900, 7900, 24900, 29000, 79000, 249000][index] ?? 0,
    currency: 'cad' as const,
    interval: index < 3 ? ('month' as const) : ('year' as const),
    interval_count: 1,
  }),
)

export function Lists() {
  return (
    <>
      <Exhibit name="Table">
        <Table
          caption="Users of North Feedlot"
          columns={columns}
          rows={people}
          rowKey={(person) => person.email}
          pageSize={5}
          empty={null}
        />
      </Exhibit>
      <Exhibit name="Search and choice">
        <SearchAndChoice />
      </Exhibit>
      <Exhibit name="Tabs">
        <Tabs
          label="What you manage"
          tabs={[
            { id: 'sites', label: 'Operation Sites (2)', panel: <p>Two sites.</p> },
            { id: 'clinics', label: 'Veterinary Clinics (0)', panel: <EmptyState title="No Clinics" /> },
            { id: 'billing', label: 'Billing Info (1)', panel: <p>One of them.</p> },
          ]}
        />
      </Exhibit>
      <Exhibit name="Carousel">
        <Plans of={6} />
        <Plans of={3} />
      </Exhibit>
    </>
  )
}

function SearchAndChoice() {
  const [q, setQ] = useState('')
  const [sort, setSort] = useState<'name' | 'role'>('name')
  const options = [
    { value: 'name', label: 'Name' },
    { value: 'role', label: 'Role' },
  ] as const
  return (
    <>
      <SearchField label="Find in users" onSettled={setQ} />
      <Choice label="Sort by" value={sort} options={options} onChoose={setSort} />
      <p className="soft">
        {q ? `Looking for ${q}` : 'Looking for nothing'}, by {sort}.
      </p>
    </>
  )
}

const Chosen = z.object({ plan: z.string().check(z.minLength(1, 'You must select a plan to continue.')) })

function Plans({ of }: { of: number }) {
  const shown = plans.slice(0, of)
  return (
    <FormShell
      schema={Chosen}
      defaults={{ plan: '' }}
      send={() => Promise.resolve()}
      onDone={() => undefined}
      submit="Choose"
      busy="Choosing.."
      guard={false}
    >
      <RadioGroup name="plan" label={`Plan of ${of}`}>
        <Carousel label={of === 6 ? 'Plans' : 'Few plans'} count={of}>
          {(index) => {
            const plan = shown[index]
            return (
              plan && (
                <RadioCard value={plan.id} title={plan.name} detail={formatPrice(plan)}>
                  <span>Up to 500 head, two users, records for seven years.</span>
                </RadioCard>
              )
            )
          }}
        </Carousel>
      </RadioGroup>
    </FormShell>
  )
}
