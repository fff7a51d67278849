import extended from './face/inter-latin-ext.woff2'
import latin from './face/inter-latin.woff2'

/*
 * The portal's letters: there within a tenth of a second of the first word, or from the next visit on (`font-display: optional`). A style sheet's
 * `@font-face` would not hold that: a browser makes such faces anew with each sheet of layers that a screen brings, and then shows late, in the middle
 * of a page, what has come since.
 */
const add = (url: string, unicodeRange?: string) =>
  document.fonts.add(
    new FontFace('Inter', `url(${url})`, { weight: '400 600', display: 'optional', unicodeRange }),
  )

let isDeclared = false

/** Fetches the letters, unless this page has asked for them before. */
export function declareFace() {
  if (isDeclared) return
  isDeclared = true
  add(latin)
  // Only where there is such a letter.
  add(extended, 'U+100-130,U+132-151,U+154-17F,U+218-21B,U+1E9E')
}
