import type { GivenCard } from '@byre/contract/billing/cards'
import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { toast } from '../../lib/toast.ts'
import { useWayBack } from './card-link.tsx'

/** Where a card that was given leads: to its bank, when that wants to hear from its holder, else back to where it was asked for. */
export function useAfterCard(entityId: string, done: string, { replace = false } = {}) {
  const navigate = useNavigate()
  const wayBack = useWayBack(entityId)
  return useCallback(
    (card: Pick<GivenCard, 'action_url'>) => {
      if (card.action_url !== null) {
        location.assign(card.action_url)
        return
      }
      toast.success(done)
      void navigate(wayBack, { replace })
    },
    [navigate, wayBack, done, replace],
  )
}
