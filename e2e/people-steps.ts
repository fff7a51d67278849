import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import type { Person } from '../server/src/testing/test-app.ts'
import { button, calgary, field, newName } from './place-steps.ts'
import type { Portal } from './portal.ts'

/* Steps that the tests of people and invitations have in common. */

/** Someone with a name of their own, whose welcome is over. */
export const someone = (portal: Portal, first_name: string): Promise<Person> =>
  portal.onboarded(newName(first_name.toLowerCase()), { ...calgary, first_name, last_name: 'Ardley' })

/** The link of the newest invitation's mail to an address. */
export async function linkFor(portal: Portal, email: string): Promise<string> {
  const mail = (await portal.testApp.mailsTo(email)).at(-1)
  const [link] = /https?:\/\/\S+\/invites\?invite=\S+/.exec(mail?.text ?? '') ?? []
  assert.ok(link, `no invitation was mailed to ${email}`)
  return link
}

/** The form stands beside the people where there is room, else it is behind a button. */
export async function openInvites(page: Page) {
  await page
    .getByRole('button', { name: /^(Send Invite|Invite)$/ })
    .first()
    .waitFor()
  if ((await button(page, 'Send Invite').count()) === 0) await button(page, 'Invite').click()
}

export async function invite(page: Page, addresses: string, role: 'User' | 'Admin') {
  await openInvites(page)
  await field(page, 'Email').fill(addresses)
  await page.getByRole('radio', { name: new RegExp(`^${role}`) }).check()
  await button(page, 'Send Invite').click()
}

export const toast = (page: Page, words: string) => page.getByText(words, { exact: true }).first().waitFor()
/** Whoever works by keyboard goes on from what held the button that is gone, and not from the top. */
export const keepsFocus = (page: Page, name: string) =>
  page
    .getByRole('main')
    .locator(':focus')
    .and(
      page
        .getByRole('group', { name })
        .or(page.getByRole('region', { name }))
        .or(page.getByRole('tabpanel', { name })),
    )
    .waitFor()

/** Opens the menu of somebody on the list. */
export const moreAbout = (page: Page, name: string) =>
  rowOf(page, name)
    .getByLabel(/^More about /)
    .click()

export const users = (page: Page) => page.getByRole('table', { name: /^Users of/ })
export const rowOf = (page: Page, name: string) => users(page).getByRole('row').filter({ hasText: name })
