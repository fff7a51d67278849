import { setupI18n, type I18n, type Messages } from '@lingui/core'
import type { Language } from '@byre/contract/languages'
import { wordsIn, type Catalogue, type Words } from '@byre/contract/words'
import { hearing } from './heard.ts'

/* The sentences of a language other than English, fetched in two parts: what signing in needs, and the rest. */

export type Part = 'first' | 'rest'
export type Translated = Exclude<Language, 'en'>

const parts: Record<Translated, Record<Part, () => Promise<{ default: unknown }>>> = {
  'fr-CA': { first: () => import('./fr-CA.first.json'), rest: () => import('./fr-CA.rest.json') },
  es: { first: () => import('./es.first.json'), rest: () => import('./es.rest.json') },
}

const catalogues = new Map<Language, I18n>()

/** What is said in a language, once this part of it is there. */
export const catalogueIn = async (language: Translated, part: Part): Promise<Words> =>
  catalogueOf(language, (await parts[language][part]()).default as Messages)

/** The same with more messages, compiled. */
export function catalogueOf(language: Translated, messages: Messages): Words {
  const i18n =
    catalogues.get(language) ??
    setupI18n({ locale: language, messages: { [language]: {} }, missing: (_language, id) => id })
  catalogues.set(language, i18n)
  i18n.load(language, { ...messages })
  const say: Catalogue = (id, values) => i18n._(id, values as unknown as Record<string, unknown>)
  return { ...wordsIn(language, say), of: hearing(Object.keys(i18n.messages), say) }
}
