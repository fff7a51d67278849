import { t } from '@byre/contract/words'
import { rich } from '../ui/rich.tsx'
import { limits } from '@byre/contract/limits'
import { call } from '../lib/api.ts'
import { lettingGo, useAsk } from '../lib/query.ts'
import { inWords } from '../lib/refusal.ts'
import { toast } from '../lib/toast.ts'
import { memberCalls } from '../people/place.ts'
import type { Place, Kind } from '../products.ts'
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx'
import { bareDomain } from './hosts.ts'

interface DeletePlaceProps {
  kind: Kind
  place: Place
  onDeleted: () => void | Promise<void>
  onCancel: () => void
}

/** Asks, and deletes. Open while it is on screen. */
export function DeletePlace({ kind, place, onDeleted, onCancel }: DeletePlaceProps) {
  const { isKnown, hasOthers, hasInvites } = useWhoIsThere(kind, place)
  const remove = async () => {
    await lettingGo(place.id, () => call(kind.calls.remove, { id: place.id })).catch(
      inWords({ 'server.failed': t`An error occurred while deleting the ${kind.one}.` }),
    )
    toast.success(t`${place.name} was deleted.`, () => {
      import('./undo-deletion.ts')
        .then(({ undoDeletion }) => undoDeletion(kind, place, hasInvites))
        .catch(toast.failure)
    })
    await onDeleted()
  }
  // All of it at once: a line that came later would move the buttons from under a hand.
  if (!isKnown) return null
  return (
    <ConfirmDialog confirm={t`Delete`} busy={t`Deleting..`} danger onConfirm={remove} onCancel={onCancel}>
      <p>{rich`${(<strong>{place.name}</strong>)} will be deleted: its address stops answering and its subscription ends.`}</p>
      {hasOthers && <p>{t`Nobody who belongs to it can open it until it is restored.`}</p>}
      {hasInvites && <p>{t`Open invites are taken back, and restoring it does not bring them back.`}</p>}
      {place.domain !== null && (
        <p>{t`${bareDomain(place.domain)} has to be proven again once it is restored.`}</p>
      )}
      <p>{t`Its Owners can restore it for ${limits.restorableDays} days.`}</p>
    </ConfirmDialog>
  )
}

/** What goes with the place besides itself; where that cannot be told, nothing is said of it. */
function useWhoIsThere(kind: Kind, { id, access_state: access }: Place) {
  const { list } = memberCalls[kind.one]
  const members = useAsk(list, { id, per_page: 1 })
  const all = useAsk(list, access === 'stopped' ? null : { id, per_page: 1, invites: '1' })
  const isAwaited = (ask: typeof all) => ask.isLoading && ask.failureCount === 0
  const belong = members.data?.total ?? 0
  return {
    isKnown: !isAwaited(members) && !isAwaited(all),
    hasOthers: belong > 1,
    hasInvites: members.isSuccess && (all.data?.total ?? 0) > belong,
  }
}
