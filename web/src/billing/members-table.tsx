import { limits } from '@byre/contract/limits'
import type { Member } from '@byre/contract/members'
import type { ReactNode } from 'react'
import { formatPerson } from '../lib/format.ts'
import { Table } from '../ui/table.tsx'

interface MembersTableProps {
  of: string
  users: readonly Member[]
  empty?: ReactNode
}

/** People with the role they really have. */
export function MembersTable({ of, users, empty = null }: MembersTableProps) {
  return (
    <Table
      caption={`Users of ${of}`}
      columns={[
        { header: 'Name', cell: formatPerson },
        { header: 'Email', cell: ({ email }) => email },
        { header: 'Role', cell: ({ role }) => role },
      ]}
      rows={users}
      rowKey={({ id }) => id}
      pageSize={limits.usersTablePageSize}
      empty={empty}
    />
  )
}
