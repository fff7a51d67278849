import extended from './face/inter-latin-ext.woff2'
import latin from './face/inter-latin.woff2'

/*
 * The portal's letters: there within a tenth of a second of the first word, or from the next visit on (`font-display: optional`). A style sheet's
 * `@font-face` would not hold that: a browser makes such faces anew with each sheet of layers that a screen brings, and then shows late, in the middle
 * of a page, what has come since.
 */
const files = [
  [latin, 'U+20-FF, U+152-153, U+131, U+2C6, U+2DC, U+2013-2044, U+20AC, U+2122, U+2212'],
  [extended, 'U+100-130, U+132-151, U+154-17F, U+218-21B, U+1E9E'],
] as const

for (const [url, unicodeRange] of files)
  document.fonts.add(
    new FontFace('Inter', `url(${url})`, { weight: '400 600', display: 'optional', unicodeRange }),
  )
