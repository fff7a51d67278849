import { t } from '@byre/contract/words'
import { IconDownload, IconMail, IconReceipt } from '@tabler/icons-react'
import { useState } from 'react'
import { saveFile } from '../lib/save-file.ts'
import type { Kind, ListedPlace } from '../products.ts'
import { Button } from '../ui/button.tsx'
import { placesAsCsv } from './places-as-csv.ts'
import { dialogIn } from '../ui/fetched/dialog-in.tsx'

const InviteToPlaces = dialogIn(async () => (await import('./invite-to-places.tsx')).InviteToPlaces)
const MoveToEntity = dialogIn(async () => (await import('./move-to-entity.tsx')).MoveToEntity)

interface ChosenPlacesProps {
  kind: Kind
  /** All that are in view. */
  places: readonly ListedPlace[]
  chosen: readonly ListedPlace[]
  onChoose: (chosen: readonly ListedPlace[]) => void
}

/** What is done with many places at once, each only with those where the reader may. */
export function ChosenPlaces({ kind, places, chosen, onChoose }: ChosenPlacesProps) {
  const [doing, setDoing] = useState<'invite' | 'move' | null>(null)
  const close = () => setDoing(null)
  const invitable = chosen.filter(({ role, access_state: access }) => role !== 'User' && access === 'ok')
  const movable = chosen.filter(({ role }) => role === 'Owner')
  const isAll = chosen.length === places.length
  return (
    <div className="chosen-places" role="group" aria-label={t`Chosen ${kind.many}`}>
      <label className="choose-all">
        <input type="checkbox" checked={isAll} onChange={() => onChoose(isAll ? [] : places)} />
        {t`Choose all`}
      </label>
      <span role="status" className="soft figures">
        {chosen.length > 0 && t`${chosen.length} chosen`}
      </span>
      <Button
        icon={IconMail}
        disabled={invitable.length === 0}
        onClick={() => setDoing('invite')}
      >{t`Invite`}</Button>
      <Button
        icon={IconReceipt}
        disabled={movable.length === 0}
        onClick={() => setDoing('move')}
      >{t`Move Payer`}</Button>
      <Button
        icon={IconDownload}
        disabled={chosen.length === 0}
        onClick={() => saveFile(`${kind.many}.csv`, placesAsCsv(chosen), 'text/csv;charset=utf-8')}
      >{t`Download CSV`}</Button>
      {doing === 'invite' && <InviteToPlaces kind={kind} places={invitable} onClose={close} />}
      {doing === 'move' && <MoveToEntity kind={kind} places={movable} onClose={close} />}
    </div>
  )
}
