import { listSites } from '@byre/contract/places/sites'
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { listPlans } from '@byre/contract/billing/plans'
import { freePort, startProduct, type Product } from './product.ts'
import { callProduct, ready, type Ready } from './ready.ts'

const rounds = 4
const callers = 6

/** What the driver knows: which creates were acknowledged, and which were on their way when it died. */
interface Witness {
  acknowledged: Map<string, string>
  underWay: Map<string, string>
}

async function createUntilKilled(
  product: Product,
  alice: Ready,
  { planId, witness, killAfter }: { planId: string; witness: Witness; killAfter: number },
): Promise<void> {
  let acknowledgedNow = 0
  const exited = once(product.process, 'exit')
  const caller = async () => {
    for (;;) {
      const subdomain = `kill-${randomUUID().slice(0, 12)}`
      const key = randomUUID()
      witness.underWay.set(subdomain, key)
      const answer = await createOnce(product, alice, { planId, subdomain, key }).catch(() => null)
      if (answer !== 201) return
      witness.underWay.delete(subdomain)
      witness.acknowledged.set(subdomain, key)
      acknowledgedNow += 1
      if (acknowledgedNow === killAfter) product.process.kill('SIGKILL')
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
  await exited
}

async function createOnce(
  product: Product,
  alice: Ready,
  { planId, subdomain, key }: { planId: string; subdomain: string; key: string },
): Promise<number> {
  const answer = await fetch(`${product.url}/api/v1/sites`, {
    method: 'POST',
    headers: { authorization: `Bearer ${alice.token}`, 'idempotency-key': key },
    body: new URLSearchParams({
      name: subdomain,
      description: '',
      subdomain,
      billing_entity_id: alice.billingEntityId,
      plan_id: planId,
    }),
  })
  return answer.status
}

async function everySite(product: Product, alice: Ready): Promise<string[]> {
  const subdomains: string[] = []
  for (let page = 1; ; page++) {
    const { sites, total } = await callProduct(product, listSites, {
      token: alice.token,
      query: { per_page: '100', page: String(page) },
    })
    subdomains.push(...sites.map((site) => site.subdomain))
    if (subdomains.length >= total || sites.length === 0) return subdomains
  }
}

test('F01 F07 killed at any moment, the portal loses no acknowledged site and leaves none half-made', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'byre-kill-'))
  const port = String(await freePort())
  const witness: Witness = { acknowledged: new Map(), underWay: new Map() }
  let product = await startProduct({ DATA_DIR: dataDir, PORT: port })
  try {
    const alice = await ready(product)
    const { plans } = await callProduct(product, listPlans, {
      token: alice.token,
      query: { product: 'sites', currency: 'cad', interval: 'month' },
    })
    const planId = plans[0]!.id
    for (let round = 0; round < rounds; round++) {
      await createUntilKilled(product, alice, { planId, witness, killAfter: 5 + round * 7 })
      product = await startProduct({ DATA_DIR: dataDir, PORT: port })

      const there = new Set(await everySite(product, alice))
      const lost = [...witness.acknowledged.keys()].filter((subdomain) => !there.has(subdomain))
      assert.deepEqual(lost, [], 'every acknowledged site is there')

      // Pressing Create again: the same key gives one site, whether or not the first try went through.
      for (const [subdomain, key] of witness.underWay) {
        assert.equal(
          await createOnce(product, alice, { planId, subdomain, key }),
          201,
          'the same call again succeeds',
        )
        witness.acknowledged.set(subdomain, key)
      }
      witness.underWay.clear()
      const again = await everySite(product, alice)
      assert.equal(new Set(again).size, again.length, 'no site is there twice')
      assert.equal(again.length, witness.acknowledged.size, 'nothing is there that nobody asked for')
    }
  } finally {
    await product.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
})
