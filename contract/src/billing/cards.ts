import { t } from '../words.ts'
import * as z from 'zod/mini'
import { addressFields } from '../addresses.ts'
import { endpoint } from '../endpoint.ts'
import type { FieldError } from '../errors.ts'
import { idParams, billingEntityId } from '../fields.ts'
import { listQuery, listReply } from '../lists.ts'

/** How far ahead a card's expiry may be. */
export const cardYearsAhead = 20

export const cardBrands = [
  'amex',
  'dankort',
  'dinersclub',
  'discover',
  'elo',
  'hipercard',
  'jcb',
  'laser',
  'maestro',
  'mastercard',
  'unionpay',
  'visa',
  'visaelectron',
] as const

export const Card = z.object({
  id: z.string(),
  billing_entity_id: z.string(),
  brand: z.string(),
  last_four: z.string(),
  exp_month: z.number(),
  exp_year: z.number(),
})
export type Card = z.infer<typeof Card>

const numberWrong = t`Invalid card number`

/**
 * Lengths and prefixes the form accepts (specification 6.4): 15 digits from 34 or 37, 14 from
 * 300-305 or 309, else 16.
 */
function isCardNumber(digits: string): boolean {
  if (/^3[47]\d{13}$/.test(digits) || /^30[0-59]\d{11}$/.test(digits)) return true
  return /^\d{16}$/.test(digits)
}

export const isAmex = (digits: string) => /^3[47]/.test(digits)

/** Whether a card of this month and year is past, judged at `now` in UTC: it is good through its month. */
export function isExpired(month: number, year: number, now: Date): boolean {
  return year < now.getUTCFullYear() || (year === now.getUTCFullYear() && month < now.getUTCMonth() + 1)
}

/** A card that was just given: kept, or waiting for its holder to confirm it at `action_url`. */
export const GivenCard = z.extend(Card, {
  status: z.enum(['kept', 'requires_action']),
  action_url: z.nullable(z.string()),
})
export type GivenCard = z.infer<typeof GivenCard>

const stop = (message: string) => ({ error: message, abort: true })

const number = z.string(t`Please enter a valid 16-digit card number.`).check(
  z.maxLength(40, stop(numberWrong)),
  z.overwrite((value) => value.replace(/[ -]/g, '')),
  z.minLength(1, stop(t`Please enter a valid 16-digit card number.`)),
  z.refine(isCardNumber, stop(numberWrong)),
)
const cvc = z.string(t`Should be 3 digits`).check(z.trim(), z.regex(/^\d{3,4}$/, t`Should be 3 digits`))
const monthShape = /^(0?[1-9]|1[0-2])$/
const yearShape = /^\d{4}$/
const expiry = {
  exp_month: z
    .string(t`Please choose the month.`)
    .check(z.trim(), z.regex(monthShape, t`Please choose the month.`)),
  exp_year: z
    .string(t`Please choose the year.`)
    .check(z.trim(), z.regex(yearShape, t`Please choose the year.`)),
}

interface Entered {
  number?: string | undefined
  cvc?: string | undefined
  exp_month?: string | undefined
  exp_year?: string | undefined
}

/** What is wrong with the fields of a card together; what is wrong with each by itself is said by it. */
export function cardProblems(card: Entered): FieldError[] {
  const { number: digits = '', cvc: code = '', exp_month: month = '', exp_year: year = '' } = card
  const problems: FieldError[] = []
  if (code.length === 4 && !isAmex(digits)) problems.push({ field: 'cvc', message: t`Should be 3 digits` })
  if (!monthShape.test(month) || !yearShape.test(year)) return problems
  const now = new Date()
  if (isExpired(Number(month), Number(year), now))
    problems.push({ field: 'exp_year', message: t`Expiry date cannot be in the past.` })
  else if (Number(year) > now.getUTCFullYear() + cardYearsAhead)
    problems.push({ field: 'exp_year', message: t`Please choose the year.` })
  return problems
}

function judge({ value, issues }: { value: Entered; issues: z.core.$ZodRawIssue[] }): void {
  for (const { field, message } of cardProblems(value))
    issues.push({ code: 'custom', message, path: [field], input: undefined })
}

/** Where its payer is, who bears the taxes of that place: asked for with a card, unless it is known. */
const billingAddress = { country: addressFields.country, region: addressFields.region }

export const NewCard = z
  .object({
    id: z.optional(z.never(t`A new card has no id yet.`)),
    billing_entity_id: billingEntityId,
    number,
    ...expiry,
    cvc,
    ...billingAddress,
  })
  .check(judge)

/** Another card in place of this one, or without a number its new expiry alone. */
export const CardChange = z
  .object({ number: z.optional(number), ...expiry, cvc: z.optional(cvc), ...billingAddress })
  .check(judge, ({ value, issues }) => {
    if (value.number !== undefined && value.cvc === undefined)
      issues.push({ code: 'custom', message: t`Should be 3 digits`, path: ['cvc'], input: undefined })
  })

/*
 * Where the browser gives cards to the gateway itself. Number and CVC are named only so that a call
 * that carries them can be refused.
 */
const neverSent = { number: z.optional(z.string()), cvc: z.optional(z.string()) }
const named = {
  payment_method: z.optional(z.string().check(z.regex(/^[\w-]{1,255}$/, t`Your card was declined.`))),
}
export const NewNamedCard = z.object({
  billing_entity_id: billingEntityId,
  ...named,
  ...billingAddress,
  ...neverSent,
})
export const NamedCardChange = z.object({
  ...named,
  ...billingAddress,
  ...neverSent,
  exp_month: z.optional(z.string()),
  exp_year: z.optional(z.string()),
})

/** How cards are entered here; what the gateway's own frame needs is null where there is none. */
export const CardSetup = z.object({
  gateway: z.enum(['sandbox', 'stripe']),
  client_secret: z.nullable(z.string()),
  publishable_key: z.nullable(z.string()),
})
export type CardSetup = z.infer<typeof CardSetup>

/** What a gateway may hold against a card. */
const declines = ['card.declined', 'card.expired', 'card.insufficient_funds', 'card.test_only'] as const
export type CardDecline = (typeof declines)[number]

const refusals = [
  'not_found',
  'role.insufficient',
  ...declines,
  'card.numbers_refused',
  'card.gateway_down',
] as const

export const listCards = endpoint({
  name: 'listCards',
  service: 'payments',
  method: 'GET',
  path: '/api/v1/cards',
  summary: 'The cards of the signed-in user’s billing entities',
  who: 'signed in',
  query: z.extend(listQuery(['created_at', '-created_at']), {
    billing_entity_id: z.optional(billingEntityId),
  }),
  reply: listReply('cards', Card),
})

export const addCard = endpoint({
  name: 'addCard',
  service: 'payments',
  method: 'POST',
  path: '/api/v1/cards',
  summary: 'Keep a card for a billing entity that has none',
  who: { right: 'keepCard', of: 'billing_entity' },
  body: NewCard,
  reply: GivenCard,
  status: 201,
  refusals: [...refusals, 'card.exists'],
  unhashed: ['cvc'],
})

export const getCard = endpoint({
  name: 'getCard',
  service: 'payments',
  method: 'GET',
  path: '/api/v1/cards/:id',
  summary: 'One card: brand, last four and expiry',
  who: { right: 'seeAll', of: 'billing_entity' },
  params: idParams,
  reply: Card,
  refusals: ['not_found'],
})

export const setUpCard = endpoint({
  name: 'setUpCard',
  service: 'payments',
  method: 'POST',
  path: '/api/v1/cards/setup',
  summary: 'Begin to enter a card: how it is entered, and a secret for the gateway’s own frame',
  who: { right: 'keepCard', of: 'billing_entity' },
  body: z.object({ billing_entity_id: billingEntityId }),
  reply: CardSetup,
  refusals: ['not_found', 'role.insufficient', 'card.gateway_down'],
  idempotency: 'ignored',
})

export const confirmCard = endpoint({
  name: 'confirmCard',
  service: 'payments',
  method: 'POST',
  path: '/api/v1/card-confirmations/:id',
  summary: 'Keep a card that its holder was asked to confirm, once they have',
  who: { right: 'keepCard', of: 'billing_entity' },
  params: idParams,
  reply: Card,
  refusals: [
    'not_found',
    'role.insufficient',
    // The address that its taxes go by was emptied meanwhile.
    'request.invalid',
    ...declines,
    'card.exists',
    'card.unconfirmed',
    'card.gateway_down',
  ],
})

export const updateCard = endpoint({
  name: 'updateCard',
  service: 'payments',
  method: 'PUT',
  path: '/api/v1/cards/:id',
  summary: 'Put another card in its place, or change its expiry',
  who: { right: 'keepCard', of: 'billing_entity' },
  params: idParams,
  body: CardChange,
  reply: GivenCard,
  refusals: [...refusals, 'session.reauth_required', 'request.stale'],
})

/** The same two where the browser gives cards to the gateway itself. */
export const namedCards = {
  add: { ...addCard, body: NewNamedCard },
  update: { ...updateCard, body: NamedCardChange },
} as const

export const removeCard = endpoint({
  name: 'removeCard',
  service: 'payments',
  method: 'DELETE',
  path: '/api/v1/cards/:id',
  summary: 'Remove a card that pays for nothing',
  who: { right: 'keepCard', of: 'billing_entity' },
  params: idParams,
  reply: z.null(),
  refusals: ['not_found', 'role.insufficient', 'session.reauth_required', 'card.in_use'],
})
