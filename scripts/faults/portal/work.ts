import { createSite, getSite, listSites, updateSite } from '@byre/contract/places/sites'
import { getUser } from '@byre/contract/people/users'
import { limits } from '@byre/contract/limits'
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Witness } from '../witness.ts'
import { evenly, hasFailed, type Answer, type Call, type Line } from './load.ts'

/* What people do at the portal while something breaks: they look, and now and then make a site or change one. */

export interface Owner {
  id: string
  token: string
  payer: string
  plan: string
}

/** What the witness of a portal holds. */
export type Acknowledged =
  { site: string; subdomain: string } | { site: string; description: string } | { invited: string }

/** Of ten calls; the rest looks. */
const writes = { make: 0, change: 5 }

interface Site {
  id: string
  owner: Owner
  /** As the last answer had it. */
  version: string | undefined
  /** What may stand there: the last that was acknowledged, and what was sent since without an answer. */
  may: string[]
  isBusy: boolean
}

/** One that was not answered, and what it was to make. */
interface Unanswered {
  owner: Owner
  call: Call
  subdomain: string
}

export class Work {
  /** All that was answered, and all that was not. */
  readonly answers: (Answer & { what: string })[] = []
  readonly sites: Site[] = []
  /** What was made and is not in the list that was asked for right after it. */
  readonly unlisted: string[] = []
  readonly #unanswered: Unanswered[] = []
  readonly #owners: readonly Owner[]
  readonly #free: Owner[]
  readonly #witness: Witness<Acknowledged>
  readonly #line: Line
  #nth = 0
  #isOver = false
  #asPages = false
  #working: Promise<void> = Promise.resolve()

  constructor(parts: { owners: readonly Owner[]; witness: Witness<Acknowledged>; line: Line }) {
    this.#owners = parts.owners
    this.#free = [...parts.owners]
    this.#witness = parts.witness
    this.#line = parts.line
  }

  /** `asPages` sends a change again that failed, a second later, as the portal's page does. */
  begin(perSecond: number, { asPages = false }: { asPages?: boolean } = {}): void {
    this.#isOver = false
    this.#asPages = asPages
    this.#working = evenly(
      perSecond,
      () => this.#isOver,
      () => this.#next(),
    )
    this.#working.catch(() => undefined)
  }

  /** Until all that was begun has been answered, or was not. */
  async rest(): Promise<void> {
    this.#isOver = true
    await this.#working
  }

  /** Sends again what was not answered, under its key; what is refused now, too. */
  async repeat(): Promise<string[]> {
    const wrong: string[] = []
    for (const { owner, call, subdomain } of this.#unanswered.splice(0)) {
      const answer = await this.#line.ask(call)
      if (answer.status === 201) this.#keep(owner, subdomain, answer)
      else wrong.push(`${subdomain}, made again: ${answer.status} ${answer.text.slice(0, 200)}`)
    }
    return wrong
  }

  async #next(): Promise<void> {
    const nth = this.#nth++
    const owner = this.#owners[nth % this.#owners.length]!
    if (nth % 10 === writes.make) return this.#make(nth)
    if (nth % 10 === writes.change) return this.#change(String(nth))
    const site = this.sites[nth % Math.max(this.sites.length, 1)]
    const looks = [
      { token: owner.token, path: `${listSites.path}?per_page=25` },
      { token: owner.token, path: getUser.path.replace(':id', owner.id) },
      ...(site === undefined
        ? []
        : [{ token: site.owner.token, path: getSite.path.replace(':id', site.id) }]),
    ]
    this.#note(await this.#line.ask({ method: 'GET', ...looks[nth % looks.length]! }), 'look')
  }

  async #make(nth: number): Promise<void> {
    // Nobody makes two at once.
    const owner = this.#free.shift()
    if (owner === undefined) return
    const subdomain = `f${nth}-${randomUUID().slice(0, 12)}`
    const call: Call = {
      method: 'POST',
      path: createSite.path,
      token: owner.token,
      key: randomUUID(),
      body: {
        name: `Pasture ${nth}`,
        description: '0',
        subdomain,
        billing_entity_id: owner.payer,
        plan_id: owner.plan,
      },
    }
    const answer = this.#note(await this.#asking(call, limits.retries.POST), 'make')
    this.#free.push(owner)
    if (answer.status === 201) this.#keep(owner, subdomain, answer)
    else this.#unanswered.push({ owner, call, subdomain })
    if (answer.status === 201) await this.#seek(owner, subdomain)
  }

  /** Whoever has just made something looks for it. */
  async #seek({ token }: Owner, subdomain: string): Promise<void> {
    const path = `${listSites.path}?per_page=25&sort=-created_at`
    const list = this.#note(await this.#line.ask({ method: 'GET', path, token }), 'look')
    if (list.status === 200 && !list.text.includes(subdomain)) this.unlisted.push(subdomain)
  }

  /** Once, or as the page asks; how long it took is until the last answer. */
  async #asking(call: Call, retries: number): Promise<Answer> {
    let answer = await this.#line.ask(call)
    for (let tries = 0; this.#asPages && hasFailed(answer) && tries < retries; tries++) {
      await delay(limits.retries.delayMs)
      const { at } = answer
      const again = await this.#line.ask(call)
      answer = { ...again, at, ms: performance.now() - at }
    }
    return answer
  }

  #keep(owner: Owner, subdomain: string, { text, version }: Answer): void {
    const { id } = (JSON.parse(text) as { data: { id: string } }).data
    this.#witness.write({ site: id, subdomain })
    this.sites.push({ id, owner, version, may: ['0'], isBusy: false })
  }

  async #change(description: string): Promise<void> {
    const site = this.sites.findLast((one) => !one.isBusy && one.may.length === 1)
    if (site === undefined) return
    site.isBusy = true
    site.may.push(description)
    const path = updateSite.path.replace(':id', site.id)
    const { version } = site
    const call: Call = { method: 'PUT', path, token: site.owner.token, body: { description }, version }
    const answer = this.#note(await this.#asking(call, limits.retries.PUT), 'change')
    site.isBusy = false
    if (answer.status !== 200) return
    this.#witness.write({ site: site.id, description })
    site.version = answer.version
    site.may = [description]
  }

  #note(answer: Answer, what: string): Answer {
    this.answers.push({ ...answer, what })
    return answer
  }
}
