import type { StaffPage } from '@byre/contract/staff/records'
import { FormSection } from '../ui/forms/form-shell.tsx'
import { Table } from '../ui/table.tsx'
import { stateWord } from './state-word.tsx'
import { recordLink } from './staff-paths.tsx'

interface Belonger {
  id: string
  name: string
  email: string
  role: string
}

/** Who belongs to a place or payer. */
export function Belongers({ people }: { people: readonly Belonger[] }) {
  return (
    <FormSection title="People">
      <Table
        caption="People"
        columns={[
          {
            header: 'Name',
            cell: ({ id, name }: Belonger) => recordLink('account', id, name),
          },
          { header: 'Email', cell: ({ email }: Belonger) => email },
          { header: 'Role', cell: ({ role }: Belonger) => role },
        ]}
        rows={people}
        rowKey={({ id }) => id}
        empty={<p className="soft">Nobody belongs to it.</p>}
      />
    </FormSection>
  )
}

interface Thing {
  kind: StaffPage
  id: string
  name: string
  state: string
  role?: string
}

const kinds: Partial<Record<StaffPage, string>> = {
  site: 'Site',
  clinic: 'Clinic',
  billing_entity: 'Billing information',
}

/** Places and payers, each with a way to its page. */
export function Things({ title, things, empty }: { title: string; things: readonly Thing[]; empty: string }) {
  const hasRoles = things.some(({ role }) => role !== undefined)
  return (
    <FormSection title={title}>
      <Table
        caption={title}
        columns={[
          {
            header: 'Name',
            cell: ({ kind, id, name }: Thing) => recordLink(kind, id, name),
          },
          { header: 'Kind', cell: ({ kind }: Thing) => kinds[kind] ?? kind },
          ...(hasRoles ? [{ header: 'Role', cell: ({ role }: Thing) => role }] : []),
          { header: 'State', cell: ({ state }) => stateWord(state) },
        ]}
        rows={things}
        rowKey={({ id }) => id}
        empty={<p className="soft">{empty}</p>}
      />
    </FormSection>
  )
}
