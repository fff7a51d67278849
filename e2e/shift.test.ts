import { listAnimals } from '@byre/contract/herd/animals'
import { addDemo } from '@byre/contract/herd/demo'
import { listLots } from '@byre/contract/herd/pens'
import { deleteSite } from '@byre/contract/places/sites'
import { inviteToSite } from '@byre/contract/people/invites'
import { offerSiteHandOver } from '@byre/contract/people/ownership-transfers'
import { updateUser } from '@byre/contract/people/users'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { BrowserContext } from 'playwright-core'
import { newApiKey } from '../server/src/testing/api-keys.ts'
import { billingEntityOfSites, cardNumbers } from '../server/src/testing/billing.ts'
import { listOf } from '../server/src/testing/herd/ship-lists.ts'
import { join, newBillingEntity, newClinic, newSite, plans } from '../server/src/testing/places.ts'
import { setUpApp, staffMember } from '../server/src/testing/second-factors.ts'
import type { Person } from '../server/src/testing/test-app.ts'
import { Visitor } from '../server/src/testing/visitor.ts'
import { withoutStream } from './browser.ts'
import { invoicesOf } from './money-steps.ts'
import { calgary, newName } from './place-steps.ts'
import { Portal } from './portal.ts'
import { late, movedOn, orders, watchShifts } from './shifts.ts'

/* Nothing that stands is pushed by what comes later: every screen of the portal and of a site's app, with late answers. */

/** Where something may move, how far, and why it cannot be helped. */
const excused: Record<string, { most: number; why: string }> = {}

interface Walk {
  of: string
  /** Null: nobody has signed in. */
  who: () => Person | null
  /** By what they are called: their whole addresses. */
  screens: Record<string, string>
}

let portal: Portal
let alice: Person
let carol: Person
let dora: Person
let erin: Person
const walks: Walk[] = [
  { of: 'the portal', who: () => alice, screens: {} },
  { of: 'a place and its payer for whoever works there', who: () => carol, screens: {} },
  { of: 'a site’s app', who: () => alice, screens: {} },
  {
    of: 'what is open to everybody',
    who: () => null,
    screens: {
      'signing in': '/login',
      registering: '/register',
      confirming: '/confirm/dora@ranch.example',
      resetting: '/reset',
      'a new password': '/reset/confirm',
      'an answer about copies': '/invoice-copies',
      'an undone address': '/undo-email',
      'help for a stranger': '/help',
      'nothing at all': '/nowhere',
    },
  },
  {
    of: 'the welcome',
    who: () => dora,
    screens: { 'its first step': '/welcome/1', 'its second': '/welcome/2', 'its third': '/welcome/3' },
  },
  { of: 'the back office', who: () => erin, screens: {} },
]
before(async () => {
  portal = await Portal.open()
  const { testApp, url } = portal
  alice = await portal.onboarded(newName('alice'), calgary)
  carol = await portal.onboarded(newName('carol'), calgary)
  const bob = await portal.onboarded(newName('bob'), calgary)

  const owing = await billingEntityOfSites(testApp, alice, 2, cardNumbers.declines)
  await testApp.pass(24)
  const { id: entity, sites } = await billingEntityOfSites(testApp, alice, 4)
  const [site, offered] = sites as [string, string]
  const clinic = await newClinic(testApp, alice, { domain: 'ardleyvets.ca' })
  await testApp.pass(16)
  const fresh = await newSite(testApp, alice, { billing_entity_id: entity, name: 'North Pens' })
  const cardless = await newBillingEntity(testApp, alice)
  await newSite(testApp, alice, { billing_entity_id: cardless.id, name: 'South Pens' })
  await join(testApp, bob, { kind: 'site', id: site }, 'Admin')
  await join(testApp, carol, { kind: 'site', id: site }, 'User')
  await join(testApp, bob, { kind: 'site', id: offered }, 'Admin')
  await join(testApp, carol, { kind: 'billing_entity', id: entity }, 'User')
  await testApp.call(offerSiteHandOver, { as: alice, params: { id: offered }, body: { user_id: bob.id } })
  const host = `${site}.${new URL(url).host}`
  await testApp.call(inviteToSite, { as: alice, host, body: { email: 'dora@ranch.example' } })
  await setUpApp(testApp, alice)
  await newApiKey(testApp, alice)
  const [invoice] = await invoicesOf(portal, alice, entity)

  const gone = await newSite(testApp, alice, { name: 'West Pens' })
  await testApp.call(deleteSite, { as: alice, params: { id: gone.id } })
  dora = await testApp.person(newName('dora'))
  erin = await staffMember(testApp, 'erin')
  await testApp.call(updateUser, { as: erin, params: { id: erin.id }, body: { onboarded: '1' } })

  const entityTabs = ['sites', 'plans', 'invoices', 'spending', 'details', 'webhooks']
  const [portals, theirs, apps, , , office] = walks as [Walk, Walk, Walk, Walk, Walk, Walk]
  office.screens = {
    'looking for something': '/staff',
    'what was found': '/staff?q=pasture',
    'a site': `/staff/site/${site}`,
    'a payer': `/staff/billing_entity/${entity}`,
    'an account': `/staff/account/${alice.id}`,
    'an invoice': `/staff/invoice/${invoice!.id}`,
  }
  portals.screens = {
    dashboard: '/',
    'its payers': '/?tab=billing',
    places: '/places',
    'recently deleted': '/?deleted=1',
    invites: '/invites',
    help: '/help',
    'a site': `/site/${site}`,
    'its domain': `/site/${site}?tab=domain`,
    'its activity': `/site/${site}?tab=activity`,
    'its webhooks': `/site/${site}?tab=webhooks`,
    'its API keys': `/site/${site}?tab=keys`,
    'a site that is offered': `/site/${offered}`,
    'a new site’s page': `/site/${fresh.id}`,
    'a site that is stopped': `/site/${owing.sites[0]}`,
    'a site’s form': `/site/${site}/edit`,
    'a new site': '/site/new',
    'a clinic': `/clinic/${clinic.id}`,
    'its records': `/clinic/${clinic.id}?tab=domain`,
    'a clinic’s form': `/clinic/${clinic.id}/edit`,
    'a new clinic': '/clinic/new',
    payers: '/billing-entities',
    'a payer': `/billing-entities/${entity}`,
    ...Object.fromEntries(
      entityTabs.map((tab) => [`a payer’s ${tab}`, `/billing-entities/${entity}?tab=${tab}`]),
    ),
    'a payer that owes': `/billing-entities/${owing.id}`,
    'a payer without a card': `/billing-entities/${cardless.id}`,
    'an invoice': `/billing-entities/${entity}/invoices/${invoice!.id}`,
    'a payer’s form': `/billing-entities/${entity}/edit`,
    'a new payer': '/billing-entities/new',
    'a new card': `/billing-entities/${cardless.id}/card/new`,
    'a kept card': `/billing-entities/${entity}/card/edit`,
    profile: `/users/${alice.id}/profile`,
    mail: `/users/${alice.id}/profile?tab=mail`,
    security: `/users/${alice.id}/profile?tab=security`,
  }
  theirs.screens = { 'a site': `/site/${site}`, 'a payer': `/billing-entities/${entity}`, dashboard: '/' }

  const yard = await newSite(testApp, alice, { name: 'North Ranch', plan_id: plans.feedlot })
  const at = url.replace('//', `//${yard.subdomain}.`)
  await testApp.database.pool.query(
    `insert into herd.settings (site_id, kind, zone, markets) values ($1, 'feedlot', 'America/Edmonton', '{CA,US}')`,
    [yard.id],
  )
  const hers = new Visitor(testApp, new URL(at).host)
  await hers.launch(alice)
  await hers.ask(addDemo)
  const [animal, other] = (await hers.ask(listAnimals)).reply.animals
  const [lot] = (await hers.ask(listLots)).reply.lots
  const list = await listOf(hers, [animal!.id, other!.id])
  const screens = {
    today: '/',
    animals: '/animals',
    'an animal': `/animals/${animal!.id}`,
    holds: '/holds',
    'ship lists': '/ship-lists',
    'a ship list': `/ship-lists/${list}`,
    findings: '/findings',
    pens: '/pens',
    ...(lot && { 'a lot': `/lots/${lot.id}` }),
    cabinet: '/cabinet',
    scan: '/scan',
    import: '/import',
    'demo animals': '/demo',
    settings: '/settings',
  }
  apps.screens = Object.fromEntries(Object.entries(screens).map(([name, path]) => [name, at + path]))
})
after(() => portal?.close())

/** So many pages at a time: mostly they wait. */
const lanes = 3

for (const walk of walks)
  for (const [at, width] of [360, 1440].entries())
    test(`at ${width} px nothing moves on ${walk.of} while answers come one by one, or the other way round`, async () => {
      const prepare = async (context: BrowserContext) => {
        await withoutStream(context)
        await watchShifts(context)
      }
      const { who, screens } = walk
      await portal.withPage(who(), { width, prepare }, async ({ context, page }) => {
        // The session in the app's own host begins before anything is late.
        await page.goto(new URL(Object.values(screens)[0]!, portal.url).href)
        await page.locator('main h1').first().waitFor()
        const moved: string[] = []
        const left = [...Object.entries(screens).entries()]
        const walkOn = async () => {
          const own = await context.newPage()
          // Every second screen meets the other order, and at the other width each the one it has not met.
          let order: keyof typeof orders = 'one by one'
          await late(own, (path) => orders[order](path))
          for (let next = left.shift(); next; next = left.shift()) {
            const [number, [screen, path]] = next
            order = (number + at) % 2 === 0 ? 'one by one' : 'the other way round'
            const visit = async () => {
              await own.goto(new URL(path, portal.url).href)
              await own.waitForLoadState('networkidle')
              await own.locator('main :is(.skeleton, .waiting)').first().waitFor({ state: 'detached' })
            }
            for (const { value, what } of await movedOn(own, visit, excused[screen]?.most))
              moved.push(`${screen}, ${order}: ${value.toFixed(4)} ${what}`)
          }
          await own.close()
        }
        await Promise.all(Array.from({ length: lanes }, walkOn))
        assert.deepEqual(moved, [])
        await context.unrouteAll({ behavior: 'ignoreErrors' })
      })
    })
