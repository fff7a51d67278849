import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Browser } from 'playwright-core'
import { openBrowser } from './browser.ts'
import { startProduct, type Product } from './product.ts'
import { openInvites } from './people-steps.ts'
import { ready, type Ready } from './ready.ts'
import type { Screen } from './screen.ts'
import { fillSites, siteScreens } from './site-screens.ts'

/*
 * `npm run screens [folder] [names]`: every screen of the portal and of the site app in three widths, light and dark, with its
 * states, as pictures on one page. They are looked at, not compared.
 */

const longName = 'The Very Long Name of a Ranch That Nobody Could Shorten However Hard They Tried'

/** An invitation that is not Alice's. */
const nobodys = '01a00000-0000-7000-8000-000000000000'

const screens: Screen[] = [
  { name: 'login', path: () => '/login' },
  {
    name: 'register-refused',
    path: () => '/register',
    act: async (page) => {
      await page.getByLabel('Email', { exact: true }).fill('not an address')
      await page.getByLabel('Password', { exact: true }).fill('short')
      await page.getByLabel('Confirm password').fill('shor')
      await page.getByLabel('Email', { exact: true }).focus()
    },
  },
  { name: 'confirm', path: () => '/confirm/new%40ranch.example' },
  { name: 'reset', path: () => '/reset' },
  { name: 'not-found', path: () => '/nowhere' },
  { name: 'dashboard', path: () => '/', signedIn: true },
  { name: 'dashboard-billing', path: () => '/?tab=billing', signedIn: true },
  { name: 'profile', path: (alice) => `/users/${alice.id}/profile`, signedIn: true },
  { name: 'security', path: (alice) => `/users/${alice.id}/profile?tab=security`, signedIn: true },
  { name: 'mail', path: (alice) => `/users/${alice.id}/profile?tab=mail`, signedIn: true },
  { name: 'undo-email', path: () => '/undo-email' },
  { name: 'new-site', path: () => '/site/new', signedIn: true },
  {
    name: 'discard',
    path: () => '/site/new',
    signedIn: true,
    act: async (page) => {
      await page.getByLabel('Name', { exact: true }).fill(longName)
      await page
        .getByRole('button', { name: 'Cancel' })
        .or(page.getByRole('link', { name: 'Cancel' }))
        .click()
      await page.getByRole('alertdialog').waitFor()
    },
  },
  { name: 'site', path: (alice) => `/site/${alice.siteIds[0]}`, signedIn: true },
  { name: 'edit-site', path: (alice) => `/site/${alice.siteIds[0]}/edit`, signedIn: true },
  {
    name: 'site-role',
    path: (alice) => `/site/${alice.siteIds[0]}`,
    signedIn: true,
    act: (page) => page.getByText('What may I do?').click(),
  },
  { name: 'dashboard-clinics', path: () => '/?tab=clinics', signedIn: true },
  {
    name: 'recently-deleted',
    path: () => '/?tab=clinics',
    signedIn: true,
    act: async (page) => {
      await page.getByText('Recently deleted').last().click()
      await page.getByText('Nothing here').waitFor()
    },
  },
  {
    name: 'new-clinic',
    path: () => '/clinic/new',
    signedIn: true,
    act: async (page) => {
      await page.getByText('Custom domain').first().click()
      await page.getByLabel('Domain (optional)', { exact: true }).fill('ardleyvets.ca')
      await page.getByText('ardleyvets.ca can be used').waitFor()
    },
  },
  { name: 'clinic', path: (alice) => `/clinic/${alice.clinicIds[0]}`, signedIn: true },
  {
    name: 'activity',
    path: (alice) => `/site/${alice.siteIds[0]}?tab=activity`,
    signedIn: true,
    act: (page) => page.getByRole('table', { name: /^Activity of/ }).waitFor(),
  },
  { name: 'site-webhooks', path: (alice) => `/site/${alice.siteIds[0]}?tab=webhooks`, signedIn: true },
  { name: 'site-domain', path: (alice) => `/site/${alice.siteIds[0]}?tab=domain`, signedIn: true },
  {
    name: 'invite-refused',
    path: (alice) => `/clinic/${alice.clinicIds[0]}`,
    signedIn: true,
    act: async (page) => {
      await openInvites(page)
      await page.getByLabel('Email', { exact: true }).fill('bob@ranch.example, carol')
      await page.getByRole('radio', { name: /^Admin/ }).check()
      await page.getByText('Please enter a valid email').waitFor()
    },
  },
  { name: 'invites', path: () => '/invites', signedIn: true },
  {
    name: 'invites-for-another',
    path: () => `/invites?invite=${nobodys}#to=bob%40ranch.example`,
    signedIn: true,
    act: (page) => page.getByRole('button', { name: 'Switch account' }).waitFor(),
  },
  { name: 'edit-clinic', path: (alice) => `/clinic/${alice.clinicIds[0]}/edit`, signedIn: true },
  { name: 'billing-entities', path: () => '/billing-entities', signedIn: true },
  { name: 'billing-entity', path: (alice) => `/billing-entities/${alice.billingEntityId}`, signedIn: true },
  {
    name: 'billing-entity-plans',
    path: (alice) => `/billing-entities/${alice.billingEntityId}`,
    signedIn: true,
    act: (page) => page.getByRole('tab', { name: 'Plans' }).click(),
  },
  {
    name: 'billing-entity-invoices',
    path: (alice) => `/billing-entities/${alice.billingEntityId}`,
    signedIn: true,
    act: async (page) => {
      await page.getByRole('tab', { name: 'Invoices' }).click()
      await page.getByText('No Invoices').waitFor()
    },
  },
  {
    name: 'manage-subscription',
    path: (alice) => `/billing-entities/${alice.billingEntityId}`,
    signedIn: true,
    act: (page) =>
      page
        .getByRole('button', { name: /^Manage/ })
        .first()
        .click(),
  },
  {
    name: 'change-plan',
    path: (alice) => `/site/${alice.siteIds[0]}`,
    signedIn: true,
    act: async (page) => {
      await page.getByRole('button', { name: 'Change Plan' }).click()
      await page.getByRole('button', { name: 'Continue' }).waitFor()
    },
  },
  {
    name: 'choose-plan',
    path: (alice) => `/clinic/${alice.clinicIds[0]}`,
    signedIn: true,
    act: async (page) => {
      await page.getByRole('button', { name: 'Choose a Plan' }).click()
      await page.getByRole('button', { name: 'Continue' }).waitFor()
    },
  },
  {
    name: 'new-card',
    path: (alice) => `/billing-entities/${alice.billingEntityId}/card/new`,
    signedIn: true,
  },
]

const widths = [360, 768, 1440]
const themes = ['light', 'dark'] as const

interface Studio {
  browser: Browser
  product: Product
  alice: Ready
  folder: string
}

async function signedIn(
  { browser, alice }: Studio,
  screen: { width: number; colorScheme: 'light' | 'dark' },
) {
  const { width, colorScheme } = screen
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme })
  await context.addInitScript((record) => localStorage.setItem('byre.auth', record), alice.record)
  return context
}

const addressOf = ({ port }: Product, host: string) => `http://${host}.localhost:${port}`

async function shoot(studio: Studio, screen: Screen): Promise<string[]> {
  const { browser, product, alice, folder } = studio
  const files: string[] = []
  for (const width of screen.widths ?? widths) {
    for (const colorScheme of themes) {
      const context = screen.signedIn
        ? await signedIn(studio, { width, colorScheme })
        : await browser.newContext({ viewport: { width, height: 900 }, colorScheme })
      // As if another tab had the stream of what changes, with which the network would never rest.
      await context.addInitScript(() => {
        navigator.locks?.request('byre.live', () => new Promise(() => undefined)).catch(() => undefined)
      })
      const page = await context.newPage()
      await screen.prepare?.(page)
      await page.goto((screen.host ? addressOf(product, screen.host) : product.url) + screen.path(alice))
      // A site's app listens to what changes for as long as it is open: its network never rests.
      await page.waitForLoadState(screen.host ? 'load' : 'networkidle')
      await page.locator('h1').first().waitFor()
      await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' })
      await screen.act?.(page)
      const file = `${screen.name}-${width}-${colorScheme}.png`
      await page.screenshot({ path: join(folder, file), fullPage: true })
      files.push(file)
      await context.close()
    }
  }
  return files
}

const folder = resolve(process.argv[2] ?? 'screens')
const only = process.argv[3]
await mkdir(folder, { recursive: true })
const product = await startProduct()
const browser = await openBrowser()
try {
  const alice = await ready(product, { sites: 3, clinics: 1 })
  const studio = { browser, product, alice, folder }
  const rows: string[] = []
  const wanted = [...screens, ...siteScreens].filter(({ name }) => !only || only.split(',').includes(name))
  if (wanted.some(({ host }) => host)) {
    const context = await signedIn(studio, { width: 1024, colorScheme: 'light' })
    await fillSites(await context.newPage(), (host) => addressOf(product, host))
    await context.close()
  }
  for (const screen of wanted) {
    const files = await shoot(studio, screen)
    rows.push(
      `<h2>${screen.name}</h2><p>${files.map((file) => `<img src="${file}" alt="${file}" width="300">`).join(' ')}</p>`,
    )
    console.log(screen.name)
  }
  await writeFile(
    join(folder, 'index.html'),
    `<!doctype html><meta charset="utf-8"><title>Screens</title>${rows.join('\n')}`,
  )
} finally {
  await browser.close()
  await product.stop()
}
