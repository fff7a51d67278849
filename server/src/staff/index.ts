import type { Context } from '../context.ts'
import type { PlaceOperations } from '../customers/index.ts'
import type { Payments } from '../payments/index.ts'
import type { Database } from '../platform/database/db.ts'
import { commandsRoutes } from './commands.routes.ts'
import { recordsRoutes } from './records.routes.ts'
import { followVisits } from './visits.actions.ts'
import { staffVisitsRoutes, supportVisitsRoutes } from './visits.routes.ts'

export { watchVisits } from './visits.routes.ts'

/**
 * The back office of the platform's own staff. `gated` serves nobody else; `context` is for whoever is visited, who answers.
 */
export function staff(
  { gated, context }: { gated: Context<'staff'>; context: Context<'staff'> },
  on: {
    database: Database
    places: PlaceOperations
    payments: Pick<Payments, 'creditInvoice' | 'previewCredit'>
  },
): void {
  recordsRoutes(gated, on.database)
  commandsRoutes(gated, { ...on, outbox: gated.outbox })
  staffVisitsRoutes(gated)
  supportVisitsRoutes(context)
  followVisits(context)
}
