import type { HeldCallName } from '@byre/contract/calls/names'
import { kindNames, subjectKinds, type SubjectKind } from '@byre/contract/subject-kinds'
import { may } from '@byre/contract/rights'
import { actionsOf } from '@byre/contract/activity'
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import type { ListedCall } from './testing/calls-of-kinds.ts'
import { commandOf, endpointOf, endpoints, PeopleInRoles, type Place } from './testing/people-in-roles.ts'
import { actors, cellsOf } from './testing/rights.ts'
import { TestApp } from './testing/test-app.ts'

/*
 * The table of `testing/rights.ts`, a case for each cell. Whoever is refused shares one place of a kind,
 * which must be the same afterwards; whoever may gets a place of their own.
 */

const cells = subjectKinds.flatMap((kind) =>
  cellsOf[kind].flatMap((right) =>
    actors.map((actor, at) => ({ kind, right, actor, answer: right.answers[at]! })),
  ),
)

let inRoles: PeopleInRoles
const shared = {} as Record<SubjectKind, Place>
const atFirst = {} as Record<SubjectKind, unknown>

before(async () => {
  inRoles = await PeopleInRoles.arrive(await TestApp.start())
  for (const kind of subjectKinds) {
    shared[kind] = await inRoles.newPlace(kind)
    atFirst[kind] = await inRoles.everythingOf(shared[kind])
  }
})
after(() => inRoles.testApp.close())

for (const kind of subjectKinds)
  for (const right of cellsOf[kind])
    describe(`C02 C06 ${kindNames[kind].words}: ${right.what}`, () => {
      for (const cell of cells.filter((cell) => cell.kind === kind && cell.right === right))
        test(`${cell.actor} is answered ${cell.answer}`, async () => {
          const isDone = cell.answer.startsWith('2') && endpointOf(right).method !== 'GET'
          const needsOwn = isDone || commandOf(right).arrange !== undefined
          const subject = needsOwn ? await inRoles.newPlace(kind) : shared[kind]
          assert.equal(await inRoles.answerTo(cell.actor, right, subject), cell.answer)
        })
    })

for (const kind of subjectKinds)
  test(`C02 after all that was refused a ${kindNames[kind].words} is as it was`, async () => {
    assert.deepEqual(await inRoles.everythingOf(shared[kind]), atFirst[kind])
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
    assert.equal((await inRoles.testApp.call(endpoint, { params, ...host })).status, 401, endpoint.name)
  }
})

test('O03 whatever is done to a place has its words in the vocabulary of activity', async () => {
  // What was refused was not done; it stands in the trail for operators.
  const { rows } = await inRoles.testApp.database.pool.query(
    `select distinct kind, deed from platform.audit
     where kind in ('site', 'clinic', 'billing_entity') and deed <> 'refuseAccess'`,
  )
  const untold = rows.filter(({ kind, deed }) => !Object.hasOwn(actionsOf[kind as SubjectKind], deed))
  assert.deepEqual(untold, [])
})
