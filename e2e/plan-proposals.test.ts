import { removeSiteUser } from '@byre/contract/people/members'
import { proposeSitePlan, withdrawSitePlanProposal } from '@byre/contract/billing/plan-proposals'
import { getSite, updateSite } from '@byre/contract/places/sites'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { giveCard } from '../server/src/testing/billing.ts'
import { join, newSite, plans } from '../server/src/testing/places.ts'
import type { Person } from '../server/src/testing/test-app.ts'
import { assertAccessibleEverywhere, invoicesOf, billingEntityInAlberta } from './money-steps.ts'
import { button, titled } from './place-steps.ts'
import { Portal } from './portal.ts'

/* Alice owns a site that Bob's billing information pays for: she proposes a plan, and he decides. */

let portal: Portal

before(async () => {
  portal = await Portal.open()
})
after(() => portal?.close())

/** A site of Alice's, beyond its trial, which what Bob runs pays for: now, or from the next period on. */
async function paidByBob(names: [string, string], from: 'now' | 'the next period') {
  const { testApp } = portal
  const [alice, bob] = await Promise.all([
    portal.onboarded(names[0], { first_name: 'Alice', last_name: 'Ardley' }),
    portal.onboarded(names[1], { first_name: 'Bob', last_name: 'Burns' }),
  ])
  const billingEntity = await billingEntityInAlberta(portal, bob, { name: 'Burns Cattle' })
  await giveCard(testApp, bob, billingEntity)
  const owner = from === 'now' ? bob : alice
  const first = from === 'now' ? billingEntity : await billingEntityInAlberta(portal, alice)
  if (from !== 'now') await giveCard(testApp, alice, first)
  const { id: site } = await newSite(testApp, owner, { billing_entity_id: first, name: 'East Pasture' })
  await join(testApp, alice, { kind: 'site', id: site }, 'Owner')
  await join(testApp, bob, { kind: 'site', id: site }, 'Owner')
  await testApp.pass(15)
  if (from !== 'now') {
    const moved = { as: bob, params: { id: site }, body: { billing_entity_id: billingEntity } }
    assert.equal((await testApp.call(updateSite, moved)).status, 200)
  }
  await testApp.call(removeSiteUser, { as: bob, params: { id: site, userId: bob.id } })
  return { alice, bob, billingEntity, site }
}

const planOf = async (as: Person, id: string) =>
  (await portal.testApp.call(getSite, { as, params: { id } })).reply.plan_id

/** Picks a plan in the dialog that is open, and proposes it. */
async function propose(page: Page, plan: RegExp): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Propose a plan for East Pasture' })
  await dialog.getByRole('radio', { name: plan }).check()
  await button(page, 'Propose').click()
  await page.getByText('The plan was proposed.').waitFor()
}

/** The mail that asks Bob, and where its button leads. */
async function proposalLink(bob: Person, plan: string): Promise<string> {
  const mail = (await portal.testApp.mailsTo(bob.email)).at(-1)
  assert.equal(mail?.subject, `Alice Ardley proposes ${plan} for East Pasture`)
  return /^http\S+\/billing-entities\/\S+$/m.exec(mail.text)?.[0] ?? ''
}

test('an Owner who may not choose a plan proposes one; who pays sees what it costs, accepts, and she sees it', async () => {
  const { alice, bob, billingEntity, site } = await paidByBob(['alice', 'bob'], 'now')
  await portal.withPage(alice, {}, async ({ page }) => {
    await page.goto(`${portal.url}/site/${site}/edit`)
    await page
      .getByText('Owners and Admins of the billing information that pays can change the plan.')
      .waitFor()
    await page.goto(`${portal.url}/site/${site}`)
    await page.getByText('Only the people who run the billing information can choose').waitFor()
    assert.equal(await button(page, 'Change Plan').count(), 0)
    await button(page, 'Propose a Plan').click()
    await page.getByText('It is Ranch now.').waitFor()
    assert.ok(await button(page, 'Propose').isDisabled(), 'the plan as it is is nothing to propose')
    await assertAccessibleEverywhere(page, 'proposing a plan')
    await propose(page, /^Herd C\$79 /)
    await page.getByText('You propose Herd instead of Ranch for East Pasture: C$79 per month').waitFor()
    await assertAccessibleEverywhere(page, 'what one has proposed')

    await portal.withPage(bob, {}, async ({ page: bobs }) => {
      await bobs.goto(await proposalLink(bob, 'Herd'))
      await titled(bobs, 'Burns Cattle')
      await bobs
        .getByText(
          'Alice Ardley proposes Herd instead of Ranch for East Pasture: C$79 per month, without tax.',
        )
        .waitFor()
      await button(bobs, 'Accept').click()
      const dialog = bobs.getByRole('alertdialog', { name: 'Herd for East Pasture' })
      await dialog.getByText('Herd begins now. This is charged at once:').waitFor()
      await assertAccessibleEverywhere(bobs, 'accepting a plan')
      const before = (await invoicesOf(portal, bob, billingEntity)).length
      await dialog.getByRole('button', { name: /^Accept and pay C\$\d+\.\d\d$/ }).dblclick()
      await bobs.getByText('The proposal was accepted.').waitFor()
      await dialog.waitFor({ state: 'detached' })
      await bobs.getByRole('table', { name: 'Sites this pays for' }).getByText('Herd').waitFor()
      await button(bobs, 'Decline').waitFor({ state: 'detached' })
      assert.equal((await invoicesOf(portal, bob, billingEntity)).length, before + 1, 'charged once')
    })

    await page.getByText('Herd, C$79 per month').waitFor()
    await button(page, 'Propose a Plan').waitFor()
    await page.getByRole('tab', { name: 'Activity' }).click()
    await page.getByText('Accepted a proposed plan:').waitFor()
  })
  assert.equal(await planOf(alice, site), plans.herd)
  const [mail] = (await portal.testApp.mailsTo(alice.email)).slice(-1)
  assert.equal(mail?.subject, 'Herd was accepted for East Pasture')
})

test('who pays from the next period on declines; another proposal is taken back while they look at it', async () => {
  const { alice, bob, billingEntity, site } = await paidByBob(['anna', 'ben'], 'the next period')
  await portal.withPage(alice, {}, async ({ page }) => {
    await page.goto(`${portal.url}/site/${site}`)
    await page.getByText('Other billing information pays from').waitFor()
    await button(page, 'Propose a Plan').click()
    await propose(page, /^Feedlot C\$249 /)

    await portal.withPage(bob, { width: 360 }, async ({ page: bobs, watch }) => {
      await bobs.goto(await proposalLink(bob, 'Feedlot'))
      await button(bobs, 'Decline').click()
      await bobs.getByText('The proposal was declined. The plan stays the same.').waitFor()
      await page.getByText('You propose Feedlot').waitFor({ state: 'detached' })
      assert.equal(
        (await portal.testApp.mailsTo(alice.email)).at(-1)?.subject,
        'Feedlot was declined for East Pasture',
      )

      await button(page, 'Propose a Plan').click()
      await propose(page, /^Herd C\$79 /)
      await button(bobs, 'Accept').click()
      // What Alice pays until then is not his to see, so that he is told the price alone.
      const dialog = bobs.getByRole('alertdialog', { name: 'Herd for East Pasture' })
      await dialog.getByText('It begins with the first period that you pay for').waitFor()
      await button(page, 'Take It Back').click()
      await page.getByText('The proposal was taken back.').waitFor()
      await bobs.getByText('This proposal is no longer open').waitFor()
      await bobs.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()

      // Without the news of it, he is told so when he presses.
      const call = { as: alice, params: { id: site } }
      await portal.testApp.call(proposeSitePlan, { ...call, body: { plan_id: plans.feedlot } })
      await button(bobs, 'Decline').waitFor()
      await bobs.route('**/api/v1/billing-entities/*/plan-proposals', (route) => route.abort())
      watch.expect(/^409 POST \/api\/v1\/plan-proposals\//)
      await portal.testApp.call(withdrawSitePlanProposal, call)
      await button(bobs, 'Decline').click()
      await bobs.getByText('This proposal is no longer open.').waitFor()
    })
  })
  assert.equal(await planOf(alice, site), plans.ranch)
  assert.deepEqual(await invoicesOf(portal, bob, billingEntity), [])
})
