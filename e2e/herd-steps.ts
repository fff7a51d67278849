import { liveLimits } from '@byre/contract/events'
import { addPen } from '@byre/contract/herd/pens'
import type { Site } from '@byre/contract/places/sites'
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { event, recorded } from '../server/src/testing/herd/recording.ts'
import { join, newSite } from '../server/src/testing/places.ts'
import type { Person } from '../server/src/testing/test-app.ts'
import { Visitor } from '../server/src/testing/visitor.ts'
import { assertAccessible, holdQuestions } from './browser.ts'
import { Portal } from './portal.ts'

/* A ranch with animals, as journeys through the site app need it. */

/** The portal with Alice, who owns ranches, and Bob, who is of their crew. */
export async function openRanches() {
  const portal = await Portal.open()
  const alice = await portal.onboarded('alice', { first_name: 'Alice', last_name: 'Ardley' })
  const bob = await portal.onboarded('bob', { first_name: 'Bob', last_name: 'Baker' })
  return { portal, alice, bob, ranch: (name: string) => ranch({ portal, alice, bob }, name) }
}
export type Ranches = Awaited<ReturnType<typeof openRanches>>

export interface Ranch {
  site: Site
  /** The address of its app. */
  at: string
  hers: Visitor
  his: Visitor
}

/** Set up already; both are at its app. */
async function ranch(
  { portal, alice, bob }: { portal: Portal; alice: Person; bob: Person },
  name: string,
): Promise<Ranch> {
  const site = await newSite(portal.testApp, alice, {
    name,
    install_preference: JSON.stringify({
      unit: 'metric',
      operation_type: '019a0000-0000-7000-a000-000000000001',
    }),
  })
  await join(portal.testApp, bob, { kind: 'site', id: site.id }, 'User')
  await portal.testApp.database.pool.query(
    `insert into herd.settings (site_id, kind, zone, markets) values ($1, 'feedlot', 'America/Edmonton', '{CA}')`,
    [site.id],
  )
  const at = portal.url.replace('//', `//${site.subdomain}.`)
  const [hers, his] = [
    new Visitor(portal.testApp, new URL(at).host),
    new Visitor(portal.testApp, new URL(at).host),
  ]
  await hers.launch(alice)
  await his.launch(bob)
  return { site, at, hers, his }
}

/** Of an animal that is born with a visual tag. */
export const tagged = (value: string, eid?: string) => ({
  tags: [{ kind: 'visual' as const, value }, ...(eid ? [{ kind: 'eid' as const, value: eid }] : [])],
})

/** So many, with tags from `B-001` on; the first ten stand in a pen. */
export async function manyAt(
  { hers }: Ranch,
  head: number,
  name = 'North 4',
): Promise<{ pen: string; ids: string[] }> {
  const pen = (await hers.ask(addPen, { body: { name } })).reply.id
  const ids = Array.from({ length: head }, () => randomUUID())
  await recorded(
    hers,
    ...ids.map((id, at) =>
      event('entered', [id], {
        origin: 'born',
        ...(at < 10 ? { pen } : {}),
        ...tagged(`B-${String(at + 1).padStart(3, '0')}`, `124000${String(275_000_000 + at * 1001)}`),
      }),
    ),
  )
  return { pen, ids }
}

export const kg = (typed: string) => ({ typed, unit: 'kg' as const, base: Number(typed) * 1000 })

/** Before a page that heard nothing would ask. */
export const soon = { timeout: liveLimits.pollMs - 1_000 }

/** What a test lets fail at this path is answered once somebody has pressed; by itself it asks again as well. */
export async function tryAgain(page: Page, path: string): Promise<void> {
  const release = await holdQuestions(page, path)
  await page.context().unroute(path)
  const again = page.getByRole('button', { name: 'Try again' }).first()
  await again.click()
  await again.waitFor({ state: 'detached' })
  await release()
}

export const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

/** Without a finding of axe by day and by night, and no wider than the window. */
export async function assertFits(page: Page, screen: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await assertAccessible(page, `${screen}, ${colorScheme}`)
  }
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  assert.ok(overflow <= 0, `${screen} is ${overflow} px too wide`)
}
