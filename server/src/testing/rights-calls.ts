import { addCard } from '@byre/contract/billing/cards'
import { deleteClinic } from '@byre/contract/places/clinics'
import { addInvoiceRecipient } from '@byre/contract/billing/invoice-recipients'
import type { SubjectKind } from '@byre/contract/subject-kinds'
import { proposeClinicPlan, proposeSitePlan } from '@byre/contract/billing/plan-proposals'
import { deleteSite } from '@byre/contract/places/sites'
import assert from 'node:assert/strict'
import { clinicFields, join, newName, newBillingEntity, newSite, plans, siteFields } from './places.ts'
import type { Person, TestApp } from './test-app.ts'

/* How each right of `rights.ts` is used: what a call needs besides the place’s id. */

export interface Setting {
  testApp: TestApp
  kind: SubjectKind
  id: string
  billingEntity: string
  /** Whoever calls; nobody when absent. */
  me: Person | undefined
  /** Alice, who set it up. */
  owner: Person
  /** Others who belong there. */
  otherOwner: string
  otherAdmin: string
  otherUser: string
  /** Who proposes plans: belongs to nothing at first. */
  proposer: Person
  unregistered: string
  invite: string
}

export interface IdempotentCommand {
  /** Makes the place such that the command can be done; gives what the call then needs. */
  arrange?: (setting: Setting) => Promise<Record<string, string> | void>
  params?: (setting: Setting, arranged: Record<string, string>) => Record<string, string>
  query?: (setting: Setting, arranged: Record<string, string>) => Record<string, string>
  body?: (setting: Setting, arranged: Record<string, string>) => Record<string, string>
  /** Looks at what there is once it was done by one who may. */
  effect?: (setting: Setting, arranged: Record<string, string>) => Promise<void>
}

const cardFields = { number: '4242424242424242', exp_month: '9', exp_year: '2031', cvc: '123' }

const sql = ({ testApp }: Setting, text: string, ...values: unknown[]) =>
  testApp.database.pool.query(text, values)
const awaitsAnswer = `update customers.billing_entities set email_state = 'waiting' where id = $1`
const otherPlan = ({ kind }: Setting) => (kind === 'clinic' ? plans.practice : plans.herd)
const user = (which: 'otherOwner' | 'otherAdmin' | 'otherUser') => (setting: Setting) => ({
  userId: setting[which],
})
const oneself = ({ me, owner }: Setting) => ({ userId: (me ?? owner).id })
const anInvite = ({ kind, invite }: Setting): Record<string, string> =>
  kind === 'billing_entity' ? { inviteId: invite } : { id: invite }
const someone = () => `${newName('someone')}@ranch.example`

/** The item or subscription by which a place is paid for. */
const costOf = (column: 'id' | 'subscription_id') => async (setting: Setting) => {
  const { rows } = await sql(
    setting,
    `select i.${column} as cost from payments.subscription_items i
     join payments.subscriptions s on s.id = i.subscription_id
     where coalesce(s.site_id, s.clinic_id) = $1 or s.billing_entity_id = $1`,
    setting.id,
  )
  return { cost: String(rows[0]?.cost) }
}
const theCost = (_: Setting, { cost = '' }: Record<string, string>) => ({ id: cost })

async function card({ testApp, owner, billingEntity }: Setting) {
  const present = await testApp.database.pool.query(
    'select id from payments.cards where billing_entity_id = $1',
    [billingEntity],
  )
  if (present.rows[0]) return { card: String(present.rows[0].id) }
  const body = { billing_entity_id: billingEntity, ...cardFields }
  return { card: (await testApp.call(addCard, { as: owner, body })).reply.id }
}
const theCard = (_: Setting, arranged: Record<string, string>) => ({ id: arranged['card'] ?? '' })

/** An address that gets copies of its invoices. */
async function recipient({ testApp, owner, billingEntity }: Setting) {
  const body = { email: someone() }
  const { reply } = await testApp.call(addInvoiceRecipient, {
    as: owner,
    params: { id: billingEntity },
    body,
  })
  return { recipient: reply.id }
}
const theRecipient = (_: Setting, { recipient = '' }: Record<string, string>) => ({ recipientId: recipient })

async function offeredToMe(setting: Setting): Promise<void> {
  if (setting.me && setting.me !== setting.owner)
    await sql(
      setting,
      'update customers.hand_overs set to_user_id = $2 where place_id = $1',
      setting.id,
      setting.me.id,
    )
}

/** Something that the billing entity pays for, where its people are nobody else. */
const pays = async (setting: Setting) => {
  await newSite(setting.testApp, setting.owner, { billing_entity_id: setting.billingEntity })
}

const costOfPaid = (column: 'id' | 'subscription_id') => async (setting: Setting) => {
  await pays(setting)
  return costOf(column)(setting)
}

/** Whoever calls has no right at the payer; what their role at the place allows is left to them. */
const doesNotPay = async (setting: Setting): Promise<void> => {
  const { me, billingEntity } = setting
  if (me)
    await sql(
      setting,
      'delete from customers.members where place_id = $1 and user_id = $2',
      billingEntity,
      me.id,
    )
}

/** A plan that an Owner of the place, or of a site of its payer’s, proposes to that payer. */
async function proposal(setting: Setting) {
  const { testApp, kind, owner, billingEntity, proposer } = setting
  const isBillingEntity = kind === 'billing_entity'
  const place = isBillingEntity
    ? (await newSite(testApp, owner, { billing_entity_id: billingEntity })).id
    : setting.id
  await join(testApp, proposer, { kind: isBillingEntity ? 'site' : kind, id: place }, 'Owner')
  const { status, reply } = await testApp.call(kind === 'clinic' ? proposeClinicPlan : proposeSitePlan, {
    as: proposer,
    params: { id: place },
    body: { plan_id: otherPlan(setting) },
  })
  assert.equal(status, 201)
  return { proposal: reply.id, present: reply.present_plan_id ?? '' }
}
const theProposal = (_: Setting, { proposal = '' }: Record<string, string>) => ({ id: proposal })

async function foreignProposal(setting: Setting) {
  const arranged = await proposal(setting)
  await doesNotPay(setting)
  return arranged
}

/** What became of a proposal, by whose word, and which plan is chosen and charged from then on. */
const became =
  (status: 'accepted' | 'declined' | 'withdrawn') =>
  async (setting: Setting, { proposal = '', present = '' }: Record<string, string>) => {
    const { rows } = await sql(
      setting,
      `select o.status, o.answered_by, coalesce(s.plan_id, c.plan_id) as chosen, i.plan_id as charged
       from customers.plan_proposals o
       left join customers.sites s on s.id = o.place_id
       left join customers.clinics c on c.id = o.place_id
       join payments.subscriptions u on coalesce(u.site_id, u.clinic_id) = o.place_id
       join payments.subscription_items i on i.subscription_id = u.id
       where o.id = $1`,
      proposal,
    )
    const plan = status === 'accepted' ? otherPlan(setting) : present
    assert.deepEqual(rows, [{ status, answered_by: setting.me?.id, chosen: plan, charged: plan }])
  }

const accepting: IdempotentCommand = { arrange: proposal, params: theProposal, effect: became('accepted') }
const declining: IdempotentCommand = { arrange: proposal, params: theProposal, effect: became('declined') }

export const commands: Record<string, IdempotentCommand> = {
  'launch it': { body: ({ id }) => ({ host: `${id}.localhost:4000`, state: 'a'.repeat(43) }) },
  'edit its name': { body: () => ({ name: 'Other' }) },
  'change its subdomain': { body: () => ({ subdomain: newName('moved') }) },
  'give it a domain': { body: () => ({ domain: `${newName('range')}.com` }) },
  'change its plan': { body: (setting) => ({ plan_id: otherPlan(setting) }) },
  'change who pays': {
    arrange: async ({ testApp, me, owner }) => ({ other: (await newBillingEntity(testApp, me ?? owner)).id }),
    body: (_, { other = '' }) => ({ billing_entity_id: other }),
  },
  'restore it': {
    arrange: async ({ testApp, owner, id, kind }) => {
      await testApp.call(kind === 'clinic' ? deleteClinic : deleteSite, { as: owner, params: { id } })
    },
  },
  'look its domain up': {
    arrange: async (setting) => {
      await sql(
        setting,
        `insert into customers.domain_claims (id, place_id, kind, domain, token)
         values (gen_random_uuid(), $1, $2, $3, repeat('t', 32)) on conflict do nothing`,
        setting.id,
        setting.kind,
        `${newName('range')}.com`,
      )
    },
  },
  'put a hand on the list': { body: () => ({ name: 'Eli' }) },
  'rename a hand': {
    params: ({ unregistered }) => ({ handId: unregistered }),
    body: () => ({ name: 'Fay' }),
  },
  'take a hand off the list': { params: ({ unregistered }) => ({ handId: unregistered }) },
  'see its subscription': { arrange: costOf('subscription_id'), params: theCost },
  'list what it costs': { query: ({ kind, id }) => ({ [`${kind}_id`]: id }) },
  'choose a plan again': {
    body: (setting) => ({
      [`${setting.kind}_id`]: setting.id,
      billing_entity_id: setting.billingEntity,
      plan_id: otherPlan(setting),
    }),
  },
  'see what a new plan would cost': {
    query: (setting) => ({
      [`${setting.kind}_id`]: setting.id,
      billing_entity_id: setting.billingEntity,
      plan_id: otherPlan(setting),
    }),
  },
  'see what a plan would cost': {
    arrange: costOf('id'),
    params: theCost,
    query: (setting) => ({ plan_id: otherPlan(setting) }),
  },
  'propose a plan they may choose': { body: (setting) => ({ plan_id: otherPlan(setting) }) },
  'propose a plan to whoever pays': {
    arrange: doesNotPay,
    body: (setting) => ({ plan_id: otherPlan(setting) }),
  },
  'take a proposal back': { arrange: proposal, effect: became('withdrawn') },
  'accept a plan that they are to pay': accepting,
  'decline a plan that they are to pay': declining,
  'accept a plan that others are to pay': { ...accepting, arrange: foreignProposal },
  'decline a plan that others are to pay': { ...declining, arrange: foreignProposal },
  'choose another plan': {
    arrange: costOf('id'),
    params: theCost,
    body: (setting) => ({ plan_id: otherPlan(setting) }),
  },
  'stop its subscription': { arrange: costOf('id'), params: theCost, body: () => ({ action: 'remove' }) },

  'delete it while it pays': { arrange: pays },
  'see the subscription of a place': { arrange: costOfPaid('subscription_id'), params: theCost },
  'see what it would cost on a plan': {
    arrange: costOfPaid('id'),
    params: theCost,
    query: () => ({ plan_id: plans.herd }),
  },
  'stop paying for a place': {
    arrange: costOfPaid('id'),
    params: theCost,
    body: () => ({ action: 'remove' }),
  },
  'add someone known': {
    arrange: async ({ testApp, me, owner }) => {
      const known = await newSite(testApp, owner)
      const { rows } = await testApp.database.pool.query(
        `insert into customers.users (id, email) values (gen_random_uuid(), $1) returning id`,
        [someone()],
      )
      const friend = { ...owner, id: String(rows[0].id) }
      await join(testApp, friend, { kind: 'site', id: known.id }, 'User')
      if (me) await join(testApp, me, { kind: 'site', id: known.id }, 'Owner')
      return { friend: friend.id }
    },
    params: (_, { friend = '' }) => ({ userId: friend }),
  },
  'have it pay for a new site': { body: ({ billingEntity }) => siteFields(billingEntity) },
  'have it pay for a new clinic': { body: ({ billingEntity }) => clinicFields(billingEntity) },
  'add a card': { body: ({ billingEntity }) => ({ billing_entity_id: billingEntity, ...cardFields }) },
  'see its card': { arrange: card, params: theCard },
  'list its cards': { arrange: card, query: ({ billingEntity }) => ({ billing_entity_id: billingEntity }) },
  'change its card': { arrange: card, params: theCard, body: () => ({ ...cardFields, exp_month: '10' }) },
  'have them sent elsewhere too': { body: () => ({ email: someone() }) },
  'ask an address again': { arrange: recipient, params: theRecipient },
  'ask its own address again': {
    arrange: async (setting) => {
      await sql(setting, awaitsAnswer, setting.billingEntity)
    },
  },
  'stop sending them there': { arrange: recipient, params: theRecipient },
  'remove its card': { arrange: card, params: theCard },

  'make a User an Admin': { params: user('otherUser'), body: () => ({ role: 'Admin' }) },
  'make an Admin a User': { params: user('otherAdmin'), body: () => ({ role: 'User' }) },
  'make a User an Owner': { params: user('otherUser'), body: () => ({ role: 'Owner' }) },
  'make an Owner an Admin': { params: user('otherOwner'), body: () => ({ role: 'Admin' }) },
  'make oneself an Owner': { params: oneself, body: () => ({ role: 'Owner' }) },
  'remove a User': { params: user('otherUser') },
  'remove an Admin': { params: user('otherAdmin') },
  'remove an Owner': { params: user('otherOwner') },
  leave: { params: oneself },
  'offer it to another': { body: ({ otherUser }) => ({ user_id: otherUser }) },
  'accept an offer to oneself': { arrange: offeredToMe },
  'decline an offer to oneself': { arrange: offeredToMe },
  'invite a User': { body: () => ({ email: someone(), role: 'User' }) },
  'invite an Admin': { body: () => ({ email: someone(), role: 'Admin' }) },
  'change an invitation’s role': { params: anInvite, body: () => ({ role: 'Admin' }) },
  'send an invitation again': { params: anInvite },
  'take an invitation back': { params: anInvite },
}
