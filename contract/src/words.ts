import type { Language } from './languages.ts'

/*
 * The words that people read. They stand in English where they are said, and that is their key in the catalogues of
 * the other languages (`locales/`): t`Delete ${name}?` is looked up as 'Delete {0}?', a message of ICU. English looks
 * nothing up. A page speaks one language, from `speak` on; the server speaks them all, each by its `Words`.
 */

/** Looks a message up in a catalogue; `values` by their place. A message that it does not have comes back in English. */
export type Catalogue = (id: string, values: readonly unknown[]) => string

/** What is said in one language, and in which: figures and days are written by it. */
export interface Words {
  language: Language
  /** A sentence: t`${plural(n, { one: '# invoice', other: '# invoices' })} of ${day}`. */
  t: (parts: TemplateStringsArray, ...values: Word[]) => string
  /** A sentence that was made in English before it was known who reads it. */
  of: (said: string) => string
}

/** What may stand in a sentence. */
type Word = string | number | Plural

/** English forms; `#` is the number. `zero`, if there is one, is said of none. */
interface Forms {
  one: string
  other: string
  zero?: string
}

class Plural {
  readonly count: number
  readonly forms: Forms

  constructor(count: number, forms: Forms) {
    this.count = count
    this.forms = forms
  }

  /** In English. */
  toString(): string {
    const { one, other, zero } = this.forms
    const form = this.count === 0 && zero !== undefined ? zero : this.count === 1 ? one : other
    return form.replaceAll('#', String(this.count))
  }
}

/** Words that agree with a number, in each language by its own rules. Their forms are written where it is called. */
export const plural = (count: number, forms: Forms) => new Plural(count, forms)

export const isWord = (value: unknown): value is Word =>
  typeof value === 'string' || typeof value === 'number' || value instanceof Plural

/** Without a catalogue in English. */
export const wordsIn = (language: Language, catalogue?: Catalogue): Words => ({
  language,
  t: (parts, ...values) =>
    catalogue
      ? catalogue(messageOf(parts, values), values.map(bare))
      : parts.reduce((said, part, at) => said + String(values[at - 1]) + part),
  of: (said) => (catalogue ? catalogue(said, []) : said),
})

const english = wordsIn('en')
let spoken = english

/** Which language this page speaks. It is said before anything else is loaded: many words are made only once. */
export function speak(words: Words) {
  spoken = words
}

/** What this page speaks; on the server, English. */
export const spokenHere = () => spoken

/** A sentence in the language of this page; on the server in English. */
export const t: Words['t'] = (parts, ...values) => spoken.t(parts, ...values)

/** In the language of this page, what was made in English: by the server, or by whoever built it. */
export const translated = (said: string): string => spoken.of(said)

const messages = new WeakMap<TemplateStringsArray, string>()

/** The key of a sentence. Its parts, and the forms of a plural in it, never change where it is said. */
function messageOf(parts: TemplateStringsArray, values: readonly Word[]): string {
  let message = messages.get(parts)
  if (message === undefined) {
    message = parts.reduce((said, part, at) => said + placeOf(values[at - 1], at - 1) + part)
    messages.set(parts, message)
  }
  return message
}

function placeOf(value: Word | undefined, at: number): string {
  if (!(value instanceof Plural)) return `{${at}}`
  const { one, other, zero } = value.forms
  return `{${at}, plural, ${zero === undefined ? '' : `=0 {${zero}} `}one {${one}} other {${other}}}`
}

const bare = (value: Word) => (value instanceof Plural ? value.count : value)
