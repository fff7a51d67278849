import { limits } from '@byre/contract/limits'
import { nounOfField, type KnownThings } from './known-things.ts'
import type { Field, Operation, Rule } from './operations.ts'
import type { Random } from './random.ts'

/** Who calls; everything they type carries their mark, so that it is known where it turns up. */
export interface Caller {
  name: string
  mark: string
  email: string
  /** Whom they may invite without anyone's secret becoming shared. */
  mayInvite: readonly string[]
}

export interface Values {
  random: Random
  known: KnownThings
  password: string
}

/** A value that the rule of a field allows, as far as the document tells. */
export function rightValue(
  values: Values,
  caller: Caller,
  { operation, field, owner }: { operation: Operation; field: Field; owner: string | null },
): string {
  const { random, known, password } = values
  const { endpoint } = operation
  const { example } = field
  const name = field.name.replace(/^organization_/, '')
  const rule = firstOf(field.rule)
  if (rule.const !== undefined) return String(rule.const)
  if (rule.enum) return String(random.pick(rule.enum))
  if (/(^id|^uuid|_id|Id|^who)$/.test(name) && name !== 'plan_id') {
    const noun = nounOfField(name, endpoint.path)
    return known.choose(random, caller.name, noun, owner)
  }
  switch (name) {
    case 'plan_id':
      return random.pick(plans[/clinic/.test(endpoint.path) ? 'clinics' : 'sites'])
    case 'password':
    case 'current_password':
      return password
    case 'username':
    case 'email':
      return endpoint.who === 'anyone' && random.percent(50) ? caller.email : random.pick(caller.mayInvite)
    case 'subdomain':
      return `${caller.mark}${random.below(1e6)}`.toLowerCase().slice(0, limits.subdomain.max)
    case 'domain':
      return random.percent(50) ? '' : `${caller.mark.slice(0, 8)}${random.below(1e6)}.farm`
    case 'page':
      return String(1 + random.below(3))
    case 'per_page':
      return String(1 + random.below(100))
    case 'deleted':
      return '1'
    case 'country':
      return 'Canada'
    case 'region':
      return 'AB'
    case 'postal_code':
      return 'T0K 1W0'
    case 'gst_hst_number':
      return '123456782 RT0001'
    case 'qst_number':
    case 'ein':
      return ''
    case 'phone':
      return '4035550142'
    case 'number':
      return random.pick(testCards)
    default:
  }
  if (isName(name)) return `${caller.mark} ${random.below(1e6)}`
  if (typeof example === 'string' && example !== '') return example
  return textOf(random, caller, rule)
}

/** On offer everywhere: a month of the smallest and the next larger one, in either currency. */
const plans = {
  sites: ['1111', '1111', '1211', '1121'].map((digits) => `019a0000-0000-7000-8000-00000000${digits}`),
  clinics: ['2111', '2111', '2211', '2121'].map((digits) => `019a0000-0000-7000-8000-00000000${digits}`),
}
const testCards = [
  '4242424242424242',
  '5555555555554444',
  '4000000000000002',
  '4000000000009995',
  '378282246310005',
]
const isName = (name: string) => /(^|_)name$|description|address$|^city$|^note$|^q$/.test(name)
const firstOf = (rule: Rule): Rule => rule.anyOf?.find((one) => one.type !== 'null') ?? rule
const isUuid = ({ format, pattern = '' }: Rule) => format === 'uuid' || /0-9a-f/i.test(pattern)

function textOf(random: Random, { mark }: Caller, { minLength = 0, maxLength = 40, type }: Rule): string {
  if (type === 'integer' || type === 'number') return String(random.below(20))
  const text = `${mark}${random.below(1e9)}`
  return text.padEnd(minLength, 'x').slice(0, Math.max(minLength, Math.min(maxLength, text.length)))
}

/** A value that a field must not have; `null` where no value is certainly wrong for it. */
export function wrongValue({ random }: Values, field: Field): string | null {
  const rule = firstOf(field.rule)
  const wrong: string[] = []
  if (field.rule.anyOf) return null
  if (rule.enum) wrong.push('neither', ' ')
  if (isUuid(rule)) wrong.push('1', 'not-an-id', "' or 1=1 --", '../../etc/passwd', '019a0000-0000-7000-8000')
  if (rule.maxLength !== undefined) wrong.push('x'.repeat(rule.maxLength + 1), '𝕏'.repeat(rule.maxLength + 1))
  if (rule.format === 'email' || field.name === 'email') wrong.push('a@', 'a b@c.d', '@c.d')
  if (rule.type === 'integer') wrong.push('1e400', '-', '0x1f', '9'.repeat(400))
  return wrong.length > 0 ? random.pick(wrong) : null
}

/** Anything at all: what must be answered calmly, whichever way. */
export function strangeValue({ random }: Values): unknown {
  return random.pick<unknown>([
    '',
    ' ',
    '\0',
    'a\u0000b',
    '\u202Egpj.exe',
    '\ud800',
    '🐄'.repeat(300),
    '<script>alert(1)</script>',
    "'; drop table customers.users; --",
    '{"a":{"b":[]}}',
    '%00%ff',
    '-1',
    '9007199254740993',
    'NaN',
    'null',
    null,
    true,
    -0.5,
    1e308,
    [],
    ['a', 'b'],
    { a: 1 },
    'x'.repeat(5000),
    'x'.repeat(70_000),
  ])
}
