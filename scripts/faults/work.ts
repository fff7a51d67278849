import type { HerdEvent } from '@byre/contract/herd/events'
import { beginImport, importRows, type ImportOptions } from '@byre/contract/herd/imports'
import { recordEvents } from '@byre/contract/herd/records'
import {
  checkShipList,
  departShipList,
  lockShipList,
  makeShipList,
  takeOffShipList,
} from '@byre/contract/herd/ship-lists'
import { newId } from '@byre/server/platform/ids'
import { event } from '@byre/server/testing/herd/recording'
import { setTimeout as delay } from 'node:timers/promises'
import type { Caller } from './caller.ts'
import type { Witness } from './witness.ts'

/* What people do at a yard while something breaks: each goes on until told to end, one call after another. */

/** What the witness of a place holds. */
export type Acknowledged =
  | { event: string; n: number }
  | { list: string; state: 'locked' | 'departed' }
  /** The electronic tags of the rows of a page. */
  | { brought: readonly string[] }

export interface Working {
  caller: Caller
  witness: Witness<Acknowledged>
  /** The version of a product that holds for long. */
  holding: { product: string; product_name: string }
  isOver: () => boolean
  /** Between what one person does and does next, in milliseconds. */
  pauseMs: number
}

type Event = Record<string, unknown> & { id: string }

async function recorded({ caller, witness }: Working, events: readonly Event[]): Promise<number[]> {
  const { reply } = await caller.ask(recordEvents, { body: { events } })
  witness.write(...reply.events.map(({ id, n }) => ({ event: id, n })))
  return reply.events.map(({ n }) => n)
}

/** Enters animals, treats each and takes that back. */
export async function record(working: Working): Promise<void> {
  let animal = newId()
  await recorded(working, [event('entered', [animal], { origin: 'born' })])
  while (!working.isOver()) {
    const treated = event('treated', [animal], { product_name: 'x' })
    const next = newId()
    await recorded(working, [
      treated,
      event('void', [], { event: treated.id, reason: 'wrong animal' }),
      event('entered', [next], { origin: 'born' }),
    ])
    animal = next
    await delay(working.pauseMs)
  }
}

const options: ImportOptions = {
  columns: [
    { at: 0, header: 'EID', holds: 'eid' },
    { at: 1, header: 'Pen', holds: 'pen' },
    { at: 2, header: 'Weight', holds: 'weight' },
    { at: 3, header: 'Medicine', holds: 'medicine' },
    { at: 4, header: 'Given', holds: 'treated_on' },
  ],
  dates: 'ymd',
  decimals: 'point',
  unit: 'kg',
  word: 'no',
  medicines: [],
}
/** Of an animal that is brought: entered, weighed, treated. */
export const eventsARow = 3
const page = { rows: 25, ofFile: 4 }

let brought = 0
/** A tag that no other row has, from a maker that there is. */
const nextEid = () => `982${String((brought += 1)).padStart(12, '0')}`

/** Brings one file after the other, page by page. */
export async function bring(working: Working): Promise<void> {
  const { caller, witness } = working
  while (!working.isOver()) {
    const rows = page.rows * page.ofFile
    const begun = await caller.ask(beginImport, { body: { file_name: 'herd.csv', rows, options } })
    for (let nth = 0; nth < page.ofFile && !working.isOver(); nth++) {
      const eids = Array.from({ length: page.rows }, nextEid)
      const cells = (eid: string) => [eid, `Pen ${eid.slice(-1)}`, '412.5', 'Thing', '2026-01-15']
      const { reply } = await caller.ask(importRows, {
        params: { id: begun.reply.id },
        body: {
          rows: eids.map((eid, at) => ({ line: nth * page.rows + at + 2, cells: cells(eid) })),
          done: (nth + 1) * page.rows,
        },
      })
      // By a clock that is a year behind, the day of a treatment has not come yet: such a row is refused.
      const sound = eids.filter((_, at) => reply.rows[at]?.outcome !== 'refused')
      witness.write({ brought: sound })
      await delay(working.pauseMs)
    }
  }
}

const head = 4

/**
 * Ships one load after the other. Of every other list one animal is treated after the lock, with what holds: the list cannot
 * leave until that one is taken off.
 */
export async function ship(working: Working): Promise<void> {
  const { caller, witness, holding } = working
  for (let nth = 0; !working.isOver(); nth++) {
    const animals = Array.from({ length: head }, () => newId())
    const entered = animals.map((id) => event('entered', [id], { origin: 'born' }))
    await recorded(working, entered)
    const load_at = new Date(Date.now() + 86_400_000).toISOString()
    const plan = { destination: 'Prairie Packers', market: 'CA', load_at, what: { animals } }
    const { id } = (await caller.ask(makeShipList, { body: plan })).reply
    const params = { id }
    const lock = async () => {
      await caller.ask(checkShipList, { params })
      await caller.ask(lockShipList, { params })
      witness.write({ list: id, state: 'locked' })
    }
    await lock()
    if (nth % 2 === 1) {
      const treated = event('treated', [animals[nth % head]!], { ...holding, route: 'SC' })
      await recorded(working, [treated as Event & HerdEvent])
      const { status } = await caller.ask(departShipList, { params }, [409])
      if (status !== 409) caller.seen.complaints.push(`list ${id} left with an animal that was just treated`)
      await caller.ask(takeOffShipList, { params, body: { held: 'yes' } })
      await lock()
    }
    await caller.ask(departShipList, { params })
    witness.write({ list: id, state: 'departed' })
    await delay(working.pauseMs)
  }
}
