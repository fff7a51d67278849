import type { Endpoint } from '@byre/contract/endpoint'
import { meters } from '@byre/contract/limits'
import type { GeneralLimits } from '../limits/limits.ts'

/** A file costs more than an answer: a PDF is drawn, a table or an archive is read row by row. */
const documentCosts: Partial<Record<Endpoint['produces'], number>> = {
  'application/pdf': 1,
  'text/csv; charset=utf-8': 5,
  'application/zip': 10,
}

/** Who calls, by what they showed; nothing else of them is needed here. */
interface Caller {
  token_hash: Buffer
}

/**
 * What one signed-in read takes from its person's minute, however many sessions and tokens they have. A token
 * that this process has not seen names its person only with the answer: that first call is counted then.
 */
export class Meter {
  readonly #general: GeneralLimits
  readonly #bearers: Bearers
  readonly #caller: Caller
  readonly #documentCost: number
  /** What their calls are counted by. */
  #who: string | undefined

  /** Counts the call where its person is known, and refuses it where their minute is used up. */
  constructor(
    general: GeneralLimits,
    bearers: Bearers,
    endpoint: Pick<Endpoint, 'produces'>,
    caller: Caller,
  ) {
    this.#general = general
    this.#bearers = bearers
    this.#caller = caller
    this.#documentCost = documentCosts[endpoint.produces] ?? 0
    this.#who = bearers.whoOf(caller)
    if (this.#who !== undefined) this.#take(this.#who)
  }

  /** After the answer, which said who asked. A dead token fills nobody's minute. */
  settle(userId: string | null): void {
    if (this.#who === undefined && userId !== null) {
      this.#who = personal(userId)
      this.#bearers.remember(this.#caller, this.#who)
      this.#add(this.#who, 1)
    }
  }

  /** The session of a token that was seen before has ended. */
  giveBack(): void {
    if (this.#who !== undefined) this.#add(this.#who, -1)
  }

  /** A long answer costs its caller as much as several. */
  weigh(bytes: number): void {
    const more = Math.floor(bytes / meters.bytesOfACall)
    if (more > 0 && this.#who !== undefined) this.#general.add(this.#who, meters.callsPerMinute, more)
  }

  #take(who: string): void {
    this.#general.check(who, meters.callsPerMinute)
    if (this.#documentCost > 0) this.#general.check(documents(who), meters.documentsPerMinute)
    this.#add(who, 1)
  }

  #add(who: string, times: 1 | -1): void {
    this.#general.add(who, meters.callsPerMinute, times)
    if (this.#documentCost > 0)
      this.#general.add(documents(who), meters.documentsPerMinute, times * this.#documentCost)
  }
}

/**
 * Whose a bearer's token was when it was last looked up. A token never changes hands, but its session ends: what is
 * remembered here says whose minute a read counts against, and the read itself must find the session alive.
 */
export class Bearers {
  readonly #whos = new Map<string, string>()
  readonly #atMost: number

  /** Beyond `atMost` tokens the one remembered first is forgotten. */
  constructor(atMost = 10_000) {
    this.#atMost = atMost
  }

  /** The name that `remember` was told, itself: looked up by one text, each map need not work it out anew. */
  whoOf({ token_hash }: Caller): string | undefined {
    return this.#whos.get(nameOf(token_hash))
  }

  remember({ token_hash }: Caller, who: string): void {
    this.#whos.set(nameOf(token_hash), who)
    if (this.#whos.size <= this.#atMost) return
    const [first] = this.#whos.keys()
    this.#whos.delete(first!)
  }
}

/** A character a byte, which is the shortest way from bytes to text. */
const nameOf = (tokenHash: Buffer) => tokenHash.toString('latin1')

export const personal = (userId: string) => `user:${userId}`
const documents = (who: string) => `documents:${who}`
