import { errors } from '@byre/contract/errors'
import type { Endpoint } from '@byre/contract/endpoint'
import { neverRight, nothing, reasonOf } from './allowed.ts'
import { callsOf, type RightCall } from './calls.ts'
import { cellsOf, isKnown, never, wordsOf, type Cell } from './cells.ts'
import { Fingerprints } from './fingerprint.ts'
import { isGranted, send, tellingOf, type Named, type Answer } from './send.ts'
import { carolsWord, gusWord, newSetting, type Setting } from './setting.ts'
import { slotsOf } from './slots.ts'
import { thingsIn, type Thing } from './things.ts'
import { type PersonName } from './callers.ts'

/** So many calls at once; as many as a process has connections. */
const atOnce = 8

export interface Tally {
  endpoint: Endpoint
  cell: Cell
  outcome: string
}

/** The matrix at work: makes calls, judges each answer, and puts back what one changed. */
export class Matrix {
  readonly setting: Setting
  readonly things: readonly Thing[]
  /** The reasons that were needed. */
  readonly reasons = new Set<string>()
  readonly tallies: Tally[] = []
  readonly #byName: ReadonlyMap<string, Thing>
  readonly #fingerprints: Fingerprints
  readonly #foreign: readonly string[]

  private constructor(setting: Setting, things: Thing[], fingerprints: Fingerprints) {
    this.setting = setting
    this.things = things
    this.#fingerprints = fingerprints
    this.#byName = new Map(things.map((thing) => [thing.name, thing]))
    this.#foreign = things
      .filter(({ as, known }) => as === 'foreign' && known.includes('carol'))
      .map(({ id }) => id)
  }

  static async start(): Promise<Matrix> {
    const setting = await newSetting()
    const things = await thingsIn(setting)
    return new Matrix(setting, things, await Fingerprints.take(setting.testApp.database.pool))
  }

  /**
   * The calls of an endpoint that do what they are for, which shows that the matrix knows how to make them;
   * and for each field with an id that none of them has, what was answered instead.
   */
  async rightCalls(endpoint: Endpoint): Promise<{ calls: RightCall[]; untried: string[] }> {
    const calls: RightCall[] = []
    const refused: [fields: string[], answer: string][] = []
    for (const call of callsOf(endpoint)) {
      const answer = await this.#send(call, call.as, this.#named(call))
      await this.#putBack()
      const isRight = answer.status === endpoint.status && isGranted(endpoint.method, answer)
      if (isRight || call.slots.some(({ field }) => isNeverRight(endpoint, field))) calls.push(call)
      else refused.push([call.slots.map(({ field }) => field), answer.text])
    }
    const tried = new Set(calls.flatMap(({ slots }) => slots.map(({ field }) => field)))
    const untried = slotsOf(endpoint)
      .map(({ field }) => field)
      .filter((field) => !tried.has(field))
      .map((field) => `${field}: ${refused.findLast(([fields]) => fields.includes(field))?.[1]}`)
    return { calls, untried }
  }

  /** What is wrong with the cells of an endpoint, each in a sentence. */
  async problemsOf(calls: readonly RightCall[]): Promise<string[]> {
    const cells = cellsOf(calls, this.things)
    const mayWrite = (cell: Cell) =>
      cell.call.endpoint.method !== 'GET' && (reasonOf(cell)?.writes ?? nothing) !== nothing
    return [
      ...(await this.#problemsAtOnce(cells.filter((cell) => !mayWrite(cell)))),
      ...(await this.#problemsOneByOne(cells.filter(mayWrite))),
    ]
  }

  /** None of these may change anything, so one look afterwards is enough; if one did, each is looked at. */
  async #problemsAtOnce(cells: readonly Cell[]): Promise<string[]> {
    const attempts: { cell: Cell; answer: Answer }[] = []
    for (let at = 0; at < cells.length; at += atOnce)
      attempts.push(
        ...(await Promise.all(
          cells.slice(at, at + atOnce).map(async (cell) => ({ cell, answer: await this.#try(cell) })),
        )),
      )
    const changed = await this.#putBack()
    if (changed.length > 0) return this.#problemsOneByOne(cells)
    const problems: string[] = []
    for (const one of attempts) problems.push(...(await this.#judge(one.cell, one.answer, [])))
    return problems
  }

  async #problemsOneByOne(cells: readonly Cell[]): Promise<string[]> {
    const problems: string[] = []
    for (const cell of cells) {
      const answer = await this.#try(cell)
      problems.push(...(await this.#judge(cell, answer, await this.#putBack())))
    }
    return problems
  }

  async #judge(cell: Cell, answer: Answer, changed: readonly string[]): Promise<string[]> {
    const { endpoint } = cell.call
    const reason = reasonOf(cell)
    const granted = isGranted(endpoint.method, answer)
    const refuse = (why: string) => [`${wordsOf(cell)}: ${why}`]
    if (cell.thing === never) this.#references.set(keyOf(cell), tellingOf(answer, never.id))
    this.tallies.push({
      endpoint,
      cell,
      outcome: granted ? 'allowed' : answer.status === 200 ? 'empty list' : `refused ${answer.status}`,
    })

    if (granted && reason) this.reasons.add(reason.why)
    if (granted && !reason) return refuse(`${answer.status}, and changed ${changed.join(', ') || 'nothing'}`)
    const written = changed.filter((table) => !reason?.writes.test(table))
    if (granted && written.length > 0) return refuse(`granted, but changed ${written.join(', ')}`)
    if (!granted && changed.length > 0)
      return refuse(`refused with ${answer.status}, but changed ${changed.join(', ')}`)
    if (answer.status >= 400 && !isDeclared(endpoint, answer))
      return refuse(`${answer.status} ${String(answer.body['code'])} is not declared`)
    const canary = this.#strangeWordIn(cell, answer)
    if (canary !== undefined) return refuse(`tells of a stranger’s ${canary}`)
    if (isKnown(cell) || reason || cell.thing === never) return []
    return this.#isToldApart(cell, answer)
  }

  /** Whether an answer tells that something is there of which the caller may not know. */
  async #isToldApart(cell: Cell, answer: Answer): Promise<string[]> {
    const reference = await this.#referenceOf(cell)
    const telling = tellingOf(answer, cell.thing.id)
    if (telling === reference) return []
    // A tenant's host answers everybody with its page; what never was has none.
    if (cell.slot.at === 'host' && answer.status === 404 && reference.startsWith('421 ')) return []
    return [
      `${wordsOf(cell)}: tells that it is there: ${telling.slice(0, 160)} instead of ${reference.slice(0, 160)}`,
    ]
  }

  readonly #references = new Map<string, string>()
  async #referenceOf(cell: Cell): Promise<string> {
    const known = this.#references.get(keyOf(cell))
    return known ?? tellingOf(await this.#try({ ...cell, thing: never }), never.id)
  }

  #strangeWordIn({ thing, caller }: Cell, { text }: Answer): string | undefined {
    if (caller === 'carol' || (thing.known.includes(caller) && thing.known.includes('carol')))
      return undefined
    const words = [...this.#foreign.filter((id) => id !== thing.id), carolsWord]
    if (caller !== 'gus') words.push(gusWord)
    const lower = text.toLowerCase()
    return words.find((word) => lower.includes(word))
  }

  #try({ call, slot, thing, caller }: Cell): Promise<Answer> {
    return this.#send(call, caller, { ...this.#named(call), [slot.field]: thing })
  }

  #send(call: RightCall, caller: PersonName, named: Named): Promise<Answer> {
    const { testApp, people } = this.setting
    const token = Object.values(this.#named(call)).find((thing) => thing.token !== undefined)?.token
    return send(testApp, call, people[caller], { named, token })
  }

  #named({ ids, words }: RightCall): Named {
    return Object.fromEntries(
      Object.entries(ids).map(([field, name]) => {
        const thing = this.#byName.get(name)
        if (!thing)
          throw new Error(`${words}: say in calls.ts which thing ${field} names; nothing is called ${name}`)
        return [field, thing]
      }),
    )
  }

  async #putBack(): Promise<string[]> {
    const changed = await this.#fingerprints.changed()
    if (changed.length > 0) await this.#fingerprints.restore(changed)
    return changed
  }
}

const isNeverRight = ({ name }: Endpoint, field: string) => `${name} ${field}` in neverRight

/** Same for all cells in which only what stands in the slot is another. */
const keyOf = ({ call, slot, caller }: Cell) =>
  [call.words, ...Object.values(call.ids), ...Object.values(call.fields), slot.field, caller].join()

/** What every call may refuse with, whatever it declares. */
const shared: readonly string[] = ['request.invalid', 'request.misdirected']

function isDeclared({ refusals }: Endpoint, { status, body }: Answer): boolean {
  const code = String(body['code'])
  if (![...refusals, ...shared].includes(code)) return false
  return errors[code as keyof typeof errors][0] === status && status < 500
}
