import { bestLanguage, isLanguage, type Language } from '@byre/contract/languages'
import { speak, spokenHere } from '@byre/contract/words'
import type { Part, Translated } from './catalogue.ts'

/*
 * Which language the portal speaks in this browser. It is settled before anything else is loaded, so that words may be
 * made once; whoever chooses another begins the page anew. English loads nothing for it.
 */

const languageKey = 'byre.language'
let keep: ((language: Language) => Promise<unknown>) | undefined

/** What was chosen in this browser; null: nothing, and the browser's own languages count. */
export function storedLanguage(): Language | null {
  const stored = localStorage.getItem(languageKey)
  return isLanguage(stored) ? stored : null
}

function wantedLanguage(): Language {
  try {
    return storedLanguage() ?? bestLanguage(navigator.languages)
  } catch {
    return bestLanguage(navigator.languages) // Storage is forbidden here.
  }
}

/** Called once, before the screens are loaded: what cannot be fetched is said in English. */
export async function beginLanguage(): Promise<void> {
  const language = wantedLanguage()
  if (language === 'en') return
  if (!(await load(language, 'first'))) return
  document.documentElement.lang = language
}

/** For screens beyond those that sign somebody in; they wait for it, since their words are made as they are loaded. */
export async function wholeLanguage(): Promise<void> {
  const { language } = spokenHere()
  if (language !== 'en') await load(language, 'rest')
}

async function load(language: Translated, part: Part): Promise<boolean> {
  try {
    const { catalogueIn } = await import('./catalogue.ts')
    speak(await catalogueIn(language, part))
    return true
  } catch {
    return false // It is tried again with the next page.
  }
}

/** What the person chooses here; whoever keeps it with their profile is told first. */
export async function chooseLanguage(language: Language): Promise<void> {
  await keep?.(language)
  localStorage.setItem(languageKey, language)
  if (language !== spokenHere().language) location.reload()
}

/** What was chosen elsewhere. A language that could not be fetched is not asked for again and again. */
export function adoptLanguage(language: Language) {
  const stored = storedLanguage()
  // Already as this browser would have it.
  if (stored === null && language === spokenHere().language) return
  const isNew = stored !== language
  localStorage.setItem(languageKey, language)
  if (isNew && language !== spokenHere().language && storedLanguage() === language) location.reload()
}

/** Says who keeps what is chosen in this tab; undefined: nobody. */
export function keepLanguageBy(keeper: typeof keep) {
  keep = keeper
}
