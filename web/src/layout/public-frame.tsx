import { lazy, Suspense } from 'react'
import { Link, Outlet } from 'react-router'
import { brand } from '../brand.ts'
import { useSession } from '../lib/session.ts'
import { paths } from '../paths.ts'
import { OfflineBar } from '../ui/offline-bar.tsx'
import { Footer } from './footer.tsx'
import { Logo } from './logo.tsx'
import { SkipLink } from '../ui/skip-link.tsx'

/** Fetched after the page, so that whoever signs in at once does not wait for it, and where there is room for it. */
const About = lazy(async () => {
  await new Promise((done) => setTimeout(done, 2_000))
  const part = matchMedia('(width >= 64rem)').matches && (await import('../auth/about.tsx').catch(() => null))
  return { default: part ? part.About : () => null }
})

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
        {isStranger && (
          <Suspense>
            <About />
          </Suspense>
        )}
      </div>
      <Footer />
    </div>
  )
}
