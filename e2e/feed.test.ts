import { addPen } from '@byre/contract/herd/pens'
import { addProduct } from '@byre/contract/herd/products'
import { changeSettings } from '@byre/contract/herd/settings'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { bornAt } from '../server/src/testing/herd/recording.ts'
import { join, newSite } from '../server/src/testing/places.ts'
import type { Person } from '../server/src/testing/test-app.ts'
import { Visitor } from '../server/src/testing/visitor.ts'
import { assertAccessible } from './browser.ts'
import { Portal } from './portal.ts'

/* A pen that is fed: begun, seen on the board, stopped, and what was wrong taken back. */

let portal: Portal
let alice: Person
let bob: Person

before(async () => {
  portal = await Portal.open()
  alice = await portal.onboarded('alice', { first_name: 'Alice', last_name: 'Ardley' })
  bob = await portal.onboarded('bob', { first_name: 'Bob', last_name: 'Baker' })
})
after(() => portal.close())

const beefCattle = '019a0000-0000-7000-a000-000000000001'

async function penAt(name: string) {
  const site = await newSite(portal.testApp, alice, {
    name,
    install_preference: JSON.stringify({ unit: 'metric', operation_type: beefCattle }),
  })
  await join(portal.testApp, bob, { kind: 'site', id: site.id }, 'User')
  const address = portal.url.replace('//', `//${site.subdomain}.`)
  const hers = new Visitor(portal.testApp, new URL(address).host)
  await hers.launch(alice)
  await hers.ask(changeSettings, { body: { kind: 'feedlot', zone: 'America/Edmonton', markets: ['CA'] } })
  const pen = (await hers.ask(addPen, { body: { name: 'North 4' } })).reply.id
  const use = {
    country: 'CA',
    species: 'cattle',
    route: 'feed',
    figures: [{ kind: 'days', commodity: 'meat', days: 5 }],
    days: 14,
    source: 'Demo label',
    read_on: '2026-01-01',
  }
  await hers.ask(addProduct, { body: { name: 'Demo feed', uses: [use] } })
  for (const tag of ['F-1', 'F-2']) await bornAt(hers, { pen, tags: [{ kind: 'visual', value: tag }] })
  return { address, pen }
}

const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

async function assertFits(page: Page, screen: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await assertAccessible(page, `${screen}, ${colorScheme}`)
  }
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  assert.ok(overflow <= 0, `${screen} is ${overflow} px too wide`)
}

for (const width of [360, 1440])
  test(`at ${width} px medicated feed is begun in a pen, holds its animals, is stopped, and taken back`, async () => {
    const { address, pen } = await penAt(`Feed ${width}`)
    await portal.withPage(bob, { width, touch: width === 360 }, async ({ page }) => {
      await page.goto(`${address}/pens`)
      await page.getByRole('link', { name: 'North 4', exact: true }).click()
      await heading(page, 'Pen North 4')
      await page.getByText('No medicated feed was recorded here.').waitFor()
      await assertFits(page, 'a pen that is not fed')

      await page.getByRole('button', { name: 'Start medicated feed' }).click()
      const starting = page.getByRole('dialog', { name: 'Start medicated feed: pen North 4' })
      await starting.getByRole('button', { name: 'Start' }).click()
      await starting.getByText('What is fed?').waitFor()
      await starting.getByLabel('Medicated feed').fill('demo feed')
      await starting.getByLabel(/^How much/).fill('10 g per head per day')
      assert.equal(await starting.getByLabel(/^Ordered for/).inputValue(), '14', 'as the label says')
      const { height } = (await starting.getByText('Earlier').locator('xpath=..').boundingBox())!
      const least = width === 360 ? 44 : 36
      assert.ok(height >= least, `${height} px is too low at ${width} px`)
      await starting.getByText('A veterinarian’s figure').click()
      await starting.getByLabel('Meat').fill('30')
      await starting.getByRole('button', { name: 'Start' }).click()
      await starting.getByText('Which veterinarian gave the figure?').waitFor()
      await starting.getByLabel('Veterinarian').fill('Dr Lee')
      await starting.getByRole('button', { name: 'Start' }).click()
      await starting.getByText('What does the figure rest on?').waitFor()
      await starting.getByLabel('What it rests on').fill('CgFARAD 2026-17')
      await starting.getByLabel(/^Prescription/).fill('RX 7')
      await assertFits(page, 'the dialog that begins feed')
      await starting.getByRole('button', { name: 'Start' }).dblclick()
      await starting.waitFor({ state: 'detached' })
      await page.getByText('Demo feed, 10 g per head per day').waitFor()
      assert.equal(await page.getByText('Still fed').count(), 1)
      await page.getByText('Ordered for 14 days').waitFor()
      await page.getByText('Dr Lee’s figure: Meat 30 days').waitFor()
      await page.getByText('Based on CgFARAD 2026-17, prescription RX 7').waitFor()
      await assertFits(page, 'a pen that is fed')

      await page.goto(`${address}/holds?pen=${pen}`)
      await page.getByText('Demo feed: still fed in its pen').first().waitFor()
      await page.goto(`${address}/pens/${pen}`)
      await page.getByRole('button', { name: 'Stop feeding Demo feed' }).click()
      const stopping = page.getByRole('dialog', { name: 'Stop feeding Demo feed: pen North 4' })
      await stopping.getByRole('radio', { name: 'Earlier' }).check()
      await stopping.getByLabel('Day').fill('2026-01-01')
      await stopping.getByRole('button', { name: 'Stop' }).click()
      await stopping.getByText('That is before it began.').waitFor()
      await stopping.getByRole('radio', { name: 'Now' }).check()
      const beforeStop = Date.now()
      await stopping.getByRole('button', { name: 'Stop' }).click()
      await stopping.waitFor({ state: 'detached' })
      const afterStop = Date.now()
      await page.getByText('Still fed').waitFor({ state: 'detached' })

      await page.getByRole('button', { name: 'Record a head count' }).click()
      const counting = page.getByRole('dialog', { name: 'Head count: pen North 4' })
      await counting.getByRole('button', { name: 'Record' }).click()
      await counting.getByText('Please give the number of head.').waitFor()
      await counting.getByLabel('Head counted').fill('3')
      await counting.getByRole('button', { name: 'Record' }).dblclick()
      await counting.waitFor({ state: 'detached' })
      await page.getByText('1 too many').waitFor()
      await assertFits(page, 'a pen that was counted')
      await page.goto(`${address}/findings`)
      await page.getByRole('link', { name: 'Pen North 4' }).click()
      await heading(page, 'Pen North 4')
      await page.getByRole('button', { name: 'Record a head count' }).click()
      await counting.getByLabel('Head counted').fill('2')
      await counting.getByRole('button', { name: 'Record' }).click()
      await page.getByText('Matches').waitFor()

      await page.getByRole('link', { name: '2', exact: true }).first().click()
      await page.getByRole('link', { name: 'F-1' }).click()
      await page
        .getByRole('heading', { level: 3, name: 'Ate medicated feed: Demo feed, in North 4' })
        .waitFor()
      await page.getByText('Ordered for 14 days').waitFor()
      await page.getByText('Dr Lee’s figure: Meat 30 days').waitFor()
      // Of the label's 5 days and the veterinarian's 30 the longer counts, to the end of the minute.
      const clear = new Intl.DateTimeFormat('en', {
        month: 'short',
        day: 'numeric',
        timeZone: 'America/Edmonton',
      })
      const days = [beforeStop, afterStop + 60_000].map((at) => clear.format(at + 30 * 24 * 3_600_000))
      await page
        .getByText(new RegExp(`\\b(${days.join('|')})\\b`))
        .first()
        .waitFor()

      await page.goto(`${address}/pens/${pen}`)
      await page.getByRole('button', { name: /^Take back Demo feed/ }).click()
      const back = page.getByRole('dialog', { name: 'Take back: Demo feed' })
      await assertFits(page, 'the dialog that takes feed back')
      await back.getByLabel('Why?').fill('It was pen South')
      await back.getByRole('button', { name: 'Take back' }).click()
      await page.getByText('No medicated feed was recorded here.').waitFor()
      await page.goto(`${address}/holds?pen=${pen}`)
      await page.getByText('No hold matches').waitFor()
      assert.equal(await page.getByText('Demo feed').count(), 0)
    })
  })
