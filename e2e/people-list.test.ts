import { inviteToSite } from '@byre/contract/people/invites'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { join, newSite } from '../server/src/testing/places.ts'
import { assertAccessible } from './browser.ts'
import { assertAccessibleEverywhere } from './money-steps.ts'
import { moreAbout, openInvites, rowOf, someone, toast, users } from './people-steps.ts'
import { button, field, newName } from './place-steps.ts'
import { Portal } from './portal.ts'

/* The people of a place as one list: accounts first, the invited among them, one menu a row. */

let portal: Portal

before(async () => {
  portal = await Portal.open()
})
after(() => portal?.close())

const invited = (as: Parameters<typeof join>[1], id: string, email: string) =>
  portal.testApp.call(inviteToSite, { as, host: `${id}.${new URL(portal.url).host}`, body: { email } })

const putNames = (id: string, count: number) =>
  portal.testApp.database.pool.query(
    `insert into customers.hands (id, place_id, kind, name)
     select gen_random_uuid(), $1, 'site', 'A hand ' || lpad(n::text, 3, '0') from generate_series(1, $2::int) n`,
    [id, count],
  )

const bodyRows = (page: Page) => users(page).locator('tbody tr')
const heightOf = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight)

for (const width of [360, 1440])
  test(`at ${width} px the Owner stands before 46 names, the invited among them, 5 or 25 a page, kept in the address`, async () => {
    const [alice, bob] = [await someone(portal, 'Zoe'), await someone(portal, 'Bob')]
    const site = await newSite(portal.testApp, alice, { name: 'North Pens' })
    await join(portal.testApp, bob, { kind: 'site', id: site.id }, 'User')
    await putNames(site.id, 46)
    const email = `${newName('carol')}@ranch.example`
    await invited(alice, site.id, email)
    await portal.withPage(alice, { width }, async ({ page }) => {
      await page.goto(`${portal.url}/site/${site.id}`)
      await page.getByText('Page 1 of 10').waitFor()
      assert.deepEqual(
        (await bodyRows(page).allInnerTexts()).map((text) => /Zoe|Bob|carol|A hand/.exec(text)?.[0]),
        ['Bob', 'Zoe', 'carol', 'A hand', 'A hand'],
      )
      await rowOf(page, email).getByText('Pending', { exact: true }).waitFor()
      if (width === 360) {
        assert.ok((await heightOf(page)) <= 2400, `the page is ${await heightOf(page)} px high`)
        for (const row of await bodyRows(page).all()) {
          const { height = 0 } = (await row.boundingBox()) ?? {}
          assert.ok(height > 0 && height <= 84, `two lines and a chip, not ${height} px`)
        }
      }
      await assertAccessibleEverywhere(page, `one list of people at ${width}`)

      await page.getByLabel('A page').selectOption('25')
      await page.waitForURL(/\?size=25$/)
      await bodyRows(page).nth(24).waitFor()
      await button(page, 'Next').click()
      await page.waitForURL(/page=2/)
      await page.getByText('Page 2 of 2').waitFor()
      await page.reload()
      await page.getByText('Page 2 of 2').waitFor()
      await page.goBack()
      await page.getByText('Page 1 of 2').waitFor()
      await page.goBack()
      await page.getByText('Page 1 of 10').waitFor()
      await page.getByRole('searchbox', { name: 'Find in users' }).fill('hand 046')
      await page.waitForURL(/q=hand\+046/)
      await bodyRows(page).nth(1).waitFor({ state: 'detached' })
      await page.reload()
      await rowOf(page, 'A hand 046').waitFor()
      assert.equal(await bodyRows(page).count(), 1)
    })
  })

for (const width of [360, 1440])
  test(`at ${width} px three are invited with two presses, and a wrong address says so on its chip`, async () => {
    const alice = await someone(portal, 'Alice')
    const site = await newSite(portal.testApp, alice, { name: 'South Pens' })
    const three = ['dan', 'eve', 'fay'].map((name) => `${newName(name)}@ranch.example`)
    await portal.withPage(alice, { width }, async ({ page, context }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.goto(`${portal.url}/site/${site.id}`)
      await users(page).waitFor()
      await page.evaluate((text) => navigator.clipboard.writeText(text), three.join('\n'))
      const [table, form] = await Promise.all([
        users(page).boundingBox(),
        page.getByRole('region', { name: 'Invite', exact: true }).boundingBox(),
      ])
      if (width === 1440) {
        assert.ok(form!.x > table!.x + table!.width, 'the form stands beside the list')
        await field(page, 'Email').click()
      } else {
        assert.ok(form!.y > table!.y + table!.height)
        assert.equal(await button(page, 'Send Invite').count(), 0, 'behind a button')
        await button(page, 'Invite').click()
      }
      assert.ok(await page.getByRole('radio', { name: /^User/ }).isChecked())
      await field(page, 'Email').and(page.locator(':focus')).waitFor()
      await page.keyboard.press('ControlOrMeta+V')
      const chips = page.getByRole('list', { name: 'Addresses' }).getByRole('listitem')
      await chips.nth(2).waitFor()
      await assertAccessibleEverywhere(page, `addresses as chips at ${width}`)
      // At another width the form stood elsewhere, and kept what was typed.
      await openInvites(page)
      await button(page, 'Send Invite').click()
      for (const email of three) await rowOf(page, email).getByText('Pending').waitFor()

      await openInvites(page)
      await field(page, 'Email').pressSequentially('gus@ranch.example,carol')
      await chips.filter({ hasText: 'gus@ranch.example' }).waitFor()
      await page.keyboard.press('Enter')
      await chips.filter({ hasText: 'carol' }).getByText('Please enter a valid email').waitFor()
      assert.ok(await button(page, 'Send Invite').isDisabled())
      await assertAccessibleEverywhere(page, `a fault on its chip at ${width}`)
      await openInvites(page)
      await field(page, 'Email').press('Backspace')
      await chips.filter({ hasText: 'carol' }).waitFor({ state: 'detached' })
      assert.equal(await field(page, 'Email').inputValue(), 'carol', 'to be mended')
      await page.keyboard.type('@ranch.example ')
      await chips.nth(1).waitFor()
      await button(page, 'Leave out gus@ranch.example').click()
      await chips.nth(1).waitFor({ state: 'detached' })
      assert.ok(await button(page, 'Send Invite').isEnabled())
    })
  })

for (const width of [360, 1440])
  test(`at ${width} px each row has one menu, worked by keyboard, with what removes last and apart`, async () => {
    const [alice, bob] = [await someone(portal, 'Alice'), await someone(portal, 'Bob')]
    const site = await newSite(portal.testApp, alice, { name: 'West Pens' })
    await join(portal.testApp, bob, { kind: 'site', id: site.id }, 'User')
    await putNames(site.id, 1)
    await portal.withPage(alice, { width }, async ({ page }) => {
      await page.goto(`${portal.url}/site/${site.id}`)
      const row = rowOf(page, 'Bob Ardley')
      const more = row.getByLabel('More about Bob Ardley')
      await more.waitFor()
      assert.equal(await row.getByRole('button').count(), 1, 'one button a row')
      await more.focus()
      await page.keyboard.press('ArrowDown')
      const focused = (name: string) => row.getByRole('button', { name }).and(page.locator(':focus'))
      await focused('Change the role of Bob Ardley').waitFor()
      await page.keyboard.press('End')
      await focused('Remove Bob Ardley').waitFor()
      assert.equal(await row.locator('li').last().getByRole('button').getAttribute('data-danger'), 'true')
      assert.equal(await row.locator('li').nth(-2).getAttribute('class'), 'menu-line', 'apart')
      await assertAccessibleEverywhere(page, `the menu of a row at ${width}`)
      await page.keyboard.press('Escape')
      await more.and(page.locator(':focus')).waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.getByRole('dialog', { name: 'Role of Bob Ardley' }).waitFor()
      await page.keyboard.press('Escape')
      await more.and(page.locator(':focus')).waitFor()

      await moreAbout(page, 'A hand 001')
      await rowOf(page, 'A hand 001').getByRole('button', { name: 'Remove A hand 001' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
      await toast(page, 'A hand 001 was removed.')
      await users(page).and(page.locator(':focus')).waitFor()
    })
    await portal.withPage(bob, { width }, async ({ page }) => {
      await page.goto(`${portal.url}/site/${site.id}`)
      await rowOf(page, 'Alice Ardley').waitFor()
      assert.equal(
        await users(page).getByRole('columnheader').count(),
        3,
        'no column of what a User cannot do',
      )
      assert.equal(await users(page).getByRole('button').count(), 0)
      await button(page, 'Leave').click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).waitFor()
      await assertAccessible(page, 'leaving a site')
      await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
      await toast(page, 'You left West Pens.')
    })
  })
