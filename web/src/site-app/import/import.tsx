import { listImports, type ImportOptions } from '@byre/contract/herd/imports'
import { useState } from 'react'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Banner } from '../../ui/banner.tsx'
import { useAppAsk } from '../asks.ts'
import { Loaded } from '../loaded.tsx'
import { useMay, useMe } from '../me.ts'
import { paths } from '../paths.ts'
import type { Judgement } from './bringing.ts'
import { Checked } from './checked.tsx'
import { ChooseFile } from './choose-file.tsx'
import { Columns } from './columns.tsx'
import './import.css'
import type { Table } from './table.ts'

/** Bring your herd: a file, what its columns hold, what each row would do, and then the animals. */
export function Component() {
  const { rights } = useMe()
  const may = useMay('import')
  return (
    <Page title="Bring your herd" crumbs={[{ label: 'Today', to: paths.today() }]}>
      {may ? (
        <Steps />
      ) : (
        <Banner is="info">
          {rights.includes('import')
            ? 'You can bring in a herd again once the payment is settled.'
            : 'Only an owner or a manager can bring in a herd.'}
        </Banner>
      )}
    </Page>
  )
}

function Steps() {
  const ask = useAppAsk(listImports, {})
  const [table, setTable] = useState<Table | null>(null)
  const [options, setOptions] = useState<ImportOptions | null>(null)
  const [judgement, setJudgement] = useState<Judgement | null>(null)
  const anew = () => {
    setTable(null)
    setOptions(null)
    setJudgement(null)
  }

  return (
    <Loaded ask={ask} skeleton={<Skeleton height="12rem" />} failed="The import could not be opened.">
      {({ imports, remembered }) => {
        if (!table) return <ChooseFile before={imports} onRead={setTable} />
        if (!options || !judgement)
          return (
            <Columns
              key={table.name}
              table={table}
              begin={options ?? remembered}
              onOther={anew}
              onChecked={(chosen, judged) => {
                setOptions(chosen)
                setJudgement(judged)
              }}
            />
          )
        return (
          <Checked
            table={table}
            options={options}
            judgement={judgement}
            onOther={anew}
            onBack={() => setJudgement(null)}
          />
        )
      }}
    </Loaded>
  )
}
