import { matchRoutes, type RouteObject } from 'react-router'
import { Failed, Lost } from './layout/failed.tsx'
import { LogOut, SignedInOnly, SignedOutOnly } from './layout/guards.tsx'
import { PublicFrame } from './layout/public-frame.tsx'
import { keepNext } from './lib/next.ts'
import { currentSession } from './lib/session.ts'
import { paths } from './paths.ts'

/*
 * The whole address map. A screen is one line: its path from paths.ts and its file, which exports
 * `Component` and is fetched when somebody goes there.
 */

const shell = async () => ({ Component: (await import('./layout/shell.tsx')).Shell })

const preloadHome = () => void shell()

const publicScreens: RouteObject[] = [
  {
    element: <SignedOutOnly preload={preloadHome} />,
    children: [{ path: paths.login(), lazy: () => import('./auth/login.tsx') }],
  },
  { path: paths.register(), lazy: () => import('./auth/register.tsx') },
  { path: paths.confirm(':email'), lazy: () => import('./auth/confirm.tsx') },
  { path: paths.reset(), lazy: () => import('./auth/reset.tsx') },
  { path: paths.confirmReset(), lazy: () => import('./auth/reset-confirm.tsx') },
]

const privateScreens: RouteObject[] = []

export const routes: RouteObject[] = [
  {
    HydrateFallback: () => null,
    ErrorBoundary: Failed,
    children: [
      {
        Component: PublicFrame,
        children: [{ ErrorBoundary: Failed, children: [...publicScreens, { path: '*', Component: Lost }] }],
      },
      {
        id: 'signed-in',
        Component: SignedInOnly,
        children: [
          { lazy: shell, children: [{ ErrorBoundary: Failed, children: privateScreens }] },
          { path: paths.logOut(), Component: LogOut },
        ],
      },
    ],
  },
]

/** Nobody signed in and a screen that asks for it: begin at /login, without fetching the screen first. */
export function beginAtLogin() {
  const asksForSignIn = matchRoutes(routes, location)?.some(({ route }) => route.id === 'signed-in')
  if (!asksForSignIn || currentSession()) return
  keepNext(location)
  history.replaceState(null, '', paths.login())
}
