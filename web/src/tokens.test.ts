import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { brands } from '@byre/contract/brands'

const sheet = readFileSync(new URL('styles/tokens.css', import.meta.url), 'utf8')

/** A colour by day and by night. */
function shades(token: string): string[] {
  const [, light = '', dark = ''] =
    new RegExp(`--${token}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(sheet) ?? []
  assert.ok(light && dark, `--${token} has a light and a dark self`)
  return [light, dark]
}

/** WCAG 2.2's relative luminance of `#rrggbb`. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Which of red, green and blue there is most of. */
function strongest(colour: string): number {
  const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
  return parts.indexOf(Math.max(...parts))
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

for (const [word, ground] of [
  ['success', 'success-ground'],
  ['danger', 'danger-ground'],
  ['notice', 'notice-ground'],
  ['soft', 'info-ground'],
  ['soft', 'neutral-ground'],
] as const)
  test(`a chip's word, --${word}, can be read on --${ground}, by day and by night`, () => {
    const [words, grounds] = [shades(word), shades(ground)]
    for (const at of [0, 1]) {
      const ratio = contrast(words[at]!, grounds[at]!)
      assert.ok(ratio >= 5.5, `${words[at]} on ${grounds[at]} is ${ratio.toFixed(2)}`)
    }
  })

for (const { name, accent, chosen } of Object.values(brands))
  test(`what is chosen in ${name} is a tint of its accent that can be read, by day and by night`, () => {
    for (const theme of ['light', 'dark'] as const) {
      const { ground, text } = chosen[theme]
      assert.ok(contrast(text, ground) >= 5.5, `${text} on ${ground} is ${contrast(text, ground).toFixed(2)}`)
      assert.equal(strongest(ground), strongest(accent[theme].ground), theme)
    }
  })
