import type { Language } from '@byre/contract/languages'
import type { BillingEntityId } from '@byre/contract/subject-kinds'
import { within, type PlatformDb } from '../../platform/database/db.ts'
import { refuse } from '../../platform/errors.ts'
import type { Proven } from '../../platform/proven.ts'
import { byProduct } from '../access.policy.ts'
import {
  confirmRunnersEmail,
  findReaderLanguage,
  listOwners,
  lockEmail,
  setEmailState,
} from './billing-emails.queries.ts'
import type { SaidByEmail } from '../ports.ts'
import { findUser } from '../users/users.queries.ts'

/* What payments asks and tells of a payer's own address; each joins the caller's transaction. */

/** Who gets a payer's mails while its address has not said yes. */
export async function ownersOfBillingEntity(
  db: PlatformDb,
  billingEntityId: BillingEntityId,
): Promise<{ id: string; email: string; language: Language | null }[]> {
  return listOwners(within<'customers'>(db), { id: billingEntityId })
}

/** In which language an address reads what is about a payer; `asked_by` had it asked whether it wants to. */
export async function readerLanguage(
  db: PlatformDb,
  id: BillingEntityId,
  { email, asked_by }: { email: string; asked_by: string | null },
): Promise<Language | null> {
  const [reader] = await findReaderLanguage(within<'customers'>(db), { id, email, asked_by })
  return reader?.language ?? null
}

/** Keeps what stands with a payer true to what an address has said; nothing where it has another by now. */
export async function noteBillingEmail(
  db: PlatformDb,
  id: Proven<'edit' | 'link' | 'billing run', BillingEntityId>,
  email: string,
  said: SaidByEmail,
): Promise<void> {
  await setEmailState(within<'customers'>(db), { id: byProduct(id), email, ...said })
}

/** A payer's address, held until the transaction ends; confirmed by now where one who runs it has it. */
export async function holdBillingEmail(
  db: PlatformDb,
  id: BillingEntityId,
): Promise<SaidByEmail & { email: string; isRunners: boolean }> {
  const own = within<'customers'>(db)
  const [billingEntity] = await lockEmail(own, { id })
  if (!billingEntity) refuse('not_found')
  const [confirmed] = await confirmRunnersEmail(own, { id: byProduct(id) })
  return {
    ...billingEntity,
    ...(confirmed ? { email_state: 'confirmed' } : {}),
    isRunners: Boolean(confirmed),
  }
}

/** Holds a payer alone until the transaction ends, so that what belongs to it is counted one by one. */
export async function holdBillingEntityAlone(db: PlatformDb, id: BillingEntityId): Promise<void> {
  await lockEmail(within<'customers'>(db), { id })
}

/** The address of somebody's account; null for nobody. */
export async function findUserEmail(db: PlatformDb, id: string): Promise<string | null> {
  const [user] = await findUser(within<'customers'>(db), { id })
  return user?.email ?? null
}
