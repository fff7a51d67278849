import { getMe, type Me } from '@byre/contract/herd/settings'
import type { SiteRight } from '@byre/contract/site-rights'
import { createContext, use } from 'react'
import { useAppAsk } from './asks.ts'

export const useAskMe = () => useAppAsk(getMe, {})

/** Who opened the app, for every screen inside the shell. */
export const MeContext = createContext<Me | null>(null)

export function useMe(): Me {
  const me = use(MeContext)
  if (!me) throw new Error('useMe stands inside the shell.')
  return me
}

/** Whether whoever opened the app may do this, and the place is not read-only. */
export function useMay(right: SiteRight): boolean {
  const { rights, place } = useMe()
  return rights.includes(right) && place.access_state === 'ok'
}
