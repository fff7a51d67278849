import { exportHerd } from '@byre/contract/herd/exports'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { downloadFile } from '../lib/app-download.ts'
import { saveFile } from '../lib/save-file.ts'
import { toast } from '../lib/toast.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'

const megabytes = (bytes: number) => (bytes / 1_000_000).toFixed(1)

/** Everything of the site as one file; it is there also where payment is wanting. */
export function TakeAlong() {
  const [bytes, setBytes] = useState<number | null>(null)
  const busy = bytes !== null
  const download = async () => {
    if (busy) return
    setBytes(0)
    try {
      const { name, content } = await downloadFile(exportHerd, setBytes)
      saveFile(name, content, exportHerd.produces)
      toast.success('Everything is in your downloads.')
    } catch (error) {
      toast.failure(error)
    } finally {
      setBytes(null)
    }
  }
  return (
    <Card title="Take your data with you">
      <p className="soft">
        One ZIP file: tables of animals, tags, treatments, weights and medicines that open in any spreadsheet,
        and the full record, from which the same herd can be rebuilt.
      </p>
      <div className="form-buttons">
        <Button
          icon={IconDownload}
          busy={busy}
          busyLabel={bytes ? `Gathering, ${megabytes(bytes)} MB so far..` : 'Gathering..'}
          onClick={() => void download()}
        >
          Download everything
        </Button>
      </div>
    </Card>
  )
}
