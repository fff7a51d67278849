import type { Caller } from './authenticate.ts'

/**
 * Whose a bearer's token was when it was last looked up. A token never changes hands, but its session ends:
 * what is remembered here lets a statement be written for its user, and that statement must find the session
 * alive itself.
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

const nameOf = (tokenHash: Buffer) => tokenHash.toString('base64')
