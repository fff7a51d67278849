import { noteOperator, type Operator } from '../auth/index.ts'
import type { PlaceOperations } from '../customers/index.ts'
import type { PlatformDb } from '../platform/database/db.ts'

/** What staff do to a place for somebody who asked; null: there is none. */
export interface PlaceCommands {
  /** Brings a deleted one back, under another name where one is given. */
  restore(id: string, subdomain: string | undefined): ReturnType<PlaceOperations['restorePlace']>
  /** Lets its free trial end on a later day. */
  extendTrial(id: string, until: string): ReturnType<PlaceOperations['extendTrial']>
  /** Moves a subdomain or custom domain to another place, or frees it where `to` is null. */
  moveAddress(
    address: string,
    to: string | null,
    subdomain: string | undefined,
  ): ReturnType<PlaceOperations['moveAddress']>
}

/** The same from the command line and in the back office: each command leaves its line in the trail, with who did it and why. */
export function placeCommands(places: PlaceOperations, operator: Operator): PlaceCommands {
  const by = (name: 'restorePlace' | 'extendTrial' | 'moveDomain' | 'freeDomain') => ({
    staff: operator.name,
    ...(operator.signedIn ? { from: operator.signedIn.from } : {}),
    witness: (db: PlatformDb, after: Record<string, unknown>) => noteOperator(db, operator, name, { after }),
  })
  return {
    restore: (id, subdomain) => places.restorePlace({ id, subdomain, ...by('restorePlace') }),
    extendTrial: (id, until) => places.extendTrial({ id, until, ...by('extendTrial') }),
    moveAddress: (address, to, subdomain) =>
      places.moveAddress({ address, to, subdomain, ...by(to === null ? 'freeDomain' : 'moveDomain') }),
  }
}
