import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brands } from '@byre/contract/brands'
import { drawApart } from './documents/document-thread.ts'
import { drawDocument, type DocumentParts } from './documents/document.ts'
import { legible } from './legible.ts'

const latin = (codePoint: number) => codePoint < 0x250 || (codePoint >= 0x590 && codePoint < 0x700)

test('letters that a font lacks stand in Latin ones, and the rest stays as it was typed', () => {
  for (const [typed, drawn] of [
    ['Métis Ranch Ltée', 'Métis Ranch Ltée'],
    ['Élevage 北京牧场 Inc.', 'Élevage BeiJingMuChang Inc.'],
    ['한국 목장 12', 'HanGug MogJang 12'],
    ['Rocky 🐄\ufe0f Ranch', 'Rocky :cow2: Ranch'],
    ['Ranch \u{10fffd}', 'Ranch ?'],
    ['e\u0301levage', 'élevage'],
    ['', ''],
  ] as const)
    assert.equal(legible(typed, latin), drawn)
})

test('words that run from right to left are drawn as one, apart from what follows', () => {
  assert.equal(legible('מזרח צפון', latin), 'מזרח\u00a0צפון')
  assert.equal(legible('12 חוות הצפון 7', latin), '12 \u00a0חוות\u00a0הצפון 7')
})

const { logo, accent, name } = brands.sites
const head = {
  brandName: name,
  logo,
  accent: accent.light.ground,
  accentInDark: accent.dark.ground,
  textOnDarkAccent: accent.dark.text,
  publicUrl: 'http://localhost',
  links: [],
}

/** A document in which every part has what was typed. */
const documentOf = (typed: string[], [text = ''] = typed): DocumentParts => ({
  title: 'Invoice',
  number: '1-0001',
  at: '2026-11-21T00:00:00.000Z',
  from: { name: text, lines: typed },
  to: { label: 'Bill to', lines: typed },
  facts: typed.map((value) => ['For', value]),
  headline: typed.join(' '),
  table: { columns: [{ header: 'Description', share: 1 }], rows: typed.map((cell) => [cell]) },
  sums: [{ label: 'Total', amount: 'C$1.00', isTotal: true }],
  notes: typed,
})

test('a document is drawn whatever was typed', async () => {
  const typed = [
    '北京牧场 🐄 👩‍🌾',
    'مزرعة الشمال '.repeat(40),
    '\ue000\u{10fffd}\u200d\u202e',
    'क्षेत्र ฟาร์ม ᓀᐦᐃᔭᐤ',
    'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢',
    'x'.repeat(500),
    '',
  ]
  const parts = documentOf(typed)
  const bytes = await drawDocument(head, parts)
  assert.equal(bytes.subarray(0, 5).toString(), '%PDF-')
  assert.deepEqual(await drawDocument(head, parts), bytes, 'the same bytes each time')
})

test('a document has the same bytes whatever was drawn before it', async () => {
  const parts = documentOf(['Zizz Ranch'])
  const first = await drawApart(head, parts)
  // Its letters are drawn as z with a mark.
  await drawDocument(head, documentOf(['Źźźż']))
  assert.deepEqual(await drawDocument(head, parts), first)
})
