import type { addLot, addPen } from '@byre/contract/herd/pens'
import { addProduct, type LabelUse } from '@byre/contract/herd/products'
import { recordEvents } from '@byre/contract/herd/records'
import { changeSettings, type SettingsChange } from '@byre/contract/herd/settings'
import { event } from '@byre/server/testing/herd/recording'
import type { TestApp } from '@byre/server/testing/test-app'
import { Visitor } from '@byre/server/testing/visitor'
import type { HerdSite } from './portal.ts'

type Event = Record<string, unknown>
const dayMs = 86_400_000
const madeUp = 'Made up for the demo; no label says this'

/** Somebody at the app of a site, who gathers events and sends as many at a time as one call takes. */
export class Recorder {
  readonly #visitor: Visitor
  #gathered: Event[] = []
  #links = 0

  private constructor(visitor: Visitor) {
    this.#visitor = visitor
  }

  static async at(testApp: TestApp, { owner, subdomain }: HerdSite, settings: SettingsChange) {
    const host = new URL(testApp.config.publicUrl).host
    const recorder = new Recorder(new Visitor(testApp, `${subdomain}.${host}`))
    await recorder.#visitor.launch(owner)
    await recorder.ask(changeSettings, settings)
    return recorder
  }

  async ask<C extends Parameters<Visitor['ask']>[0]>(
    call: C,
    body: Event,
    params: Readonly<Record<string, string>> = {},
  ) {
    const { status, text, reply } = await this.#visitor.ask(call, { body, params })
    if (status >= 300) throw new Error(`${call.name}: ${text}`)
    return reply
  }

  /** Says what the event is called. */
  async add(...parts: Parameters<typeof event>): Promise<string> {
    const animals = parts[1].length
    if (this.#gathered.length === 200 || this.#links + animals > 1000) await this.send()
    const made = event(...parts)
    this.#gathered.push(made)
    this.#links += animals
    return made.id
  }

  async send(): Promise<void> {
    if (this.#gathered.length === 0) return
    await this.ask(recordEvents, { events: this.#gathered })
    this.#gathered = []
    this.#links = 0
  }

  async groups(call: typeof addPen | typeof addLot, names: readonly string[]): Promise<string[]> {
    const ids: string[] = []
    for (const name of names) ids.push((await this.ask(call, { name })).id)
    return ids
  }

  /** A product whose label, for beef cattle in Canada, gives so many days for meat. */
  async product(name: string, route: string, days: number, dose?: LabelUse['dose']) {
    const use: LabelUse = {
      country: 'CA',
      species: 'cattle',
      classes: ['beef'],
      route,
      ...(dose && { dose }),
      figures: [{ kind: 'days', commodity: 'meat', days }],
      source: madeUp,
      read_on: new Date(Date.now() - dayMs).toISOString().slice(0, 10),
    }
    const { version_id } = await this.ask(addProduct, { name, uses: [use] })
    return { product: version_id, product_name: name, route }
  }
}
