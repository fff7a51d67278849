import { t } from '@byre/contract/words'
import type { Endpoint } from '@byre/contract/endpoint'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../lib/api.ts'
import { saveFile } from '../lib/save-file.ts'
import { toast } from '../lib/toast.ts'
import type { InputOf } from '../lib/wire.ts'
import { Button } from './button.tsx'

/** What a spreadsheet reads as UTF-8; reading the answer as text took it away. */
const byteOrderMark = '\ufeff'

interface DownloadProps<E extends Endpoint> {
  of: E
  input: InputOf<E>
  /** As the file is called. */
  name: string
  children: string
}

/** Fetches a document with the session's token and hands it to the browser's downloads. */
export function Download<E extends Endpoint>({ of: endpoint, input, name, children }: DownloadProps<E>) {
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      const file = (await call(endpoint, input)) as BlobPart
      saveFile(name, typeof file === 'string' ? byteOrderMark + file : file, endpoint.produces)
    } catch (error) {
      toast.failure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button icon={IconDownload} busy={busy} busyLabel={t`Downloading..`} onClick={() => void download()}>
      {children}
    </Button>
  )
}
