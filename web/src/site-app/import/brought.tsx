import type { JudgedRow } from '@byre/contract/herd/imports'
import { Banner } from '../../ui/banner.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { paths } from '../paths.ts'
import { countOf } from './bringing.ts'
import { Refused } from './refused.tsx'
import type { Table } from './table.ts'
import { counted } from './words.ts'

interface BroughtProps {
  table: Table
  rows: readonly JudgedRow[]
  onOther: () => void
}

/** What was brought, and where it is. */
export function Brought({ table, rows, onOther }: BroughtProps) {
  const { added, changed, refused } = countOf(rows)
  const parts = [
    added > 0 && `${counted(added, 'animal')} added`,
    changed > 0 && `${counted(changed, 'animal')} changed`,
    refused > 0 && `${counted(refused, 'row')} refused`,
  ].filter((part) => part !== false)
  return (
    <div className="import-steps">
      <h2>Your herd is here</h2>
      <Banner is="success" live>
        {parts.length > 0 ? `${parts.join(', ')}.` : 'All of it was here already, and nothing has changed.'}
      </Banner>
      <div className="form-buttons">
        <ButtonLink to={paths.animals()} kind="primary">
          See your animals
        </ButtonLink>
        <Button onClick={onOther}>Bring in another file</Button>
      </div>
      {refused > 0 && <Refused table={table} rows={rows} />}
    </div>
  )
}
