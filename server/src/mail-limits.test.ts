import { updateBillingEntity } from '@byre/contract/billing/billing-entities'
import { mailsADay } from '@byre/contract/limits'
import { addInvoiceRecipient, resendBillingEmail } from '@byre/contract/billing/invoice-recipients'
import { inviteToBillingEntity } from '@byre/contract/people/invites'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { mailCauses } from './payments/invoices/billing-mails.actions.ts'
import { contractNouns } from './platform/api-docs/openapi-nouns.ts'
import { endpointNamed, MailRoads } from './testing/mail-roads.ts'
import { mailTable } from './testing/mail-table.ts'
import { join, newName, newUnprovenBillingEntity } from './testing/places.ts'
import { TestApp, type Person } from './testing/test-app.ts'
import { withinDay } from './testing/windows.ts'

describe('every command that has somebody else mailed', () => {
  const roads = new MailRoads()

  test('mails by a queue of the table', () => {
    assert.deepEqual([...roads.mailQueues().values()].toSorted(), Object.keys(mailTable).toSorted())
  })

  test('is in the table with its limits', async () => {
    const { endpoints, appCalls, portalCalls } = await contractNouns()
    const endpointsByQueue: Record<string, string[]> = {}
    for (const [written, queues] of roads.roads()) {
      const name = endpointNamed(written, [...endpoints, ...appCalls, ...portalCalls])
      assert.ok(name, `${written} is served, but no endpoint`)
      for (const queue of queues) (endpointsByQueue[queue] ??= []).push(name)
    }
    for (const [queue, { endpoints: listed }] of Object.entries(mailTable))
      assert.deepEqual([...new Set(endpointsByQueue[queue])].toSorted(), listed.toSorted(), queue)
  })

  test('has a limit for each kind of mail about money', () => {
    const { kinds } = mailTable['payments.mail']!
    assert.deepEqual(Object.keys(mailCauses).toSorted(), Object.keys(kinds).toSorted())
  })

  test('takes from the numbers of the contract, and from each of them', () => {
    const kinds = Object.values(mailTable).flatMap((row) => Object.values(row.kinds))
    const named = new Set<string>(
      kinds.flatMap((kind) => (typeof kind === 'string' ? [] : [kind.source, kind.recipient])),
    )
    const unused = Object.keys(mailsADay).filter((name) => !named.has(name))
    assert.deepEqual(unused, ['correctedInvoices'], 'which is the command’s own')
  })
})

describe('an address that never said yes', () => {
  let testApp: TestApp
  let people: Person[]
  before(async () => {
    testApp = await TestApp.start({ LIMIT_FACTOR: '1' })
    people = [await testApp.person('alice'), await testApp.person('bob'), await testApp.person('carol')]
  })
  after(() => testApp.close())

  test('M03 gets ten mails a day at most, whatever thirty payers do to it', () =>
    withinDay(async () => {
      const email = `${newName('victim')}@elsewhere.example`
      const statuses = new Set<number>()
      for (let nth = 0; nth < 30; nth++) {
        const as = people[nth % people.length]!
        const { id } = await newUnprovenBillingEntity(testApp, as, { email })
        const call = { as, params: { id } }
        const answers = [
          await testApp.call(resendBillingEmail, call),
          await testApp.call(updateBillingEntity, { ...call, body: { email: `${nth}-${as.email}` } }),
          await testApp.call(addInvoiceRecipient, { ...call, body: { email } }),
          await testApp.call(inviteToBillingEntity, { ...call, body: { email, role: 'Admin' } }),
          await testApp.call(updateBillingEntity, { ...call, body: { email } }),
        ]
        for (const { status, headers } of answers) {
          statuses.add(status)
          assert.ok(status !== 429 || headers['retry-after'], 'says when')
        }
      }
      assert.ok(statuses.has(429) && !statuses.has(500), [...statuses].join())
      const mails = await testApp.mailsTo(email)
      const { questions, invitations } = mailsADay
      assert.equal(mails.length, questions + invitations)
    }))

  test('M03 one payer asks thirty addresses a day at most', () =>
    withinDay(async () => {
      const [alice] = people
      const { id } = await newUnprovenBillingEntity(testApp, alice!, { email: alice!.email })
      const statuses = []
      for (let nth = 0; nth < mailsADay.questionsOfPayer + 5; nth++) {
        const body = { email: `somebody-${nth}@elsewhere.example` }
        const changed = await testApp.call(updateBillingEntity, { as: alice!, params: { id }, body })
        statuses.push(changed.reply.email_asked_at !== null)
      }
      assert.equal(statuses.filter(Boolean).length, mailsADay.questionsOfPayer)
    }))
})

test('M03 two processes count together, and a mail that could not leave is not counted', () =>
  withinDay(async () => {
    const testApp = await TestApp.start({ LIMIT_FACTOR: '1' }, { processes: 2 })
    try {
      const [alice, bob] = [await testApp.person('alice'), await testApp.person('bob')]
      const billingEntities = await Promise.all(
        [alice, bob].map((as) => newUnprovenBillingEntity(testApp, as, { email: as.email })),
      )
      await join(testApp, alice, { kind: 'billing_entity', id: billingEntities[1]!.id }, 'Owner')
      const email = 'victim@elsewhere.example'
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, nth) => {
          const [as, billingEntity] = nth % 2 ? [bob, billingEntities[1]!] : [alice, billingEntities[0]!]
          const body = { email, role: 'User' as const }
          return testApp.call(inviteToBillingEntity, { as, params: { id: billingEntity.id }, body })
        }),
      )
      assert.ok(answers.every(({ status }) => status === 201))
      assert.ok((await testApp.mailsTo(email)).length <= mailsADay.invitations)
      const { rows } = await testApp.database.pool.query<{ spent: number }>(
        `select spent from platform.rate_counters where bucket like 'mails invitations:%'`,
      )
      assert.deepEqual(rows, [{ spent: 12 }])
    } finally {
      await testApp.close()
    }
  }))
