import type { Clinic } from '@byre/contract/clinics'
import { limits } from '@byre/contract/limits'
import { listClinicUsers } from '@byre/contract/members'
import { useState } from 'react'
import { MembersTable } from '../billing/members-table.tsx'
import { useAsk } from '../lib/query.ts'
import { Card } from '../ui/card.tsx'
import { Pages } from '../ui/pages.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Loaded } from '../ui/states.tsx'

/** Who belongs to a clinic, five at a time. */
export function ClinicUsers({ clinic }: { clinic: Clinic }) {
  const [page, setPage] = useState(1)
  const pageSize = limits.usersTablePageSize
  const users = useAsk(
    listClinicUsers,
    { id: clinic.id, page, per_page: pageSize, sort: 'name' },
    { keep: true },
  )
  return (
    <Card title="Clinic Users">
      <Loaded
        ask={users}
        skeleton={<Skeleton height="6rem" />}
        failed="An error occurred while loading users."
      >
        {({ users, total }) => (
          <>
            <MembersTable of={clinic.name} users={users} />
            <Pages of="users" page={page} pages={Math.ceil(total / pageSize)} onTurn={setPage} />
          </>
        )}
      </Loaded>
    </Card>
  )
}
