import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { stripeClient } from './stripe-client.ts'

async function at(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('where the card processor’s answer points elsewhere nobody goes there, with the key or without', async () => {
  let visits = 0
  const elsewhere = createServer((_, response) => {
    visits += 1
    response.end('{}')
  })
  const location = `${await at(elsewhere)}/v1/customers/cus_1`
  let requests = 0
  const processor = createServer((_, response) => {
    requests += 1
    response.writeHead([301, 302, 307, 308][requests - 1]!, { location }).end('{}')
  })
  const apiBase = await at(processor)
  try {
    const client = stripeClient({ secretKey: 'sk', publishableKey: 'pk', webhookSecret: 'wh', apiBase })
    for (let n = 0; n < 4; n++) await client.customers.retrieve('cus_1').catch(() => undefined)
    assert.deepEqual({ requests, visits }, { requests: 4, visits: 0 })
  } finally {
    processor.closeAllConnections()
    processor.close()
    elsewhere.close()
  }
})
