import type { Endpoint } from '@byre/contract/endpoint'
import type { Role } from '@byre/contract/rights'
import type { SubjectKind } from '@byre/contract/subject-kinds'
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { contractNouns } from '../platform/api-docs/openapi-nouns.ts'
import { invoiced } from './invoices.ts'
import { newBillingEntity, newClinic, newSite } from './places.ts'
import { commands, type IdempotentCommand, type Setting } from './rights-calls.ts'
import { billingEntityCommands } from './rights-calls-of-payers.ts'
import { keyCommands, webhookCommands } from './rights-calls-of-webhooks.ts'
import type { Cells, RightsActor } from './rights.ts'
import type { Callee } from './releases/last-release.ts'
import type { Person, TestApp } from './test-app.ts'

export type Place = Omit<Setting, 'me'>

export const { endpoints } = await contractNouns()
const allCommands: Record<string, IdempotentCommand> = {
  ...commands,
  ...billingEntityCommands,
  ...webhookCommands,
  ...keyCommands,
}

export const endpointOf = (right: Cells): Endpoint => endpoints.find(({ name }) => name === right.call)!
export const commandOf = (right: Cells): IdempotentCommand => allCommands[right.what] ?? {}

/** Somebody in each role, who make the calls of the table of `rights.ts` at places of theirs. */
export class PeopleInRoles {
  readonly testApp: TestApp
  readonly #people: Readonly<Record<Exclude<RightsActor, 'anonymous'>, Person>>
  readonly #proposer: Person
  readonly #others = {} as Record<Role, string>

  private constructor(
    testApp: TestApp,
    people: Record<Exclude<RightsActor, 'anonymous'>, Person>,
    proposer: Person,
  ) {
    this.testApp = testApp
    this.#people = people
    this.#proposer = proposer
  }

  static async arrive(testApp: TestApp): Promise<PeopleInRoles> {
    // Copied where a payer needs an invoice.
    await invoiced(testApp, await testApp.person('ines'))
    const people = {
      Owner: await testApp.person('alice'),
      Admin: await testApp.person('bob'),
      stranger: await testApp.person('carol'),
      User: await testApp.person('dora'),
      staff: await testApp.person('sam'),
    }
    const inRoles = new PeopleInRoles(testApp, people, await testApp.person('paula'))
    await inRoles.#sql(`update auth.accounts set groups = '{Admin,User}' where id = $1`, people.staff.id)
    for (const role of ['Owner', 'Admin', 'User'] as const) {
      inRoles.#others[role] = randomUUID()
      await inRoles.#sql(
        'insert into customers.users (id, email) values ($1, $2)',
        inRoles.#others[role],
        `${role}@other.example`,
      )
    }
    return inRoles
  }

  /** A place of Alice's, where everyone with a role has it, at the payer too; with an unregistered member, an offer and an invite. */
  async newPlace(kind: SubjectKind): Promise<Place> {
    const owner = this.#people.Owner
    const billingEntity = (await newBillingEntity(this.testApp, owner)).id
    const fields = { billing_entity_id: billingEntity }
    const make = { site: newSite, clinic: newClinic }
    const id = kind === 'billing_entity' ? billingEntity : (await make[kind](this.testApp, owner, fields)).id
    const [unregistered, invite] = [randomUUID(), randomUUID()]
    const roles: [Role, string][] = [
      ['Admin', this.#people.Admin.id],
      ['User', this.#people.User.id],
      ...(Object.entries(this.#others) as [Role, string][]),
    ]
    const members = roles.flatMap(([role, user]) => [
      `('${billingEntity}', '${user}', 'billing_entity', '${role}')`,
      ...(kind === 'billing_entity' ? [] : [`('${id}', '${user}', '${kind}', '${role}')`]),
    ])
    await this.testApp.database.pool.query(`
      insert into customers.members (place_id, user_id, kind, role) values ${members.join(', ')};
      insert into customers.hand_overs (place_id, id, kind, from_user_id, to_user_id, expires_at)
        values ('${id}', '${randomUUID()}', '${kind}', '${owner.id}', '${this.#others.User}', now() + interval '7 days');
      insert into customers.invites (id, place_id, kind, email, role, invited_by, expired_at)
        values ('${invite}', '${id}', '${kind}', 'eli@ranch.example', 'User', '${owner.id}', now() + interval '7 days');
      ${kind === 'billing_entity' ? '' : `insert into customers.hands (id, place_id, kind, name) values ('${unregistered}', '${id}', '${kind}', 'Eli')`}`)
    const { Owner: otherOwner, Admin: otherAdmin, User: otherUser } = this.#others
    return {
      testApp: this.testApp,
      kind,
      id,
      billingEntity,
      owner,
      otherOwner,
      otherAdmin,
      otherUser,
      proposer: this.#proposer,
      unregistered,
      invite,
    }
  }

  /** All that a refused command might have changed. */
  async everythingOf({ id, billingEntity }: Place): Promise<unknown> {
    const { rows } = await this.#sql(
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

  /**
   * What someone is answered: the status, or `none` for a list with nothing in it. Whoever is refused at a
   * place made for them has changed nothing; what was done is looked at. `key`: a program does it, in their role.
   */
  async answerTo(
    actor: RightsActor,
    right: Cells,
    subject: Place,
    { at, key }: { at?: Callee; key?: string } = {},
  ): Promise<string> {
    const me = actor === 'anonymous' ? undefined : this.#people[actor]
    const setting = { ...subject, me }
    const command = commandOf(right)
    const arranged = (await command.arrange?.(setting)) ?? {}
    const before = command.arrange ? await this.everythingOf(subject) : undefined
    const endpoint = endpointOf(right)
    const { status, body } = await this.testApp.call(endpoint, {
      as: key ?? me,
      at,
      params: { id: subject.id, ...command.params?.(setting, arranged) },
      query: command.query?.(setting, arranged),
      body: command.body?.(setting, arranged),
      ...(endpoint.host === 'tenant' ? { host: `${subject.id}.localhost:4000` } : {}),
    })
    if (status < 300 && !key) await command.effect?.(setting, arranged)
    else if (before) assert.deepEqual(await this.everythingOf(subject), before)
    const list = body['data'] as { total?: number; page?: number } | null | undefined
    return list?.page === 1 && list.total === 0 ? 'none' : String(status)
  }

  #sql(text: string, ...values: unknown[]) {
    return this.testApp.database.pool.query(text, values)
  }
}
