import { addPen } from '@byre/contract/herd/pens'
import { addProduct, addStockLot } from '@byre/contract/herd/products'
import type { Site } from '@byre/contract/places/sites'
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { event, recorded } from '../server/src/testing/herd/recording.ts'
import { join, newSite } from '../server/src/testing/places.ts'
import type { Person } from '../server/src/testing/test-app.ts'
import { Visitor } from '../server/src/testing/visitor.ts'
import { assertAccessible } from './browser.ts'
import type { Portal } from './portal.ts'

/* A site with animals in a pen, and steps at it. */

export const sql = (portal: Portal, text: string, ...values: unknown[]) =>
  portal.testApp.database.pool.query(text, values)

const beefCattle = '019a0000-0000-7000-a000-000000000001'

/** Of the product's lot L-7, in January. */
export const expiryYear = new Date().getUTCFullYear() + 4

const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

export interface Yard {
  site: Site
  url: string
  /** Three head, of 200, 250 and 300 kg. */
  animals: string[]
  hers: Visitor
}

/** A feedlot in Alberta that ships to Canada and the United States, with one pen and one product. */
export async function newYard(
  portal: Portal,
  name: string,
  { owner, crew }: { owner: Person; crew: Person },
): Promise<Yard> {
  const site = await newSite(portal.testApp, owner, {
    name,
    install_preference: JSON.stringify({ unit: 'metric', operation_type: beefCattle }),
  })
  await join(portal.testApp, crew, { kind: 'site', id: site.id }, 'User')
  await sql(
    portal,
    `insert into herd.settings (site_id, kind, zone, markets) values ($1, 'feedlot', 'America/Edmonton', '{CA,US}')`,
    site.id,
  )
  const url = portal.url.replace('//', `//${site.subdomain}.`)
  const hers = new Visitor(portal.testApp, new URL(url).host)
  await hers.launch(owner)
  const pen = (await hers.ask(addPen, { body: { name: 'North 1' } })).reply
  const use = {
    species: 'cattle',
    route: 'SC',
    dose: { kind: 'by strength' as const, least: '2.5', most: '2.5', strength: '100' },
    source: 'The label',
    read_on: '2026-11-01',
  }
  const { reply: product } = await hers.ask(addProduct, {
    body: {
      name: 'Draxxin',
      uses: [
        { ...use, country: 'CA', figures: [{ kind: 'days', commodity: 'meat', days: 44 }] },
        { ...use, country: 'US', figures: [{ kind: 'days', commodity: 'meat', days: 18 }] },
      ],
    },
  })
  await hers.ask(addStockLot, {
    params: { id: product.id },
    body: { batch: 'L-7', expires_on: `${expiryYear}-01-31` },
  })
  const animals = [randomUUID(), randomUUID(), randomUUID()]
  await recorded(
    hers,
    ...animals.map((id, at) =>
      event('entered', [id], {
        origin: 'born',
        pen: pen.id,
        tags: [{ kind: 'visual', value: `A${at + 1}` }],
      }),
    ),
    ...animals.map((id, at) =>
      event('weighed', [id], {
        weight: { typed: String(200 + 50 * at), unit: 'kg', base: 200_000 + 50_000 * at },
        source: 'measured',
      }),
    ),
  )
  return { site, url, animals, hers }
}

/** The bodies of a site's events of one kind, with who did it. */
export async function recordedAt(portal: Portal, { id }: Site, kind: string) {
  const { rows } = await sql(
    portal,
    'select record from herd.events where site_id = $1 and kind = $2 order by n',
    id,
    kind,
  )
  return rows.map(
    ({ record }: { record: string }) =>
      (
        JSON.parse(record) as {
          event: { body: Record<string, unknown>; by?: { name: string }; animals: string[] }
        }
      ).event,
  )
}

export async function assertFits(page: Page, screen: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await assertAccessible(page, `${screen}, ${colorScheme}`)
  }
  const overflow = await page.evaluate(() => {
    const dialog = document.querySelector('dialog[open]')
    const inside = dialog ? dialog.scrollWidth - dialog.clientWidth : 0
    return Math.max(inside, document.documentElement.scrollWidth - innerWidth)
  })
  assert.ok(overflow <= 0, `${screen} is ${overflow} px too wide`)
}

export async function openRecording(page: Page, url: string, kind: string): Promise<void> {
  await page.goto(`${url}/pens`)
  await heading(page, 'Pens')
  await page.getByRole('button', { name: 'Record for pen North 1' }).click()
  await page.getByRole('button', { name: kind, exact: true }).click()
}
