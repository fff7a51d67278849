/*
 * The languages people can choose (decision 0167). English is the specification's, exact; the others are whole for the
 * portal's screens, mails, documents and launched pages.
 */

export const languages = ['en', 'fr-CA', 'es'] as const
export type Language = (typeof languages)[number]

/** Each by its own name, as whoever looks for it reads it. */
export const languageNames: Record<Language, string> = {
  en: 'English',
  'fr-CA': 'Français (Canada)',
  es: 'Español',
}

/** Whose figures and days are written how: Spanish is read here by people in the United States and Canada. */
export const locales: Record<Language, string> = { en: 'en', 'fr-CA': 'fr-CA', es: 'es-US' }

export const isLanguage = (name: unknown): name is Language => languages.some((language) => language === name)

/** The first of the wanted languages (BCP 47 tags, best first) that there is, whatever its region; else English. */
export function bestLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const base = tag.toLowerCase().split(/[-_;]/)[0]
    const language = languages.find((one) => one.toLowerCase().split('-')[0] === base)
    if (language) return language
  }
  return 'en'
}

/** What an `Accept-Language` asks for, best first (RFC 9110, 12.5.4). */
export const acceptedLanguages = (header: string): string[] =>
  header
    .split(',')
    .map((part) => ({
      tag: (part.split(';')[0] ?? '').trim(),
      weight: Number(/;\s*q=([\d.]+)/.exec(part)?.[1] ?? 1),
    }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
