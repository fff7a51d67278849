import type { TestApp } from '../test-app.ts'

/*
 * A kind of value that is made under APP_SECRET, and which process makes and uses it: the one in charge
 * (`testApp.app`).
 */

type Use = () => Promise<string>

export interface Kind {
  /** What its keys are for, by the names of `keyPurpose`. */
  keys: readonly string[]
  make(testApp: TestApp): Promise<Use>
  /** What its owner sees where the secret it was made under is among those given. */
  works: string
  /** And where it is not: something calm. */
  alone: string
  /** Using it where the secret is an older one makes it good under the first. */
  isRenewed?: true
}

let made = 0
export const newAddress = () => `someone-${(made += 1)}@ranch.example`
export const newPerson = (testApp: TestApp) => {
  const email = newAddress()
  return testApp.person(email, email)
}
export const query = (testApp: TestApp, text: string, values: unknown[] = []) =>
  testApp.database.pool.query(text, values)
export const said = ({ status, body }: { status: number; body: Record<string, unknown> }) =>
  status < 300 ? 'okay' : `${status} ${String(body['code'])}`
const inCharge = new WeakMap<object, readonly [string, ...string[]]>()

/** Puts a process in charge, which has these secrets. */
export function putInCharge(testApp: TestApp, app: TestApp['app'], secrets: readonly [string, ...string[]]) {
  inCharge.set(app, secrets)
  testApp.app = app
}

export const secretsIn = (testApp: TestApp) => inCharge.get(testApp.app) ?? testApp.config.appSecrets
