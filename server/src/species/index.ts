import type { Context } from '../context.ts'
import { speciesRoutes } from './species.routes.ts'

/** The species library: what can be raised, the same everywhere. */
export function species(context: Context<'species'>): void {
  speciesRoutes(context)
}
