import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { startProduct, type Product } from './product.ts'

/* What `deploy/` tells machines to watch is what the product tells, and every alert says what to do. */

let product: Product
before(async () => {
  product = await startProduct()
})
after(() => product?.stop())

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const metricsIn = (text: string) => new Set(text.match(/\b(?:byre|nodejs|process)_[a-z0-9_]+/g))
/** Told where there is a standby for lists, and asked for there by `standby-away.test.ts`. */
const ofStandby = new Set(['byre_standby_used', 'byre_standby_behind_bytes', 'byre_list_reads'])
/** A histogram and its parts, and a counter and what is told of it before its first count. */
const bare = (name: string) => name.replace(/_(?:bucket|count|sum)$/, '')

test('every alert and every panel asks for what the product tells', async () => {
  const answer = await fetch(`http://127.0.0.1:${product.opsPort}/metrics`)
  assert.equal(answer.status, 200)
  assert.match(answer.headers.get('content-type')!, /^text\/plain; version=0\.0\.4; charset=utf-8$/)
  const known = new Set((await answer.text()).match(/^# TYPE (\S+)/gm)!.map((line) => line.slice(7)))
  for (const file of ['deploy/alerts.yml', 'deploy/grafana-dashboard.json', 'docs/operators/watching.md'])
    for (const name of metricsIn(read(file)))
      if (!name.endsWith('_') && !ofStandby.has(name)) assert.ok(known.has(bare(name)), `${file}: ${name}`)
})

test('every alert has its page', () => {
  const alerts = [...read('deploy/alerts.yml').matchAll(/- alert: (\w+)[\s\S]*?page: (\S+)/g)]
  assert.equal(alerts.length, read('deploy/alerts.yml').match(/- alert:/g)!.length)
  const pages = read('docs/operators/watching.md')
  for (const [, name, page] of alerts) {
    assert.equal(page, `docs/operators/watching.md#${name!.toLowerCase()}`)
    assert.match(pages, new RegExp(`^### ${name}\\n.+`, 'm'), name)
  }
})
