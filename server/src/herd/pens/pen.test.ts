import { getPen } from '@byre/contract/herd/pens'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { feedOf, penAt, started } from '../../testing/herd/feeding.ts'
import { bornAt, daysAgo, event, recorded, type HerdSite } from '../../testing/herd/recording.ts'
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

test('a pen tells of each of its animals which doses are to come, and of nobody who left it', async () => {
  const [pen, other] = [await penAt(site), await penAt(site)]
  const [one, two, gone] = [
    await bornAt(site.hers, { pen, tags: [{ kind: 'visual', value: 'DC-1' }] }),
    await bornAt(site.hers, { pen, tags: [{ kind: 'visual', value: 'DC-2' }] }),
    await bornAt(site.hers, { pen }),
  ]
  const planned = [daysAgo(-1), daysAgo(-2)]
  const body = { product_name: 'Sample 300', every_hours: 24, days: 3 }
  const [first, second] = [
    event('group_treated', [one, gone], { ...body, planned }),
    event('treated', [two], { ...body, planned }),
  ]
  await recorded(site.his, first, second, event('moved', [gone], { pen: other }))
  const toCome = async (of = pen) =>
    (await site.his.ask(getPen, { params: { id: of } })).reply.courses.map(({ main_tag, event_id, due }) => [
      main_tag,
      event_id,
      due,
    ])
  assert.deepEqual(await toCome(), [
    ['DC-1', first.id, planned],
    ['DC-2', second.id, planned],
  ])
  assert.deepEqual(await toCome(other), [['', first.id, planned]])
  await recorded(
    site.his,
    event('dose_skipped', [one], { course: first.id, due: planned[1]! }),
    event('treated', [two], { product_name: 'Sample 300', course: second.id }),
  )
  assert.deepEqual(await toCome(), [
    ['DC-1', first.id, [planned[0]]],
    ['DC-2', second.id, [planned[1]]],
  ])
  const closed = [
    event('course_closed', [one], { course: first.id }),
    event('course_closed', [two], { course: second.id }),
  ]
  await recorded(site.his, ...closed)
  assert.deepEqual(await toCome(), [])
})
