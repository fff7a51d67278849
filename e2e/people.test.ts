import { inviteToSite } from '@byre/contract/invites'
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { join, newClinic, newPayer, newSite } from '../server/src/testing/places.ts'
import { password, type Person } from '../server/src/testing/world.ts'
import { assertAccessible } from './browser.ts'
import { button, calgary, field, newName, titled } from './place-steps.ts'
import { Portal } from './portal.ts'

/* The people of a place, each in a browser of their own: invited, joined, promoted, removed. */

let portal: Portal

before(async () => {
  portal = await Portal.open()
})

after(async () => {
  await portal?.close()
})

const someone = (name: string, first_name: string) =>
  portal.onboarded(newName(name), { ...calgary, first_name, last_name: 'Ardley' })

/** The link of the newest invitation's mail to an address. */
async function linkFor(email: string): Promise<string> {
  const mail = (await portal.world.mailsTo(email)).at(-1)
  const [link] = /https?:\/\/\S+\/invites\?invite=\S+/.exec(mail?.text ?? '') ?? []
  assert.ok(link, `no invitation was mailed to ${email}`)
  return link
}

async function invite(page: Page, addresses: string, role: 'User' | 'Admin') {
  await field(page, 'Email').fill(addresses)
  await page.getByRole('radio', { name: new RegExp(`^${role}`) }).check()
  await button(page, 'Send Invite').click()
}

const toast = (page: Page, words: string) => page.getByText(words, { exact: true }).first().waitFor()
const users = (page: Page) => page.getByRole('table', { name: /^Users of/ })
const rowOf = (page: Page, name: string) => users(page).getByRole('row').filter({ hasText: name })

test('someone without an account is invited, registers on the way, joins, rises, is removed, and their open page says so', async () => {
  const alice = await someone('alice', 'Alice')
  const site = await newSite(portal.world, alice, { name: 'North Pasture' })
  const email = `${newName('bob')}@ranch.example`
  await portal.story(alice, { width: 360 }, async ({ page: atAlices }) => {
    await atAlices.goto(`${portal.url}/site/${site.id}`)
    await atAlices.getByText('It looks like there are no users for this site yet.').waitFor()
    assert.ok(await button(atAlices, 'Send Invite').isDisabled(), 'nothing is filled in yet')
    await field(atAlices, 'Email').fill('bob')
    await atAlices.getByRole('radio', { name: /^User/ }).check()
    await atAlices.getByText('Please enter a valid email').waitFor()
    assert.ok(await button(atAlices, 'Send Invite').isDisabled())
    await invite(atAlices, email, 'User')
    await toast(atAlices, 'Invite sent.')
    await atAlices.getByRole('cell', { name: email, exact: true }).waitFor()
    await assertAccessible(atAlices, 'site with a pending invite')

    await portal.story(null, { width: 360 }, async ({ page: atBobs, watch }) => {
      await atBobs.goto(await linkFor(email))
      await titled(atBobs, 'Sign in')
      assert.equal(await field(atBobs, 'Email').inputValue(), email)
      await atBobs.getByRole('link', { name: 'Create an account' }).click()
      assert.equal(await field(atBobs, 'Email').inputValue(), email)
      assert.equal(await field(atBobs, 'Email').isEditable(), false, 'the invited address is fixed')
      await field(atBobs, 'Password').fill(password)
      await field(atBobs, 'Confirm password').fill(password)
      await button(atBobs, 'Create account').click()
      await titled(atBobs, 'Confirm your email')
      await atBobs
        .getByRole('textbox', { name: 'Confirmation code', exact: true })
        .fill(await portal.world.codeFor(email))
      await titled(atBobs, 'Sign in')
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
      await assertAccessible(atBobs, 'invites after accepting')
      await atBobs.getByRole('link', { name: 'Open North Pasture' }).click()
      await titled(atBobs, 'North Pasture')
      await atBobs.getByText('Why can I not change anything here?').click()
      await atBobs.getByText('You are its User.').waitFor()
      assert.equal(await button(atBobs, 'Send Invite').count(), 0, 'not offered to a User')

      await atAlices.reload()
      await rowOf(atAlices, email)
        .getByRole('button', { name: /^Change the role/ })
        .click()
      const role = atAlices.getByRole('dialog', { name: /^Role of/ })
      await role.getByRole('radio', { name: /^Admin/ }).check()
      await assertAccessible(atAlices, 'role of a member')
      await role.getByRole('button', { name: 'Save' }).click()
      await toast(atAlices, `${email} is now Admin.`)
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
  const alice = await someone('alice', 'Alice')
  const [bob, carol] = [await someone('bob', 'Bob'), await someone('carol', 'Carol')]
  const site = await newSite(portal.world, alice, { name: 'North Pasture' })
  const host = `${site.id}.${new URL(portal.url).host}`
  const body = { email: bob.email, role: 'Admin' as const }
  const { reply: invite } = await portal.world.call(inviteToSite, { as: alice, host, body })
  await portal.story(carol, {}, async ({ page }) => {
    await page.goto(await linkFor(bob.email))
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

    await page.getByLabel('Show answered ones, too').check()
    await page.getByText('Declined', { exact: true }).waitFor()
    assert.ok(await button(page, 'Accept').isDisabled(), 'answered for good')
    await assertAccessible(page, 'answered invites')
  })
})

test('a place is handed over: offered, proven who one is, accepted', async () => {
  const [alice, bob] = [await someone('alice', 'Alice'), await someone('bob', 'Bob')]
  const clinic = await newClinic(portal.world, alice, { name: 'Creek Clinic' })
  await join(portal.world, bob, 'clinic', clinic.id, 'Admin')
  const address = `${portal.url}/clinic/${clinic.id}`
  await portal.story(alice, {}, async ({ page: atAlices, watch }) => {
    await atAlices.goto(address)
    await rowOf(atAlices, 'Alice Ardley').getByText('(you)').waitFor()
    watch.expect(/^409 DELETE /)
    await rowOf(atAlices, 'Alice Ardley').getByRole('button', { name: 'Leave' }).click()
    const leaving = atAlices.getByRole('alertdialog')
    await leaving.getByRole('button', { name: 'Leave' }).click()
    await leaving.getByText('A clinic needs at least one owner.').waitFor()
    await leaving.getByRole('button', { name: 'Cancel' }).click()

    await rowOf(atAlices, 'Bob Ardley')
      .getByRole('button', { name: /^Change the role/ })
      .click()
    await atAlices.getByRole('radio', { name: /^Hand over to them/ }).check()
    await button(atAlices, 'Save').click()
    await toast(atAlices, 'Bob Ardley was asked to become the Owner.')
    await atAlices.getByText(/^Offered to Bob Ardley, until /).waitFor()
    await assertAccessible(atAlices, 'a clinic that is offered')

    await portal.story(bob, { width: 360 }, async ({ page: atBobs, watch }) => {
      await letTimePass(bob)
      watch.expect(/^403 POST .*\/hand-over\/accept$/)
      await atBobs.goto(address)
      await atBobs.getByText(/^Alice Ardley offers you this clinic, until /).waitFor()
      await assertAccessible(atBobs, 'a clinic that one is offered')
      await button(atBobs, 'Become the Owner').click()
      await atBobs.getByRole('alertdialog').getByRole('button', { name: 'Become the Owner' }).click()
      const proof = atBobs.getByRole('dialog', { name: 'Is it you?' })
      await proof.getByLabel('Your password', { exact: true }).fill(password)
      await proof.getByRole('button', { name: 'Continue' }).click()
      await toast(atBobs, 'You are now the Owner of Creek Clinic.')
      await rowOf(atBobs, 'Bob Ardley').filter({ hasText: 'Owner' }).waitFor()
      await rowOf(atBobs, 'Alice Ardley')
        .getByRole('button', { name: /^Change the role/ })
        .waitFor()
    })
    await atAlices.reload()
    await rowOf(atAlices, 'Alice Ardley').filter({ hasText: 'Admin' }).waitFor()
    await atAlices.getByText('What can I not do here?').click()
    await atAlices.getByText('You are its Admin.').waitFor()
  })
})

/** So much that whoever is signed in must show again who they are. */
const letTimePass = ({ id }: Person) =>
  portal.world.database.pool.query(
    `update platform.sessions set fresh_at = now() - interval '1 hour' where user_id = $1`,
    [id],
  )

test('many are invited at once, each with a result, and what is pending can still be changed', async () => {
  const [alice, bob] = [await someone('alice', 'Alice'), await someone('bob', 'Bob')]
  const payer = await newPayer(portal.world, alice)
  await join(portal.world, bob, 'billing_entity', payer.id, 'User')
  await portal.story(alice, { width: 1440 }, async ({ page, context, watch }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(`${portal.url}/billing-entities/${payer.id}`)
    await page.getByRole('tab', { name: 'Users (2)' }).click()
    await rowOf(page, 'Bob Ardley').waitFor()
    watch.expect(/^409 POST .*\/invites$/)
    const [dan, eve] = [`${newName('dan')}@ranch.example`, `${newName('eve')}@ranch.example`]
    await invite(page, `Dan <${dan}>, ${bob.email}\n${eve}`, 'Admin')
    await page.getByText('2 of 3 invited.').waitFor()
    await page.getByText('This person belongs here already.').waitFor()
    assert.equal(await field(page, 'Email').inputValue(), bob.email, 'who was refused can be tried again')
    await assertAccessible(page, 'results of a pasted list')

    const row = (email: string) =>
      page
        .getByRole('table', { name: /^Invites to/ })
        .getByRole('row')
        .filter({ hasText: email })
    await row(dan).getByLabel(`Role for ${dan}`).selectOption('User')
    await toast(page, `${dan} is now invited as User.`)
    await row(dan)
      .getByRole('button', { name: `More about ${dan}` })
      .click()
    await page.getByRole('button', { name: 'Copy link' }).click()
    await toast(page, 'The link was copied.')
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await linkFor(dan))
    await row(eve)
      .getByRole('button', { name: `More about ${eve}` })
      .click()
    await assertAccessible(page, 'what can be done with an invite')
    await page.getByRole('button', { name: 'Take back' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Take back' }).click()
    await toast(page, `The invite to ${eve} was taken back.`)
    await row(eve).waitFor({ state: 'detached' })
    await page.getByLabel('Which invites').selectOption('Taken back')
    await row(eve).waitFor()
  })
  await portal.story(bob, {}, async ({ page }) => {
    await page.goto(`${portal.url}/billing-entities/${payer.id}`)
    await button(page, 'Leave').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
    await titled(page, 'Dashboard')
  })
})

test('people without an address are listed by name, found among many, and invited to join', async () => {
  const alice = await someone('alice', 'Alice')
  const site = await newSite(portal.world, alice, { name: 'North Pasture' })
  await portal.world.database.pool.query(
    `insert into customers.hands (id, place_id, kind, name)
     select gen_random_uuid(), $1, 'site', 'Hand ' || lpad(n::text, 3, '0') from generate_series(1, 40) n`,
    [site.id],
  )
  await portal.story(alice, { width: 768 }, async ({ page }) => {
    await page.goto(`${portal.url}/site/${site.id}`)
    await page.getByText('Page 1 of 9').waitFor()
    assert.equal(await users(page).getByRole('row').count(), 6, 'a header and five people')
    await button(page, 'Add someone by name').click()
    await field(page, 'Name').fill('Walt')
    await button(page, 'Add').click()
    await toast(page, 'Walt is on the list.')
    await page.getByRole('searchbox', { name: 'Find in users' }).fill('wal')
    await rowOf(page, 'Walt').getByRole('button', { name: 'Rename Walt' }).click()
    await field(page, 'Name').fill('Walter')
    await button(page, 'Rename').click()
    await rowOf(page, 'Walter').getByRole('button', { name: 'Invite to join: Walter' }).click()
    const dialog = page.getByRole('dialog', { name: 'Invite Walter to join' })
    await dialog.getByLabel('Email', { exact: true }).fill('walter@ranch.example')
    await dialog.getByRole('radio', { name: /^User/ }).check()
    await assertAccessible(page, 'invite a hand to join')
    await dialog.getByRole('button', { name: 'Send Invite' }).click()
    await toast(page, 'Invite sent.')
    await page.getByRole('searchbox', { name: 'Find in users' }).fill('nobody')
    await page.getByText('Nobody found. Try fewer letters.').waitFor()
    await page.getByRole('searchbox', { name: 'Find in users' }).fill('')
    await page.getByLabel('Sort by').selectOption('Newest first')
    await rowOf(page, 'Walter').getByRole('button', { name: 'Remove Walter' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await toast(page, 'Walter was removed.')
    await assertAccessible(page, 'a site with many people')

    await page.getByRole('tab', { name: 'Activity' }).click()
    const told = page.getByRole('table', { name: 'Activity of North Pasture' })
    await told.getByText('Took someone off the list').waitFor()
    await told.getByText('Name: Walt → Walter').waitFor()
    await assertAccessible(page, 'activity')
    await page.getByLabel('What').selectOption('Set up the site')
    await told.getByText('Took someone off the list').waitFor({ state: 'detached' })
    assert.equal(await told.getByRole('row').count(), 2)
    const [table] = await Promise.all([
      page.waitForEvent('download'),
      button(page, 'Download as CSV').click(),
    ])
    assert.equal(table.suggestedFilename(), 'North Pasture activity.csv')
    const lines = (await readFile(await table.path(), 'utf8')).trimEnd().split('\r\n')
    assert.match(lines[0]!, /^\ufeffWhen \(UTC\),Who,What/)
    assert.match(lines[1]!, /,Alice Ardley,Set up the site,/)
    assert.equal(lines.length, 2, 'as it was filtered')
  })
})
