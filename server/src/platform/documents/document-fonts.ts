import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { legible } from '../legible.ts'

/* The fonts of documents, and what they have signs for. */

const read = (name: string) =>
  readFileSync(fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`)))
interface Fonts {
  regular: Buffer
  bold: Buffer
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
  const [regular, bold] = [read('DejaVuSansCondensed'), read('DejaVuSansCondensed-Bold')]
  const opened = [create(regular), create(bold)]
  return {
    regular,
    bold,
    legible,
    has: (codePoint) =>
      opened.every((font) => 'hasGlyphForCodePoint' in font && font.hasGlyphForCodePoint(codePoint)),
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
