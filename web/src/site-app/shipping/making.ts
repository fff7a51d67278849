import type { Chosen, ShipListPlan } from '@byre/contract/herd/ship-list-parts'
import { makeShipList } from '@byre/contract/herd/ship-lists'
import { useRef } from 'react'
import { useAppCommand } from '../asks.ts'
import { newEventId } from '../recording/ids.ts'

/** Makes a list once, whatever becomes of an answer: the same plan, sent again, is the same list. */
export function useMaking() {
  const { send } = useAppCommand(makeShipList, {})
  const names = useRef(new Map<string, string>())
  return (plan: ShipListPlan, what: Chosen = {}) => {
    const said = JSON.stringify([plan, what])
    const made_as = names.current.get(said) ?? newEventId()
    names.current.set(said, made_as)
    return send({ ...plan, what, made_as })
  }
}
