import { confirmSignUp, signUp } from '@byre/contract/accounts/auth'
import { logIn } from '@byre/contract/accounts/sign-ins'
import type { Endpoint } from '@byre/contract/endpoint'
import { password } from '../test-app.ts'
import type { Caller } from './values.ts'

/** Whoever makes accounts and reads their mail. */
export interface Accounts {
  post<E extends Endpoint>(endpoint: E, body: Record<string, string>): Promise<Record<string, unknown>>
  codeFor(email: string): Promise<string>
}

/** One of the three who call; signs in again, or up again, whenever a call of theirs has ended that. */
export class Someone implements Caller {
  readonly name: string
  readonly mark: string
  email = ''
  mayInvite: readonly string[] = []
  token = ''
  id = ''
  #accounts = 0

  constructor(name: string) {
    this.name = name
    this.mark = `${name}mark`
  }

  async arrive(accounts: Accounts): Promise<void> {
    if (this.email !== '' && (await this.#logIn(accounts))) return
    this.email = `${this.mark}-${(this.#accounts += 1)}@ranch.example`
    await accounts.post(signUp, { username: this.email, email: this.email, password })
    await accounts.post(confirmSignUp, { email: this.email, code: await accounts.codeFor(this.email) })
    if (!(await this.#logIn(accounts))) throw new Error(`${this.name} cannot sign in`)
  }

  async #logIn(accounts: Accounts): Promise<boolean> {
    const { id, token } = await accounts.post(logIn, { username: this.email, password })
    if (typeof id !== 'string' || typeof token !== 'string') return false
    Object.assign(this, { id, token })
    return true
  }
}
