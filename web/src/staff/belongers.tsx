import { t, translated } from '@byre/contract/words'
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
    <FormSection title={t`People`}>
      <Table
        caption={t`People`}
        columns={[
          {
            header: t`Name`,
            cell: ({ id, name }: Belonger) => recordLink('account', id, name),
          },
          { header: t`Email`, cell: ({ email }: Belonger) => email },
          { header: t`Role`, cell: ({ role }: Belonger) => translated(role) },
        ]}
        rows={people}
        rowKey={({ id }) => id}
        empty={<p className="soft">{t`Nobody belongs to it.`}</p>}
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
  site: t`Site`,
  clinic: t`Clinic`,
  billing_entity: t`Billing information`,
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
            header: t`Name`,
            cell: ({ kind, id, name }: Thing) => recordLink(kind, id, name),
          },
          { header: t`Kind`, cell: ({ kind }: Thing) => kinds[kind] ?? kind },
          ...(hasRoles ? [{ header: t`Role`, cell: ({ role }: Thing) => translated(role ?? '') }] : []),
          { header: t`State`, cell: ({ state }) => stateWord(state) },
        ]}
        rows={things}
        rowKey={({ id }) => id}
        empty={<p className="soft">{empty}</p>}
      />
    </FormSection>
  )
}
