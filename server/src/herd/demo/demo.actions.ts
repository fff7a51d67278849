import type { addDemo, getDemo, removeDemo } from '@byre/contract/herd/demo'
import { herdLimits, type HerdEvent } from '@byre/contract/herd/events'
import type { LabelUse } from '@byre/contract/herd/products'
import { mayAtSite } from '@byre/contract/site-rights'
import { canonical, type Canonical } from '@byre/rules/canonical'
import { localOf } from '@byre/rules/dates'
import { writeAudit } from '../../platform/audit/audit.ts'
import { visited } from '../../platform/authentication/visitors.ts'
import type { Clock } from '../../platform/clock.ts'
import { platformOf, type Db } from '../../platform/database/db.ts'
import { transaction } from '../../platform/database/transactions.ts'
import { refuse } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { lockLedger } from '../../platform/ledger/ledger.ts'
import type { SiteAccess, SiteCall } from '../../tenants/index.ts'
import { contextOf } from '../events/context.policy.ts'
import { findSiteFacts } from '../events/context.queries.ts'
import { recordBatch } from '../events/events.actions.ts'
import { storedOf } from '../events/events.policy.ts'
import { eventsOfAnimals } from '../events/events.queries.ts'
import { herdLedger } from '../events/ledger.policy.ts'
import { eventsOfPens } from '../events/pens.queries.ts'
import { enqueueOf } from '../gate/news.actions.ts'
import { insertProducts } from '../products/products.queries.ts'
import {
  demoEvents,
  demoPens,
  demoProducts,
  leavingOf,
  newDemoAnimals,
  voidsOf,
  type DemoThings,
} from './demo.policy.ts'
import {
  countDemo,
  deleteDemo,
  findDemo,
  findOwnPens,
  findProducts,
  insertDemo,
  putPens,
} from './demo.queries.ts'

type Import = SiteAccess<'import'>
type Doing = Pick<SiteCall<typeof addDemo | typeof removeDemo, 'herd'>, 'access' | 'command'>

export async function demoOf({ db, caller }: SiteCall<typeof getDemo, 'herd'>) {
  const [{ animals }] = visited(await countDemo(db, caller))
  return { animals }
}

/** Once is as often as it helps: where there are some, they stay as they are. */
export async function putDemo(doing: SiteCall<typeof addDemo, 'herd'>, clock: Clock) {
  const { access, db, from } = doing
  const now = clock.now()
  const facts = await findSiteFacts(db, access.site_id, access.user_id)
  if (!facts) refuse('not_found')
  const context = contextOf(facts)

  return transaction(db, async (db) => {
    await lockLedger(platformOf(db), herdLedger, access.site_id)
    const there = (await findDemo(db, access)).filter(({ kind }) => kind === 'animal')
    if (there.length > 0) return { animals: there.length }
    const products = demoProducts(context, localOf(now.getTime(), context.zone).slice(0, 10))
    const things = await makeThings(db, access, products)
    await recordAll(db, doing, demoEvents(things, context, now).map(ofOneAnimal), now)
    await writeAudit(db, { ...auditOf(access), deed: 'addDemo', from })
    return { animals: things.animals.length }
  })
}

const auditOf = ({ site_id, user_id }: Import) =>
  ({ actor_id: user_id, kind: 'site', subject_id: site_id }) as const

async function makeThings(
  db: Db<'herd'>,
  access: Import,
  products: readonly { name: string; uses: LabelUse[] }[],
): Promise<DemoThings> {
  const made = products.map(({ name, uses }) => ({
    id: newId(),
    version_id: newId(),
    name,
    uses: canonical(uses as unknown as Canonical),
  }))
  const added = await insertProducts(db, access, made)
  const known = await findProducts(
    db,
    access,
    made.map(({ name }) => name),
  )
  const pens = await putPens(
    db,
    access,
    demoPens.map((name) => ({ id: newId(), name })),
  )
  const penIds = demoPens.map((name) => pens.find((pen) => pen.name === name)?.id)
  if (penIds.includes(undefined) || known.length < made.length) refuse('list.full')
  const animals = newDemoAnimals()
  await insertDemo(db, access, [
    ...animals.map((id) => ({ kind: 'animal', id }) as const),
    ...pens.filter(({ is_new }) => is_new).map(({ id }) => ({ kind: 'pen', id }) as const),
    ...added.map((id) => ({ kind: 'product', id }) as const),
  ])
  return {
    animals,
    pens: penIds as string[],
    newPens: new Set(pens.filter(({ is_new }) => is_new).map(({ id }) => id)),
    versions: new Map(known.map(({ name, version_id }) => [name, version_id])),
  }
}

/** In calls of as many events, and of as many animals, as one may have; `head` is how many one is of. */
async function recordAll(
  db: Db<'herd'>,
  { access, command }: Doing,
  events: readonly { event: HerdEvent; head: number }[],
  now: Date,
): Promise<void> {
  const by = {
    site: access.site_id,
    person: access.user_id,
    mayVoidAny: mayAtSite(access.role, 'voidAny'),
    now,
    enqueue: enqueueOf(command),
  }
  const batches: { events: HerdEvent[]; head: number }[] = []
  for (const { event, head } of events) {
    const last = batches.at(-1)
    const fits =
      last && last.events.length < herdLimits.eventsACall && last.head + head <= herdLimits.linksACall
    if (fits) {
      last.events.push(event)
      last.head += head
    } else batches.push({ events: [event], head })
  }
  for (const batch of batches) await recordBatch(db, batch.events, by)
}

const ofOneAnimal = (event: HerdEvent) => ({ event, head: 1 })

/**
 * All that was recorded of them is taken back, also what people tried on them. What is of other animals too stays, and
 * the demo animals in it have then left.
 */
export async function takeDemoAway(doing: SiteCall<typeof removeDemo, 'herd'>, clock: Clock) {
  const { access, db, from } = doing
  const now = clock.now()
  await transaction(db, async (db) => {
    await lockLedger(platformOf(db), herdLedger, access.site_id)
    const ids = (await findDemo(db, access)).flatMap(({ kind, id }) => (kind === 'animal' ? [id] : []))
    if (ids.length === 0) return
    const history = await eventsOfAnimals(db, access.site_id, ids)
    const ofPens = await eventsOfPens(db, access.site_id, await findOwnPens(db, access))
    const stored = [...history.map(({ record: written }) => written), ...ofPens].map(storedOf)
    const voided = new Set(stored.flatMap(({ event }) => (event.kind === 'void' ? [event.body.event] : [])))
    const own = new Set(ids)
    const live = stored.filter(({ event }) => event.kind !== 'void' && !voided.has(event.id))
    const isTheirs = (one: (typeof live)[number]) => one.event.animals.every((id) => own.has(id))
    const theirs = live.filter(isTheirs).map(({ event }) => event)
    const voids = voidsOf(theirs).map((event, at) => ({ event, head: theirs[at]!.animals.length }))
    await recordAll(db, doing, voids, now)
    const shared = new Set(live.filter((one) => !isTheirs(one)).flatMap(({ event }) => event.animals))
    await recordAll(db, doing, leavingOf(ids.filter((id) => shared.has(id))).map(ofOneAnimal), now)
    await deleteDemo(db, access)
    await writeAudit(db, { ...auditOf(access), deed: 'removeDemo', from })
  })
  return { animals: 0 }
}
