import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { useMe } from '../me.ts'
import { doors } from './doors.ts'

/** How to begin, by the ways that are open to whoever looks. */
export function DoorList() {
  const { rights } = useMe()
  const open = doors.filter(({ right }) => rights.includes(right))
  if (open.length === 0)
    return (
      <EmptyState title="No animals yet" drawing="chute">
        What needs a person today will stand here. An owner or a manager brings the herd.
      </EmptyState>
    )
  return (
    <section className="doors" aria-labelledby="doors-title">
      <h2 id="doors-title">No animals yet</h2>
      <p className="soft">
        {rights.includes('import')
          ? 'There are three ways to begin.'
          : 'Ask an owner or a manager to bring the herd, or scan as you go.'}
      </p>
      <ul className="door-list">
        {open.map(({ title, detail, icon: Picture, to }) => (
          <Card key={title} as="li" level={3} title={title} to={to}>
            <div className="door">
              <Picture size={32} stroke={1.5} aria-hidden />
              <p>{detail}</p>
            </div>
          </Card>
        ))}
      </ul>
    </section>
  )
}
