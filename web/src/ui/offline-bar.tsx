/* OfflineBar  no props; comes and leaves by itself */
import { t } from '@byre/contract/words'
import { IconWifiOff } from '@tabler/icons-react'
import { useOnline } from '../lib/online.ts'

export function OfflineBar() {
  const online = useOnline()
  return (
    <div role="status" className="offline-bar" data-shown={!online}>
      {!online && (
        <>
          <IconWifiOff size={18} aria-hidden /> {t`You are offline. What you see may be old.`}
        </>
      )}
    </div>
  )
}
