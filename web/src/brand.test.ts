import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brands } from './brand.ts'

/** WCAG 2.2's relative luminance of `#rrggbb`. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const page = { light: '#fbf9f4', dark: '#14181a' }

test('each brand’s buttons and links can be read, by day and by night', () => {
  for (const { name, accent } of Object.values(brands)) {
    for (const scheme of ['light', 'dark'] as const) {
      const { ground, text } = accent[scheme]
      assert.ok(contrast(ground, text) >= 7, `${name}, ${scheme}: button`)
      assert.ok(contrast(ground, page[scheme]) >= 4.5, `${name}, ${scheme}: link`)
    }
  }
})

test('a brand puts its own product first and leaves none out', () => {
  for (const [product, { products }] of Object.entries(brands)) {
    assert.equal(products[0], product)
    assert.deepEqual(products.toSorted(), Object.keys(brands).toSorted())
  }
})
