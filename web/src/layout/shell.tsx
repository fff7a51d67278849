import { t } from '@byre/contract/words'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { useEffect, useLayoutEffect, useState } from 'react'
import { Link, Outlet } from 'react-router'
import { brand } from '../brand.ts'
import { restoreScroll, takeOverScroll } from '../lib/kept-scroll.ts'
import { useMe } from '../lib/me.ts'
import { useLeaving, useShown } from '../lib/navigation.ts'
import { paths } from '../paths.ts'
import { declareFace } from '../styles/face.ts'
import { PageNotice } from '../ui/page.tsx'
import { extra } from '../ui/fetched/extra.tsx'
import { OfflineBar } from '../ui/offline-bar.tsx'
import { usePatience } from '../ui/patience.ts'
import { beyondPhone, useWidth } from '../lib/width.ts'
import { Drawer } from './drawer.tsx'
import { Footer } from './footer.tsx'
import { IncompleteBanner } from './incomplete-banner.tsx'
import { Logo } from './logo.tsx'
import { SideMenu } from './side-menu.tsx'
import { SkipLink } from '../ui/skip-link.tsx'
import { StepUpHost } from './step-up-host.tsx'
import { UserMenu } from './user-menu.tsx'
import '../styles/signed-in.css'

/** Fetched apart, into room that is kept for them. */
const HeaderTools = extra(async () => (await import('../finding/header-tools.tsx')).HeaderTools)

/** Fetched apart, and on a phone alone. */
const FootBar = extra(async () => (await import('./foot-bar.tsx')).FootBar)

/** Fetched apart: it draws nothing. */
const PreferencesKept = extra(async () => (await import('./preferences-kept.tsx')).PreferencesKept)

/** Kept on this device, as the theme is. */
const menuKey = 'byre.menu'

/** The frame of every screen that needs a sign-in. */
export function Shell() {
  // Known as it is first drawn, so that nothing moves.
  const [collapsed, setCollapsed] = useState(() => localStorage.getItem(menuKey) === 'folded')
  const fold = (folded: boolean) => {
    setCollapsed(folded)
    if (folded) localStorage.setItem(menuKey, 'folded')
    else localStorage.removeItem(menuKey)
  }
  const me = useMe()
  const settled = usePatience(!me.isPending)
  const isLeaving = useLeaving()
  const isPhone = !useWidth(beyondPhone)
  const { location, staysScrolled } = useShown()
  useEffect(takeOverScroll, [])
  useLayoutEffect(() => restoreScroll(location, staysScrolled), [location, staysScrolled])
  useEffect(declareFace, [])

  const Fold = collapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  return (
    <div className="shell" data-collapsed={collapsed}>
      <SkipLink />
      <header className="shell-head">
        <Drawer />
        <Link to={paths.home()} className="brand">
          <Logo /> {brand.name}
        </Link>
        <div className="head-tools">
          <HeaderTools />
        </div>
        <UserMenu />
      </header>
      <OfflineBar />
      {isLeaving && <div className="stale-line" aria-hidden />}
      <div className="shell-side">
        <SideMenu unfold={collapsed ? () => fold(false) : undefined} />
        <button
          type="button"
          className="side-item side-fold"
          aria-pressed={collapsed}
          aria-label={t`Collapse the menu`}
          onClick={() => fold(!collapsed)}
        >
          <Fold size={20} aria-hidden />
          <span className="side-label">{t`Collapse`}</span>
        </button>
      </div>
      <div className="shell-body">
        <main id="main" tabIndex={-1} className="shell-main" data-settled={settled}>
          <PageNotice value={<IncompleteBanner me={me.data} />}>
            <Outlet />
          </PageNotice>
        </main>
        <Footer />
      </div>
      {isPhone && <FootBar />}
      <StepUpHost />
      <PreferencesKept />
    </div>
  )
}
