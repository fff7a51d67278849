import type { RouteObject } from 'react-router'
import { FailingApart, Lost } from '../ui/failing-apart.tsx'
import { screenIn } from './fetched.tsx'
import { paths } from './paths.ts'
import { Shell } from './shell.tsx'

/*
 * The whole address map of the site app. A screen is one line here, one in `paths.ts`, one in `contract/src/herd/screens.ts`,
 * and its file, which exports `Component` and is fetched when somebody goes there.
 */

/** What breaks below leaves the rest of the page standing. */
const failingApart = { element: <FailingApart home={paths.today()} /> }

export const routes: RouteObject[] = [
  {
    Component: Shell,
    children: [
      {
        ...failingApart,
        children: [
          { path: paths.today(), lazy: screenIn(() => import('./today/today.tsx')) },
          { path: paths.animals(), lazy: screenIn(() => import('./animals/animals.tsx')) },
          { path: paths.animal(':id'), lazy: screenIn(() => import('./animals/animal.tsx')) },
          { path: paths.holds(), lazy: screenIn(() => import('./holds/holds.tsx')) },
          { path: paths.shipLists(), lazy: screenIn(() => import('./ship-lists/ship-lists.tsx')) },
          { path: paths.shipList(':id'), lazy: screenIn(() => import('./ship-lists/ship-list.tsx')) },
          { path: paths.findings(), lazy: screenIn(() => import('./findings/findings.tsx')) },
          { path: paths.pens(), lazy: screenIn(() => import('./pens/pens.tsx')) },
          { path: paths.pen(':id'), lazy: screenIn(() => import('./pens/pen.tsx')) },
          { path: paths.lot(':id'), lazy: screenIn(() => import('./pens/lot.tsx')) },
          { path: paths.cabinet(), lazy: screenIn(() => import('./cabinet/cabinet.tsx')) },
          { path: paths.scan(), lazy: screenIn(() => import('./scan/scan.tsx')) },
          { path: paths.import(), lazy: screenIn(() => import('./import/import.tsx')) },
          { path: paths.demo(), lazy: screenIn(() => import('./look-around.tsx')) },
          { path: paths.settings(), lazy: screenIn(() => import('./settings.tsx')) },
          { path: '*', element: <Lost home={paths.today()} /> },
        ],
      },
    ],
  },
]
