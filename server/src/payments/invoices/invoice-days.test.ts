import { exportInvoices, listInvoiceDays, listInvoices } from '@byre/contract/billing/invoices'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { billingEntityOfSites } from '../../testing/billing.ts'
import { invoicesOf } from '../../testing/invoices.ts'
import { startWith } from '../../testing/people.ts'
import { newSite } from '../../testing/places.ts'

/* A payer's invoices by day: how many, what they come to, and each day or month as one file. */

const { testApp, alice, carol } = await startWith(['alice', 'carol'])

const { id } = await billingEntityOfSites(testApp, alice, 3)
await testApp.pass(14)
await newSite(testApp, alice, { billing_entity_id: id, name: 'Pasture 4' })
await testApp.pass(45)
const invoices = await invoicesOf(testApp, alice, id)
const daysOfInvoices = [...new Set(invoices.map(({ issued_at }) => issued_at.slice(0, 10)))].toReversed()

test('days are told with how many invoices they have and what these come to, the newest first, page by page', async () => {
  await testApp.app.creditInvoice({ invoice_id: invoices[0]!.id, reason: 'Not used.' })
  const { reply } = await testApp.call(listInvoiceDays, { as: alice, params: { id } })
  const counted = Map.groupBy(await invoicesOf(testApp, alice, id), (one) => one.issued_at.slice(0, 10))
  assert.deepEqual(
    reply.invoice_days,
    [...counted]
      .toSorted(([a], [b]) => (a < b ? 1 : -1))
      .map(([day, those]) => ({
        day,
        count: those.length,
        open: 0,
        amount: those.reduce((sum, { total }) => sum + total, 0),
        currency: 'cad',
      })),
  )
  assert.ok(reply.invoice_days.some(({ count }) => count === 3))
  assert.equal(reply.total, counted.size)
  const query = { page: '2', per_page: '1' }
  const second = await testApp.call(listInvoiceDays, { as: alice, params: { id }, query })
  assert.deepEqual(second.reply.invoice_days, reply.invoice_days.slice(1, 2))
})

test('a list and a table are of one day or month where that is asked for', async () => {
  const [day] = daysOfInvoices.slice(-1)
  const ofDay = invoices.filter((one) => one.issued_at.startsWith(day!)).map(({ number }) => number)
  assert.equal(ofDay.length, 3)
  const numbersOf = async (issued: string) => {
    const query = { billing_entity_id: id, issued, per_page: '100' }
    const { reply } = await testApp.call(listInvoices, { as: alice, query })
    return reply.invoices.map(({ number }) => number).toSorted()
  }
  assert.deepEqual(await numbersOf(day!), ofDay)
  const table = async (issued?: string) => {
    const query = issued === undefined ? {} : { issued }
    const { text } = await testApp.call(exportInvoices, { as: alice, params: { id }, query })
    return [...new Set(text.match(/^"?[0-9A-F]{8}-\d{4}/gm))]
  }
  assert.deepEqual(await table(day), ofDay)
  const month = day!.slice(0, 7)
  assert.deepEqual(await table(month), await numbersOf(month))
  assert.ok((await table()).length > (await table(month)).length)
  for (const issued of ['2027', '2027-13', '2027-02-06T', "2027-02' or 1=1", '%'])
    assert.equal((await testApp.call(listInvoices, { as: alice, query: { issued } })).status, 400, issued)
})

test('days are of one place, state, day or month where that is asked for', async () => {
  const daysOf = async (query: Record<string, string>) =>
    (await testApp.call(listInvoiceDays, { as: alice, params: { id }, query })).reply
  const all = await invoicesOf(testApp, alice, id)
  const place = all.find(({ place_name: name }) => name === 'Pasture 4')!
  const ofPlace = all.filter(({ site_id: site }) => site === place.site_id)
  const days = await daysOf({ site_id: place.site_id! })
  assert.deepEqual(
    days.invoice_days.map(({ day, count }) => [day, count]),
    [...new Set(ofPlace.map(({ issued_at }) => issued_at.slice(0, 10)))]
      .toSorted()
      .toReversed()
      .map((day) => [day, 1]),
  )
  assert.equal(days.total, days.invoice_days.length)
  assert.deepEqual((await daysOf({ status: 'open' })).invoice_days, [])
  assert.equal(
    (await daysOf({ status: 'paid' })).invoice_days.reduce((sum, { count }) => sum + count, 0),
    all.filter(({ status }) => status === 'paid').length,
  )
  const [day] = daysOfInvoices.slice(-1)
  assert.deepEqual(
    (await daysOf({ issued: day! })).invoice_days.map((one) => one.day),
    [day],
  )
  assert.ok(
    (await daysOf({ issued: day!.slice(0, 7) })).invoice_days.every((one) =>
      one.day.startsWith(day!.slice(0, 7)),
    ),
  )
  assert.deepEqual((await daysOf({ clinic_id: place.site_id! })).invoice_days, [])
})

test('nobody else is told the days of a payer, nor gets them as a table', async () => {
  for (const call of [listInvoiceDays, exportInvoices])
    assert.equal((await testApp.call(call, { as: carol, params: { id } })).status, 404)
})
