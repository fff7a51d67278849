import { updateUser } from '@byre/contract/people/users'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { BrowserContext } from 'playwright-core'
import { billingEntityOfSites } from '../server/src/testing/billing.ts'
import { join, newBillingEntity, newClinic } from '../server/src/testing/places.ts'
import type { Person } from '../server/src/testing/test-app.ts'
import { withoutStream } from './browser.ts'
import { invoicesOf } from './money-steps.ts'
import { calgary, newName } from './place-steps.ts'
import { Portal } from './portal.ts'
import { late, movedOn, watchShifts } from './shifts.ts'

/* Answers that take long: what a screen is called is there at once, and nothing moves when the rest comes. */

let portal: Portal
let alice: Person
let screens: Record<string, string>
before(async () => {
  portal = await Portal.open()
  alice = await portal.onboarded(newName('alice'), calgary)
  const { id: payer, sites } = await billingEntityOfSites(portal.testApp, alice, 4)
  const clinic = await newClinic(portal.testApp, alice)
  const site = sites[0]!
  await join(
    portal.testApp,
    await portal.onboarded(newName('bob'), calgary),
    { kind: 'site', id: site },
    'Admin',
  )
  const cardless = (await newBillingEntity(portal.testApp, alice)).id
  await portal.testApp.pass(16)
  const [invoice] = await invoicesOf(portal, alice, payer)
  screens = {
    dashboard: '/',
    places: '/places',
    invites: '/invites',
    site: `/site/${site}`,
    'a site’s domain': `/site/${site}?tab=domain`,
    'a site’s activity': `/site/${site}?tab=activity`,
    'a site’s webhooks': `/site/${site}?tab=webhooks`,
    'a site’s form': `/site/${site}/edit`,
    'a new site': '/site/new',
    clinic: `/clinic/${clinic.id}`,
    'a clinic’s form': `/clinic/${clinic.id}/edit`,
    'billing information': '/billing-entities',
    payer: `/billing-entities/${payer}`,
    'a payer’s invoices': `/billing-entities/${payer}?tab=invoices`,
    invoice: `/billing-entities/${payer}/invoices/${invoice!.id}`,
    'a payer’s form': `/billing-entities/${payer}/edit`,
    'a new payer': '/billing-entities/new',
    'a new card': `/billing-entities/${cardless}/card/new`,
    'a kept card': `/billing-entities/${payer}/card/edit`,
    profile: `/users/${alice.id}/profile`,
    security: `/users/${alice.id}/profile?tab=security`,
    mail: `/users/${alice.id}/profile?tab=mail`,
  }
})
after(() => portal?.close())

for (const width of [360, 1440])
  test(`at ${width} px each screen has its title and a skeleton before any answer is there`, async () => {
    let letThrough = () => {}
    const prepare = async (context: BrowserContext) => {
      await withoutStream(context)
      const held = new Promise<void>((done) => (letThrough = done))
      await context.route('**/api/v1/**', async (route) => {
        await held
        await route.continue().catch(() => undefined)
      })
    }
    await portal.withPage(alice, { width, prepare }, async ({ context, page }) => {
      for (const [screen, path] of Object.entries(screens)) {
        await page.goto(portal.url + path)
        await page
          .locator('h1:visible')
          .waitFor()
          .catch(() => assert.fail(`${screen} has no title`))
        await page
          .waitForFunction(() => document.querySelector('main .skeleton > *, main input') !== null)
          .catch(() => assert.fail(`${screen} shows nothing below its title`))
      }
      letThrough()
      await context.unrouteAll({ behavior: 'ignoreErrors' })
    })
  })

test('nothing moves when the note on an incomplete account comes last', async () => {
  const erin = await portal.onboarded(newName('erin'))
  await portal.testApp.call(updateUser, { as: erin, params: { id: erin.id }, body: { city: '' } })
  const prepare = async (context: BrowserContext) => {
    await late(context, (path) => (path.includes('/users/') ? 2500 : 0))
    await watchShifts(context)
  }
  await portal.withPage(erin, { width: 360, prepare }, async ({ context, page }) => {
    const visit = async () => {
      await page.goto(`${portal.url}/invites`)
      await page.getByText('Your account is incomplete').waitFor()
    }
    assert.deepEqual(await movedOn(page, visit), [])
    await context.unrouteAll({ behavior: 'ignoreErrors' })
  })
})
