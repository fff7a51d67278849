import { deviceInWords } from '@byre/contract/accounts/device-names'
import { t } from '@byre/contract/words'
import { rich } from '../ui/rich.tsx'
import { endTrust, listTrustedDevices, type TrustedDevice } from '@byre/contract/accounts/devices'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { formatDate } from '../lib/format.ts'
import { useAsk } from '../lib/query.ts'
import { isNotFound } from '../lib/refusal.ts'
import { toast } from '../lib/toast.ts'
import { useCall } from '../lib/use-call.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx'
import { Table } from '../ui/table.tsx'
import { focusTitle } from '../ui/dialogs/focus-title.ts'
import { Network } from '../api-keys/network.tsx'
import { Waiting } from '../ui/skeletons.tsx'

const networkOf = ({ network }: TrustedDevice) => <Network of={network} />

/** Where the second step is not asked for; nothing is shown while there is none. */
export function TrustedDevices() {
  const { data, isPending } = useAsk(listTrustedDevices, {})
  const devices = data?.trusted_devices ?? []
  const [target, setTarget] = useState<TrustedDevice | null>(null)
  if (isPending) return <Waiting />
  if (devices.length === 0) return null
  const button = (device: TrustedDevice) => (
    <Button
      className="one-line"
      aria-label={t`Stop trusting ${deviceInWords(device.device)}, trusted until ${formatDate(device.expires_at)}`}
      onClick={() => setTarget(device)}
    >{t`Stop trusting`}</Button>
  )
  return (
    <div className="factor">
      <h3>{t`Trusted devices`}</h3>
      <p className="soft">{t`On these devices your password is enough until the day shown.`}</p>
      <Table
        caption={t`Trusted devices`}
        columns={[
          { header: t`Device`, cell: ({ device }) => deviceInWords(device) },
          { header: t`Network`, cell: networkOf },
          { header: t`Trusted until`, cell: ({ expires_at }) => formatDate(expires_at) },
          { header: t`Stop trusting`, quietHeader: true, cell: button },
        ]}
        rows={devices}
        rowKey={({ id }) => id}
        empty={null}
      />
      {target && <StopTrusting device={target} onClose={() => setTarget(null)} />}
    </div>
  )
}

function StopTrusting({ device: { id, device }, onClose }: { device: TrustedDevice; onClose: () => void }) {
  const { ask } = useCall(endTrust)
  const name = deviceInWords(device)
  const stop = async () => {
    // One that is gone already is what was wanted.
    await ask({ id }).catch((error: unknown) => {
      if (!isNotFound(error)) throw error
    })
    toast.success(t`${name} is no longer trusted.`)
    flushSync(onClose)
    focusTitle()
  }
  return (
    <ConfirmDialog confirm={t`Stop trusting`} busy={t`Stopping..`} onConfirm={stop} onCancel={onClose}>
      <p>{rich`The next sign-in on ${(<strong>{name}</strong>)} asks for the second step again.`}</p>
    </ConfirmDialog>
  )
}
