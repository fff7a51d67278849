import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { buildClient } from './another-client.ts'
import { assertAccessible } from './browser.ts'
import { Portal } from './portal.ts'

/* Pages of whoever runs an installation, in the footer and at registration. */

const urls = {
  TERMS_URL: 'https://ranch.example/terms',
  PRIVACY_URL: 'https://ranch.example/privacy',
  HELP_URL: 'https://ranch.example/help',
  CONTACT_URL: 'help@ranch.example',
}
const none = Object.fromEntries(Object.keys(urls).map((name) => [name, '']))

let portal: Portal
before(async () => (portal = await Portal.open()))
after(() => portal.close())

/** Registration, and whatever page someone signed in begins with, of a client that was built by these settings. */
async function withClient(
  settings: Record<string, string>,
  tell: (page: Page, isSignedIn: boolean) => Promise<void>,
): Promise<void> {
  const client = await buildClient(portal.url, { ...none, ...settings })
  try {
    const alice = await portal.onboarded(`alice-${Math.random().toString(36).slice(2, 8)}`)
    for (const person of [null, alice])
      await portal.withPage(person, { width: 360, prepare: client.layOver }, async ({ page }) => {
        await page.goto(person ? portal.url : `${portal.url}/register`)
        // A footer is there before what it holds is shown.
        await page.getByRole('contentinfo').getByRole('link').first().waitFor()
        await tell(page, person !== null)
      })
  } finally {
    await client.remove()
  }
}

const footerOf = async (page: Page) => {
  const anchors = await page.getByRole('contentinfo').getByRole('link').all()
  return Promise.all(anchors.map(async (one) => [await one.innerText(), await one.getAttribute('href')]))
}
const consentOf = (page: Page) => page.locator('form').getByText('By creating an account')

test('terms, privacy, help and contact stand in every footer, and whoever registers agrees to the first two', async () => {
  await withClient(urls, async (page, isSignedIn) => {
    assert.deepEqual(await footerOf(page), [
      ['Short answers', '/help'],
      ['Terms of Service', urls.TERMS_URL],
      ['Privacy Policy', urls.PRIVACY_URL],
      ['Help', urls.HELP_URL],
      ['Contact', `mailto:${urls.CONTACT_URL}`],
    ])
    await assertAccessible(page, isSignedIn ? 'dashboard with its footer' : 'registration with its footer')
    // Of what can be read or pressed in a line; a choice stands below its word.
    const tops = await page.locator('.footer > .soft, .footer a').evaluateAll((all) =>
      all.map((one) => {
        const { top, height } = one.getBoundingClientRect()
        return Math.round(top + height / 2)
      }),
    )
    const lines = [...new Set(tops)].toSorted((a, b) => a - b)
    const apart = lines.slice(1).map((line, at) => line - lines[at]!)
    assert.ok(lines.length > 2)
    assert.ok(
      Math.max(...apart) - Math.min(...apart) <= 4,
      `lines of the footer are ${apart.join(', ')} apart`,
    )
    if (isSignedIn) return

    assert.equal(
      await consentOf(page).innerText(),
      'By creating an account you agree to the Terms of Service and Privacy Policy.',
    )
  })
})

test('a page that is read while registering opens beside the form, which stays as it is', async () => {
  await withClient({ TERMS_URL: urls.TERMS_URL }, async (page, isSignedIn) => {
    if (isSignedIn) return
    await page.context().route(`${urls.TERMS_URL}*`, (route) => route.fulfill({ body: 'The terms' }))
    await page.getByLabel('Email').fill('alice@ranch.example')
    const opening = page.context().waitForEvent('page')
    await consentOf(page).getByRole('link', { name: 'Terms of Service' }).click()
    assert.equal((await opening).url(), urls.TERMS_URL)
    assert.equal(await page.getByLabel('Email').inputValue(), 'alice@ranch.example')
    const consent = await consentOf(page).innerText()
    assert.equal(consent, 'By creating an account you agree to the Terms of Service.')
  })
})

test('what is not set is not shown', async () => {
  await withClient({}, async (page, isSignedIn) => {
    assert.deepEqual(await footerOf(page), [['Help', '/help']])
    if (!isSignedIn) assert.equal(await consentOf(page).count(), 0)
  })
})
