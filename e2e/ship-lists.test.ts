import { dropShipList, getShipList, lockShipList } from '@byre/contract/herd/ship-lists'
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { recorded } from '../server/src/testing/herd/recording.ts'
import { listOf, product, shipList, treated } from '../server/src/testing/herd/ship-lists.ts'
import { assertFits, heading, manyAt, openRanches, type Ranches } from './herd-steps.ts'
import { stickingOut } from './sticking-out.ts'

/* From a load that is planned to one that has left: what may not leave, who lets it, and what arrives late. */

let ranches: Ranches
before(async () => {
  ranches = await openRanches()
})
after(() => ranches.portal.close())

const zone = 'America/Edmonton'
/** The day after tomorrow, by the site's clock. */
const loadDay = () => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(Date.now() + 48 * 3_600_000)
const withTimeout = { timeout: 40_000 }

/** Twelve head, ten of them in a pen; the third is held for a month. */
async function feedlot(name: string) {
  const ranch = await ranches.ranch(name)
  const { ids } = await manyAt(ranch, 12)
  const given = await product(ranch.hers, { CA: 30 })
  const held = treated([ids[2]!], given)
  await recorded(ranch.hers, held)
  return { ranch, ids, given, held }
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })
const chip = (page: Page, word: string) => page.locator('.page-head .status', { hasText: word })
const table = (page: Page, name: string) => page.getByRole('table', { name, exact: true }).locator('tbody tr')

async function planned(page: Page, destination: string): Promise<void> {
  await page.getByLabel('Destination').fill(destination)
  await page.getByLabel('Load day').fill(loadDay())
  await page.getByLabel('Load time').fill('06:00')
}

/** What a finger is to meet. */
async function assertReachable(page: Page, screen: string): Promise<void> {
  const small = await page
    .locator('main :is(button, select, input:not([type="checkbox"])):visible, dialog[open] button:visible')
    .evaluateAll((all) =>
      all
        .filter((one) => one.getBoundingClientRect().height < 44)
        .map((one) => `${one.textContent} ${one.getBoundingClientRect().height}`),
    )
  assert.deepEqual(small, [], `${screen}: too low for a finger`)
}

async function fileFrom(page: Page, press: Locator): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), press.click()])
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

for (const [width, touch] of [
  [360, true],
  [1440, false],
] as const)
  test(`at ${width} px a held animal is refused at the gate, an override is printed, what arrives late breaks the list, and it leaves`, async () => {
    const { ranch, ids, given, held } = await feedlot(`Gate Ranch ${width}`)
    await ranches.portal.withPage(ranches.alice, { width, touch }, async ({ page }) => {
      await page.goto(`${ranch.at}/ship-lists`)
      await page.getByRole('heading', { level: 2, name: 'No ship lists' }).waitFor()
      await assertFits(page, 'no ship lists')
      await button(page, 'New ship list').click()
      await button(page, 'Make this list').click()
      await page.getByText('Where does it go?').waitFor()
      await page.getByText('On which day is it loaded?').waitFor()
      await assertFits(page, 'a new ship list')
      if (touch) await assertReachable(page, 'a new ship list')
      await planned(page, 'Prairie Packers')
      await page.getByText('For the carrier’s papers').click()
      await page.getByLabel('Driver').fill('Dana Doyle')
      await button(page, 'Make this list').dblclick()
      await heading(page, 'Prairie Packers')
      await page.getByRole('heading', { level: 2, name: 'No animals yet' }).waitFor()

      await button(page, 'Add animals').click()
      await page.getByLabel('Find by any part of a tag').fill('B-01')
      await button(page, 'Add B-012').click()
      await button(page, 'B-012: on it').waitFor()
      await page.getByRole('tab', { name: 'Many tags' }).click()
      await page
        .getByRole('textbox', { name: 'Tags', exact: true })
        .fill('B-011\n124000275000000\nZZ-9, nobody')
      await button(page, 'Add these').click()
      await page.getByText('2 animals were added. Nobody here bears ZZ-9, nobody.').waitFor()
      assert.equal(
        await page.getByRole('textbox', { name: 'Tags', exact: true }).inputValue(),
        'ZZ-9\nnobody',
      )
      await assertFits(page, 'animals being added')
      await page.getByRole('tab', { name: 'A pen' }).click()
      await page
        .getByRole('combobox', { name: 'Pen', exact: true })
        .selectOption({ label: 'North 4: 10 head, 1 held' })
      await button(page, 'Add all of it').click()
      await page.getByText('9 animals were added.').waitFor()
      await button(page, 'Close').click()

      await page.getByRole('heading', { level: 2, name: 'May not leave (1)' }).waitFor()
      await page.getByRole('heading', { level: 2, name: 'May leave (11)' }).waitFor()
      const row = table(page, 'Animals that may not leave')
      const why = row.getByRole('link', { name: `${given.product_name}: the withdrawal on its label` })
      assert.equal(await why.getAttribute('href'), `/animals/${ids[2]}#event-${held.id}`)
      await button(page, 'Check').dblclick()
      await chip(page, 'Checked').waitFor()
      await page.getByText('1 animal may not leave at the planned time.').waitFor()
      assert.equal(await button(page, 'Lock').count(), 0)
      await assertFits(page, 'a checked list with a held animal')
      if (touch) await assertReachable(page, 'a checked list')

      if (touch) await button(page, 'What to do with B-003').click()
      await button(page, 'Override the hold of B-003').click()
      await button(page, 'Override').click()
      await page.getByText('Why may it leave all the same?').waitFor()
      await assertFits(page, 'an override')
      await page.getByLabel('Reason').fill('Goes to the research herd, not to food')
      await button(page, 'Override').click()
      await page.getByText('“Goes to the research herd, not to food”').waitFor()
      await row.first().waitFor({ state: 'detached' })
      await button(page, 'Check').click()
      await page.getByText('All may leave. Lock it, so that its sheet can be printed.').waitFor()
      // However slow its double click, it is one step: what comes in its place is not pressed by it.
      await pressAgainOnceThereIs(page, button(page, 'Lock'), 'Send off')
      await button(page, 'Lock').click()
      await page.waitForFunction(() => document.body.dataset.pressedAgain)
      await button(page, 'Send off').click({ trial: true })
      await page.getByText('Locked by Alice Ardley.').waitFor()
      assert.equal(await page.getByRole('dialog').count(), 0)
      await assertFits(page, 'a locked list')
      const id = new URL(page.url()).pathname.split('/').at(-1)!
      const sheet = await fileFrom(page, button(page, 'Clearance sheet'))
      assert.match(sheet.name, /^clearance-sheet-[\dA-F]{8}\.pdf$/)
      assert.equal(sheet.bytes.subarray(0, 5).toString(), '%PDF-')
      const overridden = (await shipList(ranch.hers, id)).entries.find((entry) => entry.overridden)
      assert.equal(overridden?.override?.reason, 'Goes to the research herd, not to food')

      // What a pen rider recorded without a signal comes in now: nobody presses anything here.
      await recorded(ranch.his, treated([ids[4]!], given))
      await chip(page, 'Broken').waitFor(withTimeout)
      await page.getByText('This list is broken: it may not leave as it was locked.').waitFor()
      await page
        .getByRole('alert')
        .getByText(/^B-005: Demo .*, until /)
        .waitFor()
      assert.equal(await button(page, 'Send off').count(), 0)
      await assertFits(page, 'a broken list')

      // However long it takes to be off the list, the list is checked after that.
      const takesLong = /\/ship-lists\/[^/]+\/removals$/
      await page.route(takesLong, async (route) => {
        await new Promise((done) => setTimeout(done, 1000))
        await route.continue()
      })
      await button(page, 'Take it off').click()
      await button(page, 'Check').click()
      await page.getByRole('heading', { level: 2, name: 'May not leave (1)' }).waitFor({ state: 'detached' })
      await page.getByRole('heading', { level: 2, name: 'May leave (11)' }).waitFor()
      await button(page, 'Lock').click()
      await button(page, 'Send off').click()
      await page.getByLabel('Why do they leave?').selectOption('To slaughter')
      await assertFits(page, 'a list being sent off')
      await button(page, 'It has left').dblclick()
      await chip(page, 'Left').waitFor()
      await page.getByRole('heading', { level: 2, name: 'Left (11)' }).waitFor()
      await button(page, 'Clearance sheet').waitFor()
      assert.equal(await button(page, 'Notice for the buyer').count(), 0)

      await recorded(ranch.his, treated([ids[6]!], given))
      await page.getByText('1 animal was still held when this load left.').waitFor(withTimeout)
      await table(page, 'What became known after it left').getByRole('link', { name: 'B-007' }).waitFor()
      await assertFits(page, 'a list with a late truth')
      const notice = await fileFrom(page, button(page, 'Notice for the buyer'))
      assert.match(notice.name, /^late-record-notice-/)

      await page.goto(`${ranch.at}/ship-lists`)
      await page.getByRole('heading', { level: 2, name: 'No ship lists' }).waitFor()
      await page.getByLabel('Show').selectOption('Left')
      await table(page, 'Ship lists that have left').getByText('1 known later').waitFor()
      await assertFits(page, 'ship lists that have left')
      await page.reload()
      await page.getByRole('link', { name: 'Prairie Packers' }).click()
      await chip(page, 'Left').waitFor()
    })
  })

test('crew put chosen animals and a pen on a list, and neither lock nor override; Today tells what is planned', async () => {
  const { ranch } = await feedlot('Crew Ranch')
  await ranches.portal.withPage(ranches.bob, { width: 1440 }, async ({ page }) => {
    await page.goto(`${ranch.at}/animals`)
    for (const tag of ['B-002', 'B-003']) await page.getByRole('checkbox', { name: `Choose ${tag}` }).check()
    await button(page, 'Put on a ship list').click()
    await planned(page, 'Sale barn')
    await button(page, 'Make this list').click()
    await page.getByText('2 animals were put on this list.').first().waitFor()
    await heading(page, 'Sale barn')
    assert.equal(await button(page, /Override/).count(), 0)
    await button(page, 'Take off B-003').click()
    await page.getByRole('heading', { level: 2, name: 'May leave (1)' }).waitFor()

    await page.goto(`${ranch.at}/pens`)
    await button(page, 'Ship pen North 4').click()
    await assertFits(page, 'the choice of a list')
    await button(page, /^Sale barn/).click()
    await heading(page, 'Sale barn')
    await page.getByRole('heading', { level: 2, name: 'May leave (9)' }).waitFor()
    await button(page, 'Take off all held').or(button(page, 'Take it off')).waitFor()

    await page.setViewportSize({ width: 1024, height: 800 })
    await page.goto(`${ranch.at}/ship-lists`)
    await page.getByRole('link', { name: 'Sale barn' }).waitFor()
    assert.deepEqual(await stickingOut(page), [])
    await page.goto(`${ranch.at}/`)
    await page.getByText('1 may not leave').waitFor()
    await assertFits(page, 'today with a load')
    await page.getByRole('link', { name: 'Sale barn' }).click()
    await heading(page, 'Sale barn')
    await button(page, 'Take it off').click()
    await button(page, 'Check').click()
    await page.getByText('All may leave. A manager locks it.').waitFor()
    assert.equal(await button(page, 'Lock').count(), 0)
  })
})

test('what somebody else did meanwhile is said, and the list shown as it stands; a plan is changed, a draft thrown away', async () => {
  const { ranch, ids } = await feedlot('Two Ranch')
  const id = await listOf(ranch.hers, [ids[0]!, ids[1]!])
  await ranches.portal.withPage(ranches.alice, { width: 360, touch: true }, async ({ page, watch }) => {
    await page.goto(`${ranch.at}/ship-lists/${id}`)
    await button(page, 'Change the plan').click()
    await page.getByLabel('Load day').fill('2020-01-01')
    await button(page, 'Save').click()
    await page.getByText('That time has passed.').waitFor()
    await planned(page, 'Valley Packers')
    await button(page, 'Save').click()
    await heading(page, 'Valley Packers')
    await assertReachable(page, 'a draft')

    await button(page, 'Change the plan').click()
    await page.getByLabel('Destination').fill('Too late')
    assert.equal((await ranch.hers.ask(lockShipList, { params: { id } })).status, 200)
    watch.expect(/^409 POST/)
    await button(page, 'Save').click()
    await page
      .getByText('Somebody changed this list meanwhile. You see it now as it stands.')
      .first()
      .waitFor()
    await chip(page, 'Locked').waitFor()
    assert.equal((await shipList(ranch.hers, id)).head, 2)

    await button(page, 'Open again').click()
    await chip(page, 'Draft').waitFor()
    assert.equal(await button(page, 'Throw away').count(), 0)

    const other = await listOf(ranch.hers, [ids[0]!])
    await page.goto(`${ranch.at}/ship-lists/${other}`)
    // Others are told that it is gone, and this page with them, before its own answer comes: it asks for it no more.
    await page.route('**/drop', async (route) => {
      const askedAgain = page.waitForRequest('**/app/v1/me')
      const { status, body } = await ranch.hers.ask(dropShipList, { params: { id: other } })
      await askedAgain
      await route.fulfill({ status, json: body })
    })
    await button(page, 'Throw away').click()
    await assertFits(page, 'a list being thrown away')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Throw away' }).click()
    await heading(page, 'Ship lists')
    await page.getByRole('link', { name: 'Valley Packers' }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Prairie Packers' }).count(), 0)
    assert.equal((await ranch.hers.ask(getShipList, { params: { id: other } })).status, 404)
  })
})

/** Has what stands where this button did pressed in the moment in which another comes. */
async function pressAgainOnceThereIs(page: Page, was: Locator, coming: string): Promise<void> {
  await was.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await was.boundingBox())!
  await page.evaluate(
    ({ x, y, coming }) => {
      const observer = new MutationObserver(() => {
        if (![...document.querySelectorAll('button')].some((one) => one.textContent === coming)) return
        observer.disconnect()
        document.elementFromPoint(x, y)?.closest('button')?.click()
        document.body.dataset.pressedAgain = 'yes'
      })
      observer.observe(document.body, { childList: true, subtree: true })
    },
    { x: x + width / 2, y: y + height / 2, coming },
  )
}
