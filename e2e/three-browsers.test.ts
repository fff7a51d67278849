import { inviteToSite } from '@byre/contract/people/invites'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { newSite } from '../server/src/testing/places.ts'
import { password } from '../server/src/testing/test-app.ts'
import { invite, moreAbout, rowOf, someone, toast } from './people-steps.ts'
import { button, field, newName, titled } from './place-steps.ts'
import { Portal } from './portal.ts'

/*
 * Several browsers at once, before two processes of which each connection gets the next one. Nobody loads
 * a page anew: what others do shows by itself.
 */

let portal: Portal

before(async () => {
  portal = await Portal.open({}, { processes: 2 })
})

after(async () => {
  await portal?.close()
})

const badge = (page: Page) => page.getByRole('img', { name: '1 pending invite' })
const pending = (page: Page, email: string) => rowOf(page, email).filter({ hasText: 'Pending' })

test('Alice invites, Bob’s badge lights up and Carol’s does not; he accepts, Carol declines, and Bob’s open page ends as he is removed', async () => {
  const [alice, bob, carol] = [
    await someone(portal, 'Alice'),
    await someone(portal, 'Bob'),
    await someone(portal, 'Carol'),
  ]
  const site = await newSite(portal.testApp, alice, { name: 'North Pasture' })
  const address = `${portal.url}/site/${site.id}`
  await portal.withPage(alice, { width: 1440 }, async ({ page: atAlices }) =>
    portal.withPage(bob, {}, async ({ page: atBobs, watch: bobs }) =>
      portal.withPage(carol, {}, async ({ page: atCarols, watch: carols }) => {
        await Promise.all([
          atAlices.goto(address).then(() => rowOf(atAlices, 'Alice Ardley').waitFor()),
          atBobs.goto(portal.url).then(() => titled(atBobs, 'Dashboard')),
          atCarols.goto(`${portal.url}/invites`).then(() => atCarols.getByText('No Invites').waitFor()),
        ])

        await invite(atAlices, bob.email, 'User')
        await badge(atBobs).waitFor()
        assert.equal(await badge(atCarols).count(), 0, 'it is Bob’s alone')
        await atCarols.getByText('No Invites').waitFor()
        await pending(atAlices, bob.email).waitFor()

        await atBobs.getByRole('link', { name: /^Invites/ }).click()
        await button(atBobs, 'Accept').click()
        await badge(atBobs).waitFor({ state: 'detached' })
        await rowOf(atAlices, 'Bob Ardley').filter({ hasText: 'User' }).waitFor()
        await pending(atAlices, bob.email).waitFor({ state: 'detached' })

        await invite(atAlices, carol.email, 'Admin')
        await atCarols.getByText('Alice Ardley invites you, as Admin.').waitFor()
        await badge(atCarols).waitFor()
        assert.equal(await badge(atBobs).count(), 0, 'it is Carol’s alone')
        await button(atCarols, 'Decline').click()
        await atCarols.getByText('No Invites').waitFor()
        await pending(atAlices, carol.email).waitFor({ state: 'detached' })
        carols.expect(/^404 GET \/api\/v1\/sites\//)
        await atCarols.goto(address)
        await atCarols.getByText('That page cannot be found').waitFor()

        await atBobs.getByRole('link', { name: 'Open North Pasture' }).click()
        await rowOf(atBobs, 'Bob Ardley').waitFor()
        bobs.expect(/^404 GET \/api\/v1\/sites\//)
        await moreAbout(atAlices, 'Bob Ardley')
        await rowOf(atAlices, 'Bob Ardley').getByRole('button', { name: 'Remove Bob Ardley' }).click()
        await atAlices.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
        await atBobs.getByText('You were removed from North Pasture, or it was deleted.').waitFor()
        await rowOf(atAlices, 'Bob Ardley').waitFor({ state: 'detached' })
        await atBobs.getByRole('link', { name: 'Take me home' }).click()
        await titled(atBobs, 'Dashboard')
        await atBobs.getByText('No Sites').waitFor()
      }),
    ),
  )
})

describe('who registers in one browser goes on in another, and arrives at the invitation', () => {
  const ways = {
    'by the link of the code’s letter': async (page: Page, email: string) => {
      await page.goto(await linkIn(email, '/confirm/'))
      await enterCode(page, email)
      await titled(page, 'Sign in')
      assert.equal(await field(page, 'Email').inputValue(), email)
      await signIn(page)
    },
    'by the link of the invitation again': async (page: Page, email: string) => {
      await page.goto(await linkIn(email, '/invites'))
      await titled(page, 'Sign in')
      assert.equal(await field(page, 'Email').inputValue(), email)
      await signIn(page)
      await page.getByText('Email is not confirmed').first().waitFor()
      await page.getByRole('link', { name: 'Enter the confirmation code' }).click()
      await enterCode(page, email)
      await titled(page, 'Sign in')
      await signIn(page)
    },
  }
  for (const [how, goOn] of Object.entries(ways))
    test(how, async () => {
      const alice = await someone(portal, 'Alice')
      const site = await newSite(portal.testApp, alice, { name: 'South Barn' })
      const email = `${newName('dan')}@ranch.example`
      const host = `${site.id}.${new URL(portal.url).host}`
      await portal.testApp.call(inviteToSite, { as: alice, host, body: { email } })
      await portal.withPage(null, { width: 1440 }, async ({ page: onDesktop }) => {
        await onDesktop.goto(await linkIn(email, '/invites'))
        await onDesktop.getByRole('link', { name: 'Create an account' }).click()
        await titled(onDesktop, 'Create an account')
        assert.equal(await field(onDesktop, 'Email').inputValue(), email)
        assert.equal(await field(onDesktop, 'Email').isEditable(), false)
        await field(onDesktop, 'Password').fill(password)
        await field(onDesktop, 'Confirm password').fill(password)
        await button(onDesktop, 'Create account').click()
        await titled(onDesktop, 'Confirm your email')

        await portal.withPage(null, { width: 360 }, async ({ page: onThePhone, watch }) => {
          watch.expect(/^403 POST \/api\/v1\/login$/)
          await goOn(onThePhone, email)
          await titled(onThePhone, 'Invites')
          await onThePhone.locator('[data-meant="true"]').getByText('South Barn').waitFor()
          await button(onThePhone, 'Accept').click()
          await toast(onThePhone, 'Invite Accepted')
        })
      })
    })
})

/** The link of the newest mail to an address that leads to a path. */
async function linkIn(email: string, path: string): Promise<string> {
  const links = (await portal.testApp.mailsTo(email)).flatMap(
    ({ text }) => text.match(/https?:\/\/\S+/g) ?? [],
  )
  const lastLink = links.findLast((link) => new URL(link).pathname.startsWith(path))
  assert.ok(lastLink, `no mail to ${email} leads to ${path}`)
  return lastLink
}

async function enterCode(page: Page, email: string) {
  const code = await portal.testApp.codeFor(email)
  await page.getByRole('textbox', { name: 'Confirmation code', exact: true }).fill(code)
}

async function signIn(page: Page) {
  await field(page, 'Password').fill(password)
  await button(page, 'Sign in').click()
}
