import { addInvoiceRecipient, confirmInvoiceRecipient } from '@byre/contract/billing/invoice-recipients'
import { declinePlanProposal, proposeSitePlan } from '@byre/contract/billing/plan-proposals'
import { deleteMe } from '@byre/contract/people/leaving'
import { getMailPreferences, updateMailPreferences } from '@byre/contract/people/mail-preferences'
import { changeSiteUserRole, removeSiteUser } from '@byre/contract/people/members'
import { declineSiteHandOver, offerSiteHandOver } from '@byre/contract/people/ownership-transfers'
import { acceptSiteInvite, declineSiteInvite } from '@byre/contract/people/received-invites'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { KeptMail } from './platform/mail/mail.ts'
import { DomainTest } from './testing/domains.ts'
import { newSiteInvite } from './testing/invites.ts'
import { removalsStand } from './testing/people.ts'
import { join, newBillingEntity, newSite, plans } from './testing/places.ts'
import { TestApp, type Person } from './testing/test-app.ts'
import { withinMinute } from './testing/windows.ts'

/* Mails that may be left, and the link by which that is done. Alice owns places, Bob works there. */

let domainTest: DomainTest
let testApp: TestApp
let alice: Person
let bob: Person
before(async () => {
  domainTest = await DomainTest.start()
  ;({ testApp, alice, bob } = domainTest)
})
after(() => domainTest.close())

let made = 0
const nextPerson = () => testApp.person(`reader-${(made += 1)}`)
const oneClick = 'List-Unsubscribe=One-Click'
const pathOf = ({ leaveUrl }: KeptMail) => leaveUrl!.slice(testApp.config.publicUrl.length)
const look = (path: string) => testApp.send('GET', path)
const press = (path: string, body = oneClick, type = 'application/x-www-form-urlencoded') =>
  testApp.send('POST', path, { body, headers: { 'content-type': type } })
const chosenBy = async (as: Person) =>
  (await testApp.call(getMailPreferences, { as, params: { id: as.id } })).reply
/** The mails to somebody that may be left. */
const newsTo = async (person: Person) =>
  (await testApp.mailsTo(person.email)).filter(({ leaveUrl }) => leaveUrl !== undefined)
const newest = async (person: Person) => (await newsTo(person)).at(-1)!

/** A site of the owner's where Bob is a User. */
async function staffed(owner: Person) {
  const site = await newSite(testApp, owner)
  await join(testApp, bob, { kind: 'site', id: site.id }, 'User')
  return site
}

/** Has a news mail sent to somebody; each subject tells which. */
const news: Record<string, { topic: 'roles' | 'answers' | 'domains'; cause(reader: Person): Promise<void> }> =
  {
    'Your role at': {
      topic: 'roles',
      async cause(reader) {
        const { id } = await staffed(alice)
        await join(testApp, reader, { kind: 'site', id }, 'User')
        const params = { id, userId: reader.id }
        await testApp.call(changeSiteUserRole, { as: alice, params, body: { role: 'Admin' } })
      },
    },
    'You no longer have access to': {
      topic: 'roles',
      async cause(reader) {
        const { id } = await staffed(alice)
        await join(testApp, reader, { kind: 'site', id }, 'User')
        await testApp.call(removeSiteUser, { as: alice, params: { id, userId: reader.id } })
        await removalsStand(testApp.database.pool)
      },
    },
    'was accepted': {
      topic: 'answers',
      async cause(reader) {
        const { id } = await newSiteInvite(testApp, reader, await newSite(testApp, reader), {
          email: alice.email,
        })
        await testApp.call(acceptSiteInvite, { as: alice, params: { id } })
      },
    },
    'was declined': {
      topic: 'answers',
      async cause(reader) {
        const { id } = await newSiteInvite(testApp, reader, await newSite(testApp, reader), {
          email: alice.email,
        })
        await testApp.call(declineSiteInvite, { as: alice, params: { id } })
      },
    },
    'Herd was declined': {
      topic: 'answers',
      async cause(reader) {
        const { id } = await newSite(testApp, alice)
        await join(testApp, reader, { kind: 'site', id }, 'Owner')
        const body = { plan_id: plans.herd }
        const { reply } = await testApp.call(proposeSitePlan, { as: reader, params: { id }, body })
        await testApp.call(declinePlanProposal, { as: alice, params: { id: reply.id } })
      },
    },
    'stays yours': {
      topic: 'answers',
      async cause(reader) {
        const { id } = await staffed(reader)
        await testApp.call(offerSiteHandOver, { as: reader, params: { id }, body: { user_id: bob.id } })
        await testApp.call(declineSiteHandOver, { as: bob, params: { id } })
      },
    },
    'is verified': { topic: 'domains', cause: async (reader) => void (await domainTest.verified(reader)) },
  }

test('each mail with news can be left by one press, and is not sent to whoever has', async () => {
  for (const [subject, { topic, cause }] of Object.entries(news)) {
    const reader = await nextPerson()
    await cause(reader)
    const mail = await newest(reader)
    assert.ok(mail.subject.includes(subject), mail.subject)
    assert.ok(mail.text.includes(`open:\n${mail.leaveUrl}\n`), mail.text)
    assert.ok(mail.html.includes(`<a href="${mail.leaveUrl}"`), mail.html)

    assert.equal((await press(pathOf(mail))).status, 200)
    assert.deepEqual(await chosenBy(reader), {
      roles: topic !== 'roles',
      answers: topic !== 'answers',
      domains: topic !== 'domains',
    })
    await cause(reader)
    assert.deepEqual(
      (await newsTo(reader)).map((other) => other.subject),
      [mail.subject],
    )
  }
})

test('what must be known is mailed to whoever has left all they may, without a link that leaves it', async () => {
  const reader = await nextPerson()
  await testApp.call(updateMailPreferences, {
    as: reader,
    params: { id: reader.id },
    body: { roles: '0', answers: '0', domains: '0' },
  })
  const { id } = await staffed(reader)
  await testApp.call(offerSiteHandOver, { as: reader, params: { id }, body: { user_id: bob.id } })
  await newSiteInvite(testApp, alice, await newSite(testApp, alice), { email: reader.email })
  const { site, domain } = await domainTest.verified(reader)
  domainTest.names.forget(domain)
  await domainTest.check(site, reader)
  await domainTest.pass(site, '3 days')
  await domainTest.check(site, reader)

  const mails = await testApp.mailsTo(reader.email)
  const subjects = mails.map(({ subject }) => subject).join('\n')
  for (const expected of ['Confirm your e-mail', 'is set up', 'You offered', 'invites you', 'are wrong'])
    assert.ok(subjects.includes(expected), subjects)
  assert.ok(!subjects.includes('is verified'), subjects)
  assert.deepEqual(
    mails.filter(({ leaveUrl }) => leaveUrl !== undefined),
    [],
  )
})

test('looking at the link changes nothing; whoever presses its button has left, once or twice', async () => {
  const reader = await nextPerson()
  await news['Your role at']!.cause(reader)
  const path = pathOf(await newest(reader))
  for (const method of ['GET', 'HEAD']) assert.equal((await testApp.send(method, path)).status, 200)
  const page = await look(path)
  assert.match(page.text, /<h1>No more mails about your roles\?<\/h1>/)
  assert.match(page.text, new RegExp(`<form method="post" action="${path}">`))
  assert.match(page.text, /name="List-Unsubscribe" value="One-Click"/)
  assert.equal((await press(path, 'anything=else')).status, 400)
  assert.equal((await chosenBy(reader)).roles, true)

  const boundary = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--'
  const answers = [
    await press(path),
    await press(path, boundary, 'multipart/form-data; boundary=x'),
    await press(path),
  ]
  for (const { status, text } of answers) {
    assert.equal(status, 200)
    assert.match(text, /<h1>You get no more mails about your roles<\/h1>/)
  }
  assert.equal((await chosenBy(reader)).roles, false)
  const { rows } = await testApp.database.pool.query(
    `select actor_id, after from platform.audit where deed = 'leaveMails' and subject_id = $1`,
    [reader.id],
  )
  assert.deepEqual(rows, [{ actor_id: null, after: { roles: false } }])
})

test('H03 M05 the link says nothing of its reader, sets no cookie and is told to nobody', async () => {
  const reader = await nextPerson()
  await news['Your role at']!.cause(reader)
  const mail = await newest(reader)
  const sealed = Buffer.from(pathOf(mail).split('/').at(-1)!, 'base64url').toString('latin1')
  for (const fact of [reader.id, reader.email, 'roles']) {
    assert.ok(!mail.leaveUrl!.includes(fact))
    assert.ok(!sealed.includes(fact))
  }
  const { headers, text } = await look(pathOf(mail))
  assert.equal(headers['set-cookie'], undefined)
  assert.equal(headers['referrer-policy'], 'no-referrer')
  assert.match(String(headers['content-security-policy']), /default-src 'none'.*form-action 'self'/)
  for (const fact of [reader.id, reader.email]) assert.ok(!text.includes(fact))
})

test('a link that nobody was sent is answered calmly', async () => {
  const reader = await nextPerson()
  await news['Your role at']!.cause(reader)
  const path = pathOf(await newest(reader))
  const other = path.at(-10) === 'A' ? 'B' : 'A'
  for (const wrong of [
    `${path.slice(0, -10)}${other}${path.slice(-9)}`,
    path.slice(0, -4),
    '/unsubscribe/x',
    '/unsubscribe/%00',
    `/unsubscribe/${'a'.repeat(2000)}`,
  ])
    for (const answer of [await look(wrong), await press(wrong)]) {
      assert.equal(answer.status, 400, wrong)
      assert.match(answer.text, /<h1>This link no longer works\.<\/h1>/)
    }
  assert.equal((await testApp.send('PUT', path, { body: oneClick })).status, 405)
  assert.equal((await chosenBy(reader)).roles, true)
})

test('an address that gets copies of invoices leaves them by its mail’s header, too', async () => {
  const billingEntity = await newBillingEntity(testApp, alice, { name: 'Marsh Cattle' })
  const email = 'books@marsh.example'
  const params = { id: billingEntity.id }
  await testApp.call(addInvoiceRecipient, { as: alice, params, body: { email } })
  const [question] = await testApp.mailsTo(email)
  const [, id = '', token = ''] = /#confirm\.([0-9a-f-]{36})\.([\w-]{43})/.exec(question!.text)!
  const confirm = () => testApp.call(confirmInvoiceRecipient, { params: { id }, body: { token } })
  assert.equal((await confirm()).status, 200)

  assert.match((await look(pathOf(question!))).text, /No more mails about the invoices of Marsh Cattle\?/)
  for (const _ of ['once', 'again']) assert.equal((await press(pathOf(question!))).status, 200)
  const { rows } = await testApp.database.pool.query(
    'select confirmed_at, refused_at is not null as refused from payments.invoice_recipients where id = $1',
    [id],
  )
  assert.deepEqual(rows, [{ confirmed_at: null, refused: true }])
})

test('the link of whoever deleted their account still answers, and does nothing', async () => {
  const reader = await nextPerson()
  await news['Your role at']!.cause(reader)
  const path = pathOf(await newest(reader))
  await testApp.call(deleteMe, { as: reader, body: { email: reader.email } })
  assert.equal((await press(path)).status, 200)
  const { rowCount } = await testApp.database.pool.query(
    'select from customers.mail_preferences where user_id = $1',
    [reader.id],
  )
  assert.equal(rowCount, 0)
})

test('one address opens and presses links as often as it may call, and no more', () =>
  withinMinute(async () => {
    const strict = await TestApp.start({ LIMIT_FACTOR: '0.01' })
    try {
      const statuses = []
      for (const method of ['GET', 'POST', 'GET', 'POST', 'GET', 'POST', 'GET'])
        statuses.push((await strict.send(method, '/unsubscribe/x')).status)
      assert.deepEqual(statuses, [400, 400, 400, 400, 400, 400, 429])
      const { headers, text } = await strict.send('POST', '/unsubscribe/x', { body: oneClick })
      assert.ok(Number(headers['retry-after']) > 0)
      assert.match(text, /<h1>Too many/)
    } finally {
      await strict.close()
    }
  }))
