import type { Me } from '@byre/contract/herd/settings'
import { useEffect, useLayoutEffect } from 'react'
import { Link, Outlet } from 'react-router'
import { brand } from '../brand.ts'
import { restoreScroll, takeOverScroll } from '../lib/kept-scroll.ts'
import { useLeaving, useShown } from '../lib/navigation.ts'
import { isNotFound } from '../lib/refusal.ts'
import { prepareToasts } from '../lib/toast.ts'
import { beyondPhone, useWidth } from '../lib/width.ts'
import { Banner } from '../ui/banner.tsx'
import { OfflineBar } from '../ui/offline-bar.tsx'
import { PageNotice } from '../ui/page.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { SkipLink } from '../ui/skip-link.tsx'
import { FootWays, SideWays } from './around.tsx'
import { partIn } from './fetched.tsx'
import { Loaded } from './loaded.tsx'
import { MeContext, useAskMe } from './me.ts'
import { paths } from './paths.ts'
import './shell.css'
import { roleWords } from './words.ts'

const FirstLaunch = partIn(
  async () => (await import('./first-launch.tsx')).FirstLaunch,
  'The first questions could not be loaded.',
)

/** The frame of every screen: whose place it is, the way around, and out. */
export function Shell() {
  const ask = useAskMe()
  const me = ask.data
  const isLeaving = useLeaving()
  const isPhone = !useWidth(beyondPhone)
  const { location, staysScrolled } = useShown()
  useEffect(takeOverScroll, [])
  useLayoutEffect(() => restoreScroll(location, staysScrolled), [location, staysScrolled])
  // Whoever is no member listens to nothing.
  const isKnown = me !== undefined
  useEffect(() => {
    if (!isKnown) return
    watchNews()
    // By now they are listened to. Whoever is offline later could not fetch them.
    prepareToasts()
  }, [isKnown])
  // A member no more: the server's own page says that nothing is here.
  useEffect(() => {
    if (isNotFound(ask.error)) window.location.reload()
  }, [ask.error])

  return (
    <div className="shell site-shell">
      <SkipLink />
      <header className="shell-head">
        <Link to={paths.today()} className="brand">
          <svg className="logo" width={28} height={28} viewBox="0 0 24 24" fill="currentColor" aria-hidden>
            <path d={brand.logo} />
          </svg>
          <span className="place-name">{me?.place.name ?? brand.name}</span>
        </Link>
        {me && (
          <p className="visitor">
            <span className="visitor-name">{me.person.name}</span>{' '}
            <span className="soft">{roleWords[me.role]}</span>
          </p>
        )}
      </header>
      <OfflineBar />
      {isLeaving && <div className="stale-line" aria-hidden />}
      {isPhone ? <FootWays me={me} /> : <SideWays me={me} />}
      <div className="shell-body">
        <main id="main" tabIndex={-1} className="shell-main">
          {!me && <h1 className="unseen">{brand.name}</h1>}
          {isNotFound(ask.error) ? null : (
            <Loaded ask={ask} skeleton={<Skeleton height="12rem" />} failed="The site could not be opened.">
              {(me) => <Inside me={me} />}
            </Loaded>
          )}
        </main>
      </div>
    </div>
  )
}

function Inside({ me }: { me: Me }) {
  const { access_state } = me.place
  const asksFirst = me.settings === null && me.rights.includes('changeSettings') && access_state === 'ok'
  return (
    <MeContext value={me}>
      <PageNotice
        value={access_state === 'read_only' && <ReadOnly mayRecord={me.rights.includes('record')} />}
      >
        {asksFirst ? <FirstLaunch /> : <Outlet />}
      </PageNotice>
    </MeContext>
  )
}

/** After the first paint; without it nothing but news is missing. */
const watchNews = () => void import('./live.ts').then(({ watchSite }) => watchSite()).catch(() => undefined)

const ReadOnly = ({ mayRecord }: { mayRecord: boolean }) => (
  <Banner is="warning">
    This site is read-only until its payment is settled. You can still see everything
    {mayRecord ? ', record treatments and deaths, and ship.' : '.'}
  </Banner>
)
