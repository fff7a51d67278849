import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { button, createClinic, field, link, newName, titled, withBillingEntity } from './place-steps.ts'
import { Portal } from './portal.ts'

/* The plans to choose from: how many are seen, where the arrows lead, and that none is ever cut off. */

let portal: Portal

before(async () => {
  portal = await Portal.open()
})

after(() => portal?.close())

const plansOf = (page: Page) => page.getByRole('region', { name: 'Plans' })
const where = (page: Page, words: string) => plansOf(page).getByText(words, { exact: true }).waitFor()
const arrows = (page: Page) => plansOf(page).getByRole('button', { name: / plans$/ })

/** Keeps the cheapest on offer to new buyers, in each currency. */
async function offer(count: number): Promise<void> {
  await portal.testApp.database.pool.query(
    `update payments.plans p set active = r.place <= $1
     from (select id, row_number() over (partition by product, currency order by amount) as place
           from payments.plans) r
     where r.id = p.id`,
    [count],
  )
}

/** Waits until each plan that is in view is so from edge to edge. */
async function wholeInView(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const view = document.querySelector('.carousel-view')!.getBoundingClientRect()
    const inView = [...document.querySelectorAll('.carousel-slide:not([inert]) label')]
    return inView.every((plan) => {
      const { left, right, width } = plan.getBoundingClientRect()
      return width > 0 && left >= view.left && right <= view.right
    })
  })
}

test('the arrows of a new clinic’s plans lead round and round, both ways', async () => {
  const alice = await withBillingEntity(portal, 'alice')
  await portal.withPage(alice, {}, async ({ page }) => {
    await page.goto(`${portal.url}/clinic/new`)
    await where(page, 'Plans 1 to 3 of 6')
    for (const words of ['2 to 4', '3 to 5', '4 to 6', '5 to 1', '6 to 2', '1 to 3']) {
      await button(page, 'Next plans').click()
      await where(page, `Plans ${words} of 6`)
      await wholeInView(page)
    }
    for (const words of ['6 to 2', '5 to 1']) {
      await button(page, 'Previous plans').click()
      await where(page, `Plans ${words} of 6`)
      await wholeInView(page)
    }
    const reachable = page.locator('.carousel-slide:not([inert])').getByRole('radio')
    assert.equal(await reachable.count(), 3, 'what is out of view is out of reach')
  })
})

test('arrows stand beside the plans only when there are more than fit', async () => {
  const alice = await withBillingEntity(portal, 'alice')
  await portal.withPage(alice, {}, async ({ page }) => {
    const id = await createClinic(portal, page, 'Creek Clinic', newName('creek'))
    try {
      for (const [count, words] of [
        [3, 'Plans 1 to 3 of 3'],
        [1, 'Plans 1 of 1'],
      ] as const) {
        await offer(count)
        for (const path of [`/clinic/${id}/edit`, '/clinic/new']) {
          await page.goto(portal.url + path)
          await where(page, words)
          assert.equal(await arrows(page).count(), 0, `${path} with ${count}`)
          await wholeInView(page)
        }
      }
      await offer(4)
      await page.goto(`${portal.url}/clinic/${id}/edit`)
      await where(page, 'Plans 1 to 3 of 4')
      // Whatever a third of the width comes to.
      for (const width of [1280, 1281, 1282]) {
        await page.setViewportSize({ width, height: 900 })
        await page.reload()
        await where(page, 'Plans 1 to 3 of 4')
        for (const words of ['2 to 4', '3 to 1', '4 to 2', '1 to 3']) {
          await button(page, 'Next plans').click()
          await where(page, `Plans ${words} of 4`)
          await wholeInView(page)
        }
      }
      // One at a time on a narrow screen: two plans are more than fit.
      await offer(2)
      await page.setViewportSize({ width: 700, height: 900 })
      await page.reload()
      for (const words of ['1', '2', '1']) {
        await where(page, `Plans ${words} of 2`)
        await wholeInView(page)
        await button(page, 'Next plans').click()
      }
    } finally {
      await offer(6)
    }
  })
})

test('the plans in view stay whole when the window is made wider, narrower or turned', async () => {
  const alice = await withBillingEntity(portal, 'alice')
  const widths = [820, 1024, 768, 660, 900, 1440]
  const change = async (page: Page) => {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      await where(page, width < 768 ? 'Plans 1 of 6' : 'Plans 1 to 3 of 6')
      await wholeInView(page)
    }
  }
  await portal.withPage(alice, { width: 768 }, async ({ page }) => {
    const id = await createClinic(portal, page, 'Creek Clinic', newName('creek'))
    await link(page, 'Edit').click()
    await titled(page, 'Update Clinic')
    await field(page, 'Name').waitFor()
    await change(page)

    await page.goto(`${portal.url}/clinic/${id}`)
    await button(page, 'Change Plan').click()
    await button(page, 'Continue').waitFor()
    await change(page)
    await button(page, 'Next plans').click()
    await where(page, 'Plans 2 to 4 of 6')
    for (const width of [800, 660, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await plansOf(page)
        .getByText(/^Plans [1-6]( to [1-6])? of 6$/)
        .waitFor()
      await wholeInView(page)
    }
  })
})
