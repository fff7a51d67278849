import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { newSite } from '../server/src/testing/places.ts'
import { halved } from './halved.ts'
import { titled } from './place-steps.ts'
import { Portal } from './portal.ts'

/* What is there before the scripts have come: the markup of /login, which a person sees and types into, and the answers for the dashboard. */

let portal: Portal
before(async () => {
  portal = await Portal.open()
})
after(() => portal?.close())

/** As on a slow network: all but the file that runs before the first paint waits. */
async function holdScripts(
  context: BrowserContext,
  held = /\/assets\/(?!first-)[\w.-]+\.js$/,
): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await context.route(held, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

const email = (page: Page) => page.getByLabel('Email')
const password = (page: Page) => page.getByLabel('Password')
const goOn = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true })

test('the form is there before the scripts, and what is typed into it stays, is judged and signs in', async () => {
  const alice = await portal.onboarded('alice')
  await portal.withPage(null, {}, async ({ context, page }) => {
    const release = await holdScripts(context)
    await page.goto(`${portal.url}/login`, { waitUntil: 'commit' })
    await email(page).fill(alice.email)
    await password(page).pressSequentially(alice.password)
    assert.equal(await goOn(page).isDisabled(), true)
    const field = await password(page).elementHandle()
    release()
    await page.waitForFunction(
      () => !document.querySelector<HTMLButtonElement>('form [type=submit]')!.disabled,
    )
    assert.equal(await email(page).inputValue(), alice.email)
    assert.equal(await password(page).inputValue(), alice.password)
    assert.ok(
      await field!.evaluate((before) => before === document.activeElement),
      'the field lost its focus',
    )
    await page.keyboard.press('Enter')
    await titled(page, 'Dashboard')
  })
})

test('a page that comes in two parts is painted once it is whole, so that nothing in it moves', async () => {
  const door = await halved(portal.url, '/login', '<option')
  try {
    await portal.withPage(null, {}, async ({ page, watch }) => {
      // The door is not where the portal says it is.
      watch.expect(/./)
      const paints = () => page.evaluate(() => performance.getEntriesByType('paint').length)
      await page.goto(`${door.url}/login`, { waitUntil: 'commit' })
      await page.locator('footer select').first().waitFor({ state: 'attached' })
      // The sheet is there, and several frames could have been drawn.
      await page.waitForFunction(() => document.styleSheets.length > 0)
      await page.evaluate(async () => {
        for (let frames = 0; frames < 10; frames++)
          await Promise.race([
            new Promise((done) => requestAnimationFrame(done)),
            new Promise((done) => setTimeout(done, 50)),
          ])
      })
      assert.equal(await paints(), 0)
      door.letThrough()
      await page.waitForFunction(() => performance.getEntriesByType('paint').length > 0)
      await titled(page, 'Sign in')
    })
  } finally {
    door.close()
  }
})

test('what is pressed and chosen before the scripts is done once they are there', async () => {
  await portal.withPage(null, {}, async ({ context, page }) => {
    const release = await holdScripts(context)
    await page.goto(`${portal.url}/login`, { waitUntil: 'commit' })
    await password(page).fill('anything')
    await page.getByRole('button', { name: 'Show characters' }).click()
    await page.getByLabel('Colours').selectOption({ label: 'Dark' })
    release()
    await page.locator('html[data-theme=dark]').waitFor()
    assert.equal(await password(page).inputValue(), 'anything')
    assert.equal(await password(page).getAttribute('type'), 'text')
    assert.equal(await page.locator('[data-prerendered]').count(), 1)
    await page.getByRole('button', { name: 'Show characters' }).click()
    assert.equal(await password(page).getAttribute('type'), 'password', 'each press counts once')
  })
  await portal.withPage(null, {}, async ({ context, page }) => {
    const release = await holdScripts(context)
    await page.goto(`${portal.url}/login`, { waitUntil: 'commit' })
    await page.getByLabel('Language').selectOption({ label: 'Español' })
    release()
    await titled(page, 'Iniciar sesión')
  })
})

test('what is fetched after the page may be lost, and nobody is told', () =>
  portal.withPage(null, { width: 1280 }, async ({ page }) => {
    await page.route(/\/about-[\w-]+\.css$/, (route) => route.abort())
    const lost = page.waitForEvent('requestfailed', (request) => request.url().includes('/about-'))
    await page.goto(`${portal.url}/login`)
    await lost
    await page.evaluate(() => new Promise((done) => setTimeout(done)))
  }))

test('the scripts take the markup over as it stands, and draw the same anew where they may not', async () => {
  const shown: string[] = []
  // Where the window is wider the page adds to itself two seconds later.
  const width = 1000
  for (const isAnew of [false, true])
    await portal.withPage(null, { width }, async ({ context, page }) => {
      // An entry of the history with a state of its own is a way that somebody came.
      if (isAnew) await page.addInitScript(() => history.replaceState({ usr: {} }, ''))
      const release = await holdScripts(context)
      await page.goto(`${portal.url}/login`, { waitUntil: 'commit' })
      await password(page).fill('anything')
      await email(page).fill('alice@example.co')
      release()
      await page.locator('form [type=submit]:enabled').waitFor()
      assert.equal(await page.locator('[data-prerendered]').count(), isAnew ? 0 : 1)
      await page.keyboard.type('m')
      assert.deepEqual(
        [await email(page).inputValue(), await password(page).inputValue()],
        ['alice@example.com', 'anything'],
      )
      shown.push(await page.locator('body').ariaSnapshot())
    })
  assert.equal(shown[0], shown[1])
})

test('whose browser runs no scripts is told so, and cannot send what they type', async () => {
  const site = await newSite(portal.testApp, await portal.onboarded('erin'), { name: 'North Ranch' })
  const tenant = portal.url.replace('//', `//${site.subdomain}.`)
  for (const width of [360, 1440])
    for (const address of [`${portal.url}/login`, portal.url, tenant])
      await portal.withPage(null, { width, hasScripts: false }, async ({ page }) => {
        await page.goto(address)
        for (const sentence of [/needs JavaScript/, /a besoin de JavaScript/, /necesita JavaScript/])
          assert.ok(await page.getByText(sentence).isVisible(), `${address} at ${width} px: ${sentence}`)
        const isForm = address.endsWith('/login')
        assert.equal(await page.locator('[type=submit]').count(), isForm ? 1 : 0)
        assert.equal(await page.locator('[type=submit]:disabled').count(), isForm ? 1 : 0)
        const needed = await page.evaluate(() => document.documentElement.scrollWidth)
        assert.ok(needed <= width, `${address} is ${needed - width} px too wide`)
      })
})

test('it speaks the language that the browser asks for', () =>
  portal.withPage(null, { locale: 'fr-CA' }, async ({ context, page }) => {
    const release = await holdScripts(context)
    await page.goto(`${portal.url}/login`, { waitUntil: 'commit' })
    await titled(page, 'Se connecter')
    assert.equal(await page.locator('html').getAttribute('lang'), 'fr-CA')
    release()
    await page.getByLabel('Mot de passe').fill('anything')
    assert.equal(await page.locator('[data-prerendered]').count(), 1)
  }))

test('what the dashboard shows is asked for while its scripts are on their way, each question once', async () => {
  const dora = await portal.onboarded('dora')
  await portal.withPage(dora, {}, async ({ context, page }) => {
    const requests: string[] = []
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      if (pathname.startsWith('/api/')) requests.push(pathname + search)
    })
    const release = await holdScripts(context, /\/assets\/(?:start|libraries|app)-[\w.-]+\.js$/)
    const last = page.waitForRequest(/\/clinics\?per_page=50/)
    await page.goto(portal.url, { waitUntil: 'commit' })
    await last
    assert.deepEqual(
      requests
        .map((address) => address.replace(/\?.*/, '').replace('/api/v1/', '').replace(dora.id, 'me'))
        .toSorted(),
      ['billing-entities', 'clinics', 'clinics', 'overview', 'sites', 'sites', 'spending', 'users/me'],
    )
    release()
    await page.getByRole('tab', { name: /^Operation Sites/ }).waitFor()
    assert.deepEqual(
      requests.filter((address, at) => requests.indexOf(address) !== at),
      [],
    )
  })
})

test('who will see another page is not shown this one first', async () => {
  const bob = await portal.onboarded('bob')
  const others = {
    'a session': { person: bob, path: '/login', title: 'Dashboard' },
    'an invitation': { person: null, path: '/login#to=carol@example.com', title: 'Sign in' },
    'a language of their own': { person: null, path: '/login', title: 'Iniciar sesión', language: 'es' },
  }
  for (const [why, { person, path, title, ...more }] of Object.entries(others))
    await portal.withPage(person, {}, async ({ context, page }) => {
      if ('language' in more)
        await page.addInitScript((language) => localStorage.setItem('byre.language', language), more.language)
      const release = await holdScripts(context)
      await page.goto(portal.url + path, { waitUntil: 'commit' })
      await page.locator('#root form').waitFor({ state: 'attached' })
      assert.equal(await page.locator('#root form').isVisible(), false, why)
      release()
      await titled(page, title)
    })
})
