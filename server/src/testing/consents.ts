import {
  acceptPlanProposal,
  getSitePlanProposal,
  proposeSitePlan,
} from '@byre/contract/billing/plan-proposals'
import { deleteSite, restoreSite } from '@byre/contract/places/sites'
import {
  changeSubscriptionItem,
  createSubscriptionItem,
  previewNewItem,
  previewSubscriptionItem,
} from '@byre/contract/billing/subscriptions'
import assert from 'node:assert/strict'
import { join, plans } from './places.ts'
import type { Person, TestApp } from './test-app.ts'

/*
 * Who agreed to what: a model of one site and its payers that knows nothing of periods. Whatever the product
 * grants, it notes as that person's word, which must be worth something at the payer it binds; whatever the
 * product charges must be what that word was given for.
 */

const amounts: Record<string, number> = {
  [plans.ranch]: 2900,
  [plans.herd]: 7900,
  [plans.feedlot]: 24_900,
}

export interface Step {
  who: number
  what:
    | 'plan'
    | 'plan by form'
    | 'payer'
    | 'remove'
    | 'keep'
    | 'pause'
    | 'resume'
    | 'delete'
    | 'restore'
    | 'choose again'
    | 'propose'
    | 'accept'
    | 'role'
    | 'days'
  plan: number
  billingEntity: number
  days: number
}

export interface Cast {
  testApp: TestApp
  people: readonly Person[]
  billingEntities: readonly string[]
  site: string
}

type Ended = 'no' | 'asked to end' | 'deleted'

/** What a word that was taken costs at once, and whether the place's plan ends with it. */
interface Word {
  atOnce: number
  ended?: Ended
}

const planIds = Object.keys(amounts)
const billingEntityRoles = ['Admin', 'User', null] as const

export class Consents {
  readonly #cast: Cast
  /** What whoever pays next has agreed to. */
  #terms: { billingEntity: string; plan: string }
  #ended: Ended = 'no'
  /** Whether the end was asked for before the site was deleted, or is a consequence of that. */
  #endsAfterwards = false
  /** By person and payer. */
  readonly #runs = new Set<string>()
  #seen = new Set<string>()
  /** To the payer's cost: what was agreed to, and what was charged. */
  readonly agreed = new Map<string, number>()
  readonly charged = new Map<string, number>()
  granted = 0
  refused = 0

  constructor(
    cast: Cast,
    first: { billingEntity: string; plan: string; runs: [person: Person, payer: string][] },
  ) {
    this.#cast = cast
    this.#terms = { billingEntity: first.billingEntity, plan: first.plan }
    for (const [person, billingEntity] of first.runs) this.#runs.add(`${person.id} ${billingEntity}`)
  }

  /** Takes a step, and judges what the product made of it. */
  async take(step: Step): Promise<void> {
    const { testApp, people, billingEntities } = this.#cast
    const who = people[step.who % people.length]!
    const plan = planIds[step.plan % planIds.length]!
    const billingEntity = billingEntities[step.billingEntity % billingEntities.length]!
    if (step.what === 'days') {
      testApp.clock.pass(step.days)
      await testApp.app.runBilling(testApp.clock.now())
      return this.#judge(null)
    }
    if (step.what === 'role') return this.#giveRole(who, billingEntity, billingEntityRoles[step.plan % 3]!)
    await this.#judge(await this.#attempt(step, who, plan, billingEntity))
  }

  /** What may be charged at once; null: nothing was granted. */
  async #attempt(step: Step, who: Person, plan: string, billingEntity: string): Promise<number | null> {
    const { testApp, site } = this.#cast
    const params = { id: site }
    const item = await this.#item()
    const act = async (body: Record<string, string>) =>
      item
        ? (await testApp.call(changeSubscriptionItem, { as: who, params: { id: item }, body })).status
        : 404
    const shown = async (query: { plan_id: string; billing_entity_id?: string }) => {
      if (!item) return 0
      const { reply } = await testApp.call(previewSubscriptionItem, { as: who, params: { id: item }, query })
      return reply?.total ?? 0
    }
    const present = this.#terms
    switch (step.what) {
      case 'plan': {
        const total = await shown({ plan_id: plan })
        return this.#note(await act({ plan_id: plan }), who, { ...present, plan }, { atOnce: total })
      }
      case 'plan by form':
      case 'payer': {
        const wish = step.what === 'payer' ? { billingEntity, plan } : { ...present, plan }
        const total = await shown({ plan_id: plan, billing_entity_id: wish.billingEntity })
        const body = { plan_id: plan, ...(step.what === 'payer' ? { billing_entity_id: billingEntity } : {}) }
        const { status } = await testApp.send('PUT', `/api/v1/sites/${site}`, { as: who, body })
        // What stands there already is nobody's word: the form changes nothing.
        if (status === 200 && wish.plan === present.plan && wish.billingEntity === present.billingEntity)
          return 0
        // A plan that was ended is chosen anew by the same form.
        return this.#note(status, who, wish, { atOnce: item ? total : amounts[plan]! })
      }
      case 'remove':
        return this.#note(await act({ action: 'remove' }), who, present, { atOnce: 0, ended: 'asked to end' })
      case 'keep':
        return this.#note(await act({ action: 'keep' }), who, present, { atOnce: 0 })
      case 'pause': {
        const resumes_on = new Date(testApp.clock.now().getTime() + 45 * 86_400_000)
          .toISOString()
          .slice(0, 10)
        return this.#note(await act({ action: 'pause', resumes_on }), who, present, { atOnce: 0 })
      }
      case 'resume':
        return this.#note(await act({ action: 'resume' }), who, present, { atOnce: amounts[present.plan]! })
      case 'delete': {
        const { status } = await testApp.call(deleteSite, { as: who, params })
        if (status === 200 && this.#ended !== 'deleted') {
          this.#endsAfterwards = this.#ended === 'asked to end'
          this.#ended = 'deleted'
        }
        return status === 200 ? 0 : this.#deny()
      }
      case 'restore':
        return this.#restore((await testApp.call(restoreSite, { as: who, params, body: {} })).status, who)
      case 'choose again': {
        const query = { site_id: site, billing_entity_id: billingEntity, plan_id: plan }
        const total = (await testApp.call(previewNewItem, { as: who, query })).reply?.total ?? 0
        const { status } = await testApp.call(createSubscriptionItem, { as: who, body: query })
        return this.#note(status, who, { billingEntity, plan }, { atOnce: total })
      }
      case 'propose':
        // Nobody's word but the proposer's, which binds nobody.
        return (await testApp.call(proposeSitePlan, { as: who, params, body: { plan_id: plan } })).status ===
          201
          ? 0
          : this.#deny()
      default: {
        const proposal = await this.#proposal()
        if (!proposal) return this.#deny()
        const total = await shown({ plan_id: proposal.plan_id })
        const { status } = await testApp.call(acceptPlanProposal, { as: who, params: { id: proposal.id } })
        return this.#note(
          status,
          who,
          { ...present, plan: proposal.plan_id },
          { atOnce: item ? total : amounts[proposal.plan_id]! },
        )
      }
    }
  }

  /** A word that the product took: it must be given by someone who runs the payer that it binds. */
  #note(
    status: number,
    who: Person,
    terms: { billingEntity: string; plan: string },
    { atOnce, ended = 'no' }: Word,
  ) {
    if (status !== 200 && status !== 201) return this.#deny()
    assert.ok(this.#mayBind(who, terms.billingEntity), `${who.name} bound a payer that they do not run`)
    this.#terms = terms
    this.#ended = ended
    this.granted += 1
    return atOnce
  }

  #restore(status: number, who: Person): number | null {
    if (status !== 200) return this.#deny()
    if (this.#ended !== 'deleted') return 0
    const isAgreed = this.#mayBind(who, this.#terms.billingEntity)
    this.#ended = isAgreed && !this.#endsAfterwards ? 'no' : 'asked to end'
    return this.#ended === 'no' ? amounts[this.#terms.plan]! : 0
  }

  #deny(): null {
    this.refused += 1
    return null
  }

  #mayBind = (who: Person, billingEntity: string) => this.#runs.has(`${who.id} ${billingEntity}`)

  async #giveRole(who: Person, billingEntity: string, role: 'Admin' | 'User' | null): Promise<void> {
    const { testApp } = this.#cast
    if (role === null)
      await testApp.database.pool.query(
        'delete from customers.members where place_id = $1 and user_id = $2',
        [billingEntity, who.id],
      )
    else await join(testApp, who, { kind: 'billing_entity', id: billingEntity }, role)
    if (role === 'Admin') this.#runs.add(`${who.id} ${billingEntity}`)
    else this.#runs.delete(`${who.id} ${billingEntity}`)
  }

  /** Every invoice since the last look: what was agreed for this moment, or a period on the agreed terms. */
  async #judge(atOnce: number | null): Promise<void> {
    const { billingEntity, plan } = this.#terms
    const { rows } = await this.#cast.testApp.database.pool.query<{
      id: string
      billingEntity: string
      subtotal: number
    }>(
      `select id, billing_entity_id as "billingEntity", subtotal::int as subtotal
       from payments.invoices where site_id = $1 order by issued_at, id`,
      [this.#cast.site],
    )
    for (const invoice of rows.filter(({ id }) => !this.#seen.has(id))) {
      this.#seen.add(invoice.id)
      const isPeriod = this.#ended === 'no' && invoice.subtotal === amounts[plan]
      const isAgreed = invoice.billingEntity === billingEntity && (invoice.subtotal === atOnce || isPeriod)
      const sum = isAgreed ? invoice.subtotal : 0
      this.agreed.set(invoice.billingEntity, (this.agreed.get(invoice.billingEntity) ?? 0) + sum)
      this.charged.set(
        invoice.billingEntity,
        (this.charged.get(invoice.billingEntity) ?? 0) + invoice.subtotal,
      )
    }
    assert.deepEqual(this.charged, this.agreed, 'charged what nobody with the right agreed to')
  }

  async #item(): Promise<string | null> {
    const { rows } = await this.#cast.testApp.database.pool.query(
      `select i.id from payments.subscription_items i join payments.subscriptions s on s.id = i.subscription_id
       where s.site_id = $1 and s.status <> 'canceled'`,
      [this.#cast.site],
    )
    return rows[0]?.id ?? null
  }

  async #proposal() {
    const { testApp, people, site } = this.#cast
    const { reply } = await testApp.call(getSitePlanProposal, { as: people[0]!, params: { id: site } })
    return reply ?? null
  }
}
