import { brands, tileOf } from '@byre/contract/brands'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openBrowser } from './browser.ts'

/*
 * `node e2e/icons.ts` draws the icons of each brand that are no vector: for old browsers, home screens and launchers.
 * The drawing that they were made of lies beside them, so that a test sees when a logo has changed since.
 */

export const iconFolder = join(import.meta.dirname, '../web/src/icons')

/** A launcher cuts a maskable icon to its own shape: the drawing keeps to the middle. */
const iconTiles = {
  'icon-32.png': { size: 32 },
  'apple-touch-icon.png': { size: 180, radius: 0, logo: 20 },
  'icon-192.png': { size: 192 },
  'icon-512.png': { size: 512 },
  'icon-maskable-512.png': { size: 512, radius: 0, logo: 16 },
}

/** A PNG as the one picture of an .ico file. */
function asIco(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(size, 6)
  head.writeUInt8(size, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}

if (import.meta.main) {
  const browser = await openBrowser()
  const page = await browser.newPage()
  for (const [product, brand] of Object.entries(brands)) {
    const folder = join(iconFolder, product)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'drawn-from.svg'), `${tileOf(brand)}\n`)
    for (const [name, { size, ...tile }] of Object.entries(iconTiles)) {
      await page.setViewportSize({ width: size, height: size })
      await page.setContent(`<body style="margin:0;line-height:0">${tileOf(brand, tile)}`)
      const png = await page.screenshot({ omitBackground: true })
      if (name === 'icon-32.png') writeFileSync(join(folder, 'favicon.ico'), asIco(png, size))
      else writeFileSync(join(folder, name), png)
    }
  }
  await browser.close()
}
