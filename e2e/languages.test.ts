import { inviteToSite } from '@byre/contract/people/invites'
import { getUser, updateUser } from '@byre/contract/people/users'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { giveCard } from '../server/src/testing/billing.ts'
import { join, newBillingEntity, newClinic, newSite } from '../server/src/testing/places.ts'
import type { Person } from '../server/src/testing/test-app.ts'
import { assertAccessible, withItsFace, withoutStream } from './browser.ts'
import { speakLonger } from './longer-language.ts'
import { button, calgary, field, newName, titled } from './place-steps.ts'
import { Portal } from './portal.ts'
import { stickingOut } from './sticking-out.ts'

/* The portal in the language of whoever reads it. Alice owns a site, Bob works there, Carol is a stranger. */

let portal: Portal
before(async () => (portal = await Portal.open()))
after(() => portal.close())

const languageOf = async (as: Person) =>
  (await portal.testApp.call(getUser, { as, params: { id: as.id } })).reply.language
const languageChoice = (page: Page) => page.getByRole('contentinfo').locator('select').first()
const pageLanguage = (page: Page) => page.evaluate(() => document.documentElement.lang)

test('a stranger whose browser speaks French reads, signs up and gets her code in French', async () => {
  const email = `${newName('carol')}@ranch.example`
  await portal.withPage(null, { locale: 'fr-FR', width: 360 }, async ({ page, watch }) => {
    await page.goto(`${portal.url}/login`)
    await titled(page, 'Se connecter')
    assert.equal(await pageLanguage(page), 'fr-CA')
    await assertAccessible(page, 'signing in, in French')

    watch.expect(/401 POST/)
    await field(page, 'Adresse courriel').fill(email)
    await field(page, 'Mot de passe').fill('Wrong-Pa55word')
    await button(page, 'Se connecter').click()
    // What the server refuses in English.
    await page.getByText('Adresse courriel ou mot de passe incorrect').first().waitFor()

    await page.goto(`${portal.url}/register`)
    await field(page, 'Adresse courriel').fill(email)
    const choosePassword = async (password: string) => {
      for (const box of await page.locator('input[type="password"]').all()) await box.fill(password)
    }
    watch.expect(/400 POST/)
    await choosePassword('Password!1')
    await page.locator('form button[type="submit"]').click()
    await page.getByText('Ce mot de passe est trop facile à deviner').first().waitFor()
    await choosePassword('Barn-Owl7!')
    await page.locator('form button[type="submit"]').click()
    await page.waitForURL(/\/confirm\//)
    const { subject, text } = (await portal.testApp.mailsTo(email)).at(-1)!
    assert.equal(subject, 'Confirmez votre adresse courriel')
    assert.match(text, /dans l’heure qui suit/)
  })
})

test('what is chosen in the footer holds after a reload, and English fetches nothing for it', async () => {
  await portal.withPage(null, {}, async ({ page }) => {
    const fetched: string[] = []
    page.on('request', (request) => fetched.push(request.url()))
    await page.goto(`${portal.url}/login`)
    await titled(page, 'Sign in')
    assert.deepEqual(
      fetched
        .filter((url) => /catalogue|first-\w+\.js|\b(es|fr-CA)\./.test(url))
        .filter((url) => !/assets\/first-/.test(url)),
      [],
    )

    await languageChoice(page).selectOption({ label: 'Español' })
    await titled(page, 'Iniciar sesión')
    assert.equal(await pageLanguage(page), 'es')
    await page.reload()
    await titled(page, 'Iniciar sesión')
    await languageChoice(page).selectOption({ label: 'English' })
    await titled(page, 'Sign in')
  })
})

test('a language chosen in the profile is the account’s: other browsers and mails follow, money and days, too', async () => {
  const alice = await portal.onboarded(newName('alice'), calgary)
  const { id: entity } = await newBillingEntity(portal.testApp, alice, { name: 'Ardley Cattle' })
  await giveCard(portal.testApp, alice, entity)
  const site = await newSite(portal.testApp, alice, { name: 'North Pens', billing_entity_id: entity })
  await portal.withPage(alice, {}, async ({ page }) => {
    await page.goto(`${portal.url}/users/${alice.id}/profile`)
    await page.getByLabel('Language').first().selectOption({ label: 'Français (Canada)' })
    await titled(page, 'Mettre à jour le profil')
    assert.equal(await languageOf(alice), 'fr-CA')
  })
  await portal.withPage(alice, { width: 360 }, async ({ page }) => {
    await page.goto(`${portal.url}/site/${site.id}`)
    // First as this browser speaks, then as the account does.
    await page.getByText('Renseignements sur le site').waitFor()
    assert.equal(await pageLanguage(page), 'fr-CA')
    await page
      .getByText(/29\s\$ par mois/)
      .first()
      .waitFor()
    assert.match(await page.locator('main').innerText(), /\d{1,2}(er)? \p{L}+ 20\d\d/u)
    await assertAccessible(page, 'a site in French')
  })
  const carol = `${newName('carol')}@ranch.example`
  await portal.testApp.call(inviteToSite, {
    as: alice,
    host: `${site.id}.${new URL(portal.url).host}`,
    body: { email: carol },
  })
  assert.match((await portal.testApp.mailsTo(carol)).at(-1)!.subject, /invite/)
})

test('a language that cannot be fetched leaves the page in English, once', async () => {
  const alice = await portal.onboarded(newName('alice'))
  await portal.testApp.call(updateUser, { as: alice, params: { id: alice.id }, body: { language: 'fr-CA' } })
  const prepare = async (context: BrowserContext) => {
    await context.route(/\/assets\/fr-CA\./, (route) => route.abort())
  }
  await portal.withPage(alice, { prepare }, async ({ page, watch }) => {
    watch.expect(/Failed to fetch|preload/)
    let loads = 0
    page.on('domcontentloaded', () => (loads += 1))
    const reloaded = page.waitForEvent('domcontentloaded', () => loads === 2)
    await page.goto(portal.url)
    await reloaded
    await titled(page, 'Dashboard')
    await page.waitForLoadState('load')
    await page.getByRole('tab').first().waitFor()
    assert.equal(await pageLanguage(page), 'en')
    // Once by its address, and once for the language.
    assert.ok(loads <= 2, `${loads} loads`)
  })
})

test('a role and a kind of place have their gender, in each language', async () => {
  const [alice, bob] = [await portal.onboarded(newName('alice')), await portal.onboarded(newName('bob'))]
  const site = await newSite(portal.testApp, alice, { name: 'North Pens' })
  await join(portal.testApp, bob, { kind: 'site', id: site.id }, 'User')
  await portal.testApp.call(updateUser, { as: bob, params: { id: bob.id }, body: { language: 'es' } })
  await portal.withPage(bob, { locale: 'es-US' }, async ({ page }) => {
    await page.goto(`${portal.url}/site/${site.id}`)
    await titled(page, 'North Pens')
    await page.getByText('Usuarios del sitio').waitFor()
    const said = (await page.locator('main').innerText()).replace(/\S*localhost\S*/g, '')
    assert.match(said, /Usuario/)
    assert.match(said, /sitio/)
    assert.doesNotMatch(said, /\b(your|this|site|User|Owner)\b/)
  })
})

/** With the stream of what changes the network would never rest. */
async function longer(context: BrowserContext) {
  await withoutStream(context)
  await withItsFace(context)
  await speakLonger(context)
}

/** Names, addresses, figures and what else nobody translates. */
const untranslated =
  /[\w.+-]+@[\w.-]+|https?:\S+|\b[\w-]+\.(localhost|example|ca|com)\b\S*|Byre \w+|Behind the creek|Alice|Ardley|Cattle|North|Pens|Ranch|Herd|Feedlot|Solo|Practice|Regional|Visa|Olds|AB\b|T4H 1A1|Français \(Canada\)|English|Español|_byre-verify\S*|[a-z0-9]{30,}|[A-Z0-9]{6,}|janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre/g

/** What is shown and not said by the catalogue. */
async function strayWords(page: Page): Promise<string[]> {
  const said = await page.evaluate(() => {
    // The names of all time zones are what browsers call them.
    for (const select of document.querySelectorAll('select')) if (select.options.length > 100) select.remove()
    return document.body.innerText
  })
  let inside = said
  // A sentence may stand in another.
  for (let before = ''; before !== inside;) [before, inside] = [inside, inside.replace(/⟦[^⟦⟧]*⟧/g, '')]
  return inside.replace(untranslated, '').match(/\p{L}{3,}(?: \p{L}+)*/gu) ?? []
}

test('in a language two fifths longer nothing is wider than a phone, and nothing is said in English', async () => {
  const alice = await portal.onboarded(newName('alice'), calgary)
  const { id: entity } = await newBillingEntity(portal.testApp, alice, { name: 'Ardley Cattle' })
  await giveCard(portal.testApp, alice, entity)
  const site = await newSite(portal.testApp, alice, { name: 'North Pens', billing_entity_id: entity })
  const clinic = await newClinic(portal.testApp, alice, {
    name: 'Ardley North',
    domain: 'ardleyvets.ca',
    billing_entity_id: entity,
  })
  const [payer, profile] = [`/billing-entities/${entity}`, `/users/${alice.id}/profile`]
  const inPublic = ['/login', '/register', '/reset']
  const screens = [
    '/',
    '/places',
    '/invites',
    '/help',
    '/site/new',
    '/clinic/new',
    `${payer}/card/new`,
    ...['', '?tab=domain', '?tab=activity', '?tab=webhooks', '?tab=keys'].map(
      (tab) => `/site/${site.id}${tab}`,
    ),
    // With records to set, whose values are longer than any word.
    `/clinic/${clinic.id}?tab=domain`,
    ...[
      '',
      '?tab=users',
      '?tab=plans',
      '?tab=invoices',
      '?tab=spending',
      '?tab=details',
      '?tab=activity',
    ].map((tab) => payer + tab),
    ...['', '?tab=security', '?tab=mail'].map((tab) => profile + tab),
  ]
  const look = async (person: Person | null, all: string[]) =>
    portal.withPage(person, { width: 360, locale: 'fr-CA', prepare: longer }, async ({ page }) => {
      for (const path of all) {
        await page.goto(portal.url + path)
        await page.locator('h1:visible').first().waitFor()
        await page.waitForLoadState('networkidle')
        assert.deepEqual(await strayWords(page), [], `said in English on ${path}`)
        const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        assert.ok(tooWide <= 0, `${path} is ${tooWide} px too wide`)
        assert.deepEqual(await stickingOut(page), [], `sticks out of its box on ${path}`)
      }
    })
  await look(null, inPublic)
  await look(alice, screens)
})
