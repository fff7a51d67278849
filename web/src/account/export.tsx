import { t } from '@byre/contract/words'
import { exportMyData } from '@byre/contract/people/leaving'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../lib/api.ts'
import { saveFile } from '../lib/save-file.ts'
import { toast } from '../lib/toast.ts'
import { Button } from '../ui/button.tsx'

export function ExportData() {
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      saveFile('byre-my-data.zip', await call(exportMyData, {}), 'application/zip')
    } catch (error) {
      toast.failure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="form-buttons">
      <Button
        icon={IconDownload}
        busy={busy}
        busyLabel={t`Gathering..`}
        onClick={() => void download()}
      >{t`Download my data`}</Button>
    </div>
  )
}
