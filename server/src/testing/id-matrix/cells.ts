import type { RightCall } from './calls.ts'
import { kinds, type Slot } from './slots.ts'
import { type Substitute, type Thing } from './things.ts'
import { callers, type PersonName } from './callers.ts'

/** One call with one id in it put in place of the right one, by one person. */
export interface Cell {
  call: RightCall
  slot: Slot
  thing: Thing
  as: Substitute
  caller: PersonName
}

/** What never was: everything that is not the caller's must be answered like this. */
export const never: Thing = {
  name: 'nothing',
  kind: 'site',
  id: '019b0000-0000-7000-8000-0000000000ff',
  as: 'never existed',
  known: [],
}

/** States that matter to nothing but money. */
const ofMoney = / (?:fresh|ending|paused|replanned|moving|paid elsewhere|paid where User)$/

const isAboutMoney = ({ endpoint, slots }: RightCall) =>
  endpoint.service === 'payments' ||
  /^(?:update|delete|restore)(?:Site|Clinic)$/.test(endpoint.name) ||
  slots.some(({ kinds }) => kinds.includes('plan'))

/** A cursor is a place in the caller's own list, whatever has stood there. */
const isCursor = ({ kinds }: Slot) => kinds.includes('audit line')

/**
 * The cells of the calls of one endpoint. Other things of the same kind are tried by everybody in every
 * call; things of other kinds by whoever may make the call, once a slot. Reads are tried once a slot.
 */
export function cellsOf(calls: readonly RightCall[], things: readonly Thing[]): Cell[] {
  const seen = new Set<string>()
  return calls.flatMap((call) =>
    call.slots.flatMap((slot) => {
      const isFirst = !seen.has(slot.at + slot.field)
      seen.add(slot.at + slot.field)
      if (!isFirst && call.endpoint.method === 'GET') return []
      const others = isFirst && !isCursor(slot) ? otherKinds(call, slot, things) : []
      return [
        ...[never, ...sameKind(call, slot, things)].flatMap((thing) =>
          callersOf(call)
            .filter((caller) => caller !== call.as || thing.name !== call.ids[slot.field])
            .map((caller) => ({ call, slot, thing, as: asFor(thing, caller), caller })),
        ),
        ...others.map((thing) => ({ call, slot, thing, as: 'other kind' as const, caller: call.as })),
      ]
    }),
  )
}

/** Whoever may make the call and those of other roles; where money is paid Gus, too, who pays next or elsewhere. */
const callersOf = ({ as, endpoint }: RightCall): PersonName[] => [
  ...new Set([as, ...callers, ...(endpoint.service === 'payments' ? (['gus'] as const) : [])]),
]

/** For Carol Alice's things are the foreign ones. */
function asFor(thing: Thing, caller: PersonName): Substitute {
  if (caller !== 'carol' || thing === never || thing.kind === 'plan') return thing.as
  return thing.as === 'foreign' ? 'same account' : 'foreign'
}

function sameKind(call: RightCall, { kinds, field }: Slot, things: readonly Thing[]): Thing[] {
  const isShort = !isAboutMoney(call)
  return things.filter(
    ({ kind, name }) => kinds.includes(kind) && !(isShort && ofMoney.test(name) && name !== call.ids[field]),
  )
}

/** Of each other kind one thing of Alice's, and for a command one of Carol's. */
function otherKinds({ endpoint }: RightCall, slot: Slot, things: readonly Thing[]): Thing[] {
  const owners: Substitute[] = endpoint.method === 'GET' ? ['same account'] : ['same account', 'foreign']
  return kinds
    .filter((kind) => !slot.kinds.includes(kind))
    .flatMap((kind) =>
      owners.map((owner) => things.find((thing) => thing.kind === kind && thing.as === owner)),
    )
    .filter((thing) => thing !== undefined)
}

/** Whether the caller may know that such a thing is there, and it is what the call asks for. */
export const isKnown = ({ slot, thing, caller }: Cell) =>
  slot.kinds.includes(thing.kind) && thing.known.includes(caller)

export const wordsOf = ({ call, slot, thing, as, caller }: Cell) =>
  `${caller}: ${call.words} with ${slot.field} = ${thing.name} (${as})`
