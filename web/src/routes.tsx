import { matchRoutes, type RouteObject } from 'react-router'
import { FailingApart, Lost } from './layout/failed.tsx'
import { LogOut, SignedInOnly, SignedOutOnly } from './layout/guards.tsx'
import { PublicFrame } from './layout/public-frame.tsx'
import { products } from './lib/build.ts'
import { keepNext } from './lib/next.ts'
import { currentSession } from './lib/session.ts'
import { paths } from './paths.ts'

/*
 * The whole address map. A screen is one line: its path from paths.ts and its file, which exports
 * `Component` and is fetched when somebody goes there.
 */

const shell = async () => ({ Component: (await import('./layout/shell.tsx')).Shell })

/** What the dashboard shows is asked for before it is drawn, and drawn with it unless it takes long. */
const home = async () => {
  const { askFirst, Component } = await import('./dashboard/home.tsx')
  await Promise.race([askFirst(), new Promise((resolve) => setTimeout(resolve, patienceMs))])
  return { Component }
}
const patienceMs = 150

/** What comes after a sign-in. */
const preloadHome = () => void Promise.all([shell(), import('./dashboard/home.tsx')]).catch(() => undefined)

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
  { path: paths.invoiceCopies(), lazy: () => import('./billing/invoices/recipients-answer.tsx') },
]

/** Every piece of `ui/` in every state; in the development server and `vite build --mode gallery` only. */
const gallery: RouteObject[] =
  import.meta.env.MODE === 'production'
    ? []
    : [{ path: paths.gallery(), lazy: () => import('./gallery/gallery.tsx') }]

/** A build has the screens of the products it manages, and no others. */
const placeScreens: Record<(typeof products)[number], RouteObject[]> = {
  sites: [
    { path: paths.newSite(), lazy: () => import('./sites/new-site.tsx') },
    { path: paths.site(':siteId'), lazy: () => import('./sites/site.tsx') },
    { path: paths.editSite(':siteId'), lazy: () => import('./sites/edit-site.tsx') },
  ],
  clinics: [
    { path: paths.newClinic(), lazy: () => import('./clinics/new-clinic.tsx') },
    { path: paths.clinic(':clinicId'), lazy: () => import('./clinics/clinic.tsx') },
    { path: paths.editClinic(':clinicId'), lazy: () => import('./clinics/edit-clinic.tsx') },
  ],
}

const privateScreens: RouteObject[] = [
  { path: paths.home(), lazy: home },
  { path: paths.welcome(':step'), lazy: () => import('./account/welcome.tsx') },
  { path: paths.updateProfile(':userId'), lazy: () => import('./account/profile.tsx') },
  { path: paths.invites(), lazy: () => import('./invites/invites.tsx') },

  ...products.flatMap((product) => placeScreens[product]),

  { path: paths.billingEntities(), lazy: () => import('./billing/payers/entities.tsx') },
  { path: paths.newBillingEntity(), lazy: () => import('./billing/payers/new-entity.tsx') },
  { path: paths.billingEntity(':billingEntityId'), lazy: () => import('./billing/payers/entity.tsx') },
  {
    path: paths.editBillingEntity(':billingEntityId'),
    lazy: () => import('./billing/payers/edit-entity.tsx'),
  },
  { path: paths.newCard(':billingEntityId'), lazy: () => import('./billing/cards/new-card.tsx') },
  { path: paths.editCard(':billingEntityId'), lazy: () => import('./billing/cards/edit-card.tsx') },
  { path: paths.cardReturn(':billingEntityId'), lazy: () => import('./billing/cards/card-return.tsx') },
]

/** Signed in, but on the way elsewhere: without the menu. */
const passages: RouteObject[] = [{ path: paths.launch(), lazy: () => import('./account/launch.tsx') }]

export const routes: RouteObject[] = [
  {
    Component: FailingApart,
    children: [
      {
        Component: PublicFrame,
        children: [{ Component: FailingApart, children: [...publicScreens, { path: '*', Component: Lost }] }],
      },
      ...gallery,
      {
        id: 'signed-in',
        Component: SignedInOnly,
        children: [
          { lazy: shell, children: [{ Component: FailingApart, children: privateScreens }] },
          { Component: PublicFrame, children: [{ Component: FailingApart, children: passages }] },
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
