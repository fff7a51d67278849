import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, idParams, listQuery, listReply } from './fields.ts'
import { limits } from './limits.ts'

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

const numberWrong = 'Invalid card number'

/**
 * Lengths and prefixes the form accepts (spec.md section 5): 15 digits from 34 or 37, 14 from
 * 300-305 or 309, else 16.
 */
export function isCardNumber(digits: string): boolean {
  if (/^3[47]\d{13}$/.test(digits) || /^30[0-59]\d{11}$/.test(digits)) return true
  return /^\d{16}$/.test(digits)
}

export const isAmex = (digits: string) => /^3[47]/.test(digits)

/** Whether a card of this month and year is past, judged at `now` in UTC: it is good through its month. */
export function isExpired(month: number, year: number, now: Date): boolean {
  return year < now.getUTCFullYear() || (year === now.getUTCFullYear() && month < now.getUTCMonth() + 1)
}

const stop = (message: string) => ({ error: message, abort: true })

export const NewCard = z
  .object({
    id: z.optional(z.never('A new card has no id yet.')),
    billing_entity_id: id,
    number: z.string('Please enter a valid 16-digit card number.').check(
      z.maxLength(40, stop(numberWrong)),
      z.overwrite((value) => value.replace(/[ -]/g, '')),
      z.minLength(1, stop('Please enter a valid 16-digit card number.')),
      z.refine(isCardNumber, stop(numberWrong)),
    ),
    exp_month: z
      .string('Please choose the month.')
      .check(z.trim(), z.regex(/^(0?[1-9]|1[0-2])$/, 'Please choose the month.')),
    exp_year: z
      .string('Please choose the year.')
      .check(z.trim(), z.regex(/^\d{4}$/, 'Please choose the year.')),
    cvc: z.string('Should be 3 digits').check(z.trim(), z.regex(/^\d{3,4}$/, 'Should be 3 digits')),
  })
  .check((payload) => {
    const card = payload.value
    const refuse = (field: string, message: string) =>
      payload.issues.push({ code: 'custom', message, path: [field], input: undefined })
    if (card.cvc.length === 4 && !isAmex(card.number)) refuse('cvc', 'Should be 3 digits')
    const now = new Date()
    const year = Number(card.exp_year)
    if (isExpired(Number(card.exp_month), year, now)) refuse('exp_year', 'Expiry date cannot be in the past.')
    else if (year > now.getUTCFullYear() + limits.cardYearsAhead)
      refuse('exp_year', 'Please choose the year.')
  })

export const listCards = endpoint({
  name: 'listCards',
  service: 'payments',
  method: 'GET',
  path: '/api/v1/cards',
  summary: 'The cards of the signed-in user’s billing entities',
  who: 'signed in',
  query: z.extend(listQuery(['created_at', '-created_at']), { billing_entity_id: z.optional(id) }),
  reply: listReply('cards', Card),
})

export const addCard = endpoint({
  name: 'addCard',
  service: 'payments',
  method: 'POST',
  path: '/api/v1/cards',
  summary: 'Keep a card for a billing entity that has none',
  who: 'Owner, Admin',
  body: NewCard,
  reply: Card,
  status: 201,
  refusals: [
    'not_found',
    'role.insufficient',
    'card.exists',
    'card.declined',
    'card.expired',
    'card.insufficient_funds',
    'card.test_only',
    'card.numbers_refused',
    'card.gateway_down',
  ],
  unhashed: ['cvc'],
})

export const getCard = endpoint({
  name: 'getCard',
  service: 'payments',
  method: 'GET',
  path: '/api/v1/cards/:id',
  summary: 'One card: brand, last four and expiry',
  who: 'Owner, Admin',
  params: idParams,
  reply: Card,
  refusals: ['not_found'],
})
