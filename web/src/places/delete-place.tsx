import { t } from '@byre/contract/words'
import { rich } from '../ui/rich.tsx'
import { limits } from '@byre/contract/limits'
import { call } from '../lib/api.ts'
import { lettingGo } from '../lib/query.ts'
import { inWords } from '../lib/refusal.ts'
import { toast } from '../lib/toast.ts'
import type { Place, Kind } from '../products.ts'
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx'
import { bareDomain } from './hosts.ts'

interface DeletePlaceProps {
  kind: Kind
  place: Place
  onDeleted: () => void | Promise<void>
  onClose: () => void
}

/** Asks, and deletes. Open while it is on screen. */
export function DeletePlace({ kind, place, onDeleted, onClose }: DeletePlaceProps) {
  const remove = async () => {
    await lettingGo(place.id, () => call(kind.calls.remove, { id: place.id })).catch(
      inWords({ 'server.failed': t`An error occurred while deleting the ${kind.one}.` }),
    )
    toast.success(t`${place.name} was deleted.`, () => {
      import('./undo-deletion.ts').then(({ undoDeletion }) => undoDeletion(kind, place)).catch(toast.failure)
    })
    await onDeleted()
  }
  return (
    <ConfirmDialog confirm={t`Delete`} busy={t`Deleting..`} danger onConfirm={remove} onCancel={onClose}>
      <p>{rich`${(<strong>{place.name}</strong>)} will be deleted: its address stops answering and its subscription ends.`}</p>
      <p>
        {t`Nobody who belongs to it can open it until it is restored.`}{' '}
        {t`Open invites are taken back, and restoring it does not bring them back.`}
      </p>
      {place.domain !== null && (
        <p>{t`${bareDomain(place.domain)} has to be proven again once it is restored.`}</p>
      )}
      <p>{t`Its Owners can restore it for ${limits.restorableDays} days.`}</p>
    </ConfirmDialog>
  )
}
