import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { killAll, startMain } from '../../testing/main-process.ts'
import { environmentOf, StripeShop } from '../../testing/stripe/shop.ts'
import type { Person } from '../../testing/test-app.ts'

/* Who sends whose payment method, and how the processor fares meanwhile: what is left of it in both books. */

const senders = ['owner', 'stranger'] as const
const kinds = [
  'own, unattached',
  'own, attached',
  'own, used by its card',
  'another payer’s',
  'another payer’s, used by its card',
  'another account’s',
] as const
const fates = ['answers', 'fails to look up', 'fails to attach', 'loses its answer', 'is killed'] as const

interface Cell {
  sender: (typeof senders)[number]
  kind: (typeof kinds)[number]
  fate: (typeof fates)[number]
  /** Whether the same is sent once more when all is well again. */
  isSentAgain: boolean
  billingEntity: string
  customer: string
  method: string
  /** Whose it was at the processor before. */
  before: unknown
}

const cells = senders.flatMap((sender) =>
  kinds.flatMap((kind) =>
    fates.flatMap((fate) => [false, true].map((isSentAgain) => ({ sender, kind, fate, isSentAgain }))),
  ),
)
/** Fewer than the failures in a row after which the processor is left alone. */
const atOnce = 4
/** So often a call is made before it is given up. */
const tries = 3

let shop: StripeShop
let alice: Person
let bob: Person
let carol: Person

before(async () => {
  shop = await StripeShop.open()
  alice = await shop.testApp.person('alice')
  bob = await shop.testApp.person('bob')
  carol = await shop.testApp.person('carol')
})
after(async () => {
  killAll()
  await shop.close()
})

const lookUp = 'GET /v1/payment_methods/:id'
const setUp = 'POST /v1/setup_intents'
const isOwn = ({ kind }: Pick<Cell, 'kind'>) => kind.startsWith('own')
const senderOf = ({ sender }: Pick<Cell, 'sender'>) => (sender === 'owner' ? alice : carol)

async function arrange(cell: Pick<Cell, 'sender' | 'kind' | 'fate' | 'isSentAgain'>): Promise<Cell> {
  const { book } = shop.standIn
  const { billingEntity, customer } = await shop.billingEntityOf(alice)
  const holder = isOwn(cell)
    ? { as: alice, billingEntity, customer }
    : { as: bob, ...(await shop.billingEntityOf(bob)) }
  const isAttached = cell.kind !== 'own, unattached'
  const method =
    cell.kind === 'another account’s'
      ? `pm_${billingEntity.replaceAll('-', '').slice(-24)}`
      : book.newMethod('pays', {}, isAttached ? holder.customer : null)
  if (cell.kind.endsWith('used by its card'))
    assert.equal((await shop.add(holder.as, holder.billingEntity, method)).status, 201)
  if (cell.fate !== 'is killed') growOld({ ...cell, method })
  return { ...cell, billingEntity, customer, method, before: shop.ownerOf(method) }
}

/** What a browser entered just now is nobody's stray yet; the payer's own becomes old enough to be one. */
function growOld(cell: Pick<Cell, 'kind' | 'method'>): void {
  if (isOwn(cell)) shop.standIn.book.age(cell.method, 16 * 60)
}

/** What the call meets: the calls about its payment method that fail, or that are never answered. */
function spoil({ kind, fate, method }: Cell): Promise<void> | null {
  const failing = (deed: string) => {
    for (let time = 1; time <= tries; time++) shop.standIn.misfortune(deed, 'out of order', method)
  }
  if (fate === 'fails to look up') failing(lookUp)
  if (fate === 'fails to attach') failing(setUp)
  if (fate === 'loses its answer') return shop.standIn.hold(setUp, method).come
  if (fate === 'is killed') return shop.standIn.hold(kind === 'own, unattached' ? setUp : lookUp, method).come
  return null
}

function expected({ sender, kind, fate }: Cell): number {
  if (sender === 'stranger') return 404
  if (kind === 'own, used by its card') return 409
  if (fate === 'fails to look up') return 503
  if (!isOwn({ kind })) return 400
  return fate === 'answers' || kind === 'own, attached' ? 201 : 503
}

const nameOf = ({ sender, kind, fate, isSentAgain }: Cell) =>
  `${sender}, ${kind}, the processor ${fate}${isSentAgain ? ', sent again' : ''}`

async function send(cell: Cell): Promise<void> {
  void spoil(cell)
  const { status } = await shop.add(senderOf(cell), cell.billingEntity, cell.method)
  assert.equal(status, expected(cell), nameOf(cell))
  shop.standIn.fortune(cell.method)
}

/** All to a process of its own, which dies when each of them waits for the processor. */
async function sendAndKill(doomed: Cell[]): Promise<void> {
  const { testApp } = shop
  const { host, user, database } = testApp.database.pool.options
  const started = await startMain({
    DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host ?? '')}`,
    DATA_DIR: testApp.config.dataDir,
    APP_SECRET: testApp.config.appSecrets[0],
    LIMIT_FACTOR: '1000',
    ...environmentOf(shop.standIn),
  })
  await started.ready
  const exited = once(started.child, 'exit')
  const waits = ({ sender, kind }: Cell) => sender === 'owner' && kind !== 'own, used by its card'
  const sendOne = async (cell: Cell) => {
    const answer = await fetch(`http://localhost:${started.port}/api/v1/cards`, {
      method: 'POST',
      headers: { authorization: `Bearer ${senderOf(cell).token}` },
      body: new URLSearchParams({ billing_entity_id: cell.billingEntity, payment_method: cell.method }),
    }).catch(() => null)
    const body = await answer?.text().catch(() => null)
    // On a busy machine one is held until our patience with the processor ends, and told so before the process dies.
    const isHeldTooLong = answer?.status === 503 && waits(cell)
    if (answer && !isHeldTooLong) assert.equal(answer.status, expected(cell), `${nameOf(cell)}: ${body}`)
  }
  await Promise.all(doomed.filter((cell) => !waits(cell)).map(sendOne))
  const waiting = doomed.filter(waits)
  const sent: Promise<void>[] = []
  // Few at once: they count by one row, and the first is waited for no longer than the gateway’s patience lasts.
  for (let at = 0; at < waiting.length; at += atOnce) {
    const some = waiting.slice(at, at + atOnce)
    const come = some.map((cell) => spoil(cell))
    sent.push(...some.map(sendOne))
    await Promise.race([Promise.all(come), Promise.all(sent)])
  }
  started.child.kill('SIGKILL')
  await Promise.all([...sent, exited])
}

async function sendAgain(cell: Cell): Promise<void> {
  if (!cell.isSentAgain) return
  const { status } = await shop.add(senderOf(cell), cell.billingEntity, cell.method)
  const isThere = cell.fate === 'answers' || (cell.kind === 'own, attached' && expected(cell) === 201)
  const wanted = expected({ ...cell, fate: 'answers' })
  const isKilled = cell.fate === 'is killed'
  assert.equal(status, wanted === 201 && isThere && !isKilled ? 409 : wanted, `${nameOf(cell)}: again`)
}

async function judge(cell: Cell): Promise<void> {
  const { billingEntity, customer, method, before } = cell
  const kept = (await shop.cardsOf(billingEntity)).map((card) => card.gateway_card_id)
  assert.ok(kept.length <= 1, 'at most one card')
  const there = shop.standIn.book.answer('GET', '/v1/payment_methods', { customer }).body['data'] as {
    id: string
  }[]
  assert.deepEqual(
    there.map(({ id }) => id),
    kept,
    `${nameOf(cell)}: both books agree`,
  )
  const isAdded = cell.sender === 'owner' && isOwn(cell) && (cell.isSentAgain || expected(cell) === 201)
  const isKept = isAdded && !(cell.fate === 'is killed' && !cell.isSentAgain)
  if (isKept || cell.kind === 'own, used by its card') assert.deepEqual(kept, [method], nameOf(cell))
  else assert.deepEqual(kept, [], nameOf(cell))
  if (!isOwn(cell)) assert.equal(shop.ownerOf(method), before, `${nameOf(cell)}: still its payer’s`)
}

test('P03 P09 P10 whoever sends whosever card, however the processor fares: none is taken, none left, one at most', async (t) => {
  const all: Cell[] = []
  for (const cell of cells) all.push(await arrange(cell))

  const [doomed, others] = [
    all.filter(({ fate }) => fate === 'is killed'),
    all.filter(({ fate }) => fate !== 'is killed'),
  ]
  for (let at = 0; at < others.length; at += atOnce) {
    await Promise.all(others.slice(at, at + atOnce).map(send))
    await shop.meet(alice, others[at]!.billingEntity)
  }
  await sendAndKill(doomed)
  // Only now: a process that starts removes strays, and might have come to these before they were sent.
  doomed.forEach(growOld)
  await Promise.all(all.map(sendAgain))

  await shop.reconcileLater()
  await shop.reconcileLater()
  for (const cell of all) await judge(cell)
  assert.equal(await shop.attempts(), 0)
  t.diagnostic(`${all.length} cells`)
})
