import { t } from '@byre/contract/words'
import { renewBackupCodes } from '@byre/contract/accounts/second-factors'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { askAgain } from '../lib/query.ts'
import { useMe } from '../lib/me.ts'
import { useCall } from '../lib/use-call.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { focusTitle } from '../ui/dialogs/focus-title.ts'

interface BackupCodesProps {
  codes: readonly string[]
  onDone: () => void
}

/** Shown once, to be kept by the person. */
export function BackupCodes({ codes, onDone }: BackupCodesProps) {
  const email = useMe().data?.email ?? ''
  const words = [t`Backup codes for ${email}. Each works once.`, '', ...codes, ''].join('\n')
  return (
    <Dialog title={t`Keep your backup codes`} onClose={onDone}>
      <p>{t`Without your app or passkey, each of these signs you in once, after your password. They are shown only now: keep them where you can reach them without this device.`}</p>
      <ul className="backup-codes" aria-label={t`Backup codes for ${email}`}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="form-buttons">
        <CopyButton text={words} label={t`Copy the backup codes`} />
        <Button icon={IconDownload} onClick={() => download(words)}>{t`Download`}</Button>
        <Button icon={IconPrinter} onClick={() => print()}>{t`Print`}</Button>
      </div>
      <div className="form-buttons">
        <Button kind="primary" onClick={onDone}>{t`I have kept them`}</Button>
      </div>
    </Dialog>
  )
}

function download(text: string) {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: 'byre-backup-codes.txt' })
  link.click()
  URL.revokeObjectURL(url)
}

export function RenewBackupCodes() {
  const { ask } = useCall(renewBackupCodes)
  const [isConfirming, setIsConfirming] = useState(false)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const renew = async () => {
    const { backup_codes } = await ask({})
    setIsConfirming(false)
    setCodes(backup_codes)
  }
  const leave = () => {
    flushSync(() => setCodes(null))
    askAgain()
    focusTitle()
  }
  return (
    <>
      <Button onClick={() => setIsConfirming(true)}>{t`Make new codes`}</Button>
      {isConfirming && (
        <ConfirmDialog
          confirm={t`Make new codes`}
          busy={t`Making codes..`}
          onConfirm={renew}
          onCancel={() => setIsConfirming(false)}
        >
          <p>{t`You get ten new backup codes. The ones you have now stop working at once.`}</p>
        </ConfirmDialog>
      )}
      {codes && <BackupCodes codes={codes} onDone={leave} />}
    </>
  )
}
