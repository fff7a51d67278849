import type { App } from '@byre/server/app'
import { noteOperator, type Operator } from '@byre/server/auth/accounts/operators.actions'
import type { PlatformDb } from '@byre/server/platform/database/db'
import type { Said } from './said.ts'

/** What staff do to a site or clinic for somebody who asked; null: there is none. Each leaves its line in the trail. */
export interface PlaceOperations {
  /** Brings a deleted one back, under another name where one is given. */
  restore(id: string, subdomain: string | undefined): Promise<Said>
}

export function placeOperations(
  atPortal: <T>(work: (app: App) => Promise<T>) => Promise<T>,
  operator: Operator,
): PlaceOperations {
  const { name: staff } = operator
  return {
    restore: (id, subdomain) =>
      atPortal(async (app) => {
        const witness = (db: PlatformDb, after: Record<string, unknown>) =>
          noteOperator(db, operator, 'restorePlace', { after })
        const place = await app.restorePlace({ id, subdomain, staff, witness })
        return place && { ...place }
      }),
  }
}
