import { inviteToSite } from '@byre/contract/people/invites'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Locator } from 'playwright-core'
import { join, newBillingEntity, newSite } from '../server/src/testing/places.ts'
import { password } from '../server/src/testing/test-app.ts'
import { assertAccessible } from './browser.ts'
import {
  invite,
  keepsFocus,
  linkFor,
  moreAbout,
  openInvites,
  rowOf,
  someone,
  toast,
  users,
} from './people-steps.ts'
import { button, field, newName, titled } from './place-steps.ts'
import { Portal } from './portal.ts'

/* Invitations from being sent to being answered, each side in a browser of its own. */

let portal: Portal

before(async () => {
  portal = await Portal.open()
})

after(async () => {
  await portal?.close()
})

test('someone without an account is invited, registers on the way, joins, rises, is removed, and their open page says so', async () => {
  const alice = await someone(portal, 'Alice')
  const site = await newSite(portal.testApp, alice, { name: 'North Pasture' })
  const email = `${newName('bob')}@ranch.example`
  await portal.withPage(alice, { width: 360 }, async ({ page: atAlices }) => {
    await atAlices.goto(`${portal.url}/site/${site.id}`)
    await atAlices.getByText('It looks like there are no users for this site yet.').waitFor()
    await openInvites(atAlices)
    assert.ok(await button(atAlices, 'Send Invite').isDisabled(), 'nothing is filled in yet')
    assert.ok(await atAlices.getByRole('radio', { name: /^User/ }).isChecked(), 'User from the start')
    await field(atAlices, 'Email').fill('bob')
    await atAlices.getByRole('radio', { name: /^User/ }).focus()
    await atAlices.getByText('Please enter a valid email').waitFor()
    assert.ok(await button(atAlices, 'Send Invite').isDisabled())
    await atAlices.getByRole('button', { name: 'Leave out bob' }).click()
    await invite(atAlices, email, 'User')
    await toast(atAlices, 'Invite sent.')
    await rowOf(atAlices, email).getByText('Pending').waitFor()
    await assertAccessible(atAlices, 'site with a pending invite')

    await portal.withPage(null, { width: 360 }, async ({ page: atBobs, watch }) => {
      await atBobs.goto(await linkFor(portal, email))
      await titled(atBobs, 'Sign in')
      assert.equal(await field(atBobs, 'Email').inputValue(), email)
      const toldInvited = (next: string) => atBobs.getByText(`${email} was invited. ${next}`).waitFor()
      await toldInvited('Sign in to answer, or create an account.')
      const heightOf = async (at: Locator) => (await at.boundingBox())?.height
      const create = atBobs.getByRole('link', { name: 'Create an account' })
      assert.equal(await heightOf(create), await heightOf(button(atBobs, 'Sign in')))
      await create.click()
      await titled(atBobs, 'Create an account')
      await toldInvited('Create an account to answer, or sign in if you have one.')
      assert.equal(await field(atBobs, 'Email').inputValue(), email)
      assert.equal(await field(atBobs, 'Email').isEditable(), false, 'the invited address is fixed')
      await field(atBobs, 'Password').fill(password)
      await field(atBobs, 'Confirm password').fill(password)
      await button(atBobs, 'Create account').click()
      await titled(atBobs, 'Confirm your email')
      await toldInvited('Enter the code, then sign in to answer.')
      await atBobs
        .getByRole('textbox', { name: 'Confirmation code', exact: true })
        .fill(await portal.testApp.codeFor(email))
      await titled(atBobs, 'Sign in')
      await atBobs.getByText('Your email is confirmed. Sign in to go on.').waitFor()
      assert.equal(await field(atBobs, 'Email').inputValue(), email)
      await field(atBobs, 'Password').fill(password)
      await button(atBobs, 'Sign in').click()

      await titled(atBobs, 'Invites')
      assert.match(atBobs.url(), /\/invites\?invite=/, 'the way was kept')
      await atBobs.getByRole('tab', { name: 'Sites (1)' }).waitFor()
      await atBobs.locator('[data-meant="true"]').getByText('North Pasture').waitFor()
      await atBobs.getByText(/^Invited \w+ \d+\w\w \d{4}$/).waitFor()
      await atBobs.getByText(/^Expires \w+ \d+\w\w \d{4}$/).waitFor()
      await assertAccessible(atBobs, 'invites')
      await button(atBobs, 'Accept').click()
      await toast(atBobs, 'Invite Accepted')
      await atBobs.getByText('No Invites').waitFor()
      await keepsFocus(atBobs, 'Sites (0)')
      await assertAccessible(atBobs, 'invites after accepting')
      await atBobs.getByRole('link', { name: 'Open North Pasture' }).click()
      await titled(atBobs, 'North Pasture')
      await atBobs.getByText('Why can I not change anything here?').click()
      await atBobs.getByText('You are its User.').waitFor()
      assert.equal(await button(atBobs, 'Send Invite').count(), 0, 'not offered to a User')
      await button(atBobs, 'Leave').waitFor()
      const removing = atBobs.getByRole('columnheader', { name: 'Remove' })
      assert.equal(await removing.count(), 0, 'nor a column for what a User cannot do')

      await atAlices.reload()
      await moreAbout(atAlices, email)
      await rowOf(atAlices, email)
        .getByRole('button', { name: /^Change the role/ })
        .click()
      const role = atAlices.getByRole('dialog', { name: /^Role of/ })
      await role.getByRole('radio', { name: /^Admin/ }).check()
      await assertAccessible(atAlices, 'role of a member')
      await role.getByRole('button', { name: 'Save' }).click()
      await toast(atAlices, `${email} is now Admin.`)
      await moreAbout(atAlices, email)
      await rowOf(atAlices, email)
        .getByRole('button', { name: /^Remove/ })
        .click()
      const sure = atAlices.getByRole('alertdialog')
      await sure.getByText(`Are you sure you want to remove ${email} from this site?`).waitFor()
      await assertAccessible(atAlices, 'remove a member')
      watch.expect(/^404 GET /)
      await sure.getByRole('button', { name: 'Remove' }).click()
      await toast(atAlices, `${email} was removed.`)
      await rowOf(atAlices, email).waitFor({ state: 'detached' })

      // Told at once, or found out by its next call.
      await atBobs
        .getByText('You were removed from North Pasture, or it was deleted.')
        .waitFor({ timeout: 40_000 })
      await assertAccessible(atBobs, 'a site one was removed from')
      await atBobs.getByRole('link', { name: 'Take me home' }).click()
      await atBobs.getByRole('link', { name: 'North Pasture' }).waitFor({ state: 'detached' })
    })
  })
})

test('an invitation opened with another account says whose it is, and offers to switch', async () => {
  const alice = await someone(portal, 'Alice')
  const [bob, carol] = [await someone(portal, 'Bob'), await someone(portal, 'Carol')]
  const site = await newSite(portal.testApp, alice, { name: 'North Pasture' })
  const host = `${site.id}.${new URL(portal.url).host}`
  const body = { email: bob.email, role: 'Admin' as const }
  const { reply: invite } = await portal.testApp.call(inviteToSite, { as: alice, host, body })
  await portal.withPage(carol, {}, async ({ page }) => {
    await page.goto(await linkFor(portal, bob.email))
    await page.getByText(`This invitation was sent to ${bob.email}.`).waitFor()
    await page.getByText(`You are signed in as ${carol.email}.`).waitFor()
    await page.getByText('No Invites').waitFor()
    await assertAccessible(page, 'an invite for another account')
    await button(page, 'Switch account').click()
    await titled(page, 'Sign in')
    assert.equal(await field(page, 'Email').inputValue(), bob.email)
    await field(page, 'Password').fill(password)
    await button(page, 'Sign in').click()
    await page.waitForURL(`**/invites?invite=${invite.id}**`)
    await page.locator('[data-meant="true"]').getByText('North Pasture').waitFor()
    await page.getByRole('img', { name: '1 pending invite' }).waitFor()
    await button(page, 'Decline').click()
    await toast(page, 'Invite Declined')
    await page.getByText('No Invites').waitFor()
    await page.getByRole('img', { name: '1 pending invite' }).waitFor({ state: 'detached' })

    await page.getByLabel('Show answered invites').check()
    await page.getByText('Declined', { exact: true }).waitFor()
    assert.ok(await button(page, 'Accept').isDisabled(), 'answered for good')
    await assertAccessible(page, 'answered invites')
  })
})

test('many are invited at once, each with a result, and what is pending can still be changed', async () => {
  const [alice, bob] = [await someone(portal, 'Alice'), await someone(portal, 'Bob')]
  const billingEntity = await newBillingEntity(portal.testApp, alice)
  await newSite(portal.testApp, alice, { billing_entity_id: billingEntity.id })
  await join(portal.testApp, bob, { kind: 'billing_entity', id: billingEntity.id }, 'User')
  await portal.withPage(alice, { width: 1440 }, async ({ page, context, watch }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(`${portal.url}/billing-entities/${billingEntity.id}`)
    await page.getByRole('tab', { name: 'Users (2)' }).click()
    await rowOf(page, 'Bob Ardley').waitFor()
    watch.expect(/^409 POST .*\/invites$/)
    const [dan, eve] = [`${newName('dan')}@ranch.example`, `${newName('eve')}@ranch.example`]
    await invite(page, `Dan <${dan}>, ${bob.email}\n${eve}`, 'Admin')
    await page.getByText('2 of 3 invited.').waitFor()
    await page.getByText('This person belongs here already.').waitFor()
    await button(page, `Leave out ${bob.email}`).waitFor()
    const left = page.getByRole('list', { name: 'Addresses' }).getByRole('listitem')
    assert.equal(await left.count(), 1, 'who was refused can be tried again')
    await assertAccessible(page, 'results of a pasted list')

    await moreAbout(page, dan)
    await button(page, 'Invite as User').click()
    await toast(page, `${dan} is now invited as User.`)
    await rowOf(page, dan).getByText('User', { exact: true }).waitFor()
    await moreAbout(page, dan)
    await page.getByRole('button', { name: 'Copy link' }).click()
    await toast(page, 'The link was copied.')
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await linkFor(portal, dan))
    await moreAbout(page, eve)
    await assertAccessible(page, 'what can be done with an invite')
    const takeBack = async (email: string) => {
      await page.getByRole('button', { name: 'Take back' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Take back' }).click()
      await toast(page, `The invite to ${email} was taken back.`)
      await rowOf(page, email).waitFor({ state: 'detached' })
    }
    await takeBack(eve)
    await moreAbout(page, dan)
    await takeBack(dan)
    await users(page).and(page.locator(':focus')).waitFor()
    await page.getByText('Invites sent').click()
    await page.getByText('sent by Alice Ardley').first().waitFor()
    await page.getByLabel('Which invites').selectOption('Pending')
    await page.getByText('None.', { exact: true }).waitFor()
    await page.getByLabel('Which invites').selectOption('Taken back')
    await page.getByLabel(`More about the invite to ${eve}`).click()
    await page.getByRole('button', { name: 'Invite again' }).click()
    await toast(page, 'Invite sent.')
    await rowOf(page, eve).getByText('Pending').waitFor()
  })
  await portal.withPage(bob, {}, async ({ page }) => {
    await page.goto(`${portal.url}/billing-entities/${billingEntity.id}`)
    await page.getByText('Canadian dollars').waitFor()
    await button(page, 'Leave').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
    await titled(page, 'Dashboard')
  })
})

test('a click that leaves a field with a mistake reaches what it was aimed at', async () => {
  const alice = await someone(portal, 'Alice')
  const site = await newSite(portal.testApp, alice)
  await portal.withPage(alice, { width: 1440 }, async ({ page }) => {
    await page.goto(`${portal.url}/site/${site.id}`)
    await field(page, 'Email').fill('bob@ranch.example, carol')
    const admin = page.getByRole('radio', { name: /^Admin/ })
    const card = page.locator('.radio-card').filter({ has: admin })
    // Near its upper edge, which a line more above it would move away.
    const box = (await card.boundingBox())!
    await page.mouse.move(box.x + box.width / 2, box.y + 3)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width / 2 + 1, box.y + 3)
    assert.equal((await card.boundingBox())!.y, box.y, 'nothing moves while it is pressed')
    await page.mouse.up()
    await page
      .getByRole('listitem')
      .filter({ hasText: 'carol' })
      .getByText('Please enter a valid email')
      .waitFor()
    assert.ok(await admin.isChecked())
  })
})
