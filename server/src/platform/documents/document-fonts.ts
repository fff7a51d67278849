import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Font } from 'fontkit'
import type { legible } from '../legible.ts'

/* The fonts of documents, and what they have signs for. */

const read = (name: string) =>
  readFileSync(fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`)))

interface Fonts {
  regular: Font
  bold: Font
  has: (codePoint: number) => boolean
  legible: typeof legible
}
let fonts: Fonts | null = null

/** Read once. */
export async function loadFonts(): Promise<Fonts> {
  return (fonts ??= await openFonts())
}

async function openFonts(): Promise<Fonts> {
  const [{ create }, { legible }] = await Promise.all([import('fontkit'), import('../legible.ts')])
  const open = (name: string) => create(read(name)) as Font
  const [regular, bold] = [open('DejaVuSansCondensed'), open('DejaVuSansCondensed-Bold')]
  return {
    regular,
    bold,
    legible,
    has: (codePoint) => [regular, bold].every((font) => font.hasGlyphForCodePoint(codePoint)),
  }
}

/** Every text of a document in mails that the fonts have. */
export function inFont<T>(part: T, { has, legible }: Fonts): T {
  const drawn = (value: unknown): unknown => {
    if (typeof value === 'string') return legible(value, has)
    if (Array.isArray(value)) return value.map(drawn)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, drawn(one)]))
  }
  return drawn(part) as T
}

/**
 * The font as it is opened, whose tables are read once, with glyphs that belong to one document: the first text to use a glyph
 * tells it what it stands for, and that must not be a text of another document.
 */
export function forOneDocument(font: Font): Buffer {
  return Object.create(font, { _glyphs: { value: {} } }) as Buffer
}
