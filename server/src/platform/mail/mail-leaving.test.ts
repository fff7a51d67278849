import { wordsIn } from '@byre/contract/words'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { PostOffice } from '../../testing/post-office.ts'
import { brandingOf } from '../../branding.ts'
import { newId } from '../ids.ts'
import { writeMail } from './mail-layout.ts'
import type { MailLeave } from './mail-leaving.ts'
import { smtpMailer } from './mail.ts'

let office: PostOffice
before(async () => (office = await PostOffice.open()))
after(() => office.close())

const head = brandingOf({ brand: 'sites', publicUrl: 'https://portal.byre.example' })
const url = `https://portal.byre.example/unsubscribe/${'aB_-'.repeat(40)}`

/** What a mail server gets of a mail; its lists' headers by name. */
async function posted(leave?: MailLeave) {
  const mailer = smtpMailer(office.url, 'Byre Sites <no-reply@byre.example>')
  const words = {
    to: 'alice@ranch.example',
    subject: 'News',
    heading: 'News',
    paragraphs: ['Something is new.'],
  }
  const earlier = office.received.length
  try {
    await mailer.send(newId(), writeMail(head, { ...words, ...(leave && { leave }) }, wordsIn('en')))
  } finally {
    mailer.close()
  }
  const { mail } = office.received[earlier]!
  const ofLists = mail.headers.filter(({ key }) => key.startsWith('list-'))
  return { mail, headers: Object.fromEntries(ofLists.map(({ key, value }) => [key, value])) }
}

test('a mail that may be left says by which link, to the mail program and to its reader', async () => {
  const { mail, headers } = await posted({ url, about: 'your roles' })
  assert.deepEqual(headers, {
    'list-unsubscribe': `<${url}>`,
    'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
  })
  assert.ok(mail.text?.includes(`To get no more mails about your roles, open:\n${url}\n`))
  assert.ok(mail.html?.includes(`<a href="${url}"`))
})

test('one whose own words tell of it has the headers alone, and any other has none', async () => {
  const { mail, headers } = await posted({ url })
  assert.equal(headers['list-unsubscribe'], `<${url}>`)
  assert.ok(!mail.text?.includes(url))
  assert.deepEqual((await posted()).headers, {})
})
