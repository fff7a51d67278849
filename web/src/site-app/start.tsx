import { IconBarcode, IconEye, IconFileImport, type Icon } from '@tabler/icons-react'
import { Card } from '../ui/card.tsx'
import { Page } from '../ui/page.tsx'
import { Status } from '../ui/badge.tsx'
import { useMe } from './me.ts'
import { paths } from './paths.ts'

interface Door {
  title: string
  detail: string
  icon: Icon
  /** Where it leads; one that is not built leads nowhere, and says so. */
  to?: string
}

const doors: readonly Door[] = [
  {
    title: 'Bring your herd',
    detail: 'A table of your animals, with their tags, weights and past treatments.',
    icon: IconFileImport,
    to: paths.import(),
  },
  {
    title: 'Scan as you go',
    detail: 'Nothing to set up: a tag that nobody knows yet becomes an animal.',
    icon: IconBarcode,
  },
  {
    title: 'Look around',
    detail: 'Demo animals to try things with. They can be taken away again.',
    icon: IconEye,
    to: paths.demo(),
  },
]

/** What needs a person today; in a site without animals, the three ways to begin. */
export function Component() {
  const { rights } = useMe()
  const mayBegin = rights.includes('import')
  return (
    <Page title="Today">
      <section className="doors" aria-labelledby="doors-title">
        <h2 id="doors-title">No animals yet</h2>
        <p className="soft">
          {mayBegin
            ? 'There are three ways to begin.'
            : 'An owner or a manager brings the herd, or you scan as you go.'}
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
    </Page>
  )
}
