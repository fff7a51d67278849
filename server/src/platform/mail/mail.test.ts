import { wordsIn } from '@byre/contract/words'
import { signUp } from '@byre/contract/accounts/auth'
import { createSite } from '@byre/contract/places/sites'
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { newBillingEntity, siteFields } from '../../testing/places.ts'
import { PostOffice } from '../../testing/post-office.ts'
import { password, TestApp } from '../../testing/test-app.ts'
import { newId } from '../ids.ts'
import { writeMail } from './mail-layout.ts'
import { brandingOf } from '../../branding.ts'
import { smtpMailer } from './mail.ts'

const from = 'Byre Sites <no-reply@byre.example>'
const head = brandingOf({ brand: 'sites', publicUrl: 'https://portal.byre.example' })
const mail = (words: { subject?: string; heading?: string; to?: string } = {}) =>
  writeMail(
    head,
    {
      to: 'alice@ranch.example',
      subject: 'Welcome',
      heading: 'Welcome to the ranch',
      paragraphs: ['First <b>paragraph</b> & more.', 'Second, with “quotes” and ü.'],
      code: '428117',
      button: { label: 'Open', url: 'https://portal.byre.example/?a=1&b="2"' },
      note: 'Ignore this if it was not you.',
      ...words,
    },
    wordsIn('en'),
  )

describe('a mail handed to a mail server', () => {
  let office: PostOffice
  before(async () => {
    office = await PostOffice.open()
  })
  after(() => office.close())

  async function posted(words: Parameters<typeof mail>[0] = {}, id = newId()) {
    const mailer = smtpMailer(office.url, from)
    const earlier = office.received.length
    try {
      await mailer.send(id, mail(words))
    } finally {
      mailer.close()
    }
    assert.equal(office.received.length, earlier + 1)
    return office.received[earlier]!
  }

  test('M05 says who it is from and to, that no person wrote it, and comes as text and HTML', async () => {
    const id = newId()
    const { mail, recipients, sender } = await posted({}, id)
    assert.deepEqual(recipients, ['alice@ranch.example'])
    assert.equal(sender, 'no-reply@byre.example')
    assert.deepEqual(mail.from, { name: 'Byre Sites', address: 'no-reply@byre.example' })
    assert.equal(mail.subject, 'Welcome')
    assert.equal(mail.messageId, `<${id}@byre.example>`)
    assert.equal(mail.headers.find(({ key }) => key === 'auto-submitted')?.value, 'auto-generated')
    assert.ok(mail.date)
    for (const words of ['Welcome to the ranch', '428117', 'Ignore this if it was not you.', 'Byre Sites'])
      for (const part of [mail.text, mail.html]) assert.ok(part?.includes(words), words)
    assert.match(mail.text ?? '', /^ {4}428117$/m)
    assert.ok(mail.text?.includes('Second, with “quotes” and ü.'))
  })

  test('I11 shows what people typed as text, and loads nothing from anywhere', async () => {
    const { html } = (await posted()).mail
    assert.ok(html?.includes('First &lt;b&gt;paragraph&lt;/b&gt; &amp; more.'))
    assert.ok(html?.includes('href="https://portal.byre.example/?a=1&amp;b=&quot;2&quot;"'))
    assert.doesNotMatch(html ?? '', /<img|<script|<link|src=|url\(|@import/i)
  })

  test('M01 gets no header and no recipient from a line break in a subject or an address', async () => {
    for (const subject of [
      'Ranch\r\nBcc: evil@evil.example',
      'Ranch\nBcc: evil@evil.example\n\nbody',
      'Ranch\u2028Bcc: evil@evil.example',
      'Ranch\u0085Bcc: evil@evil.example',
      'Ranch\0Bcc: evil@evil.example',
      'Ranch \u202egpj.exe',
    ]) {
      const { mail, recipients } = await posted({ subject })
      assert.deepEqual(recipients, ['alice@ranch.example'])
      assert.equal(mail.bcc, undefined)
      assert.match(mail.subject ?? '', /^Ranch +(?:Bcc: evil@evil\. example|gpj\. exe)/)
      assert.equal(mail.headers.filter(({ key }) => key === 'bcc').length, 0)
    }
    for (const to of [
      'alice@ranch.example\r\nRCPT TO:<evil@evil.example>',
      'alice@ranch.example>\r\nDATA\r\n',
      'alice@ranch.example, evil@evil.example',
      'alice@ranch.example\r\nBcc: evil@evil.example',
    ]) {
      const earlier = office.received.length
      const mailer = smtpMailer(office.url, from)
      await mailer.send(newId(), mail({ to })).catch(() => undefined)
      mailer.close()
      for (const { recipients, mail } of office.received.slice(earlier)) {
        assert.ok(
          recipients.every((one) => one !== 'evil@evil.example'),
          to,
        )
        assert.equal(mail.bcc, undefined)
      }
    }
  })

  test('goes over a connection that is kept for the next one, and many at once over a few', async (t) => {
    const kept = await PostOffice.open()
    const mailer = smtpMailer(kept.url, from)
    t.after(() => kept.close())
    t.after(() => mailer.close())
    for (let n = 0; n < 3; n++) await mailer.send(newId(), mail())
    assert.equal(kept.connectionsSeen, 1)

    const ids = Array.from({ length: 40 }, () => newId())
    await Promise.all(ids.map((id) => mailer.send(id, mail())))
    assert.equal(kept.received.length, 43)
    assert.ok(kept.connectionsSeen <= 5, `${kept.connectionsSeen} connections`)
  })

  test('M04 leaves once, without an error, when the mail server has ended the kept connection meanwhile', async (t) => {
    const restless = await PostOffice.open()
    const mailer = smtpMailer(restless.url, from)
    t.after(() => restless.close())
    t.after(() => mailer.close())
    const ids = Array.from({ length: 12 }, () => newId())
    for (const id of ids) {
      await mailer.send(id, mail())
      restless.hangUp()
    }
    assert.deepEqual(
      restless.received.map((one) => one.mail.messageId),
      ids.map((id) => `<${id}@byre.example>`),
    )
  })

  test('M04 is not handed to a server whose certificate is not good', async () => {
    const own = await PostOffice.open(0, {})
    const mailer = smtpMailer(own.url, from)
    await assert.rejects(mailer.send(newId(), mail()), /certificate/i)
    mailer.close()
    assert.equal(own.received.length, 0)
    await own.close()
  })

  test('M04 goes with a password over TLS alone, except on this machine', async () => {
    const open = await PostOffice.open(0, { disabledCommands: ['STARTTLS'], allowInsecureAuth: true })
    // 0.0.0.0 reaches this machine too, but is not known to.
    const abroad = smtpMailer(`smtp://user:secret@0.0.0.0:${open.port}`, from)
    await assert.rejects(abroad.send(newId(), mail()), /STARTTLS/)
    assert.deepEqual(open.passwords, [])
    const here = smtpMailer(`smtp://user:secret@127.0.0.1:${open.port}`, from)
    await here.send(newId(), mail())
    assert.deepEqual(open.passwords, ['secret'])
    abroad.close()
    here.close()
    await open.close()
  })

  test('M04 is given up after seconds when the server takes the call and says nothing', async () => {
    const sockets = new Set<Socket>()
    const silent = createServer((socket) => sockets.add(socket))
    silent.listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const mailer = smtpMailer(`smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`, from)
    const startedAt = performance.now()
    await assert.rejects(mailer.send(newId(), mail()), /greeting/i)
    assert.ok(performance.now() - startedAt < 10_000)
    mailer.close()
    for (const socket of sockets) socket.destroy()
    silent.close()
  })
})

describe('signing up while the mail server', () => {
  let office: PostOffice
  let testApp: TestApp
  before(async () => {
    office = await PostOffice.open()
    testApp = await TestApp.start({ SMTP_URL: office.url, MAIL_FROM: from })
  })
  after(async () => {
    await testApp.close()
    await office.close()
  })

  async function register(email: string) {
    const { status } = await testApp.call(signUp, { body: { username: email, email, password } })
    assert.equal(status, 201)
  }
  const mailsTo = (email: string) => office.received.filter(({ recipients }) => recipients.includes(email))
  /** Time passes for mails that wait to be tried again. */
  const later = () =>
    testApp.database.pool.query(`update pgboss.job set start_after = now() where state = 'retry'`)

  test('works: the mail leaves with a code and links to the portal alone', async () => {
    await register('alice@ranch.example')
    await testApp.settle()
    const [received] = mailsTo('alice@ranch.example')
    assert.match(received?.mail.text ?? '', /^ {4}\d{6}$/m)
    const links = (received?.mail.html ?? '').match(/https?:\/\/[^"<\s]+/g) ?? []
    assert.ok(links.length > 0)
    for (const link of links) assert.ok(link.startsWith(testApp.config.publicUrl), link)
  })

  test('F09 cannot be reached, nobody waits, and the mail leaves once when it is back', async () => {
    const { port } = office
    await office.close()
    const startedAt = performance.now()
    await register('bob@ranch.example')
    assert.ok(performance.now() - startedAt < 2000)
    for (let round = 0; round < 3; round++) {
      await assert.rejects(testApp.settle(), /ECONNREFUSED/)
      await later()
    }
    office = await PostOffice.open(port)
    await testApp.settle()
    await testApp.settle()
    assert.equal(mailsTo('bob@ranch.example').length, 1)
  })

  test('F09 refuses for now, the mail is tried again', async () => {
    office.mood = 'refuses'
    await register('carol@ranch.example')
    await assert.rejects(testApp.settle(), /451|Try again later/)
    office.mood = 'takes'
    await later()
    await testApp.settle()
    assert.equal(mailsTo('carol@ranch.example').length, 1)
  })

  test('F03 takes a mail and loses the line, the repetition bears the same Message-ID', async () => {
    office.mood = 'forgets to answer'
    await register('dora@ranch.example')
    await assert.rejects(testApp.settle())
    office.mood = 'takes'
    await later()
    await testApp.settle()
    const [first, second, ...more] = mailsTo('dora@ranch.example')
    assert.deepEqual(more, [])
    assert.ok(second)
    assert.equal(second.mail.messageId, first?.mail.messageId)
  })

  test('F10 takes the call and hangs, the portal answers as ever', async () => {
    const { port } = office
    await office.close()
    const sockets = new Set<Socket>()
    const silent = createServer((socket) => sockets.add(socket))
    silent.listen(port, '127.0.0.1')
    await once(silent, 'listening')
    await register('emil@ranch.example')
    const hanging = testApp.settle().catch((error: unknown) => error)
    await register('frieda@ranch.example')
    for (let call = 0; call < 20; call++)
      assert.equal((await testApp.send('GET', '/api/v1/sites')).status, 401)
    for (const socket of sockets) socket.destroy()
    silent.close()
    assert.ok((await hanging) instanceof Error)
    office = await PostOffice.open(port)
    await later()
    await testApp.settle()
    for (const email of ['emil@ranch.example', 'frieda@ranch.example']) assert.equal(mailsTo(email).length, 1)
  })

  test('M01 a line break in a site’s name never gets as far as a mail', async () => {
    const plain = await TestApp.start()
    try {
      const alice = await plain.person('alice')
      const billingEntity = await newBillingEntity(plain, alice)
      for (const name of ['Ranch\r\nBcc: evil@evil.example', 'Ranch\nX: y', 'Ranch\u202e'])
        assert.equal(
          (await plain.call(createSite, { as: alice, body: siteFields(billingEntity.id, { name }) })).status,
          400,
        )
      const name = 'Ranch\u2028Bcc: x'
      const made = await plain.call(createSite, { as: alice, body: siteFields(billingEntity.id, { name }) })
      assert.equal(made.status, 201)
      const mail = (await plain.mailsTo(alice.email)).at(-1)
      assert.ok(mail?.text.includes('Ranch'))
      assert.doesNotMatch(mail?.subject ?? '', /[\p{Cc}\u2028\u2029]/u)
    } finally {
      await plain.close()
    }
  })
})
