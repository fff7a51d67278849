import assert from 'node:assert/strict'
import { test } from 'node:test'
import PostalMime from 'postal-mime'
import { newId } from '../ids.ts'
import type { Mail } from './mail.ts'
import { mailText, senderOf } from './mail-text.ts'

const sender = senderOf('Byre Sites <no-reply@byre.example>')
const plain: Mail = {
  to: 'alice@ranch.example',
  subject: 'Welcome',
  text: 'Welcome to the ranch.\n',
  html: '<p>Welcome to the ranch.</p>\n',
}

/** What a mail program reads in it; its every line is one that mail servers take (RFC 5322, 2.1.1). */
async function read(mail: Mail, from = sender) {
  const text = mailText(newId(), from, mail)
  for (const line of text.split('\r\n')) assert.match(line, /^[\t -~]{0,998}$/)
  return { text, mail: await PostalMime.parse(text) }
}

const texts = {
  'words of one line': 'Welcome',
  'other scripts': 'Привет, 牧場 · “quotes” – ça coûte 5 €, mañana 🐄\n'.repeat(30),
  'a word without end': 'x'.repeat(5000),
  'lines that begin or end as mails do':
    '.\n..\n.dot\nFrom here\n--=_boundary\n-- \n  two blanks  \n\ttab\t\n\n',
  'encoded words and equal signs': '=?utf-8?Q?evil?= a=3Db =\n=',
  'a table': 'Tag      Weight\n9001     512 kg\n\n',
  'line breaks of another system': 'one\r\ntwo\r\n\r\nthree',
}

for (const [name, text] of Object.entries(texts))
  test(`a mail says what was written: ${name}`, async () => {
    const { mail } = await read({ ...plain, text, html: text })
    const lines = (of = '') => of.replaceAll('\r\n', '\n').trimEnd()
    assert.equal(lines(mail.text), lines(text))
    assert.equal(lines(mail.html), lines(text))
  })

for (const subject of [
  'Ça coûte « beaucoup » — 牧場 🐄 '.repeat(8).trim(),
  'North pasture is set up '.repeat(12).trim(),
  'x'.repeat(300),
  '=?utf-8?Q?not a code?= "quoted" <b>',
])
  test(`a subject is read as it was written: ${subject.slice(0, 24)}`, async () => {
    assert.equal((await read({ ...plain, subject })).mail.subject, subject)
  })

test('what is attached keeps its name and every byte', async () => {
  const bytes = Buffer.from(Array.from({ length: 1000 }, (_, n) => n % 256))
  const names = [
    'invoice.pdf',
    'Reçu de décembre 2026 – pâturage du nord.pdf',
    'a "quoted" \\ name.pdf',
    '牧場.pdf',
  ]
  const attachments = names.map((name) => ({
    name,
    type: 'application/pdf' as const,
    content: bytes.toString('base64'),
  }))
  const { mail, text } = await read({ ...plain, attachments })
  const boundaries = [...text.matchAll(/boundary="([^"]+)"/g)].map(([, boundary]) => boundary!)
  assert.equal(boundaries.length, 2)
  // A reader looks for lines that begin so (RFC 2046, 5.1.2).
  for (const one of boundaries)
    assert.deepEqual(
      boundaries.filter((other) => other.startsWith(one)),
      [one],
    )
  assert.equal(mail.text?.trimEnd(), plain.text.trimEnd())
  assert.equal(mail.html?.trimEnd(), plain.html.trimEnd())
  assert.deepEqual(
    mail.attachments.map(({ filename }) => filename),
    names,
  )
  for (const { mimeType, disposition, content } of mail.attachments) {
    assert.equal(mimeType, 'application/pdf')
    assert.equal(disposition, 'attachment')
    assert.ok(bytes.equals(Buffer.from(content as ArrayBuffer)))
  }
})

test('M05 says who it is from, whatever they are called', async () => {
  for (const [given, name, address] of [
    ['no-reply@byre.example', '', 'no-reply@byre.example'],
    ['Byre <no-reply@byre.example>', 'Byre', 'no-reply@byre.example'],
    ['Byre <no-reply@[192.0.2.1]>', 'Byre', 'no-reply@[192.0.2.1]'],
    ['Byre, Ltd. (sites) <no-reply@byre.example>', 'Byre, Ltd.', 'no-reply@byre.example'],
    ['"Byre, Ltd." <no-reply@byre.example>', 'Byre, Ltd.', 'no-reply@byre.example'],
    ['Étable & Fils <bonjour@étable.example>', 'Étable & Fils', 'bonjour@xn--table-9ra.example'],
  ] as const) {
    const { mail } = await read(plain, senderOf(given))
    assert.deepEqual(mail.from, { name, address }, given)
    assert.ok(mail.messageId?.endsWith(`@${address.split('@')[1]}>`), mail.messageId)
  }
})

test('M01 a mail to what is no address is not written', () => {
  for (const to of [
    '',
    'alice',
    'alice@ranch.example\r\nBcc: evil@evil.example',
    'alice@ranch.example, evil@evil.example',
    'alice@ranch.example,evil@evil.example',
    'Alice <alice@ranch.example>',
    'alice@ranch.example>',
    'alice@ränch.example',
  ])
    assert.throws(() => mailText(newId(), sender, { ...plain, to }), /no address/, to)
})

test('M01 no line break in a subject begins a header', async () => {
  for (const subject of ['Ranch\r\nBcc: evil@evil.example', 'Ranch\nBcc: evil@evil.example\n\nbody']) {
    const { mail } = await read({ ...plain, subject })
    assert.equal(mail.bcc, undefined)
    assert.match(mail.subject ?? '', /^Ranch Bcc: evil@evil\.example/)
  }
})
