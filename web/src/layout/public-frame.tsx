import { Link, Outlet } from 'react-router'
import { brand } from '../brand.ts'
import { paths } from '../paths.ts'
import { OfflineBar } from '../ui/offline-bar.tsx'
import { Footer } from './footer.tsx'
import { Logo } from './logo.tsx'
import { SkipLink } from './skip-link.tsx'

/** The frame of what is shown to someone who is not signed in: the brand, one column, the footer. */
export function PublicFrame() {
  return (
    <div className="frame">
      <SkipLink />
      <header className="frame-head">
        <Link to={paths.home()} className="brand">
          <Logo /> {brand.name}
        </Link>
      </header>
      <OfflineBar />
      <main id="main" className="frame-main" tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
    </div>
  )
}
