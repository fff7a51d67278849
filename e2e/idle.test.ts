import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { createTestDatabase, urlOf, type TestDatabase } from '../server/src/testing/database.ts'
import { startProduct, type Product } from './product.ts'

/* A server that nobody uses, as it ships, with a webhook that has heard all there is. */

const seconds = 20
/** It is 0.4 where nobody else is on the database's machine; what others have under way makes the webhooks' reader look again. */
const statementsASecond = 2

let database: TestDatabase
let product: Product
before(async () => {
  database = await createTestDatabase()
  product = await startProduct({
    DATABASE_URL: urlOf(database.options),
    APP_SECRET: 'a secret of a server that nobody uses',
  })
})
after(async () => {
  await product?.stop()
  await database?.drop()
})

async function statements(): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${product.opsPort}/metrics`)).text()
  return Number(/^byre_database_statements\{.*\} (\d+)$/m.exec(text)?.[1])
}

async function sentWithin(seconds: number): Promise<number> {
  const first = await statements()
  const second = await statements()
  // To ask costs statements, too.
  const ofAsking = second - first
  await delay(seconds * 1000)
  return (await statements()) - second - ofAsking
}

test(`a server that nobody uses sends its database at most ${statementsASecond} statements a second`, async () => {
  const client = new pg.Client(database.options as pg.ClientConfig)
  await client.connect()
  await client.query(
    `insert into customers.webhooks (id, kind, place_id, url, events, secret, added_by)
     values (gen_random_uuid(), 'site', gen_random_uuid(), 'https://hooks.ranch.farm', '{member.left}', '', gen_random_uuid())`,
  )
  await client.end()
  // What a start has left to do is done.
  for (let looks = 0, quiet = 0; looks < 30 && quiet < 5; looks++)
    quiet = (await sentWithin(1)) <= statementsASecond ? quiet + 1 : 0
  const sent = await sentWithin(seconds)
  console.log(`${(sent / seconds).toFixed(2)} statements a second`)
  assert.ok(sent <= statementsASecond * seconds, `${sent} statements in ${seconds} s`)
})
