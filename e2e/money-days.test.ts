import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { billingEntityOfSites, bookOf, cardNumbers, letCard } from '../server/src/testing/billing.ts'
import { withinDay } from '../server/src/testing/windows.ts'
import { assertAccessibleEverywhere, invoicesOf } from './money-steps.ts'
import { button, link, titled } from './place-steps.ts'
import { Portal } from './portal.ts'

/* A payer of many places: one charge a day, invoices by day, and one place of a declined charge by itself. */

let portal: Portal

before(async () => {
  portal = await Portal.open({ TAX_NUMBERS: 'GST=123456789RT0001' })
})
after(() => portal?.close())

test('what is charged and was charged on one day is one line, which opens and is downloaded as one file', async () => {
  const alice = await portal.onboarded('alice')
  const { id } = await withinDay(() => billingEntityOfSites(portal.testApp, alice, 30))
  await portal.testApp.pass(14)
  await portal.withPage(alice, { width: 360 }, async ({ page }) => {
    await page.goto(`${portal.url}/billing-entities/${id}?tab=spending`)
    await page.getByRole('button', { name: /^30 charges on / }).click()
    await page
      .getByRole('table', { name: /^Charges on / })
      .getByText('Pasture 17')
      .waitFor()
    await page.keyboard.press('Escape')

    await page.getByRole('tab', { name: 'Invoices' }).click()
    await page.getByText('· 30 invoices · C$913.50').waitFor()
    await assertAccessibleEverywhere(page, 'invoices by day')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /^Download \w+ \d+\w+ \d{4}$/ }).click(),
    ])
    assert.match(file.suggestedFilename(), /^North Ranch Ltd \d{4}-\d\d-\d\d\.csv$/)
    const rows = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
    assert.equal(rows.length, 1 + 60, 'a line and a tax each')
    const day = page.locator('details', { hasText: '· 30 invoices ·' })
    await button(day, 'Next').click()
    await day.getByText('Page 2 of 2').waitFor()
    await page.reload()
    await day.getByText('Page 2 of 2').waitFor()
    await day.locator('summary').click()
    await page.waitForURL(/folded=/)
    await page.reload()
    await day.waitFor()
    assert.equal(await day.evaluate((one: HTMLDetailsElement) => one.open), false)
    await day.locator('summary').click()
    await button(day, 'Previous').click()
    const [, , last] = await invoicesOf(portal, alice, id)
    await link(page, `View ${last!.number}`).click()
    await titled(page, `Invoice ${last!.number}`)
    await page.getByRole('main').getByText(last!.place_name).waitFor()
  })
})

test('of a declined charge one place is paid alone, one is ended, and the rest is tried again as one', async () => {
  const bob = await portal.onboarded('bob')
  const { id } = await billingEntityOfSites(portal.testApp, bob, 4, cardNumbers.declines)
  await portal.testApp.pass(15)
  await letCard(portal.testApp, id, 'pays')
  await portal.withPage(bob, { width: 360 }, async ({ page }) => {
    await page.goto(`${portal.url}/billing-entities/${id}`)
    const unpaid = page.getByRole('table', { name: 'What is not paid' })
    await unpaid.getByText('Pasture 4').first().waitFor()
    await page.getByText('If they stay unpaid, they are read-only two weeks after the first try').waitFor()
    await assertAccessibleEverywhere(page, 'a declined charge')
    const press = async (name: string) => {
      await Promise.all([page.waitForResponse(/\/pay$/), button(page, name).click()])
      await portal.testApp.settle()
    }
    await press('Pay This One for Pasture 2')
    await unpaid.getByText('Pasture 2').first().waitFor({ state: 'detached' })

    const end = button(page, 'End Pasture 3')
    assert.equal(await end.getAttribute('data-kind'), 'removal')
    const apart = await end.evaluate(
      (one) => one.getBoundingClientRect().left - one.previousElementSibling!.getBoundingClientRect().right,
    )
    assert.ok(apart >= 16, `it is ${apart} px from what pays`)
    await end.click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'End Subscription' }).click()
    await button(page, 'End Pasture 3').waitFor({ state: 'detached' })
    await press('Try Again')
    await page.getByText('did not go through').waitFor({ state: 'detached' })
    assert.deepEqual(
      (await bookOf(portal.testApp, id)).map(({ amount, state }) => [amount, state]),
      [
        [4 * 3045, 'declined'],
        [3045, 'succeeded'],
        [3 * 3045, 'succeeded'],
      ],
    )
  })
})
