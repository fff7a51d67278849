import {
  addBillingEntityUser,
  changeSiteUserRole,
  removeBillingEntityUser,
  removeSiteUser,
} from '@byre/contract/people/members'
import { updateUser } from '@byre/contract/people/users'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { useUp } from '../../testing/limits.ts'
import { removalsStand, staffedSite, tellOf } from '../../testing/people.ts'
import { shareOf } from '../../platform/mail/mail-limits.ts'
import { Secrets } from '../../platform/secrets.ts'
import { join, newBillingEntity } from '../../testing/places.ts'
import type { Person } from '../../testing/test-app.ts'

/* Alice Marsh owns the site, Bob is its Admin and Dora its User. */

const { testApp, sql, alice, bob, dora } = await tellOf('alice', 'bob', 'dora')
await testApp.call(updateUser, {
  as: alice,
  params: { id: alice.id },
  body: { first_name: 'Alice', last_name: 'Marsh' },
})

let sites = 0
const staffed = (name = `Range ${(sites += 1)}`) =>
  staffedSite(testApp, { owner: alice, admin: bob, user: dora }, { name })
const remove = (as: Person, id: string, whom: Person) =>
  testApp.call(removeSiteUser, { as, params: { id, userId: whom.id } })
const give = (as: Person, id: string, whom: Person, role: string) =>
  testApp.call(changeSiteUserRole, { as, params: { id, userId: whom.id }, body: { role } })
const mailsAbout = async (person: Person, place: string) => {
  await removalsStand(testApp.database.pool)
  return (await testApp.mailsTo(person.email)).filter(({ text }) => text.includes(`“${place}”`))
}

describe('a mail tells', () => {
  test('whoever is removed that they have no access any more, and not who did it', async () => {
    const { id, name } = await staffed()
    await remove(bob, id, dora)

    const [mail, ...more] = await mailsAbout(dora, name)
    assert.deepEqual([mail?.subject, more.length], [`You no longer have access to ${name}`, 0])
    assert.ok(mail?.text.includes(`You were removed from the site “${name}”.`))
    for (const word of ['Bob', bob.email, 'Alice', 'Marsh', alice.email])
      assert.ok(!mail?.text.includes(word))
    assert.deepEqual(await mailsAbout(bob, name), [])
  })

  test('whoever has another role what it is, with the way there', async () => {
    const { id, name } = await staffed()
    await give(alice, id, dora, 'Admin')

    const [mail] = await mailsAbout(dora, name)
    assert.equal(mail?.subject, `Your role at ${name} is now Admin`)
    assert.ok(mail?.text.includes(`http://localhost:4000/site/${id}`))
  })

  test('whoever is added to billing information without an invitation, once', async () => {
    await staffed()
    const billingEntity = await newBillingEntity(testApp, alice, { name: 'Marsh Feed' })
    const params = { id: billingEntity.id, userId: bob.id }
    for (const status of [201, 409])
      assert.equal((await testApp.call(addBillingEntityUser, { as: alice, params })).status, status)

    const [mail, ...more] = await mailsAbout(bob, billingEntity.name)
    assert.deepEqual([mail?.subject, more.length], ['Your role at Marsh Feed is now User', 0])
    assert.ok(mail?.text.includes('You belong to the billing information “Marsh Feed” as User from now on.'))
    assert.ok(mail?.text.includes(`http://localhost:4000/billing-entities/${billingEntity.id}`))
  })

  test('the same of billing information', async () => {
    const billingEntity = await newBillingEntity(testApp, alice, { name: 'Marsh Cattle Co.' })
    await join(testApp, bob, { kind: 'billing_entity', id: billingEntity.id }, 'User')
    const params = { id: billingEntity.id, userId: bob.id }
    await testApp.call(removeBillingEntityUser, { as: alice, params })

    const [mail] = await mailsAbout(bob, billingEntity.name)
    assert.ok(mail?.text.includes('You were removed from the billing information “Marsh Cattle Co.”.'))
  })
})

describe('no mail goes', () => {
  test('to whoever leaves, steps down, or keeps the role', async () => {
    const { id, name } = await staffed()
    await give(bob, id, bob, 'User')
    await give(alice, id, dora, 'User')
    await remove(dora, id, dora)
    for (const person of [alice, bob, dora]) assert.deepEqual(await mailsAbout(person, name), [])
  })

  test('when it is so no longer as it would leave', async () => {
    const { id, name } = await staffed()
    await give(alice, id, dora, 'Admin')
    await remove(alice, id, dora)
    await join(testApp, dora, { kind: 'site', id }, 'User')
    assert.deepEqual(await mailsAbout(dora, name), [])
  })

  test('of a refused command', async () => {
    const { id, name } = await staffed()
    assert.equal((await remove(bob, id, alice)).status, 403)
    assert.equal((await remove(alice, id, alice)).status, 409)
    assert.deepEqual(await mailsAbout(alice, name), [])
  })

  test('M03 beyond twenty a day to one person; what was done holds', async () => {
    const { id, name } = await staffed()
    const mailContext = {
      secrets: new Secrets(testApp.config.appSecrets),
      limitFactor: testApp.config.limitFactor,
    }
    const { limit, who } = shareOf('memberships', mailContext, dora.email)
    await useUp(testApp, limit, who, limit.max)
    assert.equal((await remove(alice, id, dora)).status, 200)
    assert.deepEqual(await mailsAbout(dora, name), [])
    await useUp(testApp, limit, who, 0)
  })
})

test('M01 a place’s name puts no header, recipient or line into a mail', async () => {
  const { id } = await staffed()
  const name = `Ranch\r\nBcc: evil@evil.example\r\n\r\nhello ${'long '.repeat(40)}`
  await sql('update customers.sites set name = $2 where id = $1', id, name)
  await remove(alice, id, dora)
  await removalsStand(testApp.database.pool)

  const mail = (await testApp.mailsTo(dora.email)).at(-1)
  assert.match(mail?.subject ?? '', /^You no longer have access to Ranch Bcc: evil@evil\. example hello/)
  assert.ok((mail?.subject ?? '').length < 150)
  assert.doesNotMatch(mail?.text ?? '', /^Bcc:/m)
  assert.deepEqual(await testApp.mailsTo('evil@evil.example'), [])
})
