import { useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useMe } from '../lib/me.ts'
import { UntilGone } from './until-gone.tsx'
import { Page, type Crumb } from '../ui/page.tsx'
import { OnScreen } from '../ui/skeletons.tsx'

interface NamedPageProps {
  /** What the page is called while nothing has come: 'Site'. */
  fallback: string
  crumbs: readonly Crumb[]
  /** What stands in its head besides, once it is known; `room` keeps the place until then. */
  head?: {
    chip?: ReactNode
    lead?: ReactNode
    actions: ReactNode
    room: { lead?: ReactNode; actions: ReactNode }
  }
  /** What is on it; `<Named>` inside says how the thing is called. */
  children: (name: (known: string) => void) => ReactNode
}

/**
 * A page called by what it shows, once that is on screen and not a moment earlier: a long name takes more lines.
 * Another thing's page begins anew: nothing typed, opened or gone belongs to the next one.
 */
export function NamedPage(props: NamedPageProps) {
  const { pathname } = useLocation()
  return <PageOfOne key={pathname} {...props} />
}

function PageOfOne({ fallback, crumbs, children, ...props }: NamedPageProps) {
  const [told, name] = useState<string | null>(null)
  const [isGone, setGone] = useState(false)
  const head = isGone ? undefined : props.head
  // Until it is known who reads this, a block stands below the title for what might come there.
  const known = useMe().isPending ? null : told
  return (
    <Page
      title={known ?? fallback}
      crumbs={crumbs}
      chip={known !== null && head?.chip}
      lead={known === null ? head?.room.lead : head?.lead}
      actions={known === null ? head?.room.actions : head?.actions}
      isRoom={known === null}
    >
      <UntilGone known={known} onGone={() => setGone(true)}>
        {children(name)}
      </UntilGone>
    </Page>
  )
}

export const Named = ({ as, tell }: { as: string; tell: (as: string) => void }) => (
  <OnScreen is={as} tell={tell} />
)
