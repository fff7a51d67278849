import type { PenCourse } from '@byre/contract/herd/pens'
import { clock } from '../../lib/clock.ts'
import { Status } from '../../ui/badge.tsx'
import { dueTogether } from '../recording/courses.ts'
import { RecordDose } from '../recording/record.tsx'
import { shortMoment, useZone } from '../times.ts'

/** Doses that animals of a pen are still to get: whoever gets the same at the same time is recorded together. */
export function DosesDue({ courses }: { courses: readonly PenCourse[] }) {
  const zone = useZone()
  const now = clock.now()
  return (
    <div className="stack">
      <ul className="doses-due">
        {dueTogether(courses).map((together) => {
          const [{ event_id, product_name, due }] = together
          const head = `${together.length.toLocaleString('en')} head`
          return (
            <li key={event_id} className="dose-due">
              <span>
                {product_name}: {shortMoment(due[0]!, zone)}, {head}{' '}
                {Date.parse(due[0]!) < now && <Status is="warning">Due</Status>}
              </span>
              <RecordDose
                of={{
                  animals: together.map(({ animal_id, main_tag, ...course }) => ({
                    id: animal_id,
                    name: main_tag || 'An animal without a tag',
                    courses: [course],
                  })),
                }}
                words={`Record for ${head}`}
              />
            </li>
          )
        })}
      </ul>
      <p className="soft">Each counts as given until you record that it was not.</p>
    </div>
  )
}
