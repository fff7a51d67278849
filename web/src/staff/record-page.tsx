import { t } from '@byre/contract/words'
import type { ReactNode } from 'react'
import { paths } from '../paths.ts'
import { Page } from '../ui/page.tsx'
import { staffPaths } from './staff-paths.tsx'

/** One record, on the way back to the search. */
export function RecordPage({
  title,
  kind,
  children,
}: {
  title: string | undefined
  kind: string
  children: ReactNode
}) {
  const crumbs = [
    { label: t`Dashboard`, to: paths.home() },
    { label: t`Back office`, to: staffPaths.search() },
  ]
  return (
    <Page title={title ?? kind} crumbs={crumbs}>
      {children}
    </Page>
  )
}
