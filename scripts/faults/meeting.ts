import { recordEvents } from '@byre/contract/herd/records'
import { departShipList, getShipList, lockShipList, makeShipList } from '@byre/contract/herd/ship-lists'
import { newId } from '@byre/server/platform/ids'
import type { Random } from '@byre/server/testing/fuzz/random'
import { event } from '@byre/server/testing/herd/recording'
import { setTimeout as delay } from 'node:timers/promises'
import type { Answer, Caller } from './caller.ts'
import type { Place } from './place.ts'

/* Three people at two nodes meet at the same animals; whoever came first decides, and the list says who that was. */

const head = 5

export async function meet(place: Place, rounds: number, random: Random): Promise<void> {
  const [owner, manager, crew] = place.seats
  const people = {
    owner: place.caller(owner, 0),
    manager: place.caller(manager, 1),
    crew: place.caller(crew, 1),
  }
  for (let round = 0; round < rounds; round++) await meetOnce(place, people, random)
  for (const one of Object.values(people)) one.close()
}

interface People {
  owner: Caller
  manager: Caller
  crew: Caller
}

async function meetOnce(place: Place, { owner, manager, crew }: People, random: Random): Promise<void> {
  const animals = Array.from({ length: head }, () => newId())
  const entered = animals.map((id) => event('entered', [id], { origin: 'born' }))
  await owner.ask(recordEvents, { body: { events: entered } })
  const load_at = new Date(Date.now() + 86_400_000).toISOString()
  const plan = { destination: 'Prairie Packers', market: 'CA', load_at, what: { animals } }
  const { id } = (await owner.ask(makeShipList, { body: plan })).reply
  const params = { id }
  const treated = event('treated', [animals[random.below(head)]!], { ...place.holding, route: 'SC' })
  const soon = async (asking: () => Promise<Answer>) => {
    await delay(random.below(25))
    return asking()
  }
  const answers = await Promise.all([
    soon(() => owner.once(lockShipList, { params })),
    soon(() => manager.once(lockShipList, { params })),
    soon(() => crew.once(recordEvents, { body: { events: [treated] } })),
    soon(() => manager.once(departShipList, { params })),
    soon(() => owner.once(departShipList, { params })),
  ])
  for (const { status, text } of answers)
    if (status !== 200 && status !== 409) place.seen.complaints.push(`${status} ${text}`)
  if (answers[2]!.status !== 200) place.seen.complaints.push(`a treatment was refused: ${answers[2]!.text}`)

  const { reply } = await owner.ask(getShipList, { params })
  const said = (of: number[]) => of.some((at) => answers[at]!.status === 200)
  if (reply.state === 'departed' && reply.late_truths !== 1)
    place.seen.complaints.push(`list ${id} had left, and its late truth is not told`)
  if (reply.state === 'locked') place.seen.complaints.push(`list ${id} is locked with what holds`)
  if (reply.state !== 'departed' && said([3, 4]))
    place.seen.complaints.push(`list ${id} was told to have left and is ${reply.state}`)
  if (reply.state === 'draft' && said([0, 1]))
    place.seen.complaints.push(`list ${id} was told to be locked and is a draft`)
}
