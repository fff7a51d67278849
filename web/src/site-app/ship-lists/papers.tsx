import { getClearanceSheet, getLateNotice } from '@byre/contract/herd/ship-lists'
import { IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { downloadFile } from '../../lib/app-download.ts'
import { saveFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { useTold } from './told.ts'

const papers = {
  sheet: {
    call: getClearanceSheet,
    label: 'Clearance sheet',
    done: 'The clearance sheet is in your downloads.',
  },
  notice: { call: getLateNotice, label: 'Notice for the buyer', done: 'The notice is in your downloads.' },
} as const

interface PaperProps {
  of: keyof typeof papers
  id: string
  kind?: 'plain' | 'primary'
}

/** A document of a list, as a file that prints. */
export function Paper({ of, id, kind = 'plain' }: PaperProps) {
  const [busy, setBusy] = useState(false)
  const tell = useTold()
  const { call, label, done } = papers[of]
  const download = async () => {
    setBusy(true)
    const path = call.path.replace(':id', id) as typeof call.path
    await tell(async () => {
      const { name, content } = await downloadFile({ ...call, path }, () => undefined)
      saveFile(name, content, call.produces)
      return done
    })
    setBusy(false)
  }
  return (
    <Button kind={kind} icon={IconPrinter} busy={busy} busyLabel="Fetching.." onClick={() => void download()}>
      {label}
    </Button>
  )
}
