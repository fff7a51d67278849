import { logIn } from '@byre/contract/accounts/sign-ins'
import { getUser } from '@byre/contract/people/users'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { password, type Person, type TestApp } from '../server/src/testing/test-app.ts'
import { assertAccessible } from './browser.ts'
import { Portal } from './portal.ts'

/*
 * Someone looks after their own account: what they say of themselves, their password, their address,
 * and where they are signed in.
 */

const newPassword = 'Otter-7-creek!'

let portal: Portal
let testApp: TestApp
let url: string

before(async () => {
  portal = await Portal.open()
  ;({ testApp, url } = portal)
})

after(() => portal?.close())

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })

const onboarded = (name: string) => portal.onboarded(name)
const browserOf = (person: Person) => portal.seat(person)

/** Their last sign-in was more than fifteen minutes ago. */
const goStale = ({ id }: Person) =>
  testApp.database.pool.query(
    `update platform.sessions set fresh_at = now() - interval '16 minutes' where user_id = $1`,
    [id],
  )

test('someone completes their profile, and changes their password after showing the old one', async () => {
  const alice = await onboarded('alice')
  const { context, page, watch } = await browserOf(alice)
  try {
    await page.goto(url)
    await page.getByText('Your account is incomplete.').waitFor()
    await page.getByRole('link', { name: 'Update profile' }).click()
    await page.waitForURL(`**/users/${alice.id}/profile`)
    await page.getByRole('heading', { name: 'Update Profile', level: 1 }).waitFor()
    await field(page, 'First name (optional)').fill('Alice')
    await field(page, 'Last name (optional)').fill('Ardley')
    await field(page, 'City (optional)').fill('Calgary')
    await field(page, 'Country (optional)').selectOption('Canada')
    await field(page, 'Province (optional)').selectOption('AB')
    await field(page, 'Country (optional)').selectOption('USA')
    assert.equal(await field(page, 'State (optional)').inputValue(), '', 'another country, another region')
    await field(page, 'Country (optional)').selectOption('Canada')
    await field(page, 'Province (optional)').selectOption('AB')
    await assertAccessible(page, 'profile, edited')
    await button(page, 'Update').click()
    await page.getByText('Your profile was updated.').waitFor()
    await page.getByRole('button', { name: /Your account: Alice/ }).waitFor()

    await goStale(alice)
    await field(page, 'New password (optional)').fill('Otter 7')
    await field(page, 'Confirm password (optional)').fill('other')
    await page.keyboard.press('Tab')
    await page.getByText('Passwords do not match').waitFor()
    await page.getByText('Password must be 8 characters long').first().waitFor()
    await page.getByText('Password cannot contain spaces.').first().waitFor()
    await assertAccessible(page, 'profile, refused password')
    await field(page, 'New password (optional)').fill(newPassword)
    await field(page, 'Confirm password (optional)').fill(newPassword)
    watch.expect(/^403 POST \/api\/v1\/update-password$/)
    await button(page, 'Update').click()

    const dialog = page.getByRole('dialog', { name: 'Is it you?' })
    await dialog.getByText('Please sign in again to change your password.').waitFor()
    await assertAccessible(page, 'is it you')
    watch.expect(/^400 POST \/api\/v1\/step-up$/)
    await dialog.getByLabel('Your password').fill(newPassword)
    await page.keyboard.press('Enter')
    await dialog.getByText('That is not your password.').waitFor()
    await dialog.getByLabel('Your password').fill(password)
    await page.keyboard.press('Enter')
    await page.getByText('Your password was updated.').waitFor()
    await dialog.waitFor({ state: 'detached' })
    assert.equal(await field(page, 'New password (optional)').inputValue(), '')

    await page.getByRole('link', { name: 'Cancel' }).click()
    await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor()
    const signedIn = await testApp.call(logIn, { body: { username: alice.email, password: newPassword } })
    assert.equal(signedIn.status, 200)
    watch.assertCalm()
  } finally {
    await context.close()
  }
})

test('a proof that is not given leaves the password as it was and the form as it is', async () => {
  const bob = await onboarded('bob')
  await goStale(bob)
  const { context, page, watch } = await browserOf(bob)
  try {
    watch.expect(/^403 POST \/api\/v1\/update-password$/)
    await page.goto(`${url}/users/${bob.id}/profile`)
    await field(page, 'New password (optional)').fill(newPassword)
    await field(page, 'Confirm password (optional)').fill(newPassword)
    await button(page, 'Update').click()
    await page.getByRole('dialog', { name: 'Is it you?' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('main').getByText('Please sign in again to change your password.').waitFor()
    assert.equal(await field(page, 'New password (optional)').inputValue(), newPassword)
    assert.equal((await testApp.call(logIn, { body: { username: bob.email, password } })).status, 200)
    watch.assertCalm()
  } finally {
    await context.close()
  }
})

test('someone changes their address with the code sent to it, and the old address takes it back', async () => {
  const erin = await onboarded('erin')
  const { context, page, watch } = await browserOf(erin)
  const wanted = 'erin.new@ranch.example'
  try {
    await page.goto(`${url}/users/${erin.id}/profile`)
    await field(page, 'City (optional)').fill('Olds')
    await field(page, 'Email').fill(wanted)
    await button(page, 'Update').click()
    await page.getByText(`Enter the code we sent to ${wanted}.`).waitFor()
    assert.equal(await field(page, 'Email').inputValue(), erin.email)
    await page.getByRole('button', { name: /Resend code in \d+ s/ }).waitFor()
    await assertAccessible(page, 'profile with a pending address')
    await button(page, 'Cancel the change').click()
    await page.getByText(`Your address stays ${erin.email}.`).waitFor()

    await testApp.database.pool.query(`delete from auth.askings where purpose = 'email'`)
    await field(page, 'Email').fill(wanted)
    await button(page, 'Update').click()
    const first = page.getByRole('textbox', { name: 'Confirmation code' })
    await first.and(page.locator(':focus')).waitFor()
    await page.keyboard.type(await testApp.codeFor(wanted))
    await page.getByText('Your e-mail address was changed.').waitFor()
    await page.getByText('Enter the code we sent').waitFor({ state: 'detached' })
    await page.waitForFunction(
      (wanted) => document.querySelector<HTMLInputElement>('[name="email"]')?.value === wanted,
      wanted,
    )

    const letter = (await testApp.mailsTo(erin.email)).at(-1)?.text ?? ''
    const link = /http:\S+\/undo-email#\S+/.exec(letter)?.[0] ?? ''
    watch.expect(/^401 /)
    const other = await context.browser()!.newContext()
    const old = await other.newPage()
    await old.goto(link)
    await old.getByRole('heading', { name: 'Keep your address', level: 1 }).waitFor()
    await assertAccessible(old, 'keep your address')
    await old.getByRole('button', { name: 'Keep my address' }).click()
    await old.getByText(`Your account uses ${erin.email}`).waitFor()
    await assertAccessible(old, 'address kept')
    await other.close()

    // The page that is still open learns of it by itself.
    await page.waitForURL('**/login')
    await page.getByText('Your session has ended.').waitFor()
    assert.equal((await testApp.call(logIn, { body: { username: erin.email, password } })).status, 401)
    watch.assertCalm()
  } finally {
    await context.close()
  }
})

test('someone sees where they are signed in, and signs the other devices out', async () => {
  const frank = await onboarded('frank')
  const signIn = async (userAgent: string) => {
    const headers = { 'user-agent': userAgent }
    return (await testApp.call(logIn, { body: { username: frank.email, password }, headers })).reply
  }
  const phone = await signIn(`Mozilla/5.0 (iPhone) Version/17.5 Mobile/15E148 Safari/604.1`)
  await signIn('Mozilla/5.0 (Windows NT 10.0) Firefox/128.0')
  await signIn('Mozilla/5.0 (Macintosh) Version/17.5 Safari/605.1.15')
  const wrong = { username: frank.email, password: 'Wrong-1-fence!' }
  for (let n = 0; n < 9; n++) {
    await testApp.call(logIn, { body: wrong })
    await testApp.database.pool.query(`delete from auth.sign_in_failures`)
  }
  const { context, page, watch } = await browserOf(frank)
  try {
    await page.goto(url)
    await page.getByRole('button', { name: `Your account: ${frank.email}` }).click()
    await page.getByRole('link', { name: 'Account' }).click()
    await page.getByRole('tab', { name: 'Security' }).click()
    await page.waitForURL('**/profile?tab=security')
    const devices = page.getByRole('table', { name: 'Signed-in devices' })
    await devices.getByRole('row', { name: /This device/ }).waitFor()
    assert.equal(await devices.getByRole('row').count(), 5)
    const events = page.getByRole('table', { name: 'Security activity' })
    await events.getByText('Sign-in refused').first().waitFor()
    await assertAccessible(page, 'security')
    await button(page, 'Next').click()
    await events.getByText('Account created').waitFor()

    await devices.getByRole('button', { name: /Sign out Safari on iPhone/ }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByText('Safari on iPhone').waitFor()
    await assertAccessible(page, 'sign a device out')
    await dialog.getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('Safari on iPhone was signed out.').waitFor()
    await devices.getByRole('row', { name: /iPhone/ }).waitFor({ state: 'detached' })
    const call = { as: phone.token, params: { id: frank.id } }
    assert.equal((await testApp.call(getUser, call)).status, 401)

    await button(page, 'Sign out everywhere else').click()
    await dialog.getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('You are signed out everywhere else.').waitFor()
    await devices.getByRole('row', { name: /Firefox/ }).waitFor({ state: 'detached' })
    assert.equal(await devices.getByRole('row').count(), 2)
    assert.equal(await page.getByRole('button', { name: 'Sign out everywhere else' }).count(), 0)
    await page.setViewportSize({ width: 360, height: 800 })
    await devices.getByText('This device').waitFor()
    await page.reload()
    await devices.getByRole('row', { name: /This device/ }).waitFor()
    watch.assertCalm()
  } finally {
    await context.close()
  }
})

test('somebody else’s profile is not found', async () => {
  const carol = await onboarded('carol')
  const dave = await onboarded('dave')
  const { context, page, watch } = await browserOf(carol)
  try {
    watch.expect(/^404 GET \/api\/v1\/users\//)
    await page.goto(`${url}/users/${dave.id}/profile`)
    await page.getByText('That page cannot be found').waitFor()
    assert.equal(await page.getByText(dave.email).count(), 0)
    watch.assertCalm()
  } finally {
    await context.close()
  }
})
