import type { App } from '@byre/server/app'
import type { Operator } from '@byre/server/auth/accounts/operators.actions'
import { placeCommands } from '@byre/server/staff/places.actions'
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
  const said = (work: (commands: ReturnType<typeof placeCommands>) => Promise<object | null>) =>
    atPortal(async (app) => {
      const done = await work(placeCommands(app, operator))
      return done && { ...done }
    })
  return {
    restore: (id, subdomain) => said((commands) => commands.restore(id, subdomain)),
    extendTrial: (id, until) => said((commands) => commands.extendTrial(id, until)),
    moveAddress: (address, to, subdomain) => said((commands) => commands.moveAddress(address, to, subdomain)),
  }
}
