import { BillingEntity, getBillingEntity } from '@byre/contract/billing/billing-entities'
import Fastify from 'fastify'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contractNouns } from '../api-docs/openapi-nouns.ts'
import { replySchema } from './reply-schema.ts'

/** What production writes answers with: compiled by Fastify, as `serve` has it compiled. */
async function writers(schemas: object[]): Promise<((answer: Record<string, unknown>) => string)[]> {
  const fastify = Fastify()
  let compiled: ((answer: Record<string, unknown>) => string)[] = []
  fastify.get('/', async (_, reply) => {
    compiled = schemas.map((schema) => reply.compileSerializationSchema(schema as Record<string, unknown>))
    return {}
  })
  const { statusCode, body } = await fastify.inject('/')
  assert.equal(statusCode, 200, body)
  return compiled
}

test('what every call of the contract answers can be written', async () => {
  const { endpoints } = await contractNouns()
  const schemas = endpoints.filter(({ produces }) => produces === 'application/json').map(replySchema)
  assert.ok(schemas.length > 100)
  assert.equal((await writers(schemas)).length, schemas.length)
})

test('C05 what the contract does not declare does not leave', async () => {
  const [write] = await writers([replySchema(getBillingEntity)])
  const nothing = Object.fromEntries(Object.keys(BillingEntity.shape).map((name) => [name, null]))
  const data = { ...nothing, name: 'North & Sons', password_hash: 'a secret' }
  const written = JSON.parse(write!({ success: true, data, debug: 'a secret' }))
  assert.deepEqual(Object.keys(written), ['success', 'data'])
  assert.deepEqual(Object.keys(written.data).toSorted(), Object.keys(nothing).toSorted())
  assert.equal(written.data.name, 'North & Sons')
  assert.equal(written.data.last_four, null)
})
