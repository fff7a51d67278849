import { getUser } from '@byre/contract/people/users'
import { useAsk } from './query.ts'
import { useSession } from './session.ts'

/** The profile of whoever is signed in; waits when nobody is. */
export function useMe() {
  const session = useSession()
  return useAsk(getUser, session && { id: session.uuid })
}
