import { getPen } from '@byre/contract/herd/pens'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { feedOf, penAt, started } from '../../testing/herd/feeding.ts'
import { recorded, type HerdSite } from '../../testing/herd/recording.ts'
import { shippingSite } from '../../testing/herd/ship-lists.ts'
import { TestApp } from '../../testing/test-app.ts'

/* One pen, as whoever works there sees it. */

let testApp: TestApp
let site: HerdSite
before(async () => {
  testApp = await TestApp.start()
  site = await shippingSite(testApp)
})
after(async () => {
  await testApp.close()
  assert.deepEqual(testApp.complaints, [])
})

test('a pen says for how many days its feed was ordered, and by whose figure it holds and for how long', async () => {
  const pen = await penAt(site)
  const feed = await feedOf(site, 5)
  const figures = [
    { kind: 'days', commodity: 'meat', days: 30 },
    { kind: 'zero', commodity: 'milk' },
  ] as const
  await recorded(
    site.hers,
    started(pen, 9, feed),
    started(pen, 6, feed, {
      vet: { name: 'Dr Gray', basis: 'CgFARAD 12' },
      vet_figures: figures.slice(0, 1),
    }),
    started(pen, 3, feed, {
      days: 14,
      vet: { name: 'Dr Lee', basis: 'CgFARAD 2026-17', prescription: 'RX 7' },
      vet_figures: figures,
    }),
  )
  const { feeds } = (await site.his.ask(getPen, { params: { id: pen } })).reply
  assert.deepEqual(
    feeds.map(({ days, vet }) => ({ days, vet })),
    [
      {
        days: 14,
        vet: { name: 'Dr Lee', basis: 'CgFARAD 2026-17', prescription: 'RX 7', figures: [...figures] },
      },
      {
        days: null,
        vet: { name: 'Dr Gray', basis: 'CgFARAD 12', prescription: null, figures: figures.slice(0, 1) },
      },
      { days: null, vet: null },
    ],
  )
})
