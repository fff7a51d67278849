import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { invoiced, invoicesOf } from '../server/src/testing/invoices.ts'
import { newUnprovenBillingEntity } from '../server/src/testing/places.ts'
import { assertAccessibleEverywhere } from './money-steps.ts'
import { button, field, link, titled } from './place-steps.ts'
import { Portal } from './portal.ts'

/* Invoices that others get too, and one that was made out wrongly. */

let portal: Portal

before(async () => {
  portal = await Portal.open({ TAX_NUMBERS: 'GST=123456789RT0001,QST=1234567890TQ0001' })
})
after(() => portal?.close())

/** Where the newest mail to an address leads. */
async function linkTo(email: string): Promise<string> {
  const [mail] = (await portal.testApp.mailsTo(email)).slice(-1)
  return /\/invoice-copies#\S+/.exec(mail?.text ?? '')?.[0] ?? ''
}

test('an accountant is added, gets copies once that is confirmed from the mail, and is removed', async () => {
  const alice = await portal.onboarded('alice')
  const { billingEntity } = await invoiced(portal.testApp, alice)
  const accountant = 'books@accountant.example'
  await portal.withPage(alice, {}, async ({ page }) => {
    await page.goto(`${portal.url}/billing-entities/${billingEntity.id}`)
    await page.getByRole('tab', { name: 'Details' }).click()
    await page.getByText('Nobody else gets a copy.').waitFor()
    await button(page, 'Add an Address').click()
    await field(page, 'Email').fill(accountant)
    await assertAccessibleEverywhere(page, 'adding an address for invoices')
    await button(page, 'Add').click()
    await page.getByText(`A link to confirm was mailed to ${accountant}.`).waitFor()
    await page.getByText(/^Asked, until /).waitFor()

    const address = await linkTo(accountant)
    await portal.withPage(null, { width: 390 }, async ({ page: theirs, watch }) => {
      await theirs.goto(portal.url + address)
      await theirs
        .getByText(`of Métis Ranch Ltée to be mailed to ${accountant}; the mail says who.`)
        .waitFor()
      await assertAccessibleEverywhere(theirs, 'being asked about invoices')
      await button(theirs, 'Yes, send them').click()
      await theirs.getByText('gets the invoices of Métis Ranch Ltée from now on.').waitFor()
      watch.expect(/^400 POST \/api\/v1\/invoice-recipients\//)
      await theirs.goto('about:blank')
      await theirs.goto(portal.url + address.replace(/.{9}$/, 'forged-it'))
      await theirs
        .getByText('This link no longer works. If you were asked again, use the newest mail.')
        .waitFor()
    })
    await page.reload()
    await page.getByRole('tab', { name: 'Details' }).click()
    await page.getByText('Gets a copy').waitFor()
    await assertAccessibleEverywhere(page, 'who gets invoices')
    await button(page, `Remove ${accountant}`).click()
    await page.getByRole('alertdialog').getByText('gets no more invoices').waitFor()
    await assertAccessibleEverywhere(page, 'removing an address for invoices')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('Nobody else gets a copy.').waitFor()
  })
})

test('a billing address that is nobody’s here is waited for until it says yes, and shown where it says no', async () => {
  const carol = await portal.onboarded('carol')
  const email = 'office@elsewhere.example'
  const billingEntity = await newUnprovenBillingEntity(portal.testApp, carol, { email })
  // A minute passes: sooner it cannot be asked again.
  await portal.testApp.database.pool.query(
    `update customers.billing_entities set email_asked_at = email_asked_at - interval '1 minute' where id = $1`,
    [billingEntity.id],
  )
  await portal.withPage(carol, {}, async ({ page }) => {
    await page.goto(`${portal.url}/billing-entities/${billingEntity.id}`)
    await page.getByText(`Waiting for an answer from ${email}.`).waitFor()
    await button(page, 'Ask Again').click()
    await page.getByText(`A mail asking for confirmation was sent to ${email}.`).waitFor()
    await assertAccessibleEverywhere(page, 'waiting for a yes')

    const address = await linkTo(email)
    await portal.withPage(null, { width: 390 }, async ({ page: theirs }) => {
      await theirs.goto(portal.url + address)
      await button(theirs, 'No, never').click()
      await theirs.getByText('gets nothing about North Ranch Ltd any more.').waitFor()
      await assertAccessibleEverywhere(theirs, 'having said no')
      await page.getByText('does not want mail about this billing information.').waitFor()
      await assertAccessibleEverywhere(page, 'an address that said no')
      await button(theirs, 'I do want them').click()
      await theirs.getByText('gets the invoices of North Ranch Ltd from now on.').waitFor()
    })
    await page.getByText('does not want mail').waitFor({ state: 'detached' })
  })
})

test('an invoice to a wrong address is issued again under the next number, and its payment goes with it', async () => {
  const bob = await portal.onboarded('bob')
  const { billingEntity, invoice } = await invoiced(portal.testApp, bob)
  await portal.withPage(bob, {}, async ({ page }) => {
    await page.goto(`${portal.url}/billing-entities/${billingEntity.id}`)
    await page.getByRole('tab', { name: 'Invoices' }).click()
    await link(page, `View ${invoice.number}`).click()
    await button(page, 'Correct the Address').click()
    const correction = page.getByRole('dialog', { name: `Correct invoice ${invoice.number}` })
    await correction.getByLabel('Name', { exact: true }).fill('Ferme Métis inc.')
    await correction.getByLabel(/^City/).fill('Matane')
    await assertAccessibleEverywhere(page, 'correcting an address')
    await button(page, 'Issue Again').click()
    const [, note, again] = await (async () => {
      await page.getByText(/^Invoice \S+ was issued\.$/).waitFor()
      return invoicesOf(portal.testApp, bob, billingEntity.id)
    })()
    assert.deepEqual([note?.kind, again?.status, again?.total], ['credit_note', 'paid', invoice.total])

    await titled(page, `Invoice ${again?.number}`)
    const shown = page.getByRole('main')
    await shown.getByText('Ferme Métis inc., 3550, chemin de l’Église, Matane').waitFor()
    await shown.getByText(invoice.number, { exact: true }).waitFor()
    await assertAccessibleEverywhere(page, 'an invoice that was issued again')
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').last().click()
    await link(page, `View ${note?.number}`).click()
    await page.getByRole('heading', { name: `Credit note ${note?.number}` }).waitFor()
  })
})

test('a payer’s own tax numbers are asked by where it is, checked, and stand on what is issued from then on', async () => {
  const dora = await portal.onboarded('dora')
  const { billingEntity, invoice } = await invoiced(portal.testApp, dora)
  await portal.withPage(dora, {}, async ({ page }) => {
    await page.goto(`${portal.url}/billing-entities/${billingEntity.id}/edit`)
    const [gst, qst] = [page.getByLabel(/^GST\/HST number/), page.getByLabel(/^QST number/)]
    assert.equal(await page.getByLabel(/^EIN/).count(), 0)
    await gst.fill('123456789 RT0001')
    await qst.fill('1234567890tq0001')
    await page.getByText('GST/HST number should look like 123456782 RT0001.').first().waitFor()
    await assertAccessibleEverywhere(page, 'a wrong tax number')
    await gst.fill('12345-6782 rt0001')
    await button(page, 'Update').click()
    await page.getByRole('tab', { name: 'Details' }).click()
    await page.getByText('123456782 RT0001', { exact: true }).waitFor()
    await page.getByText('1234567890 TQ0001', { exact: true }).waitFor()
    await assertAccessibleEverywhere(page, 'a payer with tax numbers')

    portal.testApp.clock.pass(31)
    await portal.testApp.app.runBilling(portal.testApp.clock.now())
    await portal.testApp.settle()
    const next = (await invoicesOf(portal.testApp, dora, billingEntity.id)).at(-1)
    assert.notEqual(next?.number, invoice.number)
    await page.reload()
    await page.getByRole('tab', { name: 'Invoices' }).click()
    await link(page, `View ${next?.number}`).click()
    const shown = page.locator('.invoice')
    await shown.getByText(/GST\/HST no\. 123456782 RT0001, QST no\. 1234567890 TQ0001$/).waitFor()
    await assertAccessibleEverywhere(page, 'an invoice with tax numbers')
    await page.goBack()
    await link(page, `View ${invoice.number}`).click()
    await titled(page, `Invoice ${invoice.number}`)
    await shown.getByText(/Métis Ranch Ltée/).waitFor()
    assert.equal(await shown.getByText(/GST\/HST no\./).count(), 0, 'one from before stays as it was')

    await page.goto(`${portal.url}/billing-entities/${billingEntity.id}/edit`)
    await page.getByLabel(/^Country/).selectOption('USA')
    await page.getByLabel(/^EIN/).waitFor()
    assert.equal(await gst.count(), 0)
  })
})
