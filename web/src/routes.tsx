import { matchRoutes, type RouteObject } from 'react-router'
import type * as Later from './later-screens.ts'
import { LogOut, SignedInOnly, SignedOutOnly } from './layout/guards.tsx'
import { PublicFrame } from './layout/public-frame.tsx'
import { products } from './lib/build.ts'
import { wholeLanguage } from './lib/languages/language.ts'
import { keepNext } from './lib/next.ts'
import { currentSession } from './lib/session.ts'
import { paths } from './paths.ts'
import { FailingApart, Lost } from './ui/failing-apart.tsx'

/*
 * The whole address map. A screen is one line: its path from paths.ts and its file, which exports
 * `Component` and is fetched when somebody goes there.
 */

const laterScreens = () => wholeLanguage().then(() => import('./later-screens.ts'))
/** What each of these needs is a long list, which the page to sign in does without; it comes beside the frame. */
const later = (name: keyof typeof Later) => async () => (await laterScreens())[name]()

const shell = async () => {
  // Once the first screen is seen.
  requestAnimationFrame(() => setTimeout(() => void laterScreens().catch(() => undefined)))
  await wholeLanguage()
  return { Component: (await import('./layout/shell.tsx')).Shell }
}

/** What the dashboard shows is asked for before it is drawn, and drawn with it unless it takes long. */
const home = async () => {
  await wholeLanguage()
  const { askFirst, dashboardParts, Component } = await import('./dashboard/home.tsx')
  const all = Promise.allSettled([askFirst(), dashboardParts.whenHere])
  await Promise.race([all, new Promise((resolve) => setTimeout(resolve, patienceMs))])
  return { Component }
}
const patienceMs = 150

/** What comes after a sign-in. */
const preloadHome = () =>
  void Promise.all([shell(), wholeLanguage().then(() => import('./dashboard/home.tsx'))]).catch(
    () => undefined,
  )

const publicScreens: RouteObject[] = [
  {
    element: <SignedOutOnly preload={preloadHome} />,
    children: [{ path: paths.login(), lazy: () => import('./auth/login.tsx') }],
  },
  { path: paths.register(), lazy: () => import('./auth/register.tsx') },
  { path: paths.confirm(':email'), lazy: () => import('./auth/confirm.tsx') },
  { path: paths.reset(), lazy: () => import('./auth/reset.tsx') },
  { path: paths.confirmReset(), lazy: () => import('./auth/reset.tsx') },
  { path: paths.undoEmail(), lazy: () => import('./auth/undo-email.tsx') },
  {
    path: paths.invoiceCopies(),
    lazy: () => wholeLanguage().then(() => import('./billing/invoices/recipients-answer.tsx')),
  },
]

/** For everybody, in the frame of whoever comes. */
const helpScreen: RouteObject = {
  path: paths.help(),
  lazy: () => wholeLanguage().then(() => import('./help/help.tsx')),
}

/** Every piece of `ui/` in every state; in the development server and `vite build --mode gallery` only. */
const gallery: RouteObject[] =
  import.meta.env.MODE === 'production'
    ? []
    : [{ path: paths.gallery(), lazy: () => import('./gallery/gallery.tsx') }]

/** A build has the screens of the products it manages, and no others. */
const placeScreens: Record<(typeof products)[number], RouteObject[]> = {
  sites: [
    { path: paths.newSite(), lazy: later('newSite') },
    { path: paths.site(':siteId'), lazy: later('site') },
    { path: paths.editSite(':siteId'), lazy: later('editSite') },
  ],
  clinics: [
    { path: paths.newClinic(), lazy: later('newClinic') },
    { path: paths.clinic(':clinicId'), lazy: later('clinic') },
    { path: paths.editClinic(':clinicId'), lazy: later('editClinic') },
  ],
}

const privateScreens: RouteObject[] = [
  { path: paths.home(), lazy: home },
  { path: paths.welcome(':step'), lazy: later('welcome') },
  { path: paths.updateProfile(':userId'), lazy: later('profile') },
  { path: paths.places(), lazy: later('places') },
  { path: paths.invites(), lazy: later('invites') },

  ...products.flatMap((product) => placeScreens[product]),

  { path: paths.billingEntities(), lazy: later('billingEntities') },
  { path: paths.newBillingEntity(), lazy: later('newBillingEntity') },
  { path: paths.billingEntity(':billingEntityId'), lazy: later('billingEntity') },
  {
    path: paths.editBillingEntity(':billingEntityId'),
    lazy: later('editBillingEntity'),
  },
  {
    path: paths.invoice(':billingEntityId', ':invoiceId'),
    lazy: later('invoice'),
  },
  { path: paths.newCard(':billingEntityId'), lazy: later('newCard') },
  { path: paths.editCard(':billingEntityId'), lazy: later('editCard') },
  { path: paths.cardReturn(':billingEntityId'), lazy: later('cardReturn') },
  { path: paths.staff('*'), lazy: later('staff') },
]

/** Signed in, but on the way elsewhere: without the menu. */
const passages: RouteObject[] = [{ path: paths.launch(), lazy: later('launch') }]

/** What breaks below leaves the rest of the page standing. */
const failingApart = { element: <FailingApart home={paths.home()} /> }

export const routes: RouteObject[] = [
  {
    ...failingApart,
    children: [
      {
        Component: PublicFrame,
        children: [
          {
            ...failingApart,
            children: [...publicScreens, { path: '*', element: <Lost home={paths.home()} /> }],
          },
        ],
      },
      {
        lazy: () => import('./layout/either-frame.tsx'),
        children: [{ ...failingApart, children: [helpScreen] }],
      },
      ...gallery,
      {
        id: 'signed-in',
        Component: SignedInOnly,
        children: [
          { lazy: shell, children: [{ ...failingApart, children: privateScreens }] },
          { Component: PublicFrame, children: [{ ...failingApart, children: passages }] },
          { path: paths.logOut(), Component: LogOut },
        ],
      },
    ],
  },
]

/** Nobody signed in and a screen that asks for it: begin at /login, without fetching the screen first. */
export function beginAtLogin() {
  if (currentSession() || location.pathname === paths.login()) return
  if (!matchRoutes(routes, location)?.some(({ route }) => route.id === 'signed-in')) return
  keepNext(location)
  history.replaceState(null, '', paths.login())
}
