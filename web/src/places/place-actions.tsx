import { t } from '@byre/contract/words'
import { IconPencil, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { unpaidFor, useUnpaid } from '../lib/unpaid.ts'
import { goUnasked } from '../lib/way-guard.ts'
import { paths } from '../paths.ts'
import type { Place, Kind } from '../products.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { dialogIn } from '../ui/fetched/dialog-in.tsx'

const DeletePlace = dialogIn(async () => (await import('./delete-place.tsx')).DeletePlace)

/** What can be done with a place, as far as the reader's role goes. */
export function Actions({ kind, place }: { kind: Kind; place: Place }) {
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  const isUnpaid = unpaidFor(useUnpaid().data?.unpaid, place.id) !== undefined
  return (
    <div className="actions">
      {place.access_state !== 'stopped' && (
        <ButtonLink
          href={place.launch_url}
          target="_blank"
          rel="noopener noreferrer"
          kind={isUnpaid ? 'plain' : 'primary'}
          icon={IconPlayerPlay}
        >{t`Launch`}</ButtonLink>
      )}
      {place.role !== 'User' && (
        <ButtonLink to={kind.paths.edit(place.id)} icon={IconPencil}>{t`Edit`}</ButtonLink>
      )}
      {place.role === 'Owner' && (
        <Button
          kind="removal"
          icon={IconTrash}
          className="action-last"
          onClick={() => setAsking(true)}
        >{t`Delete`}</Button>
      )}
      {asking && (
        <DeletePlace
          kind={kind}
          place={place}
          onDeleted={() => goUnasked(() => void navigate(paths.dashboard(kind.product), { replace: true }))}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}
