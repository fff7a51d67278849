import type { ShipListState } from '@byre/contract/herd/ship-list-parts'
import { Status, type StatusKind } from '../../ui/badge.tsx'

const words: Readonly<Record<ShipListState, readonly [StatusKind, string]>> = {
  draft: ['waiting', 'Draft'],
  checked: ['info', 'Checked'],
  locked: ['success', 'Locked'],
  broken: ['danger', 'Broken'],
  departed: ['success', 'Left'],
}

export function StateChip({ state }: { state: ShipListState }) {
  const [is, word] = words[state]
  return <Status is={is}>{word}</Status>
}
