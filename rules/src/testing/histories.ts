import type { FoldContext } from '../fold-animal.ts'
import type { Copied, HerdEvent, Stored } from '../fold-events.ts'

/* Events of one animal, for tests of the fold. */

export const feedlot: FoldContext = {
  zone: 'America/Edmonton',
  home: 'CA',
  markets: ['CA', 'US'],
  species: 'cattle',
  class: 'beef',
  commodities: ['meat'],
  daysIfUnknown: 60,
}

export const steer = '00000000-0000-7000-8000-000000000001'

export const label = (days: number, more: object = {}): Copied => ({
  version: 'v1',
  uses: ['CA', 'US'].map((country) => ({
    country,
    species: 'cattle',
    classes: ['beef'],
    route: 'SC',
    figures: [{ kind: 'days', commodity: 'meat', days }],
    source: 'its label',
    read_on: '2026-01-01',
    ...more,
  })),
})

type Body<K extends HerdEvent['kind']> = Extract<HerdEvent, { kind: K }>['body']

/** An event at a time that is believed, received when `n` says. */
export function happened<K extends HerdEvent['kind']>(n: number, kind: K, at: string, body: Body<K>): Stored {
  const isDay = at.length === 10
  return {
    event: {
      id: `e${n}`,
      kind,
      v: 1,
      ...(isDay ? { precision: 'day', day: at } : { precision: 'instant', at: new Date(at).toISOString() }),
      animals: [steer],
      body,
      stream: 's1',
      seq: n,
      clock: { device_at: '2026-11-01T00:00:00.000Z', offset_ms: 0 },
    } as unknown as HerdEvent,
    n,
    person: 'bob',
    received_at: '2026-11-01T00:00:00.000Z',
  }
}

export const born = (n = 1, at = '2026-01-01T12:00:00.000Z', more: object = {}) =>
  happened(n, 'entered', at, { origin: 'born', ...more })

export const given = (n: number, at: string, days: number, more: object = {}): Stored => ({
  ...happened(n, 'treated', at, { product: `p${days}`, product_name: `Demo ${days}`, route: 'SC', ...more }),
  copied: label(days),
})
