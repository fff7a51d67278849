import { deleteSite, restoreSite, updateSite } from '@byre/contract/places/sites'
import { changeSiteUserRole, removeSiteUser } from '@byre/contract/people/members'
import { acceptSiteInvite } from '@byre/contract/people/received-invites'
import { listSiteActivity } from '@byre/contract/activity'
import * as contract from '@byre/contract/webhooks'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import { cardNumbers, giveCard } from '../../testing/billing.ts'
import { newSiteInvite } from '../../testing/invites.ts'
import { join, newBillingEntity, newSite } from '../../testing/places.ts'
import { Receiver, type Received } from '../../testing/receivers/receiver.ts'
import { tellAll } from '../../testing/receivers/told.ts'
import { TestApp, type Person } from '../../testing/test-app.ts'

/* What webhooks are told of, by whom, and how it is signed. */

let testApp: TestApp
let receiver: Receiver
let alice: Person
let bob: Person
let carol: Person
before(async () => {
  receiver = await Receiver.start()
  testApp = await TestApp.start({ WEBHOOK_TEST_CA: receiver.certificateFile })
  alice = await testApp.person('alice')
  bob = await testApp.person('bob')
  carol = await testApp.person('carol')
})
after(async () => {
  await testApp.close()
  await receiver.close()
  assert.deepEqual(testApp.complaints, [])
})

const sql = (text: string, ...values: unknown[]) => testApp.database.pool.query(text, values)

let paths = 0
const newPath = () => `/hooks/${(paths += 1)}`
const ofSite =
  'place.changed,place.deleted,place.restored,place.state_changed,member.joined,member.left,member.role_changed'

async function siteWith(events = ofSite) {
  const site = await newSite(testApp, alice)
  const path = newPath()
  const { status, reply } = await testApp.call(contract.addSiteWebhook, {
    as: alice,
    params: { id: site.id },
    body: { url: receiver.url(path), events },
  })
  assert.equal(status, 201)
  const params = { id: site.id, webhookId: reply.id }
  return { site, path, webhook: reply, params }
}

/** What came to a path, once all that is due was sent. */
async function toldAt(path: string): Promise<Received[]> {
  await tellAll(testApp)
  return receiver.to(path)
}
const typesAt = async (path: string) => (await toldAt(path)).map(({ body }) => JSON.parse(body).type)

/** By the library that receivers use: signature and time. */
function isSigned({ headers, body }: Received, secret: string): boolean {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>)
    return true
  } catch (error) {
    assert.ok(error instanceof WebhookVerificationError, String(error))
    return false
  }
}

test('a webhook is told what happened, of what and when, signed; nobody’s name and no money is in it', async () => {
  const { site, path, webhook } = await siteWith()
  await testApp.call(updateSite, { as: alice, params: { id: site.id }, body: { name: 'Zephyr Flats' } })

  const [message, ...more] = await toldAt(path)
  assert.ok(message)
  assert.deepEqual(more, [])
  const { type, timestamp, data, ...rest } = JSON.parse(message.body)
  assert.deepEqual([type, data, rest], ['place.changed', { kind: 'site', id: site.id }, {}])
  assert.ok(Math.abs(Date.parse(timestamp) - Date.now()) < 60_000)
  assert.match(String(message.headers['webhook-id']), /^msg_[0-9a-f-]{36}$/)
  assert.ok(isSigned(message, webhook.secret))
  assert.ok(!isSigned(message, `whsec_${'A'.repeat(43)}=`))
  assert.ok(Math.abs(Number(message.headers['webhook-timestamp']) * 1000 - Date.now()) < 60_000)
})

test('what people do at a site is told with their ids: joined, another role, left, removed, deleted, restored', async () => {
  const { site, path } = await siteWith()
  const params = { id: site.id }
  const invite = await newSiteInvite(testApp, alice, site, { email: bob.email, role: 'User' })
  await testApp.call(acceptSiteInvite, { as: bob, params: { id: invite.id } })
  const bobs = { ...params, userId: bob.id }
  await testApp.call(changeSiteUserRole, { as: alice, params: bobs, body: { role: 'Admin' } })
  await testApp.call(removeSiteUser, { as: bob, params: bobs })
  await testApp.call(deleteSite, { as: alice, params })
  await testApp.call(restoreSite, { as: alice, params })

  const messages = (await toldAt(path)).map(({ body }) => JSON.parse(body))
  const data = { kind: 'site', id: site.id }
  const ofBob = { ...data, member_id: bob.id }
  const wanted = [
    ['member.joined', ofBob],
    ['member.role_changed', ofBob],
    ['member.left', ofBob],
    ['place.deleted', data],
    ['place.restored', data],
  ]
  const byType = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1)
  const said = messages.map(({ type, data }) => [type, data] as [string, unknown])
  for (const [type, about] of wanted)
    assert.deepEqual(
      said.filter(([name]) => name === type),
      [[type, about]],
      said.toSorted(byType).join(),
    )
})

test('a payer’s webhook is told of its invoices and of the places it pays for, and of nobody else’s', async () => {
  const { id } = await newBillingEntity(testApp, alice)
  const path = newPath()
  const events =
    'place.created,place.changed,place.state_changed,invoice.issued,invoice.paid,invoice.failed,member.joined'
  await testApp.call(contract.addBillingEntityWebhook, {
    as: alice,
    params: { id },
    body: { url: receiver.url(path), events },
  })
  await newSite(testApp, carol)
  const site = await newSite(testApp, alice, { billing_entity_id: id })
  await giveCard(testApp, alice, id, { number: cardNumbers.pays })
  await testApp.pass(14)

  const messages = (await toldAt(path)).map(({ body }) => JSON.parse(body))
  const { rows } = await sql('select id from payments.invoices where billing_entity_id = $1', id)
  const invoice = { kind: 'billing_entity', id, invoice_id: rows[0]!.id }
  const place = { kind: 'site', id: site.id }
  const said = messages.map(({ type, data }) => [type, data])
  // Messages may come out of order (decision 0122).
  assert.deepEqual(
    said.filter(([type]) => type === 'place.created'),
    [['place.created', place]],
  )
  assert.deepEqual(
    said
      .filter(([type]) => String(type).startsWith('invoice.'))
      .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
    [
      ['invoice.issued', invoice],
      ['invoice.paid', invoice],
    ],
  )
  assert.deepEqual(
    said.filter(([type]) => type === 'place.state_changed'),
    [['place.state_changed', place]],
  )
  assert.ok(said.every(([, { id: of }]) => [id, site.id].includes(of)))
})

test('a payment that fails is told', async () => {
  const { id } = await newBillingEntity(testApp, alice)
  const path = newPath()
  await testApp.call(contract.addBillingEntityWebhook, {
    as: alice,
    params: { id },
    body: { url: receiver.url(path), events: 'invoice.failed' },
  })
  await newSite(testApp, alice, { billing_entity_id: id })
  await giveCard(testApp, alice, id, { number: '4000000000000341' })
  await testApp.pass(14)
  assert.deepEqual(await typesAt(path), ['invoice.failed'])
})

test('only what was chosen is sent, nothing from before, and nothing that was refused', async () => {
  const { site, path, params } = await siteWith('member.left')
  const body = { name: 'Changed' }
  await testApp.call(updateSite, { as: alice, params: { id: site.id }, body })
  await testApp.call(updateSite, { as: carol, params: { id: site.id }, body: { name: 'Refused' } })
  assert.deepEqual(await typesAt(path), [])

  await testApp.call(contract.changeSiteWebhook, { as: alice, params, body: { events: 'place.changed' } })
  await testApp.call(updateSite, { as: alice, params: { id: site.id }, body: { name: 'Changed again' } })
  assert.deepEqual(await typesAt(path), ['place.changed'])
})

test('each event is sent once, however many processes look', async () => {
  const { site, path } = await siteWith()
  const other = await testApp.anotherProcess()
  for (const name of ['One', 'Two', 'Three'])
    await testApp.call(updateSite, { as: alice, params: { id: site.id }, body: { name } })
  await Promise.all([testApp.settle(), other.app.outbox.drain(), testApp.settle()])
  await other.close()
  assert.equal((await toldAt(path)).length, 3)
})

test('a secret is shown once; while it changes, both are good, and for a day the one before', async () => {
  const { site, path, webhook, params } = await siteWith()
  const listed = await testApp.call(contract.listSiteWebhooks, { as: alice, params: { id: site.id } })
  assert.ok(!listed.text.includes('whsec_'))
  assert.equal(listed.reply.webhooks[0]?.former_secret_until, null)

  const { reply } = await testApp.call(contract.renewSiteWebhookSecret, { as: alice, params })
  assert.match(reply.secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  assert.notEqual(reply.secret, webhook.secret)
  assert.ok(Math.abs(Date.parse(reply.former_secret_until!) - Date.now() - 86_400_000) < 60_000)
  const change = (name: string) =>
    testApp.call(updateSite, { as: alice, params: { id: site.id }, body: { name } })
  await change('By two')
  const byTwo = (await toldAt(path)).at(-1)!
  assert.ok(isSigned(byTwo, webhook.secret) && isSigned(byTwo, reply.secret))

  await sql(`update customers.webhooks set former_until = now() where id = $1`, webhook.id)
  await change('By one')
  const byOne = (await toldAt(path)).at(-1)!
  assert.ok(!isSigned(byOne, webhook.secret) && isSigned(byOne, reply.secret))

  const { rows } = await sql('select * from customers.webhooks where id = $1', webhook.id)
  assert.ok(!JSON.stringify(rows).includes(reply.secret.slice(6)))
})

test('five webhooks a place, each to an address of its own; what is wrong is named', async () => {
  const { site, webhook, params } = await siteWith()
  const add = (url: string, events = 'member.left') =>
    testApp.call(contract.addSiteWebhook, { as: alice, params: { id: site.id }, body: { url, events } })
  const again = await add(webhook.url)
  assert.deepEqual([again.status, again.body['code']], [409, 'webhook.exists'])
  for (let n = 0; n < 4; n++) assert.equal((await add(receiver.url(newPath()))).status, 201)
  const sixth = await add(receiver.url(newPath()))
  assert.deepEqual([sixth.status, sixth.body['code']], [409, 'webhook.too_many'])

  await testApp.call(contract.removeSiteWebhook, { as: alice, params })
  for (const [url, events, field] of [
    ['http://ranch.farm/hooks', 'member.left', 'url'],
    ['https://user:secret@ranch.farm/', 'member.left', 'url'],
    ['https://ranch.farm/#part', 'member.left', 'url'],
    ['https://10.0.0.8/hooks', 'member.left', 'url'],
    ['https://localhost/hooks', 'member.left', 'url'],
    ['https://[fd00::1]/', 'member.left', 'url'],
    ['nonsense', 'member.left', 'url'],
    ['https://ranch.farm/hooks', 'invoice.paid', 'events'],
    ['https://ranch.farm/hooks', '', 'events'],
  ] as const) {
    const { status, body } = await add(url, events)
    assert.deepEqual([status, (body['errors'] as { field: string }[])[0]?.field], [400, field], url)
  }
})

test('two who add the last one at once: one of them is told that there are five', async () => {
  const site = await newSite(testApp, alice)
  await join(testApp, bob, { kind: 'site', id: site.id }, 'Admin')
  const add = (as: Person) =>
    testApp.call(contract.addSiteWebhook, {
      as,
      params: { id: site.id },
      body: { url: receiver.url(newPath()), events: 'member.left' },
    })
  for (let n = 0; n < 4; n++) await add(alice)
  const statuses = (await Promise.all([add(alice), add(bob)])).map(({ status }) => status)
  assert.deepEqual(statuses.toSorted(), [201, 409])
})

test('a read-only place keeps being told; nothing is added there, and what there is can be removed', async () => {
  const { site, path, params } = await siteWith()
  await sql(`update customers.sites set standing = 'read_only' where id = $1`, site.id)
  const as = alice
  const refused = await testApp.call(contract.changeSiteWebhook, { as, params, body: { status: 'off' } })
  assert.deepEqual([refused.status, refused.body['code']], [403, 'place.read_only'])
  await join(testApp, bob, { kind: 'site', id: site.id }, 'User')
  await testApp.call(removeSiteUser, { as: bob, params: { id: site.id, userId: bob.id } })
  assert.deepEqual(await typesAt(path), ['member.left'])
  assert.equal((await testApp.call(contract.removeSiteWebhook, { as, params })).status, 200)
})

test('what is done with webhooks stands in the activity, with the host and nothing more of the address', async () => {
  const { site, params } = await siteWith()
  const as = alice
  await testApp.call(contract.changeSiteWebhook, { as, params, body: { status: 'off' } })
  await testApp.call(contract.renewSiteWebhookSecret, { as, params })
  await testApp.call(contract.removeSiteWebhook, { as, params })
  const { reply, text } = await testApp.call(listSiteActivity, { as, params: { id: site.id } })
  assert.deepEqual(
    reply.activity.slice(0, 4).map(({ what }) => what),
    ['Removed a webhook', 'Gave a webhook a new secret', 'Changed a webhook', 'Added a webhook'],
  )
  assert.ok(!text.includes('/hooks/'))
})
