import { makeCall, type Call } from './calls.ts'
import { Changes } from './changes.ts'
import { faultsOf, type Answer } from './checks.ts'
import {
  availability,
  changedNothing,
  ignoredAuth,
  repetition,
  unsupportedMethod,
  goneAfterDelete,
  type Send,
} from './further-checks.ts'
import { KnownThings } from './known-things.ts'
import { documentedOperations, type Operation } from './operations.ts'
import { Someone, type Accounts } from './people.ts'
import { Random } from './random.ts'
import type { Values } from './values.ts'
import { password } from '../test-app.ts'
import type pg from 'pg'

export interface Target extends Accounts {
  send: Send
  pool: pg.Pool
}

export interface Report {
  calls: number
  /** How often each status was answered. */
  statuses: Map<number, number>
  /** Operations that were called, and those that succeeded once. */
  called: Set<string>
  succeeded: Set<string>
  operations: number
  faults: string[]
}

const faultsAtMost = 25

interface How {
  seed: number
  isEnough: (report: Report) => boolean
  everyCall: boolean
}

/**
 * Calls every documented operation, rightly and wrongly, as three people in turn, until it is enough and, with `everyCall`,
 * each was called once.
 */
export async function fuzz(target: Target, { seed, isEnough, everyCall }: How): Promise<Report> {
  const run = await Run.begin(target, seed)
  const isOver = () =>
    isEnough(run.report) && (!everyCall || run.report.called.size === run.report.operations)
  while (!isOver() && run.report.faults.length < faultsAtMost) await run.step()
  return run.report
}

/** What a run begins with. */
interface Beginning {
  target: Target
  values: Values
  operations: Operation[]
  people: Someone[]
  changes: Changes
}

class Run {
  readonly report: Report
  readonly #target: Target
  readonly #values: Values
  readonly #operations: Operation[]
  readonly #people: readonly Someone[]
  readonly #changes: Changes
  readonly #readable: Set<string>
  /** Operations of this round that are still to be called. */
  #round: Operation[] = []

  private constructor({ target, values, operations, people, changes }: Beginning) {
    this.#target = target
    this.#values = values
    this.#operations = operations
    this.#people = people
    this.#changes = changes
    const reads = operations.filter(({ endpoint }) => endpoint.method === 'GET' && endpoint.host === 'portal')
    this.#readable = new Set(reads.map(({ endpoint }) => endpoint.path))
    this.report = {
      calls: 0,
      statuses: new Map(),
      called: new Set(),
      succeeded: new Set(),
      operations: operations.length,
      faults: [],
    }
  }

  static async begin(target: Target, seed: number): Promise<Run> {
    const values = { random: new Random(seed), known: new KnownThings(), password }
    const people = ['alice', 'bob', 'carol'].map((name) => new Someone(name))
    const run = new Run({
      target,
      values,
      operations: await documentedOperations(),
      people,
      changes: await Changes.watch(target.pool),
    })
    for (const person of people) await run.#settleIn(person)
    return run
  }

  /** One call with all that is looked at around it. */
  async step(): Promise<void> {
    const person = this.#values.random.pick(this.#people)
    const operation = this.#nextOperation()
    await this.#look(makeCall(this.#values, operation, person), person)
  }

  /** A new account with what most calls are about. */
  async #settleIn(person: Someone): Promise<void> {
    await this.#arrive(person)
    for (const name of firstOperations) {
      const operation = this.#operations.find((one) => one.name === name)
      if (!operation) throw new Error(`the document has no ${name}`)
      for (let tries = 0; tries < 5; tries += 1) {
        const { status } = await this.#look(makeCall(this.#values, operation, person, true), person)
        if (status < 300) break
      }
    }
  }

  async #look(call: Call, person: Someone): Promise<Answer> {
    const { random, known } = this.#values
    const { operation } = call
    const { token } = person
    const before = await this.#changes.now()

    const answer = await this.#send(call, token)
    this.report.called.add(operation.name)
    const faults = faultsOf(call, answer, this.#people)
    faults.push(...(await this.#lookFurther({ call, answer, token }, before)))
    this.report.faults.push(...faults.map((fault) => describe(call, answer, fault)))

    if (answer.status < 300) {
      this.report.succeeded.add(operation.name)
      const { service, path } = operation.endpoint
      known.learn(person.name, path, service === 'auth' ? answer.body : answer.body['data'], call.owner)
    }
    if (answer.status === 401 || endsSessions.test(operation.name)) await this.#arrive(person)
    if (random.percent(1)) await this.#settleIn(person)
    return answer
  }

  async #lookFurther(
    exchange: { call: Call; answer: Answer; token: string },
    before: string[],
  ): Promise<string[]> {
    const { random } = this.#values
    const isReadable = (path: string) => this.#readable.has(path)
    const send: Send = (call, token) => this.#send(call, token)
    const faults = [
      await changedNothing(send, exchange, this.#changes, before),
      await repetition(send, exchange),
      await availability(send, exchange, isReadable),
      await goneAfterDelete(send, exchange, isReadable),
    ]
    if (random.percent(10)) faults.push(await ignoredAuth(send, exchange, random))
    if (random.percent(3)) faults.push(await unsupportedMethod(send, exchange))
    return faults.flat()
  }

  async #send(...[call, token]: Parameters<Send>): Promise<Answer> {
    const answer = await this.#target.send(call, token)
    this.report.calls += 1
    this.report.statuses.set(answer.status, (this.report.statuses.get(answer.status) ?? 0) + 1)
    return answer
  }

  /** Each operation once a round, in another order each time; what creates things comes more often. */
  #nextOperation(): Operation {
    const { random } = this.#values
    if (random.percent(25))
      return random.pick(this.#operations.filter(({ endpoint }) => endpoint.status === 201))
    if (this.#round.length === 0) this.#round = [...this.#operations]
    return this.#round.splice(random.below(this.#round.length), 1)[0]!
  }

  async #arrive(person: Someone): Promise<void> {
    await person.arrive(this.#target)
    this.#values.known.learn(person.name, '/users', { id: person.id }, null)
    const [alice, bob, carol] = this.#people as [Someone, Someone, Someone]
    alice.mayInvite = [bob.email, 'alicemark-guest@ranch.example']
    bob.mayInvite = [alice.email, 'bobmark-guest@ranch.example']
    carol.mayInvite = ['carolmark-guest@ranch.example']
  }
}

const firstOperations = [
  'updateUser',
  'createBillingEntity',
  'addCard',
  'createSite',
  'createClinic',
  'inviteToSite',
  'inviteToClinic',
  'listSites',
  'listClinics',
  'listBillingEntities',
  'listSubscriptions',
  'listSubscriptionItems',
  'listReceivedSiteInvites',
  'listReceivedClinicInvites',
  'listSiteUsers',
  'listClinicUsers',
]

/** After these the caller may have no session any more. */
const endsSessions = /^(logOut|endSession|endOther|deleteMe|updatePassword|confirmReset|refresh)/

function describe(
  { operation, caller, kind, method, path, headers, body, what }: Call,
  answer: Answer,
  fault: string,
) {
  const sent = [`${method} ${path.slice(0, 200)}`, JSON.stringify(headers), (body ?? '').slice(0, 300)].join(
    ' ',
  )
  return `${operation.name} by ${caller.name} (${kind}${what && `: ${what}`}): ${fault}\n  ${sent}\n  → ${answer.status} ${answer.text.slice(0, 300)}`
}
