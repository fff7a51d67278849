import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { withoutLinks } from './addresses-in-words.ts'

const allowed = ['https://portal.example', 'bob@ranch.example', 'north.farm']

describe('I11 an address inside somebody’s name makes no link in a mail', () => {
  for (const [name, written] of [
    ['Pay at https://evil.example/x now', 'Pay at https: //evil. example/x now'],
    ['www.evil.com', 'www. evil. com'],
    ['evil.com/portal.example', 'evil. com/portal. example'],
    ['“evil.com”', '“evil. com”'],
    ['«\u00a0evil.com\u00a0»', '«\u00a0evil. com\u00a0»'],
    ['evil。com', 'evil。 com'],
    ['пример.рф', 'пример. рф'],
    ['pay@evil.example', 'pay@evil. example'],
    ['javascript://x', 'javascript: //x'],
    ['https://portal.example.evil.com/', 'https: //portal. example. evil. com/'],
    ['https://portal.example@evil.com', 'https: //portal. example@evil. com'],
    ['evil.north.farm', 'evil. north. farm'],
    ['bob@ranch.example.com', 'bob@ranch. example. com'],
    ['http://1.2.3.4/', 'http: //1. 2. 3. 4/'],
  ] as const)
    test(name, () => {
      assert.equal(withoutLinks(name, allowed), written)
    })
})

test('what a mail is about stays whole, and so do names that only have dots', () => {
  for (const text of [
    'Sent to bob@ranch.example.',
    '(north.farm)',
    '«\u00a0north.farm\u00a0»',
    'choisissez un mot de passe à https://portal.example/reset\u00a0: cela suffit.',
    'Set a new password at https://portal.example/reset.',
    'J.R. Ewing & Sons, St. Mary’s 2.5 acres, C$30.45',
    'Your trial ends. Nothing is lost.',
  ])
    assert.equal(withoutLinks(text, allowed), text)
})
