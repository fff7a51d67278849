import type { PgBoss } from 'pg-boss'

/*
 * pg-boss's statement that inserts a job, in two parts with the job between them, so that it can be a part of one of ours.
 * pg-boss has no other way to send a job with something else in one round trip; by its `db` option alone it sends
 * a statement of its own. What that is worth, and that only here its text is cut: docs/decisions/0068.
 */

/** pg-boss's insert of one job, around its one parameter. */
export interface Sending {
  before: string
  job: string
  after: string
}

/** A queue's statement, its job as what stands before and after the data. */
interface Form extends Omit<Sending, 'job'> {
  head: string
  tail: string
}

const nothingCarried = '"data":{}'

const unknownShape = (queue: string) =>
  new Error(`the statement that sends to ${queue} is not of the known shape`)

/** The statements of a process's queues. Jobs of one queue are alike but for what they carry. */
export class JobStatements {
  readonly #boss: PgBoss
  readonly #forms = new Map<string, Form>()

  constructor(boss: PgBoss) {
    this.#boss = boss
  }

  /** The statement that would send a job, now or so many seconds later. */
  async of(queue: string, data: object, afterSeconds?: number): Promise<Sending> {
    if (afterSeconds) return cut(this.#boss, queue, data, afterSeconds)
    const { before, head, tail, after } = this.#forms.get(queue) ?? (await this.#learn(queue))
    return { before, job: head + JSON.stringify(data) + tail, after }
  }

  /** From a job that carries nothing. */
  async #learn(queue: string): Promise<Form> {
    const { before, job, after } = await cut(this.#boss, queue, {}, undefined)
    const [head, tail, more] = job.split(nothingCarried)
    if (head === undefined || tail === undefined || more !== undefined) throw unknownShape(queue)
    const form = { before, head: `${head}"data":`, tail, after }
    this.#forms.set(queue, form)
    return form
  }
}

/** What pg-boss would send, cut where its parameter stands; refuses a text that has not exactly one. */
async function cut(boss: PgBoss, queue: string, data: object, afterSeconds?: number): Promise<Sending> {
  let sending: Sending | undefined
  const executeSql = async (text: string, [job]: unknown[] = []) => {
    const [before, after, more] = text.split('$1')
    if (before !== undefined && after !== undefined && more === undefined)
      sending = { before, job: String(job), after }
    return { rows: [{ id: '' }] }
  }
  await boss.send(queue, data, { db: { executeSql }, ...(afterSeconds ? { startAfter: afterSeconds } : {}) })
  if (!sending) throw unknownShape(queue)
  return sending
}
