import { languageOf, type AccountCommand } from '../../customers/index.ts'
import { requireFresh } from '../../platform/authentication/authenticate.ts'
import type { Context } from '../../context.ts'
import { platformOf, type Db } from '../../platform/database/db.ts'
import { refuse } from '../../platform/errors.ts'
import { findAddressOf } from '../accounts.queries.ts'
import { addressHashes } from '../codes.actions.ts'
import { deleteAccount, listAddresses } from './leaving.queries.ts'
import { mailFarewell } from '../mails.actions.ts'
import { lockAccount } from '../second-factors/second-factors.queries.ts'
import { deleteSessionsOf } from '../sessions/sessions.queries.ts'
import { openLadder } from '../sign-in-failures.queries.ts'

/**
 * Ends an account for good, in the transaction that takes its person out of everything. Its address is free
 * from then on, and told. Gives every address it is known to have had.
 */
export async function closeAccount(
  { secrets }: Context<'auth'>,
  db: Db<'auth'>,
  { command, actor }: AccountCommand,
): Promise<string[]> {
  const { user_id } = actor
  requireFresh(actor)
  await lockAccount(db, { id: user_id })
  const [present] = await findAddressOf(db, { user_id })
  if (!present) refuse('session.required')
  const had = await listAddresses(db, { user_id })

  await deleteSessionsOf(db, { user_id, kept: null })
  await deleteAccount(db, { id: user_id })
  await openLadder(db, addressHashes(secrets, present.email))
  const language = await languageOf(platformOf(db), user_id)
  await command.enqueue(db, mailFarewell, { email: present.email, language })
  return had.map(({ email }) => email)
}
