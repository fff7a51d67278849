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
  #userId: string | undefined

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
    this.#userId = bearers.userOf(caller)
    if (this.#userId !== undefined) this.#take(this.#userId)
  }

  /** After the answer, which said who asked. A dead token fills nobody's minute. */
  settle(userId: string | null): void {
    if (this.#userId === undefined && userId !== null) {
      this.#userId = userId
      this.#bearers.remember(this.#caller, userId)
      this.#add(userId, 1)
    }
  }

  /** The session of a token that was seen before has ended. */
  giveBack(): void {
    if (this.#userId !== undefined) this.#add(this.#userId, -1)
  }

  /** A long answer costs its caller as much as several. */
  weigh(bytes: number): void {
    const more = Math.floor(bytes / meters.bytesOfACall)
    if (more > 0 && this.#userId !== undefined)
      this.#general.add(personal(this.#userId), meters.callsPerMinute, more)
  }

  #take(userId: string): void {
    this.#general.check(personal(userId), meters.callsPerMinute)
    if (this.#documentCost > 0) this.#general.check(documents(userId), meters.documentsPerMinute)
    this.#add(userId, 1)
  }

  #add(userId: string, times: 1 | -1): void {
    this.#general.add(personal(userId), meters.callsPerMinute, times)
    if (this.#documentCost > 0)
      this.#general.add(documents(userId), meters.documentsPerMinute, times * this.#documentCost)
  }
}

/**
 * Whose a bearer's token was when it was last looked up. A token never changes hands, but its session ends: what is
 * remembered here says whose minute a read counts against, and the read itself must find the session alive.
 */
export class Bearers {
  readonly #users = new Map<string, string>()
  readonly #atMost: number

  /** Beyond `atMost` tokens the one remembered first is forgotten. */
  constructor(atMost = 10_000) {
    this.#atMost = atMost
  }

  userOf({ token_hash }: Caller): string | undefined {
    return this.#users.get(nameOf(token_hash))
  }

  remember({ token_hash }: Caller, userId: string): void {
    this.#users.set(nameOf(token_hash), userId)
    if (this.#users.size <= this.#atMost) return
    const [first] = this.#users.keys()
    this.#users.delete(first!)
  }
}

/** A character a byte, which is the shortest way from bytes to text. */
const nameOf = (tokenHash: Buffer) => tokenHash.toString('latin1')

export const personal = (userId: string) => `user:${userId}`
const documents = (userId: string) => `documents:${userId}`
