import { changeSiteUserRole } from '@byre/contract/people/members'
import { getMailPreferences } from '@byre/contract/people/mail-preferences'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { join, newSite } from '../server/src/testing/places.ts'
import type { Person } from '../server/src/testing/test-app.ts'
import { assertAccessible, holdQuestions } from './browser.ts'
import { button, titled } from './place-steps.ts'
import { Portal } from './portal.ts'

/* Which news are mailed: chosen in the profile, and left by the link of a mail. Alice owns the site, Bob works there. */

let portal: Portal
before(async () => (portal = await Portal.open()))
after(() => portal.close())

const chosenBy = async (as: Person) =>
  (await portal.testApp.call(getMailPreferences, { as, params: { id: as.id } })).reply
const topic = (page: Page, name: string) => page.getByRole('switch', { name, exact: true })

test('news are switched off and on in the profile, and another tab shows it', async () => {
  const bob = await portal.onboarded('bob')
  await portal.withPage(bob, { width: 360 }, async ({ context, page }) => {
    await page.goto(`${portal.url}/users/${bob.id}/profile`)
    await page.getByRole('tab', { name: 'Mail' }).click()
    await topic(page, 'Your roles').waitFor()
    assert.match(page.url(), /\?tab=mail$/)
    const other = await context.newPage()
    await other.goto(page.url())
    assert.equal(await topic(other, 'Your roles').isChecked(), true)

    // By the answer to the choice itself, however long the next question takes.
    const release = await holdQuestions(page, '**/mail-preferences')
    await topic(page, 'Your roles').click()
    await page.getByText('“Your roles” is no longer mailed.').waitFor()
    await page.getByRole('switch', { name: 'Your roles', checked: false }).waitFor()
    await release()
    await other.getByRole('switch', { name: 'Your roles', checked: false }).waitFor()
    assert.deepEqual(await chosenBy(bob), { roles: false, answers: true, domains: true })
    await assertAccessible(page, 'what is mailed')

    await other.getByText('Your roles', { exact: true }).click()
    await other.getByText('“Your roles” is mailed from now on.').waitFor()
    await page.getByRole('switch', { name: 'Your roles', checked: true }).waitFor()
    assert.equal((await chosenBy(bob)).roles, true)
  })
})

test('whoever opens the link of a mail leaves by a press, without signing in', async () => {
  const [alice, dora] = [await portal.onboarded('alice'), await portal.onboarded('dora')]
  const { id } = await newSite(portal.testApp, alice)
  await join(portal.testApp, dora, { kind: 'site', id }, 'User')
  const params = { id, userId: dora.id }
  await portal.testApp.call(changeSiteUserRole, { as: alice, params, body: { role: 'Admin' } })
  const { leaveUrl = '' } = (await portal.testApp.mailsTo(dora.email)).at(-1)!

  await portal.withPage(null, { width: 360 }, async ({ context, page }) => {
    await page.goto(leaveUrl)
    await titled(page, 'No more mails about your roles?')
    await assertAccessible(page, 'leaving mails')
    assert.equal((await chosenBy(dora)).roles, true)

    await button(page, 'Unsubscribe').click()
    await titled(page, 'You get no more mails about your roles')
    await assertAccessible(page, 'mails left')
    assert.equal((await chosenBy(dora)).roles, false)
    assert.deepEqual(await context.cookies(), [])

    await page.getByRole('link', { name: 'Take me home' }).click()
    await titled(page, 'Sign in')
  })
})
