import type { HeldCallName } from '@byre/contract/calls/names'
import type { Endpoint } from '@byre/contract/endpoint'
import { kindNames, subjectKinds, type SubjectKind } from '@byre/contract/subject-kinds'
import { may, type Role } from '@byre/contract/rights'
import { actionsOf } from '@byre/contract/activity'
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { contractNouns } from './platform/api-docs/openapi-nouns.ts'
import { newClinic, newBillingEntity, newSite } from './testing/places.ts'
import { commands, type Setting } from './testing/rights-calls.ts'
import { billingEntityCommands } from './testing/rights-calls-of-payers.ts'
import { webhookCommands } from './testing/rights-calls-of-webhooks.ts'
import type { ListedCall } from './testing/calls-of-kinds.ts'
import { invoiced } from './testing/invoices.ts'
import { actors, cellsOf, type Cells, type RightsActor } from './testing/rights.ts'
import { TestApp, type Person } from './testing/test-app.ts'

/*
 * The table of `testing/rights.ts`, a case for each cell. Whoever is refused shares one place of a kind,
 * which must be the same afterwards; whoever may gets a place of their own.
 */

type Place = Omit<Setting, 'me'>

const { endpoints } = await contractNouns()
const allCommands = { ...commands, ...billingEntityCommands, ...webhookCommands }
const cells = subjectKinds.flatMap((kind) =>
  cellsOf[kind].flatMap((right) =>
    actors.map((actor, at) => ({ kind, right, actor, answer: right.answers[at]! })),
  ),
)

let testApp: TestApp
let proposer: Person
const people = {} as Record<Exclude<RightsActor, 'anonymous'>, Person>
const others = {} as Record<Role, string>
const shared = {} as Record<SubjectKind, Place>
const atFirst = {} as Record<SubjectKind, unknown>

before(async () => {
  testApp = await TestApp.start()
  // Copied where a payer needs an invoice.
  await invoiced(testApp, await testApp.person('ines'))
  people.Owner = await testApp.person('alice')
  people.Admin = await testApp.person('bob')
  people.stranger = await testApp.person('carol')
  people.User = await testApp.person('dora')
  people.staff = await testApp.person('sam')
  proposer = await testApp.person('paula')
  await sql(`update auth.accounts set groups = '{Admin,User}' where id = $1`, people.staff.id)
  for (const role of ['Owner', 'Admin', 'User'] as const) {
    others[role] = randomUUID()
    await sql(
      'insert into customers.users (id, email) values ($1, $2)',
      others[role],
      `${role}@other.example`,
    )
  }
  for (const kind of subjectKinds) {
    shared[kind] = await newPlace(kind)
    atFirst[kind] = await everythingOf(shared[kind])
  }
})
after(() => testApp.close())

const sql = (text: string, ...values: unknown[]) => testApp.database.pool.query(text, values)

/** A place of Alice's, where everyone with a role has it, at the payer too; with an unregistered member, an offer and an invite. */
async function newPlace(kind: SubjectKind): Promise<Place> {
  const owner = people.Owner
  const billingEntity = (await newBillingEntity(testApp, owner)).id
  const fields = { billing_entity_id: billingEntity }
  const make = { site: newSite, clinic: newClinic }
  const id = kind === 'billing_entity' ? billingEntity : (await make[kind](testApp, owner, fields)).id
  const [unregistered, invite] = [randomUUID(), randomUUID()]
  const roles: [Role, string][] = [
    ['Admin', people.Admin.id],
    ['User', people.User.id],
    ...(Object.entries(others) as [Role, string][]),
  ]
  const members = roles.flatMap(([role, user]) => [
    `('${billingEntity}', '${user}', 'billing_entity', '${role}')`,
    ...(kind === 'billing_entity' ? [] : [`('${id}', '${user}', '${kind}', '${role}')`]),
  ])
  await testApp.database.pool.query(`
    insert into customers.members (place_id, user_id, kind, role) values ${members.join(', ')};
    insert into customers.hand_overs (place_id, id, kind, from_user_id, to_user_id, expires_at)
      values ('${id}', '${randomUUID()}', '${kind}', '${owner.id}', '${others.User}', now() + interval '7 days');
    insert into customers.invites (id, place_id, kind, email, role, invited_by, expired_at)
      values ('${invite}', '${id}', '${kind}', 'eli@ranch.example', 'User', '${owner.id}', now() + interval '7 days');
    ${kind === 'billing_entity' ? '' : `insert into customers.hands (id, place_id, kind, name) values ('${unregistered}', '${id}', '${kind}', 'Eli')`}`)
  const { Owner: otherOwner, Admin: otherAdmin, User: otherUser } = others
  return {
    testApp,
    kind,
    id,
    billingEntity,
    owner,
    otherOwner,
    otherAdmin,
    otherUser,
    proposer,
    unregistered,
    invite,
  }
}

/** All that a refused command might have changed. */
async function everythingOf({ id, billingEntity }: Place): Promise<unknown> {
  const { rows } = await sql(
    `select
       (select jsonb_agg(p) from customers.places p where p.id in ($1, $2)) as places,
       (select jsonb_agg(s order by s.id) from customers.sites s
        where s.id = $1 or s.billing_entity_id = $2) as sites,
       (select jsonb_agg(c order by c.id) from customers.clinics c
        where c.id = $1 or c.billing_entity_id = $2) as clinics,
       (select jsonb_agg(o order by o.id) from customers.plan_proposals o
        where o.billing_entity_id = $2) as plan_proposals,
       (select jsonb_agg(i order by i.id) from payments.subscription_items i
        join payments.subscriptions u on u.id = i.subscription_id where u.billing_entity_id = $2) as items,
       (select jsonb_agg(m order by m.place_id, m.user_id) from customers.members m where m.place_id in ($1, $2)) as members,
       (select jsonb_agg(h) from customers.hands h where h.place_id = $1) as hands,
       (select jsonb_agg(i) from customers.invites i where i.place_id = $1) as invites,
       (select jsonb_agg(n) from customers.host_names n where n.place_id = $1) as names`,
    id,
    billingEntity,
  )
  return rows[0]
}

function endpointOf(right: Cells): Endpoint {
  return endpoints.find(({ name }) => name === right.call)!
}

/**
 * What someone is answered: the status, or `none` for a list with nothing in it. Whoever is refused at a
 * place made for them has changed nothing; what was done is looked at.
 */
async function answerTo(actor: RightsActor, right: Cells, subject: Place): Promise<string> {
  const me = actor === 'anonymous' ? undefined : people[actor]
  const setting = { ...subject, me }
  const command = allCommands[right.what] ?? {}
  const arranged = (await command.arrange?.(setting)) ?? {}
  const before = command.arrange ? await everythingOf(subject) : undefined
  const endpoint = endpointOf(right)
  const { status, body } = await testApp.call(endpoint, {
    as: me,
    params: { id: subject.id, ...command.params?.(setting, arranged) },
    query: command.query?.(setting, arranged),
    body: command.body?.(setting, arranged),
    ...(endpoint.host === 'tenant' ? { host: `${subject.id}.localhost:4000` } : {}),
  })
  if (status < 300) await command.effect?.(setting, arranged)
  else if (before) assert.deepEqual(await everythingOf(subject), before)
  const list = body['data'] as { total?: number; page?: number } | null | undefined
  return list?.page === 1 && list.total === 0 ? 'none' : String(status)
}

for (const kind of subjectKinds)
  for (const right of cellsOf[kind])
    describe(`C02 C06 ${kindNames[kind].words}: ${right.what}`, () => {
      for (const cell of cells.filter((cell) => cell.kind === kind && cell.right === right))
        test(`${cell.actor} is answered ${cell.answer}`, async () => {
          const isDone = cell.answer.startsWith('2') && endpointOf(right).method !== 'GET'
          const needsOwn = isDone || allCommands[right.what]?.arrange !== undefined
          const subject = needsOwn ? await newPlace(kind) : shared[kind]
          assert.equal(await answerTo(cell.actor, right, subject), cell.answer)
        })
    })

for (const kind of subjectKinds)
  test(`C02 after all that was refused a ${kindNames[kind].words} is as it was`, async () => {
    assert.deepEqual(await everythingOf(shared[kind]), atFirst[kind])
  })

test('the table has six hundred cells or more, and each is filled in', () => {
  assert.ok(cells.length >= 600, `${cells.length} cells`)
  for (const { right, answer } of cells) assert.match(answer ?? '', /^(?:[2-4]\d\d|none)$/, right.what)
})

test('C01 every call whose path or host names a place is in the table', () => {
  const named = /^\/api\/v1\/(?:sites|clinics|billing-entities)\/:id(?:\/|$)/
  const covered = new Set(cells.map(({ right }) => endpointOf(right).name))
  const missing = endpoints
    .filter((endpoint) => named.test(endpoint.path) || endpoint.host === 'tenant')
    .map(({ name }) => name)
    .filter((name) => !covered.has(name))
  assert.deepEqual(missing, [])
})

/** Whether an answer is one to somebody who has the right: done, or not possible in the state that things are in. */
const isAllowed = (answer: string) => answer.startsWith('2') || answer === '409'
/** Refused like a stranger, as a member without the right, or with nothing in the list. */
const isRefused = (answer: string) => ['403', '404', 'none'].includes(answer)

for (const endpoint of endpoints) {
  const { name, who } = endpoint
  if (typeof who === 'string') continue
  const kinds = who.of === 'place' ? (['site', 'clinic'] as const) : [who.of]
  for (const kind of kinds)
    describe(`C01 ${name} of a ${kindNames[kind].words} asks for the right ‘${who.right}’`, () => {
      const lines = cellsOf[kind].filter((right) => right.call === name)
      for (const [at, actor] of actors.entries()) {
        const role = actor === 'User' || actor === 'Admin' || actor === 'Owner' ? actor : null
        const has = may(role, who.right, who.of)
        test(`${actor} ${has ? 'has it' : 'has it not'}`, () => {
          const answers = lines.map(({ answers }) => answers[at]!)
          if (actor === 'anonymous') return assert.deepEqual(new Set(answers), new Set(['401']))
          if (has) return assert.ok(answers.some(isAllowed), `${name} answers ${answers.join(', ')}`)
          return assert.ok(
            answers.length > 0 && answers.every(isRefused),
            `${name} answers ${answers.join(', ')}`,
          )
        })
      }
    })
}

test('C01 a call that asks for a right and stands in no line of the table does not compile', () => {
  const missing: Record<Exclude<HeldCallName, ListedCall>, never> = {}
  const listed = new Set(cells.map(({ right }) => right.call))
  const held = endpoints.filter(({ who }) => typeof who !== 'string').map(({ name }) => name)
  assert.deepEqual([...Object.keys(missing), ...held.filter((name) => !listed.has(name))], [])
})

test('C01 whoever is not signed in is refused wherever a session is asked for', async () => {
  for (const endpoint of endpoints.filter(({ who }) => who !== 'anyone')) {
    const params = Object.fromEntries(Object.keys(endpoint.params.shape).map((name) => [name, randomUUID()]))
    const host = endpoint.host === 'tenant' ? { host: `${shared.site.id}.localhost:4000` } : {}
    assert.equal((await testApp.call(endpoint, { params, ...host })).status, 401, endpoint.name)
  }
})

test('O03 whatever is done to a place has its words in the vocabulary of activity', async () => {
  // What was refused was not done; it stands in the trail for operators.
  const { rows } = await sql(
    `select distinct kind, deed from platform.audit
     where kind in ('site', 'clinic', 'billing_entity') and deed <> 'refuseAccess'`,
  )
  const untold = rows.filter(({ kind, deed }) => !Object.hasOwn(actionsOf[kind as SubjectKind], deed))
  assert.deepEqual(untold, [])
})
