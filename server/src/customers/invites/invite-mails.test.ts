import { listSiteInvites, resendSiteInvite, revokeSiteInvite } from '@byre/contract/people/invites'
import { acceptSiteInvite, declineSiteInvite } from '@byre/contract/people/received-invites'
import type { Site } from '@byre/contract/places/sites'
import { updateUser } from '@byre/contract/people/users'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pino from 'pino'
import { buildApp, type App } from '../../app.ts'
import { hostOf, newBillingEntityInvite, newSiteInvite } from '../../testing/invites.ts'
import { newBillingEntity, newSite } from '../../testing/places.ts'
import { PostOffice } from '../../testing/post-office.ts'
import { TestApp, type Person } from '../../testing/test-app.ts'
import { tendInvites } from './invite-mails.actions.ts'

/* Alice invites by mail. A second process hands its mail to a mail server that is not always in the mood. */

let testApp: TestApp
let office: PostOffice
let posting: App
let alice: Person
let bob: Person
let site: Site
let refusesSender = false
before(async () => {
  office = await PostOffice.open(0, {
    disabledCommands: ['STARTTLS'],
    onMailFrom: (_address, _session, done) =>
      done(refusesSender ? Object.assign(new Error('Not our sender'), { responseCode: 550 }) : null),
    onRcptTo: ({ address }, _session, done) =>
      done(
        address.startsWith('gone') ? Object.assign(new Error('No such user'), { responseCode: 550 }) : null,
      ),
  })
  testApp = await TestApp.start({}, { processes: 2 })
  const config = { ...testApp.config, smtpUrl: office.url }
  const log = pino({ level: 'silent' })
  posting = await buildApp({ config, database: testApp.database, works: false, log })
  alice = await testApp.person('alice')
  bob = await testApp.person('bob')
  site = await newSite(testApp, alice, { name: 'North Ranch' })
  const body = { first_name: 'Alice', last_name: 'Marsh' }
  await testApp.call(updateUser, { as: alice, params: { id: alice.id }, body })
  await testApp.settle()
})
after(async () => {
  await posting.close()
  await testApp.close()
  await office.close()
  assert.deepEqual(testApp.complaints, [])
})

const sql = (text: string, ...values: unknown[]) => testApp.database.pool.query(text, values)
let made = 0
const someone = (start = 'someone') => `${start}-${(made += 1)}@ranch.example`
const inviteTo = (email: string, place: { id: string } = site) =>
  newSiteInvite(testApp, alice, place, { email })
async function stateOf(id: string) {
  const query = { per_page: '100' }
  const { reply } = await testApp.call(listSiteInvites, { as: alice, host: hostOf(site), query })
  const listedInvite = reply.invites.find((invite) => invite.id === id)
  return [listedInvite?.mail, listedInvite?.mail_problem]
}
/** Time passes for an invitation. */
const age = (id: string, days: number) =>
  sql(
    `update customers.invites set expired_at = expired_at - make_interval(days => $2) where id = $1`,
    id,
    days,
  )
/** Time passes for mails that wait to be tried again. */
const later = () =>
  sql(`update pgboss.job set start_after = now() - interval '1 second' where state = 'retry'`)
const subjects = async (email: string) => (await testApp.mailsTo(email)).map(({ subject }) => subject)

describe('the mail of an invitation', () => {
  test('says who invites, to what, as what and until when, and leads to the invitation', async () => {
    const email = 'dana+ranch@ranch.example'
    const { id, expired_at } = await newSiteInvite(testApp, alice, site, { email, role: 'Admin' })
    const mail = (await testApp.mailsTo(email)).at(-1)
    assert.equal(mail?.subject, 'Alice Marsh invites you to North Ranch')
    const year = expired_at.slice(0, 4)
    for (const words of [
      'Alice Marsh invites you to the site “North Ranch”. Your role there will be Admin.',
      `sent to ${email}`,
      `http://localhost:4000/invites?invite=${id}#to=dana%2Branch%40ranch.example`,
    ])
      assert.ok(mail?.text.includes(words), words)
    assert.match(mail?.text ?? '', new RegExp(`good until [A-Z][a-z]+ \\d+(st|nd|rd|th) ${year}\\.`))
    assert.deepEqual(await stateOf(id), ['sent', null])
  })

  test('names billing information as such, and an inviter without a name by their address', async () => {
    const billingEntity = await newBillingEntity(testApp, bob, { name: 'Marsh Cattle Co.' })
    const email = someone()
    await newBillingEntityInvite(testApp, bob, billingEntity, { email })
    const mail = (await testApp.mailsTo(email)).at(-1)
    assert.ok(mail?.text.includes(`${bob.email} invites you to the billing information “Marsh Cattle Co.”`))
  })

  test('I11 makes no link of an address inside a name, in either form of the mail', async () => {
    const crafty = await testApp.person('crafty')
    await testApp.call(updateUser, {
      as: crafty,
      params: { id: crafty.id },
      body: { first_name: 'Pay at https://evil.example/x,', last_name: 'or www.evil.com' },
    })
    const place = await newSite(testApp, crafty, { name: 'evil.example/prize' })
    const email = someone()
    await newSiteInvite(testApp, crafty, place, { email })
    const mail = (await testApp.mailsTo(email)).at(-1)!
    assert.equal(
      mail.subject,
      'Pay at https: //evil. example/x, or www. evil. com invites you to evil. example/prize',
    )
    for (const words of [mail.subject, mail.text, mail.html])
      assert.doesNotMatch(words, /evil\.(?:example|com)|:\/\/evil/)
    assert.ok(mail.text.includes(`sent to ${email} `))
  })

  test('M01 gets no header, recipient or line from a name, and goes to one address', async () => {
    const crafty = await newSite(testApp, alice)
    const name = 'Ranch\r\nBcc: evil@evil.example\r\n\r\nhello'
    await sql(
      'update customers.sites set name = $2 where id = $1',
      crafty.id,
      `${name} ${'long '.repeat(40)}`,
    )
    const email = someone()
    await inviteTo(email, crafty)
    await posting.outbox.drain()
    const { mail, recipients } = office.received.at(-1)!
    assert.deepEqual(recipients, [email])
    assert.deepEqual(
      mail.to?.map(({ address }) => address),
      [email],
    )
    assert.deepEqual([mail.cc, mail.bcc], [undefined, undefined])
    assert.match(mail.subject ?? '', /^Alice Marsh invites you to Ranch Bcc: evil@evil\. example hello/)
    assert.ok((mail.subject ?? '').length < 150)
    assert.equal(mail.headers.filter(({ key }) => ['bcc', 'cc'].includes(key)).length, 0)
    assert.doesNotMatch(mail.text ?? '', /^Bcc:/m)
  })

  test('that the mail server cannot take now is shown, kept and tried again', async () => {
    const email = someone()
    const { id } = await inviteTo(email)
    office.mood = 'refuses'
    await assert.rejects(posting.outbox.drain())
    assert.deepEqual(await stateOf(id), [
      'failed',
      'The address does not take mail right now (451). We keep trying.',
    ])
    office.mood = 'takes'
    await later()
    await posting.outbox.drain()
    assert.deepEqual(office.received.at(-1)?.recipients, [email])
    assert.deepEqual(await stateOf(id), ['sent', null])
  })

  test('to an address that does not exist is not tried for ever, and can be sent again by hand', async () => {
    const { id } = await inviteTo(someone('gone'))
    await posting.outbox.drain()
    const [state, problem] = await stateOf(id)
    assert.equal(state, 'failed')
    assert.equal(problem, 'The address does not take our mail (550). Please check it.')
    await later()
    const earlier = office.received.length
    await posting.outbox.drain()
    assert.equal(office.received.length, earlier)

    const { reply } = await testApp.call(resendSiteInvite, { as: alice, host: hostOf(site), params: { id } })
    assert.deepEqual([reply.mail, reply.mail_problem], ['queued', null])
    await testApp.settle()
    assert.deepEqual(await stateOf(id), ['sent', null])
  })

  test('whose sender our mail server refuses is our trouble, not the address’s, and leaves once that is mended', async () => {
    const email = someone()
    const { id } = await inviteTo(email)
    refusesSender = true
    await assert.rejects(posting.outbox.drain(), /Not our sender/)
    refusesSender = false
    assert.deepEqual(await stateOf(id), [
      'failed',
      'Our mail server cannot be reached right now. We keep trying.',
    ])
    await later()
    await posting.outbox.drain()
    assert.deepEqual(office.received.at(-1)?.recipients, [email])
    assert.deepEqual(await stateOf(id), ['sent', null])
  })

  test('that no mail server can be reached for is shown as our trouble', async () => {
    const config = { ...testApp.config, smtpUrl: 'smtp://127.0.0.1:9' }
    const log = pino({ level: 'silent' })
    const astray = await buildApp({ config, database: testApp.database, works: false, log })
    const { id } = await inviteTo(someone())
    await assert.rejects(astray.outbox.drain())
    await astray.close()
    const [, problem] = await stateOf(id)
    assert.equal(problem, 'Our mail server cannot be reached right now. We keep trying.')
    await later()
    await testApp.settle()
    assert.deepEqual(await stateOf(id), ['sent', null])
  })

  test('does not leave when the invitation was taken back, or was sent anew meanwhile', async () => {
    const [gone, renewed] = [someone(), someone()]
    const { id } = await inviteTo(gone)
    await testApp.call(revokeSiteInvite, { as: alice, host: hostOf(site), params: { id } })
    for (let twice = 0; twice < 2; twice++) await inviteTo(renewed)
    assert.deepEqual(await subjects(gone), [])
    assert.equal((await subjects(renewed)).length, 1)
  })
})

describe('an open invitation', () => {
  const remind = async () => {
    await testApp.app.outbox.send(testApp.database.db, tendInvites, {})
    await testApp.app.outbox.send(testApp.database.db, tendInvites, {})
    await Promise.all(testApp.processes.map(({ outbox }) => outbox.drain()))
  }

  test('is reminded of after two days and after six, once each, whichever process does it', async () => {
    const [email, answered, failed] = [someone(), someone(), someone()]
    const first = await inviteTo(email)
    const settled = await inviteTo(answered)
    const astray = await inviteTo(failed)
    await testApp.settle()
    await testApp.call(revokeSiteInvite, { as: alice, host: hostOf(site), params: { id: settled.id } })
    await sql(`update customers.invites set mail = 'failed' where id = $1`, astray.id)
    const invitation = 'Alice Marsh invites you to North Ranch'
    const reminder = `Reminder: ${invitation}`

    const seen = []
    for (const days of [1, 1, 1, 3, 0]) {
      for (const { id } of [first, settled, astray]) await age(id, days)
      await remind()
      seen.push((await subjects(email)).length)
    }

    assert.deepEqual(seen, [1, 2, 2, 3, 3])
    assert.deepEqual(await subjects(email), [invitation, reminder, reminder])
    assert.deepEqual([await subjects(answered), await subjects(failed)], [[invitation], [invitation]])
  })

  test('that is sent again is reminded of anew', async () => {
    const email = someone()
    const { id } = await inviteTo(email)
    await testApp.settle()
    await age(id, 2)
    await remind()
    await testApp.call(resendSiteInvite, { as: alice, host: hostOf(site), params: { id } })
    await testApp.settle()
    await age(id, 6)
    await remind()
    await remind()
    assert.equal((await subjects(email)).filter((subject) => subject.startsWith('Reminder')).length, 2)
  })

  test('is cleared away ninety days after its end', async () => {
    const [old, recent] = [await inviteTo(someone()), await inviteTo(someone())]
    await age(old.id, 98)
    await age(recent.id, 96)
    await remind()
    const { rows } = await sql('select id from customers.invites where id in ($1, $2)', old.id, recent.id)
    assert.deepEqual(rows, [{ id: recent.id }])
  })
})

test('whoever invited is told of the answer, once', async () => {
  const [first, second] = [
    await newSite(testApp, alice, { name: 'East' }),
    await newSite(testApp, alice, { name: 'West' }),
  ]
  await testApp.call(updateUser, {
    as: bob,
    params: { id: bob.id },
    body: { first_name: 'Bob', last_name: 'Zeller' },
  })
  const [yes, no] = [await inviteTo(bob.email, first), await inviteTo(bob.email, second)]
  for (let twice = 0; twice < 2; twice++) {
    await testApp.call(acceptSiteInvite, { as: bob, params: { id: yes.id } })
    await testApp.call(declineSiteInvite, { as: bob, params: { id: no.id } })
  }
  const answerMails = (await testApp.mailsTo(alice.email)).filter(({ subject }) =>
    subject.startsWith('Your invitation'),
  )
  const byName = (name: string) => answerMails.filter(({ subject }) => subject.includes(name))
  assert.equal(answerMails.length, 2)
  assert.equal(byName('East')[0]?.subject, 'Your invitation to East was accepted')
  assert.ok(
    byName('East')[0]?.text.includes(`Bob Zeller (${bob.email}) now belongs to the site “East”, as User.`),
  )
  assert.ok(byName('East')[0]?.text.includes(`http://localhost:4000/site/${first.id}`))
  assert.ok(
    byName('West')[0]?.text.includes(`Bob Zeller (${bob.email}) does not want to join the site “West”.`),
  )
})
