import { setupI18n, type Messages } from '@lingui/core'
import { acceptedLanguages, bestLanguage, type Language } from '@byre/contract/languages'
import { wordsIn, type Words } from '@byre/contract/words'
import spanish from './es.json' with { type: 'json' }
import french from './fr-CA.json' with { type: 'json' }

/* What the server says in each language: mails, documents, and pages of its own. Refusals stay English (decision 0167). */

const inLanguage = (language: Language, messages: unknown): Words => {
  const i18n = setupI18n({
    locale: language,
    messages: { [language]: messages as Messages },
    missing: (_language, id) => id,
  })
  return wordsIn(language, (id, values) => i18n._(id, values as unknown as Record<string, unknown>))
}

const words: Record<Language, Words> = {
  en: wordsIn('en'),
  'fr-CA': inLanguage('fr-CA', french),
  es: inLanguage('es', spanish),
}

/** What is said to somebody who chose this language; null: never any, which is English. */
export const wordsOf = (language: Language | null): Words => words[language ?? 'en']

/** What is said to somebody of whom only a request is known, by its `Accept-Language`. */
export const wordsAskedFor = (header: string | undefined): Words =>
  wordsOf(bestLanguage(acceptedLanguages(header ?? '')))
