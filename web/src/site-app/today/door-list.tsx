import { Status } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { useMe } from '../me.ts'
import { doors } from './doors.ts'

/** How to begin. */
export function DoorList() {
  const mayBegin = useMe().rights.includes('import')
  return (
    <section className="doors" aria-labelledby="doors-title">
      <h2 id="doors-title">No animals yet</h2>
      <p className="soft">
        {mayBegin
          ? 'There are three ways to begin.'
          : 'Ask an owner or a manager to bring the herd, or scan as you go.'}
      </p>
      <ul className="door-list">
        {doors.map(({ title, detail, icon: Picture, to }) => (
          <Card key={title} as="li" level={3} title={title} {...(to && { to })}>
            <div className="door">
              <Picture size={32} stroke={1.5} aria-hidden />
              <p>{detail}</p>
            </div>
            {!to && <Status is="waiting">Not open yet</Status>}
          </Card>
        ))}
      </ul>
    </section>
  )
}
