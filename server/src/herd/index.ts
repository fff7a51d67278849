import type { Context } from '../context.ts'
import { siteCalls } from '../tenants/index.ts'
import { animalsRoutes } from './animals/animals.routes.ts'
import { demoRoutes } from './demo/demo.routes.ts'
import { recordsRoutes } from './events/records.routes.ts'
import { refoldHerds } from './events/refolds.actions.ts'
import { exportsRoutes } from './exports/exports.routes.ts'
import { telling } from './live/live.actions.ts'
import { liveRoutes } from './live/live.routes.ts'
import { holdsRoutes } from './holds/holds.routes.ts'
import { importsRoutes } from './imports/imports.routes.ts'
import { pensRoutes } from './pens/pens.routes.ts'
import { peopleRoutes } from './people/people.routes.ts'
import { productsRoutes } from './products/products.routes.ts'
import { settingsRoutes } from './settings/settings.routes.ts'
import { todayRoutes } from './today/today.routes.ts'
import { mailShipLists } from './ship-lists/ship-list-mails.actions.ts'
import { shipListsRoutes } from './ship-lists/ship-lists.routes.ts'

export { rebuildHerd, verifyHerd } from './events/rebuild.actions.ts'
export { loadHerd } from './exports/loads.actions.ts'
export { NotLoadable } from './exports/loads.policy.ts'
export { forgetHerd } from './exports/purges.actions.ts'

/** The site app: what a site's animals are and what was done to them. */
export function herd(context: Context<'herd'>): void {
  const serve = telling(siteCalls(context))
  refoldHerds(context)
  settingsRoutes(context, serve)
  recordsRoutes(context, serve)
  animalsRoutes(serve)
  holdsRoutes(serve)
  todayRoutes(serve)
  liveRoutes(context, serve)
  pensRoutes(serve)
  peopleRoutes(serve)
  productsRoutes(context, serve)
  importsRoutes(context, serve)
  demoRoutes(context, serve)
  exportsRoutes(context, serve)
  mailShipLists(context)
  shipListsRoutes(context, serve)
}
