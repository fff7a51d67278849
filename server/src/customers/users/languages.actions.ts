import type { Language } from '@byre/contract/languages'
import { answered, type Caller } from '../../platform/authentication/authenticate.ts'
import { within, type PlatformDb } from '../../platform/database/db.ts'
import { findCallerLanguage, findLanguage, findLanguageAt } from './users.queries.ts'

/* In which language mails and documents are written for somebody, where nothing else of them is read. */

/** The language that somebody chose; null where they never did, or are not here. */
export async function languageOf(db: PlatformDb, userId: string): Promise<Language | null> {
  const [user] = await findLanguage(within<'customers'>(db), { id: userId })
  return user?.language ?? null
}

/** The same of whoever asks. */
export async function callerLanguage(db: PlatformDb, { token_hash }: Caller): Promise<Language | null> {
  const [{ language }] = answered(await findCallerLanguage(within<'customers'>(db), { token_hash }))
  return language
}

/** The same of whoever has an address. */
export async function languageAt(db: PlatformDb, email: string): Promise<Language | null> {
  const [user] = await findLanguageAt(within<'customers'>(db), { email })
  return user?.language ?? null
}
