import { listPlans } from '@byre/contract/billing/plans'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertAccessibleEverywhere } from './money-steps.ts'
import { someone } from './people-steps.ts'
import { button, link, titled } from './place-steps.ts'
import { Portal } from './portal.ts'

/* What helps: answers for everybody, what this is and costs, and a drawing where there is nothing else. */

let portal: Portal
before(async () => {
  portal = await Portal.open()
})
after(() => portal?.close())

for (const width of [360, 1440])
  test(`at ${width} px short answers are a link away, signed in and not, and found by the search`, async () => {
    await portal.withPage(null, { width }, async ({ page }) => {
      await page.goto(`${portal.url}/login`)
      await link(page.getByRole('contentinfo'), 'Help').click()
      await titled(page, 'Help')
      await link(page, 'How does the free trial work?').click()
      assert.equal(new URL(page.url()).hash, '#trial')
      await page.getByRole('heading', { name: 'How does the free trial work?' }).waitFor()
      await page.getByText('you are not charged, and the place is read-only until you add one.').waitFor()
      await page.getByText('the sites and clinics concerned are read-only; after 21 days').waitFor()
      assert.equal(await page.getByRole('main').getByRole('heading', { level: 2 }).count(), 10)
      await assertAccessibleEverywhere(page, `help at ${width}`)
    })
    const alice = await someone(portal, 'Alice')
    await portal.withPage(alice, { width }, async ({ page }) => {
      await page.goto(portal.url)
      await button(page.getByRole('banner'), 'Search').click()
      const palette = page.getByRole('dialog', { name: 'Search' })
      await palette.getByRole('combobox').fill('declined')
      await palette.getByRole('option', { name: 'My card was declined. What happens now?' }).click()
      await titled(page, 'Help')
      assert.equal(new URL(page.url()).hash, '#declined')
      await page.getByRole('button', { name: /^Your account/ }).waitFor()
      const answer = page.getByRole('heading', { name: 'My card was declined. What happens now?' })
      await page.waitForFunction(() => scrollY > 0)
      const box = await answer.boundingBox()
      assert.ok(box && box.y >= 0 && box.y < 450, 'the answer is in view')
    })
  })

test('from 1024 px public pages say what Byre is, and what the plans on offer cost', async () => {
  const bob = await someone(portal, 'Bob')
  const { reply } = await portal.testApp.call(listPlans, { as: bob, query: { per_page: '100' } })
  for (const path of ['/login', '/register', '/reset', '/nowhere'])
    await portal.withPage(null, { width: 1440 }, async ({ page }) => {
      await page.goto(portal.url + path)
      const about = page.getByRole('complementary', { name: 'About Byre Sites' })
      await about.waitFor()
      await about.locator('svg').waitFor()
      const said = await about.locator('dd').allTextContents()
      const monthly = reply.plans.filter(({ interval }) => interval === 'month')
      for (const currency of ['cad', 'usd'])
        assert.deepEqual(
          monthly
            .filter((plan) => plan.currency === currency)
            .map(({ name, amount }) => `${name} $${amount / 100}`)
            .toSorted(),
          said.map((words) => words.trim()).toSorted(),
        )
      for (const { name, product, currency, amount } of monthly) {
        const year = reply.plans.find(
          (plan) =>
            plan.interval === 'year' &&
            plan.product === product &&
            plan.currency === currency &&
            plan.name.startsWith(name),
        )
        assert.equal(year?.amount, amount * 10, 'two months of a year are free')
      }
      assert.ok(reply.plans.every(({ trial_days: days }) => days === 14))
      await assertAccessibleEverywhere(page, `${path} with what Byre is`)
      await page.setViewportSize({ width: 1023, height: 900 })
      await about.waitFor({ state: 'hidden' })
    })
})

for (const width of [360, 1440])
  test(`at ${width} px what is empty, new or not found has a drawing of one colour, at most 2 KiB`, async () => {
    const carol = await someone(portal, 'Carol')
    await portal.withPage(carol, { width }, async ({ page }) => {
      for (const path of ['/', '/?tab=billing', '/invites', '/billing-entities', '/nowhere']) {
        await page.goto(portal.url + path)
        const drawing = page.getByRole('main').locator('.drawing svg')
        await drawing.first().waitFor()
        const drawn = await drawing.first().evaluate((svg) => svg.outerHTML)
        assert.ok(Buffer.byteLength(drawn) <= 2048, path)
        assert.match(drawn, /stroke="currentColor"/)
      }
    })
  })
