import type { JudgedRow } from '@byre/contract/herd/imports'
import { IconDownload } from '@tabler/icons-react'
import { beyondPhone, useWidth } from '../../lib/width.ts'
import { Button } from '../../ui/button.tsx'
import { Table as Listed } from '../../ui/table.tsx'
import { reasonsOf, saveRefused } from './bringing.ts'
import type { Table } from './table.ts'

export const isRefused = ({ outcome }: JudgedRow) => outcome === 'refused'

/** Rows that cannot be brought, with what to mend; they download as they stand in the file. */
export function Refused({ table, rows }: { table: Table; rows: readonly JudgedRow[] }) {
  const isPhone = !useWidth(beyondPhone)
  return (
    <>
      <Listed
        caption="Rows refused"
        columns={[
          { header: 'Row', cell: ({ line }) => line.toLocaleString('en'), end: true },
          { header: 'Why', cell: (row) => reasonsOf(row, table.header) },
        ]}
        rows={rows.filter(isRefused)}
        rowKey={({ line }) => String(line)}
        pageSize={isPhone ? 5 : 10}
        empty={null}
      />
      <div className="form-buttons">
        <Button icon={IconDownload} onClick={() => saveRefused(table, rows)}>
          Download the refused rows
        </Button>
      </div>
    </>
  )
}
