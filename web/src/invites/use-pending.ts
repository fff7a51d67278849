import { useQueries } from '@tanstack/react-query'
import { call } from '../lib/api.ts'
import { kept, type Ask } from '../lib/query.ts'
import { useSession } from '../lib/session.ts'
import { receivedKinds, type ReceivedKind } from './received.ts'

/*
 * Whatever shows invitations that were received asks through here, under keys that begin with the name
 * of their list: 'listReceivedSiteInvites', 'listReceivedClinicInvites' and
 * 'listReceivedBillingEntityInvites'. Whoever learns sooner that something changed invalidates those,
 * and the badge and the open screen follow.
 */

type List = ReceivedKind['calls']['list']
type Received = Ask<List>

interface Asked {
  status?: 'sent' | 'all'
  per_page: number
}

const askEveryMs = 30_000

/** The lists of all kinds, in the order of `receivedKinds`; null asks nothing. */
export function useReceived(asked: Asked | null): readonly Received[] {
  const isSignedIn = useSession() !== null
  return useQueries(
    {
      queries: receivedKinds.map(({ calls: { list } }) => ({
        queryKey: [list.name, asked],
        queryFn: ({ signal }: { signal: AbortSignal }) => call<List>(list, asked ?? {}, { signal }),
        enabled: isSignedIn && asked !== null,
        refetchInterval: askEveryMs,
      })),
    },
    kept,
  )
}

/** Of every list only its `total`. */
const counted = { per_page: 1 }

/** How many invitations wait for the reader's answer, as far as is known. */
export const usePending = () => useReceived(counted).reduce((so, { data }) => so + (data?.total ?? 0), 0)
