import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

/*
 * `node scripts/face.ts` cuts the portal's letters out of Inter (SIL Open Font License 1.1): Latin, and its extended letters
 * in a file of their own that only pages with such a letter ask for; upright, from 400 to 600, with the features
 * that our style sheets use. The licence stays in the files' own names, and beside them.
 */

export const faceFolder = join(import.meta.dirname, '../web/src/styles/face')
const source = fileURLToPath(import.meta.resolve('@fontsource-variable/inter/package.json')).replace(
  'package.json',
  '',
)

const between = (first: number, last: number) =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, at) => first + at))

/** What each file holds, as `unicodeRange` in `web/src/styles/face.ts` says. */
export const letters = {
  latin: `${between(0x20, 0x7e)}${between(0xa0, 0xff)}Œœıˆ˜–—‘’‚“”„†•…‰‹›⁄€™−`,
  'latin-ext': `${between(0x100, 0x130)}${between(0x132, 0x151)}${between(0x154, 0x17f)}ȘșȚțẞ`,
}

/** The files by their names. */
export async function cutFace(): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  for (const [name, text] of Object.entries(letters)) {
    const whole = readFileSync(join(source, `files/inter-${name}-wght-normal.woff2`))
    const cut = await subsetFont(whole, text, {
      targetFormat: 'woff2',
      variationAxes: { wght: { min: 400, max: 600 } },
      keepFeatures: ['kern', 'tnum', 'ccmp', 'locl', 'mark', 'mkmk'],
      preserveNameIds: [0, 13, 14],
    })
    files.set(`inter-${name}.woff2`, cut)
  }
  files.set('LICENSE.txt', readFileSync(join(source, 'LICENSE')))
  return files
}

if (import.meta.main) {
  mkdirSync(faceFolder, { recursive: true })
  for (const [name, content] of await cutFace()) {
    writeFileSync(join(faceFolder, name), content)
    console.log(`${name}: ${(content.length / 1024).toFixed(1)} KiB`)
  }
}
