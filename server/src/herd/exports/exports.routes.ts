import { exportHerd } from '@byre/contract/herd/exports'
import type { Context } from '../../context.ts'
import type { ServeSite } from '../../tenants/index.ts'
import { exportAll } from './exports.actions.ts'

export function exportsRoutes(context: Context<'herd'>, serve: ServeSite<'herd'>): void {
  serve(exportHerd, (asked) => exportAll(asked, context))
}
