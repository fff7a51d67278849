import type { AnimalCard } from '@byre/contract/herd/cards'
import { marketInSentence } from '@byre/contract/herd/market-names'
import { clock } from '../../lib/clock.ts'
import { Status } from '../../ui/badge.tsx'
import { clearMoment, useZone } from '../times.ts'
import { holdOf } from './holds.ts'

const ended = { dead: 'Dead', gone: 'Left', merged: 'Same as another', void: 'Taken back' } as const

/** In a word: held, until when, or clear; of an animal that is not here, why. */
export function HoldChip({ animal }: { animal: AnimalCard }) {
  const zone = useZone()
  if (animal.status !== 'here') return <Status is="info">{ended[animal.status]}</Status>
  const { home, notFor } = holdOf(animal, clock.now())
  if (home.is === 'held') return <Status is="danger">Held</Status>
  if (home.is === 'until') return <Status is="warning">Until {clearMoment(home.at, zone)}</Status>
  if (notFor.length === 0) return <Status is="success">Clear</Status>
  return (
    <Status is="warning">
      Not for {notFor.length === 1 ? marketInSentence(notFor[0]!) : `${notFor.length} markets`}
    </Status>
  )
}
