import * as contract from '@byre/contract/people/mail-preferences'
import type { Context } from '../../context.ts'
import { getMailPreferences, updateMailPreferences } from './mail-preferences.actions.ts'

export function mailPreferencesRoutes({ serve, db }: Context<'customers'>): void {
  serve(contract.getMailPreferences, ({ caller, params }) => getMailPreferences(db, caller, params.id))
  serve(contract.updateMailPreferences, (asked) => updateMailPreferences(asked.params.id, asked))
}
