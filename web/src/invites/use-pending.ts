import {
  listReceivedBillingEntityInvites,
  listReceivedClinicInvites,
  listReceivedSiteInvites,
} from '@byre/contract/people/received-invites'
import { useAsk } from '../lib/query.ts'
import { useSession } from '../lib/session.ts'
import { receivedKinds, type ReceivedKind } from './received.ts'

/*
 * Whatever shows invitations that were received asks through here, under keys that begin with the name
 * of their list: 'listReceivedSiteInvites', 'listReceivedClinicInvites' and
 * 'listReceivedBillingEntityInvites'. Whoever learns sooner that something changed invalidates those,
 * and the badge and the open screen follow.
 */

type List = ReceivedKind['calls']['list']

export interface InviteListQuery {
  status?: 'sent' | 'all'
  page?: number
  per_page: number
  /** This one alone. */
  id?: string
}

const askEveryMs = 30_000
const every = () => askEveryMs

/** The lists of all kinds, in the order of `receivedKinds`; null asks nothing. */
export function useReceived(query: InviteListQuery | null) {
  const isSignedIn = useSession() !== null
  const inputFor = (wanted: ReceivedKind['tab']) =>
    isSignedIn && receivedKinds.some(({ tab }) => tab === wanted) ? query : null
  const lists = {
    sites: useAsk<List>(listReceivedSiteInvites, inputFor('sites'), { every }),
    clinics: useAsk<List>(listReceivedClinicInvites, inputFor('clinics'), { every }),
    billing: useAsk<List>(listReceivedBillingEntityInvites, inputFor('billing'), { every }),
  }
  return receivedKinds.map(({ tab }) => lists[tab])
}

/** One page of one kind's. */
export const useReceivedPage = ({ calls }: ReceivedKind, query: InviteListQuery) =>
  useAsk<List>(calls.list, query, { every, keep: true })

/** Of every list only its `total`. */
const counted = { per_page: 1 }

/** How many invitations wait for the reader's answer, as far as is known. */
export const usePending = () => useReceived(counted).reduce((so, { data }) => so + (data?.total ?? 0), 0)
