import { addLot, addPen } from '@byre/contract/herd/pens'
import { checkShipList, lockShipList, makeShipList, takeOffShipList } from '@byre/contract/herd/ship-lists'
import { newId } from '@byre/server/platform/ids'
import type { TestApp } from '@byre/server/testing/test-app'
import { randomOf } from '@byre/server/testing/year'
import type { HerdSite } from './portal.ts'
import { Recorder } from './recorder.ts'

/*
 * Two herds, recorded as people record them. The products are made up and say so: a figure that could be taken for a label's
 * has no place in a demo.
 */

const dayMs = 86_400_000

/** An event of so many days ago, at a quarter past six in the morning and so many minutes later. */
function ago(days: number, minutes = 0): { at: string } {
  const at = new Date(Date.now() - days * dayMs)
  at.setUTCHours(13, 15 + (minutes % 45), minutes % 60, 0)
  // Of today nothing is recorded that is still to come.
  return { at: new Date(Math.min(at.getTime(), Date.now() - 60_000)).toISOString() }
}

const kilograms = (kg: number) => ({ typed: String(kg), unit: 'kg' as const, base: kg * 1000 })
const millilitres = (mL: number) => ({ typed: String(mL), unit: 'mL' as const, base: mL * 1000 })

/** 15 digits of a Canadian tag, and the number on the panel tag beside it. */
const tagsOf = (nth: number) => [
  { kind: 'eid' as const, value: `124000${String(310_000_000 + nth * 7)}` },
  { kind: 'visual' as const, value: `W${String(1000 + nth)}` },
]

/** A feedlot with `head` animals and two years behind it: as many again came and went. */
export async function fillFeedlot(testApp: TestApp, { head, ...site }: HerdSite & { head: number }) {
  const random = randomOf(20)
  const between = (least: number, most: number) => Math.round(least + random() * (most - least))
  const recorder = await Recorder.at(testApp, site, {
    kind: 'feedlot',
    zone: 'America/Edmonton',
    markets: ['CA', 'US'],
  })
  const vaccine = await recorder.product('Demo 5-way vaccine', 'SC', 21)
  const perWeight = { kind: 'by volume', volume: '4.4', per: '100', unit: 'kg' } as const
  const longActing = await recorder.product('Demo long-acting antibiotic', 'SC', 28, perWeight)
  const pourOn = await recorder.product('Demo pour-on', 'pour-on', 49)
  const crumbles = await recorder.product('Demo medicated crumbles', 'feed', 7)

  const perPen = Math.max(10, Math.ceil(head / 20))
  const hereLots = Math.ceil(head / perPen)
  const lotNames = Array.from(
    { length: hereLots * 2 },
    (_, nth) => `${nth < hereLots ? 'F' : 'S'}${100 + nth}`,
  )
  const lots = await recorder.groups(addLot, lotNames)
  const penNames = Array.from({ length: hereLots }, (_, nth) => `Pen ${String(nth + 1).padStart(2, '0')}`)
  const pens = await recorder.groups(addPen, [...penNames, 'Hospital'])
  const hospital = pens.at(-1)!

  let nth = 0
  // The first lots went long ago; the later ones are here, the newest for a week.
  for (const [order, lot] of lots.entries()) {
    const isGone = order < lots.length - hereLots
    const came = isGone
      ? 720 - Math.round((order / hereLots) * 300)
      : 190 - Math.round(((order - hereLots) / hereLots) * 183)
    const pen = pens[order % hereLots]!
    const size = Math.min(perPen, (isGone ? head * 2 : head * 2) - nth)
    const animals: { id: string; weight: number }[] = []
    for (let one = 0; one < size; one++, nth++) {
      const animal = { id: newId(), weight: between(250, 330) }
      const tags = tagsOf(nth)
      await recorder.add(
        'entered',
        [animal.id],
        {
          origin: 'bought',
          word: 'no',
          species: 'cattle',
          class: 'beef',
          sex: 'steer',
          pen,
          lot,
          tags,
          source: 'Olds Auction',
        },
        ago(came, one),
      )
      await recorder.add(
        'weighed',
        [animal.id],
        { weight: kilograms(animal.weight), source: 'measured' },
        ago(came, one + 1),
      )
      animals.push(animal)
    }
    const ids = animals.map(({ id }) => id)
    await recorder.add('group_treated', ids, { ...vaccine, dose: millilitres(2) }, ago(came, 30))
    await recorder.add('group_treated', ids, { ...pourOn, dose: millilitres(30) }, ago(came, 31))
    const stayed = isGone ? 180 : came
    for (const animal of animals) {
      const gain = 1.3 + random() * 0.5
      const sick = random() < 0.12 ? came - between(3, Math.max(3, Math.min(40, came - 1))) : null
      const died = sick !== null && sick > 2 && random() < 0.08 ? sick - 2 : null
      const weighedFor = died === null ? stayed : Math.min(stayed, came - died)
      for (let after = 60; after < weighedFor; after += 60) {
        const weight = Math.round(animal.weight + gain * after)
        await recorder.add(
          'weighed',
          [animal.id],
          { weight: kilograms(weight), source: 'measured' },
          ago(came - after, after),
        )
      }
      if (sick !== null) {
        await recorder.add(
          'observed',
          [animal.id],
          {
            signs: ['off feed', 'droopy ears'],
            severity: between(1, 3),
            temperature: fever(random()),
            pulled: 'yes',
          },
          ago(sick, 1),
        )
        await recorder.add(
          'treated',
          [animal.id],
          {
            ...longActing,
            reason: 'Respiratory disease',
            ...doseFor(animal.weight + gain * (came - sick)),
          },
          ago(sick, 5),
        )
        await recorder.add('moved', [animal.id], { pen: hospital, reason: 'Pulled' }, ago(sick, 6))
        if (died !== null) {
          const death = await recorder.add('died', [animal.id], { cause: 'Respiratory disease' }, ago(died))
          // Of the latest nobody has told the tag database yet.
          if (died > 14)
            await recorder.add(
              'noted',
              [animal.id],
              { text: 'Retired in the CLTS.', settles: { finding: 'tag to retire', event: death } },
              ago(died - 7),
            )
          continue
        }
        if (sick > 5) await recorder.add('moved', [animal.id], { pen, reason: 'Recovered' }, ago(sick - 4, 9))
      }
      if (isGone)
        await recorder.add(
          'left',
          [animal.id],
          { reason: 'slaughter', to: 'High River' },
          ago(came - stayed, 2),
        )
    }
  }
  const fed = { ...crumbles, rate: '10 g a head and day', reason: 'Respiratory disease' }
  await recorder.add('feed_started', [], { ...fed, pen: pens[hereLots - 1]! }, ago(3))
  await recorder.send()
  await planLoads(recorder, pens)
}

/** The heaviest go tomorrow, on a list that is locked; of the next a list is begun, with some that are held. */
async function planLoads(recorder: Recorder, [first, second]: readonly string[]) {
  const at = (days: number) => {
    const load = new Date(Date.now() + days * dayMs)
    load.setUTCHours(14, 0, 0, 0)
    return load.toISOString()
  }
  const plan = {
    destination: 'High River',
    market: 'CA',
    load_at: at(1),
    transport: { carrier: 'Foothills Hauling' },
  }
  const ready = await recorder.ask(makeShipList, { ...plan, what: { pen: first } })
  await recorder.ask(takeOffShipList, { held: 'yes' }, { id: ready.id })
  await recorder.ask(checkShipList, {}, { id: ready.id })
  await recorder.ask(lockShipList, {}, { id: ready.id })
  await recorder.ask(makeShipList, {
    destination: 'Brooks',
    market: 'CA',
    load_at: at(3),
    what: { pen: second ?? first },
  })
}

/** By the label: 4.4 mL for 100 kg. */
const doseFor = (kg: number) => ({
  weight: kilograms(Math.round(kg)),
  weight_source: 'estimated' as const,
  dose: millilitres(Math.round((Math.round(kg) * 4.4) / 100)),
})

/** 39.4 to 41 °C. */
const fever = (random: number) => {
  const tenths = 394 + Math.round(random * 16)
  return { typed: (tenths / 10).toFixed(1), unit: 'Cel' as const, base: tenths * 100 }
}

/** A cow-calf ranch: 120 cows, last spring's calves, and what was seen of them. */
export async function fillRanch(testApp: TestApp, site: HerdSite) {
  const random = randomOf(21)
  const recorder = await Recorder.at(testApp, site, {
    kind: 'cow-calf',
    zone: 'America/Edmonton',
    markets: ['CA'],
  })
  const vaccine = await recorder.product('Demo 5-way vaccine', 'SC', 21)
  const [home, hills] = (await recorder.groups(addPen, ['Home quarter', 'Hill pasture'])) as [string, string]
  const lot = (await recorder.groups(addLot, ['Calves of this year']))[0]!
  const year = new Date().getUTCFullYear()
  for (let nth = 0; nth < 120; nth++) {
    const cow = newId()
    const [eid] = tagsOf(20_000 + nth)
    const tags = [...(eid ? [eid] : []), { kind: 'visual' as const, value: `A${String(200 + nth)}` }]
    await recorder.add(
      'entered',
      [cow],
      {
        origin: 'already_here',
        word: 'no',
        species: 'cattle',
        class: 'beef',
        sex: 'female',
        pen: nth % 3 === 0 ? home : hills,
        tags,
      },
      ago(700, nth),
    )
    if (random() < 0.06) continue
    const calf = newId()
    const born = 240 - Math.round(random() * 50)
    await recorder.add('calved', [cow], { calves: 1, ease: random() < 0.9 ? 1 : 3 }, ago(born, nth))
    await recorder.add(
      'entered',
      [calf],
      {
        origin: 'born',
        species: 'cattle',
        class: 'beef',
        sex: nth % 2 === 0 ? 'female' : 'steer',
        pen: hills,
        lot,
        tags: [{ kind: 'visual', value: `A${String(200 + nth)}-${year % 100}` }],
      },
      ago(born, nth + 1),
    )
    if (nth % 2 === 0)
      await recorder.add(
        'treated',
        [calf],
        { ...vaccine, dose: millilitres(2), reason: 'Weaning' },
        ago(12, nth),
      )
    await recorder.add(
      'weighed',
      [calf],
      { weight: kilograms(200 + Math.round(random() * 60)), source: 'measured' },
      ago(12, nth + 1),
    )
  }
  await recorder.send()
}
