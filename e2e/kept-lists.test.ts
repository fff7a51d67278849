import { inviteToClinic, inviteToSite, revokeSiteInvite } from '@byre/contract/people/invites'
import { updateSite } from '@byre/contract/places/sites'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { billingEntityOfSites } from '../server/src/testing/billing.ts'
import { newSiteInvite } from '../server/src/testing/invites.ts'
import { newClinic, newSite } from '../server/src/testing/places.ts'
import { someone } from './people-steps.ts'
import { button } from './place-steps.ts'
import { Portal } from './portal.ts'

/* What a list shows stands in the address: a reload and Back find it as it was. */

let portal: Portal
before(async () => {
  portal = await Portal.open()
})
after(() => portal?.close())

const tab = (page: Page, name: RegExp) => page.getByRole('tab', { name, selected: true }).waitFor()

for (const width of [360, 1440]) {
  test(`at ${width} px Back goes through the tabs of the profile, and its security activity keeps its page`, async () => {
    const alice = await someone(portal, 'Alice')
    await portal.testApp.database.pool.query(
      `insert into platform.audit (id, deed, actor_id, kind, subject_id)
       select gen_random_uuid(), 'exportMyData', $1, 'account', $1 from generate_series(1, 24)`,
      [alice.id],
    )
    await portal.withPage(alice, { width }, async ({ page }) => {
      await page.goto(`${portal.url}/users/${alice.id}/profile`)
      await page.getByRole('tab', { name: 'Mail' }).click()
      await page.getByRole('tab', { name: 'Security' }).click()
      await button(page, 'Next').click()
      await page.waitForURL('**/profile?tab=security&page=2')
      await page.getByText(/^Page 2 of/).waitFor()
      await page.reload()
      await page.getByText(/^Page 2 of/).waitFor()
      await page.goBack()
      await page.getByText(/^Page 1 of/).waitFor()
      await page.goBack()
      await tab(page, /^Mail/)
      await page.goBack()
      await tab(page, /^Profile/)
    })
  })

  test(`at ${width} px the tab of invites, answered ones and how many are shown are kept`, async () => {
    const [bob, dora] = [await someone(portal, 'Bob'), await someone(portal, 'Dora')]
    const clinic = await newClinic(portal.testApp, dora)
    const site = await newSite(portal.testApp, dora)
    const hostOf = ({ id }: { id: string }) => `${id}.${new URL(portal.url).host}`
    await portal.testApp.call(inviteToSite, { as: dora, host: hostOf(site), body: { email: bob.email } })
    await portal.testApp.call(inviteToClinic, { as: dora, host: hostOf(clinic), body: { email: bob.email } })
    await portal.withPage(bob, { width }, async ({ page }) => {
      await page.goto(`${portal.url}/invites`)
      await page.getByRole('tab', { name: 'Clinics (1)' }).click()
      await page.waitForURL('**/invites?tab=clinics')
      await page.getByLabel('Show answered invites').check()
      await page.waitForURL('**/invites?tab=clinics&answered=1')
      await page.reload()
      await tab(page, /^Clinics/)
      assert.equal(await page.getByLabel('Show answered invites').isChecked(), true)
      await page.goBack()
      await page.waitForURL('**/invites?tab=clinics')
      assert.equal(await page.getByLabel('Show answered invites').isChecked(), false)
      await page.goBack()
      await tab(page, /^Sites/)
    })
  })

  test(`at ${width} px what was deleted keeps its page`, async () => {
    const carol = await someone(portal, 'Carol')
    const site = await newSite(portal.testApp, carol)
    await portal.testApp.database.pool.query(
      `with place as (
         insert into customers.sites (id, name, description, subdomain, code, billing_entity_id, plan_id, deleted_at)
         select gen_random_uuid(), 'Pasture ' || lpad(n::text, 2, '0'), '', 'gone-' || n || '-' || $3::int,
           translate(upper(lpad(to_hex(n + $3::int * 100), 8, '0')), '01', 'XY'), s.billing_entity_id, s.plan_id, now()
         from generate_series(1, 30) n, customers.sites s where s.id = $1 returning id)
       insert into customers.members (place_id, user_id, kind, role, place_deleted_at)
       select id, $2, 'site', 'Owner', now() from place`,
      [site.id, carol.id, width],
    )
    await portal.withPage(carol, { width }, async ({ page }) => {
      await page.goto(portal.url)
      await page.getByText('Recently deleted').click()
      await page.getByText('Pasture 01').waitFor()
      const pages = page.getByRole('navigation', { name: 'Pages of deleted sites' })
      await button(pages, 'Next').click()
      await page.waitForURL('**/?deleted=1&deleted_page=2')
      await page.getByText('Pasture 30').waitFor()
      await page.reload()
      await page.getByText('Pasture 30').waitFor()
      await page.goBack()
      await page.getByText('Pasture 01').waitFor()
    })
  })

  test(`at ${width} px activity keeps its filters and its page`, async () => {
    const erin = await someone(portal, 'Erin')
    const site = await newSite(portal.testApp, erin)
    for (let change = 1; change <= 12; change += 1)
      await portal.testApp.call(updateSite, {
        as: erin,
        params: { id: site.id },
        body: { name: `North Pens ${change}` },
      })
    await portal.withPage(erin, { width }, async ({ page }) => {
      await page.goto(`${portal.url}/site/${site.id}`)
      await page.getByRole('tab', { name: 'Activity' }).click()
      await page.getByRole('combobox', { name: 'What' }).selectOption({ label: 'Changed the site' })
      await page
        .getByRole('table', { name: /^Activity of/ })
        .getByText('North Pens 12')
        .first()
        .waitFor()
      await button(page, 'Older').click()
      await page.getByText('Page 2', { exact: true }).waitFor()
      const { searchParams } = new URL(page.url())
      assert.equal(searchParams.get('deed'), 'updateSite')
      assert.equal(searchParams.getAll('after').length, 1)

      await page.reload()
      if ((await page.getByRole('tab', { name: 'Activity', selected: true }).count()) === 0)
        await page.getByRole('tab', { name: 'Activity' }).click()
      await page.getByText('Page 2', { exact: true }).waitFor()
      assert.equal(await page.getByRole('combobox', { name: 'What' }).inputValue(), 'updateSite')
      await page.goBack()
      await page.getByText('Page 1', { exact: true }).waitFor()
    })
  })
}

test('invites sent keep that they are unfolded, their state and their page', async () => {
  const gina = await someone(portal, 'Gina')
  const site = await newSite(portal.testApp, gina)
  const host = `${site.id}.${new URL(portal.url).host}`
  for (let nth = 1; nth <= 6; nth += 1) {
    const email = `hand${nth}@north.example`
    const { id } = await newSiteInvite(portal.testApp, gina, site, { email, role: 'User' })
    await portal.testApp.call(revokeSiteInvite, { as: gina, host, params: { id } })
  }
  await portal.withPage(gina, {}, async ({ page }) => {
    await page.goto(`${portal.url}/site/${site.id}`)
    await page.getByText('Invites sent').click()
    await page.getByLabel('Which invites').selectOption('Taken back')
    await button(page.getByRole('navigation', { name: 'Pages of invites' }), 'Next').click()
    await page.waitForURL('**?sent=1&sent_state=revoked&sent_page=2')
    await page.getByText('Page 2 of 2').waitFor()
    await page.reload()
    await page.getByText('Page 2 of 2').waitFor()
    assert.equal(await page.getByLabel('Which invites').inputValue(), 'revoked')
    await page.goBack()
    await page.getByText('Page 1 of 2').waitFor()
    await page.goBack()
    await page.waitForURL('**?sent=1')
    assert.equal(await page.getByLabel('Which invites').inputValue(), 'all')
  })
})

test('a year of spending keeps its currency', async () => {
  const hana = await someone(portal, 'Hana')
  await billingEntityOfSites(portal.testApp, hana, 1)
  await portal.testApp.pass(15)
  await portal.withPage(hana, {}, async ({ page }) => {
    await page.route('**/api/v1/spending*', async (route) => {
      const reply = await route.fetch()
      const said = (await reply.json()) as { data: { months: { currency: string }[] } }
      said.data.months.push(...said.data.months.map((month) => ({ ...month, currency: 'usd' })))
      await route.fulfill({ response: reply, json: said })
    })
    await page.goto(portal.url)
    await page.getByLabel('Currency').selectOption('USD')
    await page.waitForURL('**/?currency=usd')
    await page.reload()
    await page.getByLabel('Currency').waitFor()
    assert.equal(await page.getByLabel('Currency').inputValue(), 'usd')
    await page.goBack()
    await page.waitForFunction(() => location.search === '')
    assert.equal(await page.getByLabel('Currency').inputValue(), 'cad')
  })
})

test('an address that names what the server would refuse shows the list from its beginning', async () => {
  const frank = await someone(portal, 'Frank')
  const site = await newSite(portal.testApp, frank)
  await portal.withPage(frank, {}, async ({ page }) => {
    const refused = 'who=x&deed=nothing&from=2026-99-99&to=9999-12-31&after=zzz'
    await page.goto(`${portal.url}/site/${site.id}?tab=activity&${refused}`)
    await page.getByRole('tab', { name: 'Activity' }).click()
    await page.getByRole('table', { name: /^Activity of/ }).waitFor()
    await page.goto(`${portal.url}/users/${frank.id}/profile?tab=security&page=-4`)
    await page.getByRole('table', { name: 'Security activity' }).waitFor()
  })
})
