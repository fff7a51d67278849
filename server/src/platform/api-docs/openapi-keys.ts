import type { Endpoint } from '@byre/contract/endpoint'
import { fieldsOfMoney, scopeOf } from '@byre/contract/calls/key-calls'

/* What the document says of API keys. */

/** A key is sent as a session's token is, and opens what its scopes open; a scope to change something also shows it. */
export const apiKeyDescription =
  'An API key of a person, made on the Security page of their profile, or of a site or clinic, made on its page; sent as the ' +
  'token is. Beside each call that takes keys stands the scope it asks for; a scope to write includes the one to read. ' +
  'No key makes a call about money or an account. One of a site or clinic finds that place alone, reads no bills and ' +
  'sends no invitations.'

/** The scope stands beside: of schemes other than OAuth's, tools take none inside. */
export function securityOf({ name, who }: Endpoint): Record<string, unknown> {
  const scope = who === 'anyone' ? undefined : scopeOf(name)
  const bearer = who === 'anyone' ? [] : [{ bearer: [] }]
  return scope ? { security: [...bearer, { apiKey: [] }], 'x-api-key-scope': scope } : { security: bearer }
}

/** A key may make the call as its example shows it. */
export function withoutMoney({ name }: Endpoint, example: unknown): unknown {
  if (scopeOf(name) === undefined || typeof example !== 'object' || example === null) return example
  const ofMoney = new Set<string>(fieldsOfMoney)
  return Object.fromEntries(Object.entries(example).filter(([field]) => !ofMoney.has(field)))
}
