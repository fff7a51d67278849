import type { App } from '@byre/server/app'
import { noteOperator, type Operator } from '@byre/server/auth/accounts/operators.actions'
import type { PlatformDb } from '@byre/server/platform/database/db'
import type { Said } from './said.ts'

/** What staff do to a site or clinic for somebody who asked; null: there is none. Each leaves its line in the trail. */
export interface PlaceOperations {
  /** Brings a deleted one back, under another name where one is given. */
  restore(id: string, subdomain: string | undefined): Promise<Said>
  /** Lets its free trial end on a later day. */
  extendTrial(id: string, until: string): Promise<Said>
  /** Moves a subdomain or custom domain to another place, or frees it where `to` is null. */
  moveAddress(address: string, to: string | null, subdomain: string | undefined): Promise<Said>
}

export function placeOperations(
  atPortal: <T>(work: (app: App) => Promise<T>) => Promise<T>,
  operator: Operator,
): PlaceOperations {
  const { name: staff } = operator
  const witnessOf = (deed: 'restorePlace' | 'extendTrial' | 'moveDomain' | 'freeDomain') => ({
    staff,
    witness: (db: PlatformDb, after: Record<string, unknown>) => noteOperator(db, operator, deed, { after }),
  })
  return {
    restore: (id, subdomain) =>
      atPortal(async (app) => {
        const place = await app.restorePlace({ id, subdomain, ...witnessOf('restorePlace') })
        return place && { ...place }
      }),

    extendTrial: (id, until) =>
      atPortal(async (app) => {
        const place = await app.extendTrial({ id, until, ...witnessOf('extendTrial') })
        return place && { ...place }
      }),

    moveAddress: (address, to, subdomain) =>
      atPortal(async (app) => {
        const witness = witnessOf(to === null ? 'freeDomain' : 'moveDomain')
        const moved = await app.moveAddress({ address, to, subdomain, ...witness })
        return moved && { ...moved }
      }),
  }
}
