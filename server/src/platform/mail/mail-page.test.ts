import { wordsIn } from '@byre/contract/words'
import { signUp } from '@byre/contract/accounts/auth'
import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { password, TestApp } from '../../testing/test-app.ts'
import { newId } from '../ids.ts'
import { writeMail } from './mail-layout.ts'
import { brandingOf } from '../../branding.ts'
import { findKeptMail, keptMailer, listKeptMails } from './mail.ts'

const head = brandingOf({ brand: 'sites', publicUrl: 'https://portal.byre.example' })
const mail = (subject: string) =>
  writeMail(
    head,
    { to: 'alice@ranch.example', subject, heading: 'Welcome', paragraphs: ['Hello.'] },
    wordsIn('en'),
  )

describe('mail that is kept instead of sent', () => {
  let folder: string
  before(async () => {
    folder = join(await mkdtemp(join(tmpdir(), 'byre-mail-')), 'mail')
  })
  after(() => rm(join(folder, '..'), { recursive: true, force: true }))

  test('is listed newest first, found by its id, kept once, and private to its owner', async () => {
    const mailer = keptMailer(folder)
    const ids = [newId(Date.now() - 1), newId()]
    for (const id of ids) await mailer.send(id, mail(`Mail ${id}`))
    await mailer.send(ids[0]!, mail('again'))
    assert.deepEqual(
      (await listKeptMails(folder)).map(({ id }) => id),
      ids.toReversed(),
    )
    assert.equal((await findKeptMail(folder, ids[0]!))?.subject, `Mail ${ids[0]}`)
    assert.equal(await findKeptMail(folder, '../../etc/passwd'), null)
    assert.equal((await stat(folder)).mode & 0o777, 0o700)
    for (const name of await readdir(folder))
      assert.equal((await stat(join(folder, name))).mode & 0o777, 0o600)
  })

  test('is shown to this machine alone, as text, and as HTML that can do nothing', async () => {
    const testApp = await TestApp.start()
    try {
      await testApp.call(signUp, { body: { username: 'a@b.example', email: 'a@b.example', password } })
      const [mail] = await testApp.mailsTo('a@b.example')
      const pages = ['/dev/mail', `/dev/mail/${mail?.id}`, `/dev/mail/${mail?.id}/html`]
      for (const url of pages) {
        const { status, headers, text } = await testApp.send('GET', url)
        assert.equal(status, 200)
        assert.match(String(headers['content-type']), /text\/html/)
        assert.ok(text.includes('Confirm your e-mail address'))
        const abroad = { url, headers: { host: 'localhost:4000' }, remoteAddress: '203.0.113.9' }
        assert.equal((await testApp.app.fastify.inject(abroad)).statusCode, 404)
        for (const name of ['x-forwarded-for', 'forwarded', 'via'])
          assert.equal((await testApp.send('GET', url, { headers: { [name]: '127.0.0.1' } })).status, 404)
      }
      const { headers } = await testApp.send('GET', pages[2]!)
      assert.match(String(headers['content-security-policy']), /^sandbox; default-src 'none'/)
      assert.equal((await testApp.send('GET', '/dev/mail/nothing')).status, 404)
    } finally {
      await testApp.close()
    }
  })

  test('is not there where mail is sent, as production must', async () => {
    const testApp = await TestApp.start({ SMTP_URL: 'smtp://127.0.0.1:9' })
    const { status, text } = await testApp.send('GET', '/dev/mail', {
      headers: { accept: 'application/json' },
    })
    await testApp.close()
    assert.equal(status, 404)
    assert.ok(!text.includes('All mail'))
  })
})
