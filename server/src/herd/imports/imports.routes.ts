import * as contract from '@byre/contract/herd/imports'
import type { Context } from '../../context.ts'
import type { ServeSite } from '../../tenants/index.ts'
import { beginImport, checkRows, importRows, importsOf } from './imports.actions.ts'

export function importsRoutes({ clock }: Context<'herd'>, serve: ServeSite<'herd'>): void {
  serve(contract.listImports, importsOf)
  serve(contract.checkRows, (asked) => checkRows(asked, clock))
  serve(contract.beginImport, beginImport)
  serve(contract.importRows, (asked) => importRows(asked, clock))
}
