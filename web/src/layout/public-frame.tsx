import { useEffect, useState } from 'react'
import { Link, Outlet } from 'react-router'
import type * as AboutPart from '../auth/about.tsx'
import { brand } from '../brand.ts'
import { useSession } from '../lib/session.ts'
import { paths } from '../paths.ts'
import { OfflineBar } from '../ui/offline-bar.tsx'
import { Footer } from './footer.tsx'
import { Logo } from './logo.tsx'
import { SkipLink } from '../ui/skip-link.tsx'

const part = () => import('../auth/about.tsx')

/** What the portal is, beside its form: fetched after the page, so that whoever signs in at once does not wait for it, and where there is room for it. */
function About() {
  const [here, setHere] = useState<typeof AboutPart>()
  useEffect(() => {
    const soon = setTimeout(() => {
      // The build takes what follows `import` into what it does before, so that a second argument is not told of a lost sheet.
      if (matchMedia('(width >= 64rem)').matches) part().then(setHere, () => undefined)
    }, 2_000)
    return () => clearTimeout(soon)
  }, [])
  return here && <here.About />
}

/** The frame of what is shown to someone who is not signed in: the brand, one column, the footer. */
export function PublicFrame() {
  const isStranger = useSession() === null
  return (
    <div className="frame" data-halved={isStranger}>
      <SkipLink />
      <header className="frame-head">
        <Link to={paths.home()} className="brand">
          <Logo /> {brand.name}
        </Link>
      </header>
      <OfflineBar />
      <div className="frame-body">
        <main id="main" className="frame-main" tabIndex={-1}>
          <Outlet />
        </main>
        {isStranger && <About />}
      </div>
      <Footer />
    </div>
  )
}
