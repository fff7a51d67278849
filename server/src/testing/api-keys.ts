import { createApiKey, type ApiKey } from '@byre/contract/accounts/api-keys'
import { createClinicApiKey, createSiteApiKey, type PlaceKey } from '@byre/contract/places/place-keys'
import type { Person, TestApp } from './test-app.ts'

/** A key of someone who has just signed in, with its text. */
export async function newApiKey(
  testApp: TestApp,
  as: Person | string,
  fields: Record<string, string> = {},
): Promise<ApiKey & { key: string }> {
  const body = { name: 'Barn office', scopes: 'places:read', ...fields }
  const { status, reply, text } = await testApp.call(createApiKey, { as, body })
  if (status !== 201) throw new Error(`no key: ${text}`)
  return { ...reply.api_key, key: reply.key }
}

/** A key of a site or clinic, made by somebody who runs it, with its text. */
export async function newPlaceKey(
  testApp: TestApp,
  as: Person,
  { kind, id }: { kind: 'site' | 'clinic'; id: string },
  fields: Record<string, string> = {},
): Promise<PlaceKey & { key: string }> {
  const call = kind === 'site' ? createSiteApiKey : createClinicApiKey
  const body = { name: 'Scale house', scopes: 'places:read', ...fields }
  const { status, reply, text } = await testApp.call(call, { as, params: { id }, body })
  if (status !== 201) throw new Error(`no key: ${text}`)
  return { ...reply.api_key, key: reply.key }
}
