import type { Course } from '@byre/contract/herd/animals'
import type { AnimalCard } from '@byre/contract/herd/cards'
import { clock } from '../../lib/clock.ts'
import { Status } from '../../ui/badge.tsx'
import { RecordDose } from '../recording/record.tsx'
import { shortMoment, useZone } from '../times.ts'
import { animalName } from './names.ts'

/** Of each course when the next doses are due; they count as given until somebody says what became of them. */
export function DosesToCome({ animal, courses }: { animal: AnimalCard; courses: readonly Course[] }) {
  const zone = useZone()
  const now = clock.now()
  return (
    <div className="stack">
      <ul className="hold-reasons">
        {courses.map(({ event_id, product_name, due }) => (
          <li key={event_id}>
            {product_name}: {due.map((at) => shortMoment(at, zone)).join(', ')}{' '}
            {due.some((at) => Date.parse(at) < now) && <Status is="warning">Due</Status>}
          </li>
        ))}
      </ul>
      <p className="soft">Each counts as given until you record that it was not.</p>
      <div>
        <RecordDose of={{ animals: [{ id: animal.id, name: animalName(animal) }] }} />
      </div>
    </div>
  )
}
