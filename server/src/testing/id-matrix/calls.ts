import type { CallName } from '@byre/contract/calls/names'
import type { Endpoint } from '@byre/contract/endpoint'
import type { SubjectKind } from '@byre/contract/subject-kinds'
import { callsOf as namesOf } from '../calls-of-kinds.ts'
import { neededFields, slotsOf, type Kind, type Slot } from './slots.ts'
import type { PersonName } from './callers.ts'

/* How each endpoint is called so that it does what it is for: with the right ids, by someone who may. */

interface Right {
  /** Alice where nothing is said. */
  as?: PersonName
  /** Things by the field that names them, where the usual ones are not right. */
  ids?: Record<string, string>
  /** Fields beside the ids; each of them is a call. */
  bodies?: Record<string, string>[]
}

/** What stands for a kind unless something else is said. */
const usual: Partial<Record<Kind, string>> = {
  'billing entity': 'payer main',
  user: 'bob',
  hand: 'hand site',
  webhook: 'webhook site',
  'place key': 'place key site',
  'invoice recipient': 'recipient',
  card: 'card of main',
  invoice: 'invoice of main',
  plan: 'site plan',
  'plan proposal': 'proposal of site other',
  subscription: 'subscription of site',
  'subscription item': 'item of site',
}

const other = { site: 'site other', clinic: 'clinic other', billing_entity: 'payer other' } as const

/** The same for each kind of place. */
const ofKind = (kind: SubjectKind): Partial<Record<CallName, Right[]>> => ({
  [namesOf[kind].getHandOver]: [{ ids: { id: other[kind] } }],
  [namesOf[kind].withdrawHandOver]: [{ ids: { id: other[kind] } }],
  [namesOf[kind].acceptHandOver]: [{ as: 'eli', ids: { id: other[kind] } }],
  [namesOf[kind].declineHandOver]: [{ as: 'eli', ids: { id: other[kind] } }],
  [namesOf[kind].acceptInvite]: [{ as: 'ivy' }],
  [namesOf[kind].declineInvite]: [{ as: 'ivy' }],
  [namesOf[kind].listReceivedInvites]: [{ as: 'ivy' }],
  [namesOf[kind].changeInvite]: [{ bodies: [{ role: 'Admin' }] }],
  [namesOf[kind].changeUserRole]: [{ bodies: [{ role: 'Admin' }] }],
  [namesOf[kind].listActivity]: [{ ids: { who: 'alice' } }],
  [namesOf[kind].exportActivity]: [{ ids: { who: 'alice' } }],
  ...Object.fromEntries(
    webhookCalls.map((name) => [namesOf[kind][name], [{ ids: { webhookId: webhookOf[kind] } }]]),
  ),
})

/** By which webhook each kind's calls are right. */
const webhookOf = { site: 'webhook site', clinic: 'webhook clinic', billing_entity: 'webhook payer' } as const
const webhookCalls = [
  'changeWebhook',
  'removeWebhook',
  'renewWebhookSecret',
  'listDeliveries',
  'sendToWebhook',
] as const

const ofClinic: Right = {
  ids: { plan_id: 'clinic plan', handId: 'hand clinic', hand_id: 'hand clinic', keyId: 'place key clinic' },
}
const nothingMore: Record<string, string> = {}
const card = { number: '4242424242424242', exp_month: '9', exp_year: '2031', cvc: '123' }
const cost: Right[] = [
  { ids: { id: 'item of site' } },
  { ids: { id: 'item of clinic', plan_id: 'clinic plan' } },
]
const choice: Right[] = [
  { ids: { site_id: 'site fresh' } },
  { ids: { clinic_id: 'clinic fresh', plan_id: 'clinic plan' } },
]

const rights: Partial<Record<CallName, Right[]>> = {
  ...ofKind('site'),
  ...ofKind('clinic'),
  ...ofKind('billing_entity'),
  restoreSite: [{ ids: { id: 'site deleted' } }],
  restoreClinic: [{ ids: { id: 'clinic deleted' } }],
  updateSite: [{ bodies: [{ name: 'Renamed' }] }],
  updateClinic: [{ ...ofClinic, bodies: [{ name: 'Renamed' }] }],
  createClinic: [ofClinic],
  inviteToClinic: [ofClinic],
  inviteToBillingEntity: [{}],
  revokeClinicApiKey: [ofClinic],
  renameClinicHand: [ofClinic],
  removeClinicHand: [ofClinic],
  updateUser: [{ ids: { id: 'alice' }, bodies: [{ first_name: 'Alicia' }] }],
  getUser: [{ ids: { id: 'alice' } }],
  getMailPreferences: [{ ids: { id: 'alice' } }],
  updateMailPreferences: [{ ids: { id: 'alice' }, bodies: [{ roles: '0' }] }],
  updateBillingEntity: [{ bodies: [{ name: 'Renamed' }] }],
  resendBillingEmail: [{ ids: { id: 'payer cardless' } }],
  deleteBillingEntity: [{ ids: { id: 'payer idle' } }],
  addBillingEntityUser: [{ ids: { userId: 'dora' } }],
  addCard: [{ ids: { billing_entity_id: 'payer cardless' }, bodies: [card] }],
  updateCard: [{ bodies: [card, { exp_month: '10', exp_year: '2032' }] }],
  removeCard: [{ ids: { id: 'card of idle' } }],
  lookUpInvoiceLink: [{}],
  confirmInvoiceRecipient: [{}],
  leaveInvoices: [{ ids: { id: 'recipient confirmed' } }],
  payInvoice: [{ ids: { id: 'invoice of other' } }],
  createSubscriptionItem: choice,
  previewNewItem: choice,
  previewSubscriptionItem: cost,
  changeSubscriptionItem: [
    ...cost.map((right) => ({ ...right, bodies: [nothingMore, { action: 'remove' }] })),
    { bodies: [{ action: 'pause', resumes_on: 'in three months' }] },
    { ids: { id: 'item of site ending' }, bodies: [{ action: 'keep' }] },
    { ids: { id: 'item of site paused' }, bodies: [{ action: 'resume' }] },
  ],
  getSitePlanProposal: [{ ids: { id: 'site other' } }],
  getClinicPlanProposal: [{ ids: { id: 'clinic other' } }],
  proposeSitePlan: [{ as: 'dora' }],
  proposeClinicPlan: [{ as: 'dora', ...ofClinic }],
  withdrawSitePlanProposal: [{ as: 'dora', ids: { id: 'site other' } }],
  withdrawClinicPlanProposal: [{ as: 'dora', ids: { id: 'clinic other' } }],
  createHandOff: [{ ids: { host: 'site' } }, { ids: { host: 'clinic' } }],
  validateDomain: [{ ids: { id: 'site', clinic_id: 'clinic' }, bodies: [{ subdomain: 'matrix-wished' }] }],
}

/** Values of fields that a call must carry. */
const values: Record<string, string> = {
  name: 'Made by the matrix',
  description: 'Made by the matrix',
  subdomain: 'matrix-made',
  email: 'made@matrix.example',
  phone: '4035550188',
  role: 'User',
  state: 'a'.repeat(43),
  url: 'https://made.matrix.farm/hooks',
  events: 'member.left',
  scopes: 'places:read',
}

/** One way of calling an endpoint: who, which thing in each slot, and the rest. */
export interface RightCall {
  endpoint: Endpoint
  as: PersonName
  slots: readonly Slot[]
  /** By field. */
  ids: Readonly<Record<string, string>>
  fields: Readonly<Record<string, string>>
  /** The endpoint and what is sent: `changeSubscriptionItem id remove`. */
  words: string
}

/** Every way of calling an endpoint that has ids: with none of those that are optional, with each, with all. */
export function callsOf(endpoint: Endpoint): RightCall[] {
  const slots = slotsOf(endpoint)
  if (slots.length === 0) return []
  const needed = slots.filter(({ isOptional }) => !isOptional)
  const optional = slots.filter(({ isOptional }) => isOptional)
  const sets = [needed, ...optional.map((slot) => [...needed, slot])]
  if (optional.length > 1) sets.push(slots)
  return (rights[endpoint.name as CallName] ?? [{}]).flatMap(({ as = 'alice', ids = {}, bodies = [{}] }) =>
    bodies.flatMap((fields) =>
      sets
        .filter((set) => set.length > 0)
        .map((set) => ({
          endpoint,
          as,
          slots: set,
          ids: Object.fromEntries(set.map((slot) => [slot.field, ids[slot.field] ?? usualIn(slot)])),
          fields: { ...needs(endpoint), ...fields },
          words: [endpoint.name, set.map(({ field }) => field).join('+'), fields['action'] ?? '']
            .join(' ')
            .trim(),
        })),
    ),
  )
}

const usualIn = ({ kinds: [kind = 'site'] }: Slot) => usual[kind] ?? kind

const needs = (endpoint: Endpoint) =>
  Object.fromEntries(
    [...neededFields(endpoint, 'query'), ...neededFields(endpoint, 'body')]
      .filter((field) => field in values)
      .map((field) => [field, values[field]!]),
  )
