import { t } from '@byre/contract/words'
import { limits } from '@byre/contract/limits'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { formatDate } from '../lib/format.ts'
import { usePageIn } from '../lib/in-address.ts'
import { useAsk } from '../lib/query.ts'
import { inWords, Refusal } from '../lib/refusal.ts'
import { toast } from '../lib/toast.ts'
import { useCall } from '../lib/use-call.ts'
import { placesIn, type Kind, type ListedPlace } from '../products.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Pages } from '../ui/pages.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { EmptyState } from '../ui/states.tsx'
import { focusTitle } from '../ui/dialogs/focus-title.ts'
import { dialogIn } from '../ui/fetched/dialog-in.tsx'

// It brings the forms, which nearly nobody who restores something needs.
const RestoreElsewhere = dialogIn(
  async () => (await import('../places/restore-elsewhere.tsx')).RestoreElsewhere,
)

/** What the reader deleted in the last weeks and can bring back. */
export function DeletedList({ kind }: { kind: Kind }) {
  const perPage = limits.perPage.default
  const [page, turnTo] = usePageIn('deleted_page', Math.floor(limits.listDepth / perPage))
  const deleted = useAsk(
    kind.calls.list,
    { deleted: '1', page, per_page: perPage, sort: 'name' },
    { keep: true },
  )
  return (
    <Loaded
      ask={deleted}
      skeleton={<Skeleton height="6rem" />}
      failed={t`An error occurred while loading ${kind.many}.`}
    >
      {(reply) =>
        reply.total === 0 ? (
          <EmptyState
            title={t`Nothing here`}
            drawing="chute"
          >{t`A ${kind.one} you delete can be brought back from here for ${limits.restorableDays} days.`}</EmptyState>
        ) : (
          <>
            <ul className="grid">
              {placesIn(reply).map((place) => (
                <DeletedPlace key={place.id} kind={kind} place={place} />
              ))}
            </ul>
            <Pages
              of={t`deleted ${kind.many}`}
              page={page}
              pages={Math.ceil(reply.total / perPage)}
              onTurn={turnTo}
            />
          </>
        )
      }
    </Loaded>
  )
}

function DeletedPlace({ kind, place }: { kind: Kind; place: ListedPlace }) {
  const { ask, busy } = useCall(kind.calls.restore)
  const [isElsewhere, setElsewhere] = useState(false)
  const until = place.restorable_until

  const welcomeBack = () => {
    toast.success(t`${place.name} was restored.`)
    flushSync(() => setElsewhere(false))
    focusTitle()
  }
  const restore = async () => {
    try {
      await ask({ id: place.id }).catch(
        inWords({ 'server.failed': t`An error occurred while restoring the ${kind.one}.` }),
      )
      welcomeBack()
    } catch (error) {
      const isNameGone = error instanceof Refusal && error.code === 'subdomain.unavailable'
      if (isNameGone) setElsewhere(true)
      else toast.failure(error)
    }
  }
  return (
    <Card as="li" title={place.name}>
      <p className="soft">{until && t`Can be restored until ${formatDate(until)}`}</p>
      <div>
        <Button
          icon={IconArrowBackUp}
          busy={busy}
          busyLabel={t`Restoring..`}
          onClick={() => void restore()}
        >{t`Restore`}</Button>
      </div>
      {isElsewhere && (
        <RestoreElsewhere
          kind={kind}
          place={place}
          onDone={welcomeBack}
          onClose={() => setElsewhere(false)}
        />
      )}
    </Card>
  )
}
