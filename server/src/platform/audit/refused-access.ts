import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { auditRow, refusedAccess, type RequestFacts } from './audit.ts'
import { traceOf, subjectsOf, type Subject } from '../request-trace.ts'
import { prepared, type PlatformDb } from '../database/db.ts'
import { matchedRoute } from '../matched-route.ts'
import { spendQuietly } from '../limits/limits.ts'
import { networkOf } from '../network.ts'
import { Sample } from '../sample.ts'

/*
 * Whoever asks for what is not theirs, or not theirs to do, is refused like anybody; that they did so is written
 * into the trail afterwards, apart from the request. Nothing is written of an id that nobody has, and of one person
 * no more than a sample.
 */

/** Refusals for lack of a right, and those that may hide a thing of somebody else's. */
const lackOfRight = 'role.insufficient'
const codes = new Set<string>([lackOfRight, 'not_found', 'billing_entity.unknown'])

const everyMs = 1000
const waitingAtMost = 1000
/** Lines of one person in a day, over all processes. */
const aDay = { name: 'refused-access', max: 300, windowSeconds: 86_400 }

interface Refused {
  actor_id: string
  command: string
  code: string
  subjects: Subject[]
  from: RequestFacts
  /** How many refusals the line stands for. */
  count: number
}

/** Where a thing belongs: a place, a payer, or an account. */
export interface Owner extends Subject {
  /** The id that was asked about. */
  of: string
}

interface Finders {
  /** Where things of a kind belong; of ids that nobody has nothing is said. */
  owners: Readonly<Record<string, (db: PlatformDb, ids: string[]) => Promise<Owner[]>>>
  /** Which of these people belong to which of these places. */
  members?: (db: PlatformDb, people: string[], places: string[]) => Promise<{ user_id: string; id: string }[]>
}

export class RefusedAccess {
  readonly #db: PlatformDb
  readonly #log: FastifyBaseLogger
  readonly #finders: Finders[] = []
  readonly #sample = new Sample()
  #waiting: Refused[] = []
  #settling: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined

  constructor(db: PlatformDb, log: FastifyBaseLogger) {
    this.#db = db
    this.#log = log
  }

  /** A module says how to find whose its things are. */
  find(finders: Finders): void {
    this.#finders.push(finders)
  }

  /** Notes refusals once they are answered. */
  watch(app: FastifyInstance): void {
    app.addHook('onResponse', (request, _reply, done) => {
      this.#note(request)
      done()
    })
    this.#timer = setInterval(() => void this.settle(), everyMs)
    this.#timer.unref()
  }

  #note(request: FastifyRequest): void {
    const { user_id: actor_id, visit_id, refusal: code } = traceOf(request)
    // What staff ask on a visit, its person did not ask.
    if (actor_id === null || visit_id !== null || code === null || !codes.has(code)) return
    const subjects = subjectsOf(request)
    if (subjects.length === 0 || this.#waiting.length >= waitingAtMost) return
    const count = this.#sample.take(actor_id, Date.now())
    if (count === 0) return
    const { endpoint } = matchedRoute(request).config
    const from = { request_id: request.id, network: networkOf(request.ip) }
    this.#waiting.push({ actor_id, command: endpoint?.name ?? 'visit', code, subjects, from, count })
  }

  /** Writes what waits; a database that is away costs these lines and nothing else. */
  settle(): Promise<void> {
    this.#settling = this.#settleAfter(this.#settling)
    return this.#settling
  }

  async #settleAfter(before: Promise<void>): Promise<void> {
    await before
    const batch = this.#waiting
    if (batch.length === 0) return
    this.#waiting = []
    try {
      await this.#write(batch)
    } catch (error) {
      this.#log.warn({ err: error, lost: batch.length }, 'refused access could not be written down')
    }
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.settle()
  }

  async #write(batch: Refused[]): Promise<void> {
    const owners = await this.#ownersOf(batch)
    const ids = [...new Set([...owners.values()].map(({ id }) => id))]
    if (ids.length === 0) return
    const members = await this.#membersOf([...new Set(batch.map(({ actor_id }) => actor_id))], ids)

    const rows = []
    for (const { actor_id, command, code, subjects, from, count } of batch) {
      const isOwn = ({ id }: Subject) => id === actor_id || members.has(`${actor_id} ${id}`)
      const about = subjects
        .flatMap(({ kind, id }) => owners.get(`${kind} ${id}`) ?? [])
        .find((owner) => code === lackOfRight || !isOwn(owner))
      if (!about || !(await this.#mayWrite(actor_id))) continue
      const after = { command, code, ...(about.of === about.id ? {} : { asked_for: about.of }), count }
      const line = {
        actor_id,
        deed: refusedAccess,
        kind: about.kind,
        subject_id: about.id,
        after,
        from,
      } as const
      // Written in no transaction that live events look for: nothing changed.
      rows.push({ ...auditRow(line), written_in: null })
    }
    if (rows.length > 0) await this.#db.insertInto('platform.audit').values(rows).execute()
  }

  async #ownersOf(batch: Refused[]): Promise<Map<string, Owner>> {
    const subjectsByKind = Map.groupBy(
      batch.flatMap(({ subjects }) => subjects),
      ({ kind }) => kind,
    )
    const owners = new Map<string, Owner>()
    for (const [kind, subjects] of subjectsByKind) {
      const find = this.#finders.find((finders) => kind in finders.owners)?.owners[kind]
      const ownersOfKind = find ? await find(this.#db, [...new Set(subjects.map(({ id }) => id))]) : []
      for (const owner of ownersOfKind) owners.set(`${kind} ${owner.of}`, owner)
    }
    return owners
  }

  async #membersOf(people: string[], places: string[]): Promise<Set<string>> {
    const memberships = await Promise.all(
      this.#finders.map(({ members }) => members?.(this.#db, people, places) ?? []),
    )
    return new Set(memberships.flat().map(({ user_id, id }) => `${user_id} ${id}`))
  }

  async #mayWrite(actorId: string): Promise<boolean> {
    if (await spendQuietly(this.#db, aDay, actorId)) return true
    this.#log.warn({ user_id: actorId }, 'more is refused to one person today than the trail holds')
    return false
  }
}

const listed = prepared<'platform'>()((db, p: { id: string | null; limit: number }) =>
  db
    .selectFrom('platform.audit')
    .select([
      'at',
      'actor_id',
      'network',
      sql<string>`after->>'command'`.as('command'),
      'kind',
      'subject_id',
      sql<number>`(after->>'count')::int`.as('count'),
      'request_id',
    ])
    .where('deed', '=', sql<string>`${sql.lit(refusedAccess)}`)
    .where(sql<boolean>`(${p.id}::uuid is null or ${p.id}::uuid in (actor_id, subject_id))`)
    .orderBy('id', 'desc')
    .limit(p.limit),
)

const listedAtMost = 500

/** What was refused, newest first; of one person or thing where an id is given. */
export const listRefusedAccess = (db: PlatformDb, id: string | null) =>
  listed(db, { id, limit: listedAtMost })
